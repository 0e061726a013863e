package plain

import (
	"strings"
	"testing"
)

// Of a refused change of a row it is said which properties differ, with the value on each side, and whether both
// changed the same one.
func TestWhySaysWhichPropertiesDiffer(t *testing.T) {
	start := "new\nadd ann, ben\ndo create-table people\nann: insert-entity people/p/1 .a=1 .b=2 .c=3\n" +
		"ann: get-entity people/p/1 as r\nben: merge-entity people/p/1 .a=5\n"
	for change, wants := range map[string][]string{
		".b=7": {"  a: v1 1, ben's v2 5\n", "  b: v1 2, ann's #5 7\n", "No property was changed by both.\n"},
		".a=6": {"  a: <> v1 1, ann's #5 6, ben's v2 5\n", "Both changed what is marked <>.\n"},
		".a=5": {"  a: v1 1, ann's #5 5, ben's v2 5\n", "What both changed, both set alike.\n"},
		".d=4": {"  a: v1 1, ben's v2 5\n", "  d: v1 (not there), ann's #5 4\n", "No property was changed by both.\n"},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"},
			start+"ann: merge-entity people/p/1 "+change+" if-match=$r.etag\nwhy\n")
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", change, want, out)
			}
		}
		if strings.Contains(out, "  c: ") {
			t.Errorf("what is the same is listed:\n%s", out)
		}
	}
}
