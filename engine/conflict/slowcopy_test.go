package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A slow copy makes a version where it begins, empty, and another where it ends; one that ends without success leaves
// its destination empty (engine/blob/rules.md, "Copy Blob"; rules.md, "Slow work that fails later").
func TestASlowCopyIsToldByItsEnd(t *testing.T) {
	const head = "set blob.copy=slow\nseed: create-container cont\nseed: put-blob cont/src s\n" +
		"seed: put-blob cont/dst d\nben: get-blob cont/dst as r\nann: copy-blob cont/dst source=cont/src as c\n"
	for name, c := range map[string]struct{ lines, want, never string }{
		"met behind its end": {head + "finish c\nben: put-blob cont/dst bb if-match=$r.etag\n",
			"Ana's copy to cont/dst, begun with #5, was finished", "saved v2"},
		"given up, its source gone": {head + "ben: delete-blob cont/src\nfinish c\n",
			"which left cont/dst empty", "nothing changed"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.Contains(told.First, c.want) || strings.Contains(told.First, c.never) {
			t.Errorf("%s: %s", name, told.First)
		}
	}
}
