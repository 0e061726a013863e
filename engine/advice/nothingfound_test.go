package advice_test

import (
	"testing"

	"interleave/engine"
)

// The referee's rules, "Sentences and advice come from the cause": where what a request was about is gone by now the
// card says by whom, and what another took away is settled with that one first, also for who has read since and found
// nothing. What the sender removed itself, and a lock whose maker gave it back, is no such thing.
func TestWhoFindsNothingIsToldByWhom(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\n"
		lost = who + "seed: put-blob con/a one\nann: get-blob con/a as g\n" +
			"ann: send put-blob con/a annwork if-match=$g.etag as a\nlose a\n"
		echo = who + "ann: send put-blob con/a ann if-none-match=* as a\ndeliver a\nlose a\n" +
			"ann: put-blob con/a ann if-none-match=* again=a\n"
		lock = who + "ann: send put-blob con/a ann if-none-match=* as a\nlose a\nben: put-blob con/a ben " +
			"if-none-match=*\n"
		read = "ann: get-blob con/a\n"
	)
	advises(t, []advised{
		{"deleted by another", lost + "ben: delete-blob con/a\n" + read, engine.NoAnswer, "",
			"con/a is gone, by Ben's #5 (delete-blob). Settle with Ben whether it is wanted again.", "Send the same"},
		{"deleted by its sender", lost + "ann: delete-blob con/a\n" + read, engine.NoAnswer, "",
			"Ana's #5 has deleted it since", "Settle"},
		{"ended by the clock", "writer ann \"Ana\"\nseed: EXSET k a EX 10\nann: EXGET k\nann: send EXCAS k c 1 as a\n" +
			"lose a\nclock +11s\nann: EXGET k\n", engine.NoAnswer, "",
			"k has expired. Create it only where nothing is, if it is still wanted.", "Settle"},
		{"an echo, deleted by another", echo + "ben: delete-blob con/a\n" + read, engine.OwnEcho, "",
			"con/a is gone, by Ben's #4 (delete-blob). Settle with Ben whether it is wanted again.", "Send the same"},
		{"an echo, deleted by its sender", echo + "ann: delete-blob con/a\n" + read, engine.OwnEcho, "retry",
			"con/a is gone, by Ana's #4 (delete-blob). Send the same again, if it is still wanted.", "Settle"},
		{"a lock that its maker gave back", lock + "ben: delete-blob con/a\n" + read, engine.NoAnswer, "retry",
			"con/a is gone, by Ben's #4 (delete-blob). Send the same again, if it is still wanted.", "Settle"},
		{"nothing was ever there", who + "ann: send put-blob con/a ann if-none-match=* as a\nlose a\n" + read,
			engine.NoAnswer, "retry", "Send the same again, if it is still wanted.", "con/a is gone"},
	})
}

// A commit that finds its blocks gone has met nothing: they went with a commit, its own or another's, or with the blob
// (engine/blob/rules.md, "Block blobs"), and the refusal says of nothing that it was there.
func TestWhoMetNothingIsNotToldThatItIsGone(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\n"
		staged = who + "ann: put-block con/a one block=AAAA\nann: send put-block-list con/a [latest AAAA] as a\n"
		again  = "ann: put-block-list con/a [latest AAAA] again=a\n"
		drop   = "ben: delete-blob con/a\n"
		read   = "ann: get-blob con/a\n"
		nobody = "found nothing: #3 was not done, or what it did is gone again."
		says   = "does not say whether that try was done."
	)
	advises(t, []advised{
		{"done, and deleted", staged + "deliver a\nlose a\n" + drop + again, engine.IsGone, "read", says, "it met"},
		{"and read since", staged + "deliver a\nlose a\n" + drop + again + read, engine.IsGone, "", nobody, "met"},
		{"put over, then deleted", staged + "deliver a\nlose a\nben: put-blob con/a two\n" + again + drop + read,
			engine.IsGone, "", nobody, "met"},
		{"never arrived", staged + "lose a\nben: put-blob con/a two\n" + again + drop + read, engine.IsGone, "", nobody,
			"met"},
	})
}
