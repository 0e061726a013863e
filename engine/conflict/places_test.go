package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A story names what it hangs on: the snapshot that a copy takes, and one's own piece in whose place another's came.
func TestAStoryNamesWhatStoodThereBefore(t *testing.T) {
	const (
		start  = "writer cy \"Cy\"\nseed: create-container wiki\nseed: put-blob wiki/f one\n"
		mine   = "ann: put-block wiki/f A block=A001\n"
		theirs = "ben: put-block wiki/f B block=A001\n"
		list   = "ann: put-block-list wiki/f [latest A001]\n"
		upload = "writer cy \"Cy\"\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n" +
			"tell ben $u.upload\ntell cy $u.upload\n"
	)
	for _, row := range []struct{ lines, says, never string }{
		{start + "ben: snapshot-blob wiki/f as s\nann: get-blob wiki/f as a\n" +
			"ann: put-blob wiki/f two if-match=$a.etag\n" +
			"ben: copy-blob wiki/f source=wiki/f source-snapshot=$s.snapshot\n",
			"COPY wiki/f  from wiki/f, its snapshot of v1 by #3.", ""},
		{start + "ann: get-blob wiki/f as a\nann: put-block wiki/f A block=A001\n" +
			"ben: put-block wiki/f B block=A001\nann: put-block-list wiki/f [latest A001] if-match=$a.etag\n",
			"Ben staged a block of wiki/f with #5: block A001, in the place of that of #4.", ""},
		{start + "ann: get-blob wiki/f as a\nann: put-block wiki/f A block=A001\nann: put-blob wiki/f two\n" +
			"ben: put-block wiki/f B block=A001\nann: put-block-list wiki/f [latest A001]\n",
			"block A001.", "in the place of"},
		{start + mine + "cy: put-block wiki/f C block=A001\n" + theirs + list,
			"Ana staged a block of wiki/f with #3: block A001.\nBen staged a block of wiki/f with #5: block A001, " +
				"in the place of that of Cy's #4.", ""},
		{start + mine + "ben: delete-container wiki\nclock +60s\nben: create-container wiki\n" + theirs + list,
			"block A001.", "in the place of"},
		{start + mine + "clock +200h\n" + theirs + list, "block A001.", "in the place of"}, // a week after
		{upload + "ann: upload-part lake/k A upload=$u.upload part=1\n" +
			"cy: upload-part lake/k C upload=$u.upload part=1\n" +
			"ben: upload-part lake/k B upload=$u.upload part=1 as b\ntell ann $b.etag\n" +
			"ann: complete-multipart-upload lake/k [1=$b.etag] upload=$u.upload\n",
			"Ben sent part 1 of an upload with #5, in the place of that of Cy's #4.", ""},
		{upload + "ann: send upload-part lake/k A upload=$u.upload part=1 as p\ndouble p\ndeliver p\n" +
			"cy: upload-part lake/k C upload=$u.upload part=1\ndeliver p'\n" +
			"ben: upload-part lake/k B upload=$u.upload part=1 as b\ntell ann $b.etag\n" +
			"ann: complete-multipart-upload lake/k [1=$b.etag] upload=$u.upload\n",
			"Ben sent part 1 of an upload with #5, in the place of that of #3.", ""},
	} {
		r, last := run(t, row.lines)
		said := ""
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			said += s.Text + "\n"
		}
		if !strings.Contains(said, row.says) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s\n%s", row.lines, said)
		}
	}
}
