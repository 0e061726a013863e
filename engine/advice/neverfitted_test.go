package advice_test

import (
	"testing"

	"interleave/engine"
)

// A condition that nobody's change has made unfit waits for another state, or is wrong: there is nothing to put a
// change into, and a tag of another thing says nothing of what its text was made from (engine/blob/rules.md, "ETag",
// "Page blobs and sequence numbers").
func TestWhatNeverFittedIsNotSentWithWhatIsThereNow(t *testing.T) {
	const (
		wiki = who + "seed: create-container wiki\nann: put-blob wiki/k v1 tag.s=new\nann: put-blob wiki/o o1\n"
		read = "ben: get-blob wiki/k\nben: get-blob wiki/o as g\n"
		tags = "ben: set-blob-tags wiki/k tag.s=ben if-tags=\"s = 'done'\"\n"
		disk = who + "seed: create-container wiki\nann: put-blob wiki/d \"\" type=PageBlob size=512 sequence=5\n"
		page = "ben: put-page wiki/d \"\" range=0-511 page-write=clear if-sequence-eq=4\n"
		late = who + "seed: create-container wiki\nann: put-blob wiki/k v1 as p\nclock +60s\n"
		date = "ben: put-blob wiki/k v3 if-unmodified-since="
		only = "which is there still, and names a date from before that. Send it with the date of #"
		fit  = "If the condition is right, send the same once it holds; if not, correct it."
	)
	advisesBehind(t, []advised{
		{"the tag of another, behind a read of both", wiki + read + "ben: put-blob wiki/k v2 if-match=$g.etag\n",
			engine.StaleWrite, "read", "If wiki/o is meant, correct the name; if it is wiki/k, go by its own tag.",
			"put Ben's change"},
		{"a delete by it", wiki + read + "ben: delete-blob wiki/k if-match=$g.etag\n", engine.StaleWrite, "read",
			"The tag was given for wiki/o.", "with the new tag"},
		{"tags that never were so", wiki + tags, engine.StaleWrite, "read", "Read the tags. " + fit, "claims it"},
		{"tags that were read", wiki + "ben: get-blob-tags wiki/k\n" + tags, engine.StaleWrite, "",
			"had shown the tags that it was refused for. " + fit, "Read again"},
		{"tags that were read and changed since", wiki + "ben: get-blob-tags wiki/k\n" +
			"ann: set-blob-tags wiki/k tag.s=a\nben: put-blob wiki/k v2 if-tags=\"s = 'new'\"\n",
			engine.StaleWrite, "read", "The tags were changed.", fit},
		{"a number that never was", disk + page, engine.StaleWrite, "read", "Read the sequence number. " + fit,
			"has changed"},
		{"a number that is so by now", disk + page +
			"ann: set-blob-properties wiki/d sequence-action=update sequence=4\n", engine.StaleWrite, "read",
			"The condition holds by now.", "has changed"},
		{"a number that was", disk + "ann: set-blob-properties wiki/d sequence-action=update sequence=4\n" +
			"ann: set-blob-properties wiki/d sequence-action=update sequence=9\n" + page, engine.StaleWrite, "read",
			"Its number has changed", fit},
		{"a date from before what was read", late + "ann: put-blob wiki/k v2\nben: get-blob wiki/k\n" + date +
			"00:05.0\n", engine.StaleWrite, "retry", only + "4.", "put Ben's change"},
		{"a delete by it", late + "ann: put-blob wiki/k v2\nben: get-blob wiki/k\n" +
			"ben: delete-blob wiki/k if-unmodified-since=00:05.0\n", engine.StaleWrite, "retry", only + "4.",
			"Read again"},
		{"a date of what was read first", late + "ben: get-blob wiki/k as g\nann: put-blob wiki/k v2\n" +
			"ben: get-blob wiki/k\n" + date + "$g.last-modified\n", engine.StaleWrite, "read", "", only},
		{"a date before what was not read", late + "ben: get-blob wiki/k\nann: put-blob wiki/k v2\n" + date +
			"00:05.0\n", engine.StaleWrite, "read", "", only},
		{"a date, and a change since", late + "ann: put-blob wiki/k v2\nben: get-blob wiki/k\n" + date +
			"00:05.0\nclock +60s\nann: put-blob wiki/k v4\n", engine.StaleWrite, "read", "", only},
	})
}
