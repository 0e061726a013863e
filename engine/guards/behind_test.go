package guards_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/explore"
)

// A marker that plans look for is one under each guard: what both do behind it is met where the guard refuses the
// second marker and nobody looks at that refusal, and no guard brings it. What stands directly behind a marker that is
// watched is carried out with it (tair/rules.md, "Plain Redis commands": EXEC does all that is queued, or nothing).
//
// Of 16 orders both look before the first marker in 12 (explore.TestWhoLooksForAMarkerHasOne), and no guard changes
// what they do. Under a lease each request of a plan that has something to lock waits for it: the counts differ there.
func TestWorkBehindAMarkerIsLookedForInAllRows(t *testing.T) {
	for _, c := range []struct{ seed, plan, marker string }{
		{"create-bucket lake", "get-object lake/m as g; if g 404 [put-object lake/m ID; put-object lake/out-ID 1]",
			"lake/m"},
		{"create-bucket lake", "get-object lake/m as g; if g 404 [put-object lake/m ID if-none-match=*; " +
			"put-object lake/out-ID 1]", "lake/m"},
		{"create-table tab", "get-entity tab/p/m as g; if g 404 [insert-or-replace-entity tab/p/m .by=ID; " +
			"insert-entity tab/p/out-ID .v=1]", "tab/p/m"},
		{"create-table tab", "get-entity tab/p/m as g; if g 404 [insert-or-replace-entity tab/p/m .by=x; " +
			"insert-entity tab/p/out-ID .v=1]", "tab/p/m"},
		{"SET other 0", "GET m as g; if g nil [SET m ID; SET out-ID 1]", "m"},
		{"create-container lake", "get-blob lake/m as g; if g 404 [put-blob lake/m ID; put-blob lake/out-ID 1]",
			"lake/m"},
	} {
		text := "writer ann\nwriter ben\nseed: " + c.seed + "\n"
		for _, id := range []string{"ann", "ben"} {
			text += "plan " + id + " [" + strings.ReplaceAll(c.plan, "ID", id) + "]\n"
		}
		table := compared(t, text)
		at := slices.IndexFunc(table.Harms, explore.Row.IsBehind)
		if at < 0 || table.Harms[at].Text != "work under two names, behind "+c.marker {
			t.Errorf("%s: %d", c.plan, at)
			continue
		}
		for _, row := range table.Rows {
			want := "allows 12"
			switch asks := strings.Contains(c.plan, "if-none"); {
			case row.ID == "policy" && asks:
				want = "refuses 16"
			case row.ID == "policy": // no marker is made: all 20 orders of three requests each
				want = "refuses 20"
			case row.ID == "watch": // the work is queued with the marker: EXEC does both, or neither
				want = "stops"
			}
			got := table.Cell(row, table.Harms[at])
			if got != want && !(row.ID == "lease" && strings.HasPrefix(got, "allows ")) {
				t.Errorf("%s, %s: %q, want %q", c.plan, row.ID, got, want)
			}
		}
	}
}
