package advice_test

import (
	"testing"

	"interleave/engine"
)

// A HEAD shows no body, and an own write is no read (the referee's rules, "Shown"): who had not read what a thing holds
// reads it, and who had reads it again. Of what holds no text each read is one of the thing itself.
func TestWhoHadNotReadReadsItAndNotAgain(t *testing.T) {
	const (
		blobs = who + "seed: create-container con\nseed: put-blob con/b one\n"
		newer = "ben: put-blob con/b two\n"
		put   = "ann: put-blob con/b three if-match=$r.etag\n"
		keys  = who + "seed: create-bucket bucket\nseed: put-object bucket/k one\n"
		again = "Read again"
	)
	advisesBehind(t, []advised{
		{"a HEAD of a blob", blobs + "ann: get-blob-properties con/b as r\n" + newer + put, engine.StaleWrite, "read",
			"Read it. If what is there now claims it", again},
		{"and a delete", blobs + "ann: get-blob-properties con/b as r\n" + newer +
			"ann: delete-blob con/b if-match=$r.etag\n", engine.StaleWrite, "read", "Read it, see whether", again},
		{"a read of it", blobs + "ann: get-blob con/b as r\n" + newer + "ann: delete-blob con/b if-match=$r.etag\n",
			engine.StaleWrite, "read", "Read again, see whether", "Read it"},
		{"a HEAD behind a read", blobs + "ann: get-blob con/b\nann: get-blob-properties con/b as r\n" + newer +
			"ann: delete-blob con/b if-match=$r.etag\n", engine.StaleWrite, "read", "Read again, see", "Read it"},
		{"its own write", blobs + "ann: put-blob con/b x as r\n" + newer + put, engine.StaleWrite, "read",
			"Read it: both changed", again},
		{"a source that was looked at", blobs + "ann: get-blob-properties con/b as r\n" + newer +
			"ann: copy-blob con/d source=con/b source-if-match=$r.etag\n", engine.StaleWrite, "read",
			"Read the source, see whether", "source again"},
		{"a HEAD of an object", keys + "ann: head-object bucket/k as r\nben: put-object bucket/k two\n" +
			"ann: delete-object bucket/k if-match=$r.etag\n", engine.StaleWrite, "read", "Read it, see", again},
		{"a container", blobs + "ann: get-container-properties con as r\nclock +5s\n" +
			"ben: set-container-metadata con meta.a=1\nann: delete-container con " +
			"if-unmodified-since=$r.last-modified\n", engine.StaleWrite, "read", "Read again, see", "Read it"},
		{"a line", who + "seed: EXSET k 5\nann: EXSET k 6 VER 99\n", engine.StaleWrite, "read", "Read it:", again},
	})
}
