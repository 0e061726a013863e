package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What one of several requests was refused for is told with what that one was made from, in whatever order its sender
// had read the others.
func TestAGroupIsToldByTheRefusedOne(t *testing.T) {
	const rows = "seed: create-table tab\nseed: insert-entity tab/p/a .n=1\nseed: insert-entity tab/p/b .n=1\n"
	const reads = "ann: get-entity tab/p/a as ga\nann: get-entity tab/p/b as gb\n"
	const keys = "seed: EXSET a 1\nseed: EXSET b 1\n"
	for _, c := range []struct{ lines, first string }{
		{rows + reads + "ben: update-entity tab/p/a .n=2 if-match=*\n" +
			"ann: entity-group-transaction tab p [update-entity b .n=5 if-match=$gb.etag; " +
			"update-entity a .n=4 if-match=$ga.etag]\n",
			"Ana read v1 of tab/p/a with #4. Ben saved v2 of tab/p/a with #6. Ana's"},
		{rows + reads + "ben: delete-entity tab/p/a if-match=*\n" +
			"ann: entity-group-transaction tab p [update-entity b .n=5 if-match=$gb.etag; update-entity a .n=4 " +
			"if-match=*]\n", "Ben deleted tab/p/a with #6. Ana's"},
		{keys + "ann: EXGET a as ga\nann: EXGET b as gb\nben: EXSET a 2\nann: MULTI\n" +
			"ann: EXSET b 5 VER $gb.version\nann: EXSET a 5 VER $ga.version\nann: EXEC\n",
			"Ana read v1 of a with #3. Ben set a to 2 with #5. A command"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s%s: %s\nwant %q", c.lines, last, told.First, c.first)
		}
		for _, s := range told.Steps {
			if strings.Contains(s.Text, "of tab/p/b") {
				t.Errorf("%s%s: %v tells of another row", c.lines, last, told.Steps)
			}
		}
	}
}

// What a handle may do was said when it was opened; no later request sends it.
func TestAHandleHasTheAccessThatItWasOpenedWith(t *testing.T) {
	r, last := run(t, "seed: create-share sha\n"+
		"ann: smb-create sha/d directory=true disposition=CREATE access=R share=RWD as h\n"+
		"ann: smb-set-disposition $h.handle delete=true\n")
	steps := conflict.Story(r.Timeline.World(), last).Steps
	if said := steps[len(steps)-1].Text; !strings.HasSuffix(said, "The handle has access R.") {
		t.Error(said)
	}
}
