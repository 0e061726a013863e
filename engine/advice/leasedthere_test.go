package advice_test

import (
	"testing"

	"interleave/engine"
)

// Only what is there can be leased, so that If-None-Match * lets nothing through where a lease was met, with its id or
// behind its end; a read needs no lease (engine/blob/rules.md, "Using a blob while leased", "Conditional headers").
// Where only blocks are staged the blob counts as missing for the condition, and the lease alone stands in the way.
func TestWhatGoesOnlyWhereNothingIsWaitsForNoLease(t *testing.T) {
	const (
		held  = who + "seed: create-container hub\nseed: put-blob hub/a one\nseed: put-blob hub/s src\n"
		lease = "ann: acquire-blob-lease hub/a duration=60 as l\n"
		reads = "Something is there already: only that can be leased. Read it, which needs no lease"
		mine  = "ben: send put-blob hub/b two if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: acquire-blob-lease hub/b duration=60\nben: put-blob hub/b two if-none-match=* again=p\n"
	)
	advisesBehind(t, []advised{
		{"a put", held + lease + "ben: put-blob hub/a two if-none-match=*\n", engine.IsLeased, "read", reads,
			"When it is free"},
		{"a copy", held + lease + "ben: copy-blob hub/a source=hub/s if-none-match=*\n", engine.IsLeased, "read", reads,
			"When it is free"},
		{"a commit", held + "ben: put-block hub/a x block=0001\n" + lease +
			"ben: put-block-list hub/a [latest 0001] if-none-match=*\n", engine.IsLeased, "read", reads,
			"When it is free"},
		{"under one's own lease", held + lease + "ann: put-blob hub/a two if-none-match=*\n", engine.IsLeased, "read",
			reads, "with the id of the lease"},
		{"read since", held + lease + "ben: put-blob hub/a two if-none-match=*\nben: get-blob hub/a\n", engine.IsLeased,
			"", "Decide whether that will do: under If-None-Match * nothing goes over it.", "new id"},
		{"deleted since", held + lease + "ben: put-blob hub/a two if-none-match=*\n" +
			"ann: delete-blob hub/a lease=$l.lease\n", engine.IsLeased, "retry", "send the same again", "already"},
		{"its own first try may stand there", held + mine, engine.IsLeased, "read", "nothing is left to send",
			"When it is free"},
		{"without the condition", held + lease + "ben: put-blob hub/a two\n", engine.IsLeased, "wait, lease anew",
			"When it is free", "already"},
		{"only blocks are there", held + "ann: put-block hub/n x block=0001\n" +
			"ann: acquire-blob-lease hub/n duration=60\nben: put-blob hub/n two if-none-match=*\n", engine.IsLeased, "",
			"until", "already"},
	})
}
