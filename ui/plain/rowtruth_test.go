package plain

import (
	"strings"
	"testing"
)

// A merge leaves the properties that it does not name the work of who wrote them, and a replace removes what it does
// not send (engine/table/rules.md, "Outcome matrix", D7 and D8): the truth of a row says of each whose it is.
func TestTheTruthOfARowSaysWhoseEachPropertyIs(t *testing.T) {
	const row = "new\nadd Ana, Ben\nseed: create-table tab\nana: insert-entity tab/p/r .n=1 .m=2\n"
	for _, c := range []struct{ lines, want string }{
		{"ben: merge-entity tab/p/r .n=7 if-match=*\n", "  .m               2  by Ana at 00:00.1\n" +
			"  .n               7  by Ben at 00:00.3\n"},
		{"ben: get-entity tab/p/r as g\nben: update-entity tab/p/r .n=7 if-match=$g.etag\n",
			"  .m               removed  by Ben at 00:00.5\n  .n               7  by Ben at 00:00.5\n"},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, row+c.lines+"truth tab/p/r\n")
		if !strings.Contains(out, c.want) {
			t.Errorf("%s%s\nwant %s", c.lines, out, c.want)
		}
	}
}
