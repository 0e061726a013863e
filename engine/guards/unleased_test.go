package guards

import (
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

// The referee's rules, "Borrowed lease": it needs a lease that stands. A row that leaves the leases out stops none.
func TestNoGuardStopsABorrowedLeaseWhereNoneIsTaken(t *testing.T) {
	harm := explore.Row{Mark: engine.SeveritySilent, Name: string(engine.BorrowedLease)}
	for note, want := range map[string]bool{locksLeftOut + ": acquire-blob-lease.": true, "": false} {
		if got := (OrdersRow{Notes: []string{note}}).unleased(harm); got != want {
			t.Errorf("%q: %v", note, got)
		}
	}
}

// The same of who writes behind the end of its lease: without leases nobody can, and where the work is replaced all the
// same that has only another name. A guard that keeps the work stops it.
func TestNoGuardStopsAStaleHolderByLosingTheWorkOtherwise(t *testing.T) {
	harm := explore.Row{Mark: engine.SeveritySilent, Name: string(engine.StaleHolder)}
	lost := explore.Row{Mark: engine.SeveritySilent, Name: string(engine.LostUpdate)}
	refused := explore.Row{Mark: engine.SeverityRefused, Name: string(engine.StaleWrite)}
	left := []string{locksLeftOut + ": acquire-blob-lease."}
	for _, c := range []struct {
		row  OrdersRow
		want bool
	}{{OrdersRow{Notes: left, troubles: []explore.Row{lost}}, true},
		{OrdersRow{Notes: left, troubles: []explore.Row{refused}}, false},
		{OrdersRow{Notes: left, troubles: []explore.Row{lost}, locks: true}, false},
		{OrdersRow{troubles: []explore.Row{lost}}, false}} {
		if got := c.row.unleased(harm); got != c.want {
			t.Errorf("%+v: %v", c.row, got)
		}
	}
}
