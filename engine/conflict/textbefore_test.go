package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A tag that metadata moved last stands for the text too: whose text came in between is the first cause of a refused
// save, and where no text did, the story names the metadata alone.
func TestAStoryTellsWhoseTextCameBeforeTheMetadata(t *testing.T) {
	const page = "seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as r\n" +
		"ben: get-blob wiki/a as s\n"
	for lines, want := range map[string]string{
		page + "ann: put-blob wiki/a two if-match=$r.etag\nann: set-blob-metadata wiki/a meta.k=1\n" +
			"ben: put-blob wiki/a three if-match=$s.etag\n": "Ben read v1 with #4. Ana saved v2 with #5. Ana set " +
			"wiki/a's metadata with #6. ",
		page + "ann: set-blob-metadata wiki/a meta.k=1\nben: put-blob wiki/a three if-match=$s.etag\n": "Ben read v1 " +
			"with #4. Ana set wiki/a's metadata with #5. ",
	} {
		r, last := run(t, lines)
		told, steps := conflict.Story(r.Timeline.World(), last), ""
		for _, s := range told.Steps {
			steps += s.Text + " "
		}
		if !strings.HasPrefix(told.First, want) || !strings.HasPrefix(steps, want) {
			t.Errorf("%s%s\n%s", lines, told.First, steps)
		}
	}
}
