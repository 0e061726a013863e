package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Lease Blob: a write names the id of a lease. Where the lease is left out there is no id to name: not under the lock
// that stands in its place, nor where that finds nothing to lock.
func TestAGuardByALockThatIsLeftOutIsLeftOutToo(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-container wiki\n"+
		"ann: put-blob wiki/n 0 as a1\nann: acquire-blob-lease wiki/n duration=15 as l\n"+
		"ann: put-blob wiki/n 1 lease=$l.lease as w\nben: put-blob wiki/n 2\n"+
		"ann: release-blob-lease wiki/n lease=$l.lease\n", explore.Budget{})
	row := rowsOf(list)["lease"]
	if row.Found == nil || row.Found.Schedules == nil || row.Found.Schedules.Sign() == 0 {
		t.Errorf("lease: no orders, says %q", row.Notes)
	}
}

// The same of who was told the id: two reads and two writes have 4!/(2! 2!) = 6 orders. If-Match refuses who writes
// behind the other's write of what both had read, in the 4 in which both read first, and nobody waits for the id.
func TestWhoWasToldOfALockThatIsLeftOutGoesWithoutIt(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n"+
		"ann: acquire-blob-lease wiki/n duration=15 as l\ntell ben $l.lease\nann: get-blob wiki/n as a\n"+
		"ben: get-blob wiki/n lease=$l.lease as g\nann: put-blob wiki/n 1 lease=$l.lease as w\n"+
		"ben: put-blob wiki/n 2 lease=$l.lease as w2\n", explore.Budget{})
	got := marksOf(rowsOf(list)["if-match"])
	if !strings.HasPrefix(got, "6: ") || !strings.Contains(got, "stale-write 4") ||
		strings.Contains(got, "lost-update") {
		t.Errorf("If-Match: %s", got)
	}
}
