package advice_test

import (
	"testing"

	"interleave/engine"
)

// A key that was set with an expiry goes by itself (engine/cache/rules.md): that nobody deletes does not tell of it
// that an unanswered SET NX had not been done. A lock is waited for, and when it is over the same may be sent again.
func TestWhatExpiresByItselfDoesNotTellThatItWasNotDone(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: send SET lock tokA NX PX 30000 as a\ndeliver a\n" +
		"lose a\nclock +31s\nben: SET lock tokB NX PX 30000\nann: SET lock tokA NX PX 30000 again=a\nann: GET lock\n"
	advisesBehind(t, []advised{
		{"it is held", lines, engine.AlreadyThere, "", "Where it is a lock", "nobody deletes"},
		{"it is over", lines + "clock +31s\n", engine.AlreadyThere, "retry", "Send the same again", "nobody deletes"},
	})
}
