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

// A lock whose making nobody heard of is over with its expiry, also for who has read its own id in it: it is taken
// again before its work is done, and that does nothing twice (engine/tair/rules.md, "Expiry").
func TestAnUnheardLockThatHasExpiredIsTakenAgain(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lock = who + "ann: send SET lk A NX EX 10 as a\ndeliver a\nlose a\nann: SET lk A NX EX 10 again=a\n" +
			"ann: GET lk\n"
		met = who + "ann: send SET lk A NX EX 10 as a\ndeliver a\nlose a\nclock +11s\nben: SET lk B NX EX 10\n" +
			"ann: SET lk A NX EX 10 again=a\nann: GET lk\n"
		over = "lk has expired. Send the same again, if it is still wanted; if it is a lock, that takes it."
	)
	advisesBehind(t, []advised{
		{"while it stands", lock, engine.OwnEcho, "", "nothing is left to send", "expired"},
		{"one's own", lock + "clock +11s\n", engine.OwnEcho, "retry", over, "nothing is left to send"},
		{"another's behind one's own", met + "clock +11s\n", engine.AlreadyThere, "retry", over,
			"would do it twice"},
	})
}
