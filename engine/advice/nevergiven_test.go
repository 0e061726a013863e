package advice_test

import (
	"testing"

	"interleave/engine"
)

// A release gets 409 under any id but that of the lease, which a break does not ask for (engine/blob/rules.md,
// "Leases"): who sends an id that was never the own never had the lease, and a lease without end stays.
func TestWhoWasNeverGivenALeaseIsNotToldThatItHasNone(t *testing.T) {
	const (
		wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n"
		open = "ben: release-blob-lease wiki/b lease=6c8ebe08-001e-00d8-71c9-789fb8000000\n"
		own  = "ben: acquire-blob-lease wiki/b duration=15 as m\nclock +20s\n"
	)
	advisesBehind(t, []advised{
		{"without end", wiki + "ann: acquire-blob-lease wiki/b duration=-1 as l\n" + open, engine.IsLeased, "",
			"does not end by itself: settle first whether Ana is still working. If not, break it, which needs no id",
			"Ana's now"},
		{"with an end", wiki + "ann: acquire-blob-lease wiki/b duration=30 as l\n" + open, engine.IsLeased, "",
			"the lease is Ana's, and ends at 00:30.0 unless it is renewed.", "Ana's now"},
		{"once the own", wiki + own + "ann: acquire-blob-lease wiki/b duration=-1 as l\n" +
			"ben: release-blob-lease wiki/b lease=$m.lease\n", engine.IsLeased, "",
			"The lease is Ana's now: Ben has none to give back.", "never given"},
	})
}
