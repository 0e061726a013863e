package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// hosts are two who look for a marker, make it where there is none, and do the work behind it: who heard nothing sends
// the same again, and takes a refusal for the other's marker, or goes on as if it had been done.
func hosts(lost, text string) string {
	all := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for _, id := range []string{"ana", "ben"} {
		all += "plan " + id + "\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n    " +
			strings.ReplaceAll(lost, "ID", id) + "\n  if m 200\n    put-object lake/out-" + id + " " +
			strings.ReplaceAll(text, "ID", id) + "\n"
	}
	return all
}

// rules.md of conflict, "Cases that had to be settled": a marker that nobody works by has no mark, and what is said of
// it is counted at the ends. Work that both did has none either, where nobody says that it is one work.
func TestWorkBehindAMarkerIsCountedAtTheEnds(t *testing.T) {
	const again, on = "put-object lake/marker taken if-none-match=* again=m as m", "put-object lake/out-ID done"
	for _, row := range []struct {
		lost, text   string
		faults       int
		many, undone bool
	}{
		{again, "done", 0, false, false},
		{again, "done", 1, false, true}, // its own marker refuses who made it
		{on, "done", 1, true, true},     // as what is lost may be the work itself
		{on, "by-ID", 1, false, false},  // two texts are two works
	} {
		f, s := enginetest.Searched(t, hosts(row.lost, row.text))
		found := explore.Search(s.Input, explore.Budget{Faults: row.faults}, nil, nil)
		troubles, _ := explore.Rows(found, f.Title)
		many, undone := false, false
		for _, r := range troubles {
			if r.IsBehind() && (r.About != "lake/out-ana, lake/out-ben" || len(r.Steps) == 0 || r.Orders == "") {
				t.Errorf("%+v", r)
			}
			many = many || r.Text == "work under two names, behind lake/marker"
			undone = undone || r.Text == "work left undone, behind lake/marker"
		}
		if many != row.many || undone != row.undone {
			t.Errorf("%q %q, %d lost: twice %t, undone %t", row.lost, row.text, row.faults, many, undone)
		}
	}
}
