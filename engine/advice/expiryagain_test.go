package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// PERSIST takes an expiry away, and a SET with a time gives the key one again (engine/tair/rules.md, "Expiry"):
// nobody's expiry was overwritten.
func TestAnExpiryThatIsThereAgainIsTold(t *testing.T) {
	const (
		lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET j 1 EX 30\nann: GET j\n" +
			"ben: PERSIST j\nann: SET j 2 EX 10\n"
		first = "Ben's removal of the expiry of j was undone by Ana."
		say   = "Tell Ben that #4 gave j an expiry again, which #3 had taken away."
	)
	v := roomtest.AtEnd(t, lines)
	card, found := cardIn(v, engine.LostUpdate)
	if !found || !strings.HasPrefix(card.Say, say) {
		t.Errorf("%v %q, want %q", found, card.Say, say)
	}
	for _, tr := range v.Troubles() {
		if told := conflict.Story(v.Clone(), tr.Finding); !strings.HasPrefix(told.First, first) {
			t.Errorf("%q, want %q", told.First, first)
		}
	}
}
