package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// Work that is called by the tag which a conditional write was answered is one work under every guard, though each of
// two writes that are accepted without the condition has a tag of its own (engine/blob/rules.md: a write has a new
// ETag).
//
// A marker: without its condition both are accepted in both orders. Under a lease there is nothing to lock for whom the
// marker is not there yet: of 6 orders both acquire in vain in 4, and keep their condition, and in 2 the second has the
// lease of the first one's marker, and replaces it. A version: both work where both have read before the first write,
// in 4 of 6 orders, and under a lock nobody has read the same. Hands of whom one looks what stands there: in 1 of 3
// orders ben is refused and finds ann's, without a condition both work in all 3.
func TestWorkThatAConditionalWriteNamesIsOneUnderEveryGuard(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-container lake\n"
	plans := func(plan string) string {
		return "plan ann [" + strings.ReplaceAll(plan, "ID", "ann") + "]\nplan ben [" +
			strings.ReplaceAll(plan, "ID", "ben") + "]\n"
	}
	for _, c := range []struct {
		text  string
		cells map[string]string
	}{
		{start + plans("put-blob lake/m ID if-none-match=* as m; if m 201 [does $m.etag]"),
			map[string]string{"as-it-is": "stops", "none": "allows 2", "lease": "allows 2"}},
		{start + "seed: put-blob lake/m 0\n" +
			plans("get-blob lake/m as g; put-blob lake/m {$g.body + 1} if-match=$g.etag as m; if m 201 [does $m.etag]"),
			map[string]string{"as-it-is": "stops", "none": "allows 4", "lease": "stops"}},
		{"writer ann\nwriter ben\nseed: create-table tab\nseed: insert-entity tab/p/m .n=0\n" +
			plans("get-entity tab/p/m as g; update-entity tab/p/m .n=1 if-match=$g.etag as m; if m 204 [does $m.etag]"),
			map[string]string{"as-it-is": "stops", "none": "allows 4"}},
		{start + "ann: put-blob lake/m ann if-none-match=* as a\nann: does $a.etag\n" +
			"ben: put-blob lake/m ben if-none-match=* as b\nben: get-blob lake/m as c\nben: does $c.etag\n",
			map[string]string{"as-it-is": "allows 1", "none": "allows 3"}},
	} {
		table := compared(t, c.text)
		cells := map[string]string{}
		for _, row := range table.Rows {
			for _, harm := range table.Harms {
				if harm.Name == "done-twice" {
					cells[row.ID] = table.Cell(row, harm)
				}
			}
		}
		for id, want := range c.cells {
			if cells[id] != want {
				t.Errorf("%s%s: %q, want %q", c.text, id, cells[id], want)
			}
		}
	}
}

// A marker that is taken away again may be made for the next work: which tags call the same one nobody can say where
// the condition is gone, and the row says so.
func TestWorkWhoseNameAGuardTakesAwayIsNotCounted(t *testing.T) {
	text := "seed: create-container lake\n"
	for _, id := range []string{"ann", "ben"} {
		text = "writer " + id + "\n" + text + "plan " + id +
			" [put-blob lake/m x if-none-match=* as m; if m 201 [does $m.etag; delete-blob lake/m]]\n"
	}
	for _, row := range compared(t, text).Rows {
		told := strings.Contains(strings.Join(row.Notes, " "), "whether two do the same work is not told")
		if keeps := row.ID == "as-it-is" || row.ID == "own-text"; told == keeps {
			t.Errorf("%s: %q", row.ID, row.Notes)
		}
	}
}

func compared(t *testing.T, text string) *guards.OrdersTable {
	t.Helper()
	_, s := enginetest.Searched(t, text)
	return tableOf(guards.Orders(s.Input, explore.Budget{}, nil, nil))
}
