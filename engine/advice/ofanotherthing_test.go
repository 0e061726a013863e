package advice_test

import (
	"testing"

	"interleave/engine"
)

// A lease goes with its blob or container, and what is made under that name afterwards is another thing
// (engine/conflict/rules.md, lease-over: "went with its blob"; engine/blob/rules.md, "Leases").
func TestALeaseOfWhatIsGoneIsNotTakenOfWhatCameAfter(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b v1\n" +
			"ann: acquire-blob-lease cont/b duration=15 as l\nann: get-blob cont/b\nclock +16s\n"
		kill = "ben: delete-blob cont/b\n"
		made = "ben: put-blob cont/b new\n"
		file = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f 5\n" +
			"ann: acquire-file-lease docs/f duration=-1 as l\nann: delete-file docs/f lease=$l.lease\n"
		put = "ann: put-blob cont/b v2 lease=$l.lease\n"
	)
	advises(t, []advised{
		{"removed and made anew", head + kill + made + put, engine.LeaseOver, "read",
			"Stop the work, and settle first whether #7 belongs to what is there now", "acquire the lease again"},
		{"removed by its holder, and made anew", file + "ben: create-file docs/f 6\n" +
			"ann: put-range docs/f xx range=0-1 lease=$l.lease\n", engine.LeaseOver, "read",
			"Ben's #5 made docs/f anew, after #4 had removed it: that is another thing. Read it. Stop the work, and " +
				"settle first whether #6 belongs to what is there now", "acquire the lease again"},
		{"and made anew by its holder", file + "ann: create-file docs/f 6\n" +
			"ann: put-range docs/f xx range=0-1 lease=$l.lease\n", engine.LeaseOver, "lease anew",
			"acquire the lease again", "another thing"},
		{"changed", head + made + put, engine.LeaseOver, "lease anew", "acquire the lease again, read", "settle first"},
	})
}
