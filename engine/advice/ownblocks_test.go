package advice_test

import (
	"testing"

	"interleave/engine"
)

// A block that a commit took in is uncommitted no more (engine/blob/rules.md, "Block blobs"): to who had no answer to
// that commit the same again is its own echo, whoever has put another text on top since, and nothing tells any more
// whether it had been done.
func TestBlocksThatOnesOwnUnheardCommitUsed(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\n" +
			"ann: put-block cont/b one block=A001\n"
		lost   = "ann: send put-block-list cont/b [uncommitted A001] from=none as p\ndeliver p\nlose p\n"
		over   = "ben: get-blob cont/b as r\nben: put-blob cont/b ben1 if-match=$r.etag\n"
		again  = "ann: put-block-list cont/b [uncommitted A001] from=none again=p\n"
		unseen = "it can no longer be seen whether that try had been done before. If it is, stage the blocks again, " +
			"then commit with the tag of #7"
	)
	advises(t, []advised{
		{"another's on top", head + lost + over + again, engine.OwnEcho, "read", "Ana's own try #3 had no answer",
			"stage"},
		{"and read", head + lost + over + again + "ann: get-blob cont/b\n", engine.OwnEcho, "", unseen, "threw"},
		{"its own stands", head + lost + again + "ann: get-blob cont/b\n", engine.OwnEcho, "",
			"what the pieces of #3 come to. If they hold an id of that try, it was done", "stage"},
		{"never arrived", head + "ann: send put-block-list cont/b [uncommitted A001] from=none as p\nlose p\n" +
			"ben: put-blob cont/b ben1\n" + again, engine.IsGone, "read", "Ana's own try #3 had no answer", "stage"},
		{"heard of", head + "ann: put-block-list cont/b [uncommitted A001] from=none\n" + over +
			"ann: put-block-list cont/b [uncommitted A001] from=none\n", engine.IsGone, "read",
			"The blocks would take the place of what Ben wrote with #5.", "own try"},
	})
}
