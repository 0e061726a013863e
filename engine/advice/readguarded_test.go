package advice_test

import (
	"testing"

	"interleave/engine"
)

// Under a lease that another holds now what it guards may change until that one is over (engine/blob/rules.md,
// "Leases"): who goes on later reads that again, also where nothing has been written yet.
func TestWhatALockGuardsIsReadAgainUnderTheNextLease(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/l one\n" +
			"seed: put-blob wiki/b one\n"
		late = "ann: acquire-blob-lease wiki/l duration=15 as a\nann: get-blob wiki/b\nclock +20s\n" +
			"ben: acquire-blob-lease wiki/l duration=15\nann: renew-blob-lease wiki/l lease=$a.lease\n"
	)
	advisesBehind(t, []advised{
		{"guarded", who + "lock blob wiki/l covers blob wiki/b\n" + late, engine.IsLeased, "wait, lease anew",
			"acquire it again, and read wiki/b again, before the work goes on.", ""},
		{"not", who + late, engine.IsLeased, "wait, lease anew", "acquire it again before the work goes on.",
			"read wiki/b"},
	})
}
