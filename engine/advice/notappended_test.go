package advice_test

import (
	"testing"

	"interleave/engine"
)

// A block is added at the end of an append blob, and no operation takes one out (engine/blob/rules.md, "Append blobs"):
// a read of all of it without the block of a try tells that this had not been done, whoever has appended since. A new
// blob put there empties it, and a read of some bytes shows no more than those.
func TestABlockThatIsNotShownWasNotAppended(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
			"seed: put-blob logs/a \"\" type=AppendBlob\nann: get-blob logs/a\n" +
			"ann: send append-block logs/a AAA as x\n"
		lost   = head + "lose x\nben: append-block logs/a BBB\n"
		done   = head + "deliver x\nlose x\nben: append-block logs/a BBB\n"
		gone   = head + "deliver x\nlose x\nben: put-blob logs/a \"\" type=AppendBlob\nben: append-block logs/a BBB\n"
		read   = "ann: get-blob logs/a\n"
		not    = "#4 had not been done by then. Send the same again."
		unseen = "can no longer be seen"
	)
	advises(t, []advised{
		{"lost on its way", lost + read, engine.NoAnswer, "retry", not, unseen},
		{"done", done + read, engine.NoAnswer, "", "holds what #4 was to put there", not},
		{"emptied since", gone + read, engine.NoAnswer, "", unseen, not},
		{"some bytes alone", lost + "ann: get-blob logs/a range=0-1\n", engine.NoAnswer, "", "", not},
	})
}
