package advice_test

import (
	"testing"

	"interleave/engine"
)

// A break ends a lease, and stops nobody (engine/blob/rules.md, "Leases"): who held it may still work, also where the
// break was under way when another was refused, and who broke it had a reason, which its holder settles first.
func TestABrokenLeaseIsNotTakenUnsettled(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-container hub\n"
		held  = who + "seed: put-blob hub/a v1\nann: acquire-blob-lease hub/a duration=30 as l\n"
		slow  = held + "ben: break-blob-lease hub/a period=5\n"
		takes = "ben: acquire-blob-lease hub/a duration=30\n"
		over  = "clock +10s\n"

		guarded = who + "seed: put-blob hub/l x\nseed: put-blob hub/a v1\nlock blob hub/l covers blob hub/a\n" +
			"ann: acquire-blob-lease hub/l duration=15 as l\nann: get-blob hub/a as r\n"
		left  = "and read what Ana left before anything is changed."
		going = "Stop the work; settle with Cy who goes on. If that is Ana, acquire the lease again, `ann: acquire-"
	)
	advisesBehind(t, []advised{
		{"while it is being broken", slow + takes, engine.IsLeased, "", "Ben broke the lease with #4, which does " +
			"not stop the one who held it. Settle whether Ana is still working, wait until", ""},
		{"and when that is over", slow + takes + over, engine.IsLeased, "",
			"Settle first whether Ana is still working, then send the same again, " + left, "is over"},
		{"broken behind the refusal", held + takes + "cem: break-blob-lease hub/a period=0\n", engine.IsLeased, "",
			left, "is over"},
		{"by its holder itself", held + "ann: break-blob-lease hub/a period=5\n" + takes + over, engine.IsLeased,
			"retry", "What stood in the way is over", "Settle"},
		{"a container", who + "ann: acquire-container-lease hub duration=30\n" +
			"ben: break-container-lease hub period=5\nben: delete-container hub\n" + over, engine.IsLeased, "",
			"Settle first whether Ana is still working",
			"read what"},
		{"one's own that another broke", held + "cem: break-blob-lease hub/a period=0\n" +
			"ann: put-blob hub/a two lease=$l.lease\n", engine.LeaseOver, "",
			going + "blob-lease hub/a duration=30`, read, redo", ""},
		{"a renewal of it", held + "cem: break-blob-lease hub/a period=0\nann: renew-blob-lease hub/a " +
			"lease=$l.lease\n", engine.LeaseOver, "",
			going + "blob-lease hub/a duration=30` before the work goes on.", ""},
		{"a file's, which never ends", who + "seed: create-share s\nseed: create-file s/f 5\n" +
			"ann: acquire-file-lease s/f duration=-1 as l\ncem: break-file-lease s/f\n" +
			"ann: put-range s/f hello range=0-4 lease=$l.lease\n", engine.LeaseOver, "",
			going + "file-lease s/f duration=-1`, read, redo", ""},
		{"given back by its id by another", held + "tell cem $l.lease\ncem: release-blob-lease hub/a " +
			"lease=$l.lease\nann: put-blob hub/a two lease=$l.lease\n", engine.LeaseOver, "", going, ""},
		{"and taken and given back by a third", held + "cem: break-blob-lease hub/a period=0\n" +
			"ben: acquire-blob-lease hub/a duration=30 as m\nben: release-blob-lease hub/a lease=$m.lease\n" +
			"ann: put-blob hub/a two lease=$l.lease\n", engine.LeaseOver, "", going, ""},
		{"and taken anew by its holder", held + "cem: break-blob-lease hub/a period=0\nann: acquire-blob-lease hub/a " +
			"duration=30\nann: put-blob hub/a two lease=$l.lease\n", engine.LeaseOver, "lease", "current id", "settle"},
		{"one's own that ran out", held + "clock +40s\nann: put-blob hub/a two lease=$l.lease\n", engine.LeaseOver,
			"lease anew", "Stop the work; acquire the lease again", "settle"},
		{"a stale write behind it", held + "ann: get-blob hub/a as r\ncem: break-blob-lease hub/a period=0\n" +
			"cem: put-blob hub/a two\nann: put-blob hub/a three if-match=$r.etag\n", engine.StaleWrite, "",
			"Settle with Cy who goes on. If that is Ana, acquire the lease of hub/a first, `ann: acquire-blob-lease " +
				"hub/a duration=30`, then read", ""},
		{"one of another thing, by agreement", guarded + "cem: break-blob-lease hub/l period=0\n" +
			"cem: put-blob hub/a two\nann: put-blob hub/a three if-match=$r.etag\n", engine.StaleWrite, "",
			"Settle with Cy who goes on. If that is Ana, acquire the lease of hub/l first", ""},
		{"and one that ran out", guarded + "clock +20s\ncem: put-blob hub/a two\n" +
			"ann: put-blob hub/a three if-match=$r.etag\n", engine.StaleWrite, "lease anew",
			"Acquire the lease of hub/l first", "ettle"},
	})
}
