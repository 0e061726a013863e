package advice_test

import (
	"testing"

	"interleave/engine"
)

// A delete carries no change that could be put into what is there, and what stood beside a container goes with it
// (engine/blob/rules.md, "Containers"): behind a lease that is over it is seen whether it is still to be deleted, and
// who lost what went with a container settles whether that is to be there again.
func TestADeleteHasNoChangeToPutAnywhere(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: create-container locks\n"
		locks = who + "seed: put-blob locks/L x\nseed: put-blob wiki/a x\n"
		takes = "ann: acquire-blob-lease locks/L duration=15\n"
		box   = locks + "lock blob locks/L covers container wiki\n" + takes +
			"ann: get-container-properties wiki as g\nclock +20s\n"
		set   = "ben: set-container-metadata wiki meta.x=1\n"
		kill  = "ann: delete-container wiki if-unmodified-since=$g.last-modified\n"
		blob  = locks + "lock blob locks/L covers blob wiki/a\n" + takes + "ann: get-blob wiki/a as g\nclock +20s\n"
		taken = "ben: acquire-blob-lease locks/L duration=15\n"
		own   = who + "ann: acquire-container-lease wiki duration=15 as l\nclock +20s\n"
		held  = locks + "ann: acquire-blob-lease wiki/a duration=15 as l\nclock +20s\nben: put-blob wiki/a two\n" +
			"ann: delete-blob wiki/a lease=$l.lease\n"
		meta = who + "ann: get-container-metadata wiki\nclock +2s\nben: set-container-metadata wiki meta.x=1\n" +
			"ann: delete-container wiki\n"
		see = "then read, and see whether it is still to be deleted, then delete it with the new "
	)
	advisesBehind(t, []advised{
		{"a container, and its lock is free", box + set + kill, engine.StaleWrite, "lease anew", see + "date.",
			"change"},
		{"and another holds it", box + taken + set + kill, engine.StaleWrite, "wait, lease anew", see + "date.",
			"change"},
		{"a blob", blob + "ben: put-blob wiki/a two\nann: delete-blob wiki/a if-match=$g.etag\n", engine.StaleWrite,
			"lease anew", see + "tag.", "change"},
		{"a put has one", blob + "ben: put-blob wiki/a two\nann: put-blob wiki/a 2 if-match=$g.etag\n",
			engine.StaleWrite, "lease anew", "then read, and put the change into what is there.", "deleted"},
		{"under a lease that is over", own + "ann: delete-container wiki lease=$l.lease\n", engine.LeaseOver,
			"lease anew", "acquire the lease again, read, and see whether it is still to be deleted, before it is " +
				"sent with the new id.", "before the work goes on"},
		{"and acquired anew", held + "ann: acquire-blob-lease wiki/a duration=15\n", engine.LeaseOver, "read",
			"Ana holds the lease. Read what is there, decide whether it is still to be deleted, and send it", "change"},
		{"and read", held + "ann: acquire-blob-lease wiki/a duration=15\nann: get-blob wiki/a\n", engine.LeaseOver,
			"", ": decide whether it is still to be deleted, and send it with that id.", "read what is there"},
		{"what went with it", meta, engine.LostUpdate, "guard", "If it has already happened, tell Ben what #5 " +
			"removed: a plain read no longer shows it. wiki itself went: if it is still wanted, settle first with " +
			"Ana whether wiki is to be there again.", "claim"},
	})
}
