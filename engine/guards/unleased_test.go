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
