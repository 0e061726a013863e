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

// A tag, a version or a value that never was says nothing of what the request was made from, whether its sender had
// read anything or not: what is there is read, and its sender decides (engine/blob/rules.md and engine/bucket/rules.md,
// "ETag"; engine/tair/rules.md, "Versions"). The tag of a part is none of the object (engine/bucket/rules.md, "ETag").
func TestWhatNeverWasIsNoBaseOfAChange(t *testing.T) {
	const (
		wiki   = who + "seed: create-container wiki\nben: put-blob wiki/k one\nann: get-blob wiki/k\n"
		lake   = who + "seed: create-bucket lake\nben: put-object lake/k one\nann: get-object lake/k\n"
		upload = lake + "ann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\n"
		key    = who + "ben: EXSET k 5\nann: EXGET k\n"
		decide = "is to be done to it; if so, send it with the tag that is read. The one that #"
		value  = "value is to replace what is there, for the version that it named says nothing of what it was made " +
			"from, then send it with the version that is there."
	)
	advisesBehind(t, []advised{
		{"a blob", wiki + "ann: put-blob wiki/k two if-match=0x8DEADBEEF000000\n", engine.StaleWrite, "read", decide,
			"put Ana's change"},
		{"an object", lake + "ann: put-object lake/k two if-match=abc\n", engine.StaleWrite, "read", decide,
			"put Ana's change"},
		{"a delete", lake + "ann: delete-object lake/k if-match=abc\n", engine.StaleWrite, "read", decide, "new tag"},
		{"the tag of a part", upload + "ann: put-object lake/k two if-match=$p.etag\n", engine.StaleWrite, "read",
			decide, "put Ana's change"},
		{"the tag of a part, of a source", upload + "ann: copy-object lake/t source=lake/k source-if-match=$p.etag\n",
			engine.StaleWrite, "read", "Decide whether it is to be copied; if so, copy it with its tag", "new tag"},
		{"a read by it", upload + "ann: get-object lake/k if-match=$p.etag\n", engine.StaleWrite, "read",
			"Go by its own tag", "another moment"},
		{"a version", key + "ann: EXCAS k 6 99\n", engine.StaleWrite, "read", value, "put Ana's change"},
		{"a version that EXSET names", key + "ann: EXSET k 6 VER 99\n", engine.StaleWrite, "read", value,
			"put Ana's change"},
		{"a version that a count names", key + "ann: EXINCRBY k 6 VER 99\n", engine.StaleWrite, "read",
			"decide whether #3 is still to be done", "put Ana's change"},
		{"a value", who + "ben: SET k 5\nann: GET k\nann: CAS k 9 6\n", engine.StaleWrite, "read",
			"for the value that it named says nothing of what it was made from", "put Ana's change"},
	})
}

// What was read and has moved on is another thing: its change goes into what is there.
func TestWhatWasAndMovedOnIsABaseStill(t *testing.T) {
	advisesBehind(t, []advised{
		{"a version", who + "ben: EXSET k 5\nann: EXGET k\nben: EXSET k 7\nann: EXCAS k 6 1\n", engine.StaleWrite,
			"read", "put the change into", "named says nothing"},
		{"a long value", who + "ben: SET k abcdef1234567\nann: GET k\nben: SET k abcdef7654321\n" +
			"ann: CAS k abcdef1234567 2\n", engine.StaleWrite, "read", "put the change into", "named says nothing"},
	})
}
