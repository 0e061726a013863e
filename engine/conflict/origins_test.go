package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A copy takes what is there at that moment (engine/bucket/rules.md, "CopyObject"; engine/blob/rules.md, "Block
// blobs"): pieces that were copied from two states of one thing are two halves of no whole, and the referee's rules
// mark it (mixed-content) whatever its sender had read.
func TestPiecesOfTwoStatesAreOfTwoMoments(t *testing.T) {
	const (
		lake = "set bucket.minimum-part=1\nseed: create-bucket lake\nseed: put-object lake/src old\n" +
			"ann: create-multipart-upload lake/t as u\n"
		part   = "ann: upload-part-copy lake/t upload=$u.upload source=lake/src "
		first  = part + "part=1 source-range=0-1 as p\n"
		second = part + "part=2 source-range=2-2 as q\n"
		whole  = "ann: complete-multipart-upload lake/t [1=$p.etag 2=$q.etag] upload=$u.upload\n"
		ben    = "ben: put-object lake/src new\n"
		wiki   = "seed: create-container wiki\nseed: put-blob wiki/src old\n"
		blocks = "ann: put-block-from-url wiki/t block=AAAA source=wiki/src source-range=0-1\n" +
			"ben: put-blob wiki/src new\n" +
			"ann: put-block-from-url wiki/t block=BBBB source=wiki/src source-range=2-2\n"
		appends = "ann: append-block-from-url wiki/t source=wiki/src "
		log     = wiki + "ann: put-blob wiki/t \"\" type=AppendBlob\n"
	)
	for _, row := range []struct{ name, lines, says string }{
		{"parts", lake + first + ben + second + whole,
			"is of two moments of lake/src: part 1 (#4) from before Ben's v2, part 2 (#6) from that."},
		{"parts, the later one first", lake + second + ben + first + whole,
			"part 2 (#4) from before Ben's v2, part 1 (#6) from that."},
		{"parts under way together", lake + strings.Replace(first, "ann: ", "ann: send ", 1) +
			strings.Replace(second, "ann: ", "ann: send ", 1) + "deliver p\n" + ben + "deliver q\nanswer p q\n" + whole,
			"part 1 (#4) from before Ben's v2, part 2 (#5) from that."},
		{"blocks", wiki + blocks + "ann: put-block-list wiki/t [uncommitted AAAA BBBB]\n",
			"is of two moments of wiki/src: block AAAA (#3) from before Ben's v2, block BBBB (#5) from that."},
		{"appended blocks, one behind the other", log + appends + "source-range=0-1\nben: put-blob wiki/src new\n" +
			appends + "source-range=2-2\n", "is of two moments of wiki/src: #4 from before Ben's v2, #6 from that."},

		{"nobody between", lake + first + second + ben + whole, ""},
		{"its own change between", lake + first + "ann: put-object lake/src new\n" + second + whole, ""},
		{"copied again since", lake + first + ben + second + strings.Replace(first, " as p", " as p2", 1) +
			strings.Replace(whole, "$p.", "$p2.", 1), ""},
		{"not in the list", lake + first + ben + second +
			"ann: complete-multipart-upload lake/t [1=$p.etag] upload=$u.upload\n", ""},
		{"of a version that is named", strings.Replace(lake, "seed: put-object",
			"seed: put-bucket-versioning lake status=Enabled\nseed: put-object", 1) + first + ben +
			part + "part=2 source-range=2-2 source-version-id=$p.source-version-id as q\n" + whole, ""},
		{"the whole of it each time, as a log takes it", log + appends + "\nben: put-blob wiki/src new\n" + appends +
			"\n", ""},
	} {
		r, last := run(t, row.lines)
		says := ""
		if conflict.TornWhole(last) {
			says = conflict.Story(r.Timeline.World(), last).First
		}
		if row.says == "" && says != "" || !strings.Contains(says, row.says) {
			t.Errorf("%s: %s: %q, want %q", row.name, last, says, row.says)
		}
	}
}
