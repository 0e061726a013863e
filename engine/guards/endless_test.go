package guards_test

import (
	"testing"

	"interleave/engine/explore"
	"interleave/engine/guards"
)

// engine/lease/rules.md: a lease of -1 does not end when the clock passes, one of 60 s does. Who died holding one locks
// all others out (terraform 17046): a run that leaves such a lease behind has it in a column, and a finite lease stops
// it, in this order and in every one.
func TestALeaseWithoutAnEndIsAColumnAndAFiniteOneStopsIt(t *testing.T) {
	const text = `writer ann "Ana"
writer ben "Ben"
seed: create-container state
seed: put-blob state/env "serial 7"
ann: acquire-blob-lease state/env duration=-1
clock 00:02:00
ben: acquire-blob-lease state/env duration=-1
`
	table := underGuards(t, text)
	const left = "  lease-without-end"
	for id, want := range map[string]string{"as-it-is": "allows", "none": "-", "finite-lease": "stops"} {
		row, ok := table.Row(id)
		if !ok || table.Cell(row, left) != want {
			t.Errorf("%s: %t, %q, want %q", id, ok, table.Cell(row, left), want)
		}
	}
	if row, ok := table.Row("finite-lease"); ok && table.Cell(row, "! leased") != "-" {
		t.Errorf("after two minutes a lease of 60 s refuses: %q", table.Cell(row, "! leased"))
	}
	_, rows := overOrders(t, text, explore.Budget{})
	var orders guards.OrdersTable
	for _, row := range rows {
		orders.Add(row)
	}
	want := map[string]string{"as-it-is": "allows 2", "none": "-", "finite-lease": "stops"}
	for _, row := range orders.Rows {
		for _, harm := range orders.Harms {
			if harm.Name == "lease-without-end" {
				if got := orders.Cell(row, harm); got != want[row.ID] {
					t.Errorf("%s: %q, want %q", row.ID, got, want[row.ID])
				}
				delete(want, row.ID)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}

// Whoever gives it back leaves none behind, whatever it was taken for.
func TestALeaseThatIsGivenBackIsNotLeftBehind(t *testing.T) {
	if table := underGuards(t, `writer ann "Ana"
seed: create-container state
seed: put-blob state/env "serial 7"
ann: acquire-blob-lease state/env duration=-1   as l
ann: release-blob-lease state/env lease=$l.lease
`); len(table.Anomalies) > 0 {
		t.Errorf("%v", table.Anomalies)
	}
}
