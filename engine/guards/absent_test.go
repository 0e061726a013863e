package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Who compares what it read and read that nothing is there has NX for that (tair/rules.md: SET and EXSET with NX are
// done only where the key is not there): as the requests are the second of two who both read first overwrites the
// other in 4 of 6 orders, and under such a guard it is refused there. The plan finds out by the answer of its read.
func TestWhoReadNothingAsksThatNothingIsThere(t *testing.T) {
	for _, c := range []struct{ ann, ben, orders string }{
		{"GET n as g; SET n 5", "GET n as g; SET n 2", "4"},
		{"GET n as g; SET n 5 as s; if s OK [LPUSH log 1]", "GET n as g; SET n 2", ""},
		{"EXISTS n as g; if g 0 [SET n 5]", "EXISTS n as g; if g 0 [SET n 2]", "4"},
		{"GET n as g; if g nil [SET n 5]", "GET n as g; if g nil [SET n 2]", "4"},
		{"SET lock ann as m; if m OK [GET n as g; SET n 5]", "GET n as g; SET n 2", ""},
	} {
		text := "writer ann\nwriter ben\nplan ann [" + c.ann + "]\nplan ben [" + c.ben + "]\n"
		said := reasons(t, text, "lost-update", explore.Budget{})
		for _, id := range []string{"cas", "versioned"} {
			if _, there := said[id]; there && !strings.HasPrefix(said[id], "stops: ") {
				t.Errorf("%s%s: %q", text, id, said[id])
			}
		}
		if said["cas"] == "" || !strings.HasPrefix(said["as-it-is"], "allows "+c.orders) {
			t.Errorf("%sas it is: %q", text, said["as-it-is"])
		}
		_, list := overOrders(t, text, explore.Budget{})
		for _, row := range list {
			if row.Found != nil && row.Found.StuckIn != nil && row.Found.StuckIn.Sign() > 0 {
				t.Errorf("%s%s: %s are stuck", text, row.ID, row.Found.StuckIn)
			}
		}
	}
}

// What a plan does with the answer of a write that stands in the place of its own is done where that one was done, be
// it a SET with NX, as where nothing is there, or a CAS of what may end by the clock.
func TestWhatIsAskedOfAWriteIsAskedInTheWordsOfEither(t *testing.T) {
	const plan = "plan ann [GET n as g; SET n 5 as s; if s OK [SET log done] else [SET log refused]]\n"
	for _, seed := range []string{"", "seed: SET n 1 PX 1000000\n"} {
		_, list := overOrders(t, "writer ann\n"+seed+plan, explore.Budget{})
		row := rowsOf(list)["cas"]
		if end := row.Found.Outcomes[0].String(); !strings.Contains(end, "log \"done\"") {
			t.Errorf("%s%s", seed, end)
		}
	}
}

// A note on one of several lines of a plan says which.
func TestANoteNamesTheKeyOfALine(t *testing.T) {
	const one = "SET lock %s NX as m; if m OK [GET data as g; SET data %s]"
	text := "writer ann\nwriter ben\nseed: SET data 0\nplan ann [" + strings.ReplaceAll(one, "%s", "ann") +
		"]\nplan ben [" + strings.ReplaceAll(one, "%s", "ben") + "]\n"
	_, list := overOrders(t, text, explore.Budget{})
	if notes := strings.Join(rowsOf(list)["versioned"].Notes, " "); !strings.Contains(notes,
		"No version was heard before SET lock, so it keeps its own guard.") {
		t.Error(notes)
	}
}
