package advice_test

import (
	"testing"

	"interleave/engine"
)

// A whole that is put there, and a delete, throw away what is staged (engine/blob/rules.md, "Block blobs"). What
// another took away with that is not made again by a key; where nobody did, the blocks are staged again.
func TestBlocksThatWentWithADeleteAreNotStagedUnsettled(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-container con\n"
		stage  = "ann: put-block con/a hello block=A001\n"
		commit = "ann: put-block-list con/a [uncommitted A001]\n"
		put    = "ben: put-blob con/a one\n"
		then   = " whether it is wanted again. If it is, stage the blocks again, then commit."
		key    = "Stage the blocks again, then commit."
	)
	advisesBehind(t, []advised{
		{"put and deleted by one", who + stage + put + "ben: delete-blob con/a\n" + commit, engine.IsGone, "",
			"con/a is gone, by Ben's #4 (delete-blob). Settle with Ben" + then, ""},
		{"put by one, deleted by another", who + stage + put + "cem: delete-blob con/a\n" + commit, engine.IsGone, "",
			"con/a is gone, by Cy's #4 (delete-blob). Settle with Cy" + then, ""},
		{"what stood before is deleted", who + "seed: put-blob con/a old\n" + stage + "ben: delete-blob con/a\n" +
			commit, engine.IsGone, "", "con/a is gone, by Ben's #4 (delete-blob). Settle with Ben" + then, ""},
		{"deleted behind the refusal", who + stage + put + commit + "cem: delete-blob con/a\n", engine.IsGone, "",
			"Settle with Cy" + then, ""},
		{"its container deleted, and made again", who + stage + put + "cem: delete-container con\nclock +60s\n" +
			"cem: create-container con\n" + commit, engine.IsGone, "", "Settle with Cy" + then, ""},
		{"by its own sender", who + stage + put + "ann: delete-blob con/a\n" + commit, engine.IsGone, "stage", key,
			"ettle"},
		{"deleted before any of it was staged", who + put + "cem: delete-blob con/a\n" + stage +
			"ann: put-blob con/a two\nann: delete-blob con/a\n" + commit, engine.IsGone, "stage", key, "ettle"},
	})
}
