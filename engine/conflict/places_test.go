package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A story names what it hangs on: the snapshot that a copy takes, and one's own piece in whose place another's came.
func TestAStoryNamesWhatStoodThereBefore(t *testing.T) {
	const start = "seed: create-container wiki\nseed: put-blob wiki/f one\n"
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
