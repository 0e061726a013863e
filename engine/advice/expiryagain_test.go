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

// EXPIRE sets the end of what stands there, whoever made that (engine/tair/rules.md, "Expiry"): it brings nothing back
// that had been removed, and what was set twice ends once. What PERSIST takes away is no text.
func TestAnEndThatIsSetAgainBringsNothingBack(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET lk A NX PX 5000\n"
		copied = who + "ann: send PEXPIRE lk 5000 as e\ndouble e\ndeliver e\n"
		taken  = copied + "ann: DEL lk\nben: SET lk B NX\n"
		late   = who + "ann: send PEXPIRE lk 5000 as e\ntimeout e\nann: PEXPIRE lk 5000 again=e\nclock +6s\n" +
			"ben: SET lk B NX PX 30000\ndeliver e\n"
		older = who + "ann: send PERSIST lk as e\nann: PEXPIRE lk 9000\ndeliver e\n"
	)
	advisesBehind(t, []advised{
		{"another's lock", taken + "deliver e'\n", engine.DoneTwice, "", "Ana's #2 set when lk ends, which was " +
			"Ben's then, since #4, and had no end: what Ana had made with #1 is no longer there", "brought"},
		{"and whom to tell", taken + "deliver e'\n", engine.DoneTwice, "", "Tell Ben, whose time was cut short by " +
			"that.", "Settle"},
		{"one's own", copied + "clock +1s\ndeliver e'\n", engine.DoneTwice, "", "#2 set once more when lk ends, " +
			"counted from then. Nothing has to be taken back.", "it is there once"},
		{"one's own, to a date", who + "ann: send PEXPIREAT lk 1893456000000 as e\ndouble e\ndeliver e\ndeliver e'\n",
			engine.DoneTwice, "", "#2 set the same end of lk once more", "counted"},
		{"which has ended", copied + "deliver e'\nclock +9s\n", engine.DoneTwice, "", "lk has expired, and with " +
			"that what was done twice", "counted"},
		{"one's own, made anew", copied + "ann: DEL lk\nann: SET lk A2 NX PX 4000\ndeliver e'\n", engine.DoneTwice,
			"", "#2 set once more when lk ends", "brought it back"},
		{"late, behind a try that was heard", late, engine.DoneTwice, "", "Ana's #2 set when lk ends, which was " +
			"Ben's then, since #4", "which of the two is to stand"},
		{"an end that an older request takes away", older, engine.LostUpdate, "", "The older #2 arrived after the " +
			"newer #3: it took away the end that was set with that", "newer text"},
		{"and that is set again", older + "ann: PEXPIRE lk 9000\n", engine.LostUpdate, "", "Ana's #4 has given it " +
			"another", "for ever"},
	})
}
