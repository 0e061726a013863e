package guards_test

import (
	"strings"
	"testing"
)

// Who had read a row and inserts it behind another's delete makes it anew as an insert-or-replace does, which undoes
// the delete: it asks for the absence, so that it has no mark (conflict/rules.md, "Known"), and the guard stops nothing
// (table/rules.md: an insert is refused only where the row is there).
func TestAnAbsenceThatIsAskedForStopsNoUndoing(t *testing.T) {
	const anomaly = "~ lost-update"
	table := underGuards(t, `writer ann
writer ben
seed: create-table acc
seed: insert-entity acc/p/a .n=1
ann: get-entity acc/p/a
ben: delete-entity acc/p/a if-match=*
ann: insert-entity acc/p/a .n=3
`)
	for id, want := range map[string]string{"as-it-is": "-", "insert": "-", "none": "allows"} {
		row, ok := table.Row(id)
		if cell := table.Cell(row, anomaly); !ok || cell != want {
			t.Errorf("%s: %q, want %q", id, cell, want)
		}
		if why := table.Why(row, anomaly); want == "-" && !strings.Contains(why, "the end is the same") {
			t.Errorf("%s: %q", id, why)
		}
	}
}
