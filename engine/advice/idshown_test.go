package advice_test

import (
	"testing"

	"interleave/engine"
)

// A lock that a dead run left is released by its id, which such a tool keeps beside it (hashicorp/terraform, the
// azurerm backend): who has read it has both ways, and who has not has the break, which needs none.
func TestWhoHasReadTheIDOfALockIsToldOfItsUnlock(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container state\nseed: put-blob state/prod v1\n" +
			"ann: acquire-blob-lease state/prod duration=-1 as l\n"
		keeps = "ann: set-blob-metadata state/prod meta.lockid=$l.lease lease=$l.lease\n"
		asks  = "ben: acquire-blob-lease state/prod duration=-1\n"
		shows = "which #5 shows and a tool's own unlock sends, ends it too"
	)
	advises(t, []advised{
		{"in metadata", who + keeps + asks + "ben: get-blob-properties state/prod\n", engine.IsLeased, "",
			"Or a release by its id, which #6 shows and a tool's own unlock sends, ends it too", ""},
		{"in another blob", who + "ann: put-blob state/prod.lock $l.lease\nben: get-blob state/prod.lock\n" + asks,
			engine.IsLeased, "", shows, ""},
		{"not read", who + keeps + asks, engine.IsLeased, "", "Or a release by its id ends it too", "shows"},
		{"another lease's", who + "ann: put-blob state/prod.lock $l.lease\nben: get-blob state/prod.lock\n" +
			"ann: release-blob-lease state/prod lease=$l.lease\n" +
			"ann: acquire-blob-lease state/prod duration=-1\n" + asks, engine.IsLeased, "",
			"Or a release by its id ends it too", "shows"},
	})
}
