package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// What never fitted is told from what once did. An ETag stands for a version of one thing (engine/blob/rules.md,
// "ETag"); a sequence number is changed by Set Blob Properties alone, and is 0 where none was given
// (engine/blob/rules.md, "Page blobs and sequence numbers"); tags are so until they are set.
func TestAConditionThatNeverHeldNamesNoWriterAsTheCause(t *testing.T) {
	const (
		wiki  = "seed: create-container wiki\nben: put-blob wiki/k v1 as k\nben: put-blob wiki/o v1 as o\n"
		lake  = "seed: create-bucket lake\nben: put-object lake/k v1\nben: put-object lake/o o1 as o\n"
		stock = "seed: create-table stock\nben: insert-entity stock/p/k .a=1\nclock +1s\n" +
			"ben: insert-entity stock/p/o .a=1\n"
		disk = "seed: create-container wiki\nben: put-blob wiki/d \"\" type=PageBlob size=512 sequence=5\n"
		more = "ben: set-blob-properties wiki/d sequence-action=update sequence=9\n"
		tags = "seed: create-container wiki\nben: put-blob wiki/t v1 tag.s=new\n"
		set  = "ben: set-blob-tags wiki/t tag.s=work\n"
		page = "ann: put-page wiki/d \"\" range=0-511 page-write=clear "
		done = "ann: put-blob wiki/t v2 if-tags=\"s = 'done'\"\n"
		logs = "seed: create-container wiki\nben: put-blob wiki/log \"\" type=AppendBlob\n"
		none = ""
	)
	for _, row := range []struct{ lines, never string }{
		{wiki + "ann: get-blob wiki/o as g\nann: put-blob wiki/k v2 if-match=$g.etag\n", "given for wiki/o."},
		{wiki + "ann: get-blob wiki/o as g\nann: delete-blob wiki/k if-match=$g.etag\n", "given for wiki/o."},
		{lake + "ann: get-object lake/o as g\nann: put-object lake/k v2 if-match=$g.etag\n", "given for lake/o."},
		{stock + "ann: get-entity stock/p/o as g\nann: update-entity stock/p/k .a=2 if-match=$g.etag\n",
			"given for stock/p/o."},
		{stock + "ann: get-entity stock/p/o as g\n" +
			"ann: entity-group-transaction stock p [update-entity k .a=2 if-match=$g.etag]\n",
			"No version of stock/p/k ever had the ETag"},
		{wiki + "ann: get-blob wiki/k as g\nann: copy-blob wiki/k source=wiki/o source-if-match=$g.etag\n",
			"given for wiki/k."},
		{logs + "ann: append-block wiki/log b appendpos=7\n", "wiki/log had never been 7 bytes long."},
		{logs + "ann: append-block wiki/log bb\nann: append-block wiki/log b appendpos=1\n",
			"wiki/log had never been 1 byte long."},
		{lake + "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k x upload=$u.upload part=1 as p\n" +
			"ann: put-object lake/k v2 if-match=$p.etag\n", "that of part 1, which #5 sent."}, // "ETag"
		{lake + "ann: create-multipart-upload lake/o as u\nann: upload-part-copy lake/o upload=$u.upload part=1 " +
			"source=lake/k source-range=0-0 as p\nann: copy-object lake/t source=lake/k source-if-match=$p.etag\n",
			"that of part 1 of an upload of lake/o, which #5 sent."},
		{lake + "set bucket.minimum-part=1\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n" +
			"ann: delete-object lake/k if-match=$p.etag\n", "that of part 1, which #5 sent."},
		{wiki + "ann: put-blob wiki/k v2 if-match=0x8DEADBEEF000000\n", "No version of wiki/k ever had the ETag"},
		{"seed: SET k abcdef1234567\nann: CAS k abcdef7654321 2\n", "k had never held"}, // as long as a digest
		{disk + page + "if-sequence-eq=4\n", "The sequence number of wiki/d had never been 4."},
		{disk + more + page + "if-sequence-lt=5\n", "The sequence number of wiki/d had never been less than 5."},
		{disk + more + page + "if-sequence-le=4\n", "The sequence number of wiki/d had never been 4 or less."},
		{tags + done, "The tags of wiki/t had been so since Ben made it"},
		{tags + "ann: get-blob-tags wiki/t\nann: set-blob-tags wiki/t tag.s=work if-tags=\"s = 'done'\"\n",
			"The tags of wiki/t had been so since Ben made it"},

		{"seed: SET k abcdef1234567\nann: GET k\nben: SET k abcdef7654321\nann: CAS k abcdef1234567 2\n", none},
		{lake + "ben: put-object lake/k x\nben: put-object lake/k y\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\n" + // an object had it too
			"ann: put-object lake/k v2 if-match=$p.etag\n", none},
		{wiki + "ben: put-blob wiki/k v2\ntell ann $k.etag\nann: put-blob wiki/k v3 if-match=$k.etag\n", none},
		{lake + "ben: put-object lake/k v2\nben: put-object lake/o v1\nann: get-object lake/o as g\n" + // equal bytes
			"ann: put-object lake/k v3 if-match=$g.etag\n", none},
		{"seed: create-table stock\n" +
			"ben: entity-group-transaction stock p [insert-entity k .a=1; insert-entity o .a=1]\n" +
			"clock +1s\nben: update-entity stock/p/k .a=3 if-match=*\nann: get-entity stock/p/o as g\n" +
			"ann: update-entity stock/p/k .a=2 if-match=$g.etag\n", none}, // one request gives all of its rows one tag
		{logs + "ben: append-block wiki/log aaaaaaa\nben: put-blob wiki/log \"\" type=AppendBlob\n" +
			"ann: append-block wiki/log b appendpos=7\n", none},
		{logs + "ben: append-block wiki/log aa\nben: append-block wiki/log aa\n" +
			"ann: append-block wiki/log b appendpos=2\n", none},
		{logs + "ben: append-block wiki/log aa\nann: append-block wiki/log b appendpos=0\n", none},
		{disk + more + page + "if-sequence-eq=5\n", none},
		{disk + more + page + "if-sequence-le=5\n", none},
		{tags + set + done, none},
		{tags + set + "ann: put-blob wiki/t v2 if-tags=\"s = 'new'\"\n", none},
	} {
		r, last := run(t, row.lines)
		if last.Kind != engine.StaleWrite {
			t.Errorf("%s%s", row.lines, last)
			continue
		}
		told := conflict.Story(r.Timeline.World(), last)
		blames := strings.HasPrefix(told.First, "Ben ")
		for _, s := range told.Steps {
			blames = blames || strings.HasPrefix(s.Text, "Ben ")
		}
		if never := conflict.Never(r.Timeline.World(), last); !strings.Contains(told.First, row.never) ||
			(never != none) != (row.never != none) || row.never != none && blames {
			t.Errorf("%s%s: %s\n%v", row.lines, last, told.First, told.Steps)
		}
	}
}

// What the sender of a condition had been shown, and nobody has changed since, is no change that came in between,
// whatever it was before.
func TestAConditionThatWhatWasReadDidNotMeetIsToldSo(t *testing.T) {
	const (
		tags = "seed: create-container wiki\nben: put-blob wiki/t v1 tag.s=new\nben: set-blob-tags wiki/t tag.s=work\n"
		read = "ann: get-blob-tags wiki/t\n"
		sent = "ann: set-blob-tags wiki/t tag.s=ann if-tags=\"s = 'new'\"\n"
	)
	const (
		date = "seed: create-container wiki\nclock +60s\nben: put-blob wiki/k v1\n"
		get  = "ann: get-blob wiki/k\n"
		put  = "ann: put-blob wiki/k v2 if-unmodified-since=00:05.0\n"
	)
	for lines, want := range map[string]bool{
		date + get + put: true,
		date + put:       false,
		date + get + "clock +60s\nben: put-blob wiki/k v3\n" + put: false,
		tags + read + sent: true,
		tags + sent:        false,
		tags + read + "ben: set-blob-tags wiki/t tag.s=done\n" + sent: false,
	} {
		r, last := run(t, lines)
		first := conflict.Story(r.Timeline.World(), last).First
		if last.Kind != engine.StaleWrite || strings.Contains(first, "had shown Ana the ") != want {
			t.Errorf("%s%s: %s", lines, last, first)
		}
	}
}
