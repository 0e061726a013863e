package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who appended to what it had read knows what that came to, though no reply shows it: the value that it sends is its
// own, and a line that compares the older one would be refused for its own append (engine/tair/rules.md, "Plain Redis
// commands").
func TestAnOwnAppendIsKnown(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k b\nann: GET k\n"
		back = "ben: SETRANGE k 1 y\nben: SETRANGE k 1 x\n"
	)
	advises(t, []advised{
		{"there and back", who + "ann: APPEND k x\n" + back + "ann: CAS k bx c\n", engine.SameNumber, "",
			"One value stood for two states here: that it fits proves nothing.", "CAS k b c"},
		{"from elsewhere", who + "ben: SET k bx\nann: CAS k bx c\n", engine.SameNumber, "guard", "CAS k b c", ""},
	})
}
