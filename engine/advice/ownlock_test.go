package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A key ends at its own time, and PEXPIRE answers 0 where none is (engine/tair/rules.md, "Expiry"): who renews a lock
// whose time is over is told so, also where another took and gave back one of its own under that name since.
func TestALockWhoseTimeRanOutIsTakenAnewAndNotRenewed(t *testing.T) {
	const (
		takes = who + "ann: SET lock ann NX PX 10000\nclock +11s\n"
		bens  = "ben: SET lock ben NX PX 10000\n"
		renew = "ann: PEXPIRE lock 10000\n"
		over  = "lock, as #1 had taken it, is over by its own time since 00:10.001. Stop what is done under it."
		anew  = over + " If it is still wanted, take it anew as #1 did, only where nothing is."
	)
	advisesBehind(t, []advised{
		{"alone", takes + renew, engine.IsGone, "", anew, "ettle"},
		{"in seconds", takes + "ann: EXPIRE lock 10\n", engine.IsGone, "", anew, "ettle"},
		{"another's came and went", takes + bens + "ben: DEL lock\n" + renew, engine.IsGone, "", anew, "Ben"},
		{"another's came and ran out", takes + bens + "clock +11s\n" + renew, engine.IsGone, "", anew, "Ben"},
		{"another's stands since", takes + renew + bens, engine.IsGone, "", over + " What is there now is by Ben's " +
			"#3, and is another. If it is still wanted, take it anew", "ettle"},
		{"deleted by another in its time", who + "ann: SET lock ann NX PX 10000\nben: DEL lock\n" + renew,
			engine.IsGone, "", "lock is gone, by Ben's #2 (DEL). Settle with Ben", "ran out"},
		{"renewed, and over then", who + "ann: SET lock ann NX PX 10000\nclock +9s\n" + renew + "clock +11s\n" +
			renew, engine.IsGone, "", "lock, as #1 had taken it, is over by its own time since 00:19.001. Stop", ""},
		{"no lock", who + "ann: SET lock ann PX 10000\nclock +11s\n" + renew, engine.IsGone, "", "Settle first",
			"own time"},
	})
	for lines, first := range map[string]string{
		takes + renew:                                               "lock expired at 00:10.001, as set by Ana.",
		takes + bens + "ben: DEL lock\n" + renew:                    "lock expired at 00:10.001, as set by Ana.",
		takes + bens + "ann: GET lock\nben: DEL lock\n" + renew:     "Ben deleted lock at",
		who + "ann: SET lock ann PX 10000\nben: DEL lock\n" + renew: "Ben deleted lock",
	} {
		v := behindLines(t, lines)
		told := ""
		for _, tr := range v.Troubles() {
			told = v.Story(tr.Finding).First
		}
		if !strings.HasPrefix(told, first) {
			t.Errorf("%s: %q, want %q", lines, told, first)
		}
	}
}

// Who had no answer to its own SET NX knows all the same what it put there, and gives back no lock but that (Redis,
// SET, "Patterns": the token is compared at the release).
func TestALockOfWhichNothingWasHeardIsGivenBackByItsToken(t *testing.T) {
	const lines = who + "ann: GET lock\nben: SET lock ben NX EX 30\nann: send SET lock ann NX EX 30 as a\ndeliver a\n" +
		"lose a\nann: DEL lock\n"
	card, found := cardAtEnd(t, lines, engine.LostUpdate)
	stops := strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "CAD lock ann. The answer would be 0.") {
		t.Errorf("%t %q", found, stops)
	}
}
