package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// Work that is called as the answer to a write is has no name where nobody does it; what a receive gives is left for
// the next, and is no work undone. The numbers are those of TestWorkThatNobodyDidIsCounted.
func TestWorkThatAnAnswerNamesIsCounted(t *testing.T) {
	queue := "writer ana \"Ana\"\nseed: create-queue jobs\nseed: put-message jobs one\n" +
		"plan ana [get-messages jobs as g; if g 0.receipt [does $g.0]]\n"
	for text, want := range map[string]string{strings.ReplaceAll(claimants(), "run-7", "$m.etag"): "4", queue: ""} {
		f, s := enginetest.Searched(t, text)
		troubles, _ := explore.Rows(explore.Search(s.Input, explore.Budget{Faults: 1}, nil, nil), f.Title)
		got := ""
		for _, r := range troubles {
			if r.IsUndone() && r.Text == "work left undone" {
				got = r.Orders
			}
		}
		if got != want {
			t.Errorf("%s\n%q orders, want %q", text, got, want)
		}
	}
}

// claimants are two hosts who do a run behind a marker: who heard nothing of it sends the same again.
func claimants() string {
	all := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for _, id := range []string{"ana", "ben"} {
		all += "plan " + id + "\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n" +
			"    put-object lake/marker taken if-none-match=* again=m as m\n  if m 200\n    does run-7\n"
	}
	return all
}

// rules.md of conflict, "Cases that had to be settled": a marker that nobody works by has no mark; a search counts the
// orders at whose end no writer did the work.
//
// Without a fault there are 2 orders, and who comes first works. With one fault one of the two sends twice, and the
// other's request stands at one of 3 places among the two: for a lost request or a lost answer of either that is 2*2*3,
// with the 2 without a fault 14. Where the answer is lost and the other does not come first (2 of its 3 places), the
// marker refuses who made it and the other: 2*2 of the 14.
func TestWorkThatNobodyDidIsCounted(t *testing.T) {
	f, s := enginetest.Searched(t, claimants())
	for _, row := range []struct {
		budget      explore.Budget
		all, undone string
		share       string
	}{
		{explore.Budget{}, "2", "", ""},
		{explore.Budget{Faults: 1}, "14", "4", "28.6 %"},
	} {
		found := explore.Search(s.Input, row.budget, nil, nil)
		troubles, _ := explore.Rows(found, f.Title)
		orders, share := "", ""
		for _, r := range troubles {
			if r.Text == "work run-7 left undone" {
				orders, share = r.Orders, r.Share
				if !r.IsBehind() || len(r.Steps) != 3 || !strings.Contains(r.Way, "the answer is lost") {
					t.Errorf("the shortest order: %d steps, %s", len(r.Steps), r.Way)
				}
			}
		}
		if all := explore.Grouped(found.Schedules); all != row.all || orders != row.undone || share != row.share {
			t.Errorf("%+v: %s orders, %q undone (%s), want %s and %q", row.budget, all, orders, share, row.all,
				row.undone)
		}
		if len(found.Wanted) > 0 {
			t.Error("an end is told that nobody asked for")
		}
	}
}
