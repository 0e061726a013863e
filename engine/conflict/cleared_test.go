package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// Put Blob and Set Blob Metadata clear what they do not send (blob/rules.md, "What changes ETag and Last-Modified"; the
// referee's rules, "By part"): what another had set is removed then, and overwritten where something is sent for it.
func TestWhatAWriteClearsIsRemoved(t *testing.T) {
	const head = "seed: create-container docs\nseed: put-blob docs/a one meta.o=x tag.s=x\nann: get-blob docs/a\n" +
		"ann: get-blob-tags docs/a\n"
	const meta = head + "ben: set-blob-metadata docs/a meta.o=ben\n"
	const tags = head + "ben: set-blob-tags docs/a tag.s=ben\n"
	for lines, says := range map[string]string{
		meta + "ann: put-blob docs/a two\n":                  "Ben's metadata was removed by Ana.",
		meta + "ann: put-blob docs/a two meta.o=ann\n":       "Ben's metadata was overwritten by Ana.",
		meta + "ann: set-blob-metadata docs/a\n":             "Ben's metadata was removed by Ana.",
		meta + "ann: set-blob-metadata docs/a meta.o=ann\n":  "Ben's metadata was overwritten by Ana.",
		tags + "ann: put-blob docs/a two\n":                  "Ben's tags were removed by Ana.",
		tags + "ann: set-blob-tags docs/a tag.s=ann\n":       "Ben's tags were overwritten by Ana.",
		meta + "ann: put-blob docs/a two content-type=a/b\n": "Ben's metadata was removed by Ana.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, says) {
			t.Errorf("%s%s, want %s", lines, told.First, says)
		}
	}
}
