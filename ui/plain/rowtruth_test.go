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

// A rename harms what stood under the new name, and takes away the old one (engine/tair/rules.md, RENAME): the mark
// stands at the state of the key that it is about, and at no other that the request changed.
func TestAMarkStandsAtTheKeyThatItIsAbout(t *testing.T) {
	const moved = "new\nadd ann, ben, cat\nann: SET a 1\nann: SET b 0\ncat: GET b\nben: SET b 2\ncat: RENAME a b\n" +
		"truth a\n"
	const taken = "new\nadd ann, ben\nann: SET a 1\nben: GET a\nann: SET a 2\nben: RENAME a b\ntruth a\n"
	for lines, want := range map[string]string{moved: "  cat  00:00.9  deleted  known to cat\n",
		taken: "  ben  00:00.7  deleted  known to ben   ~ lost-update ann\n"} {
		if out, _ := said(t, []string{"--plain", "--ephemeral"}, lines); !strings.Contains(out, want) {
			t.Errorf("%s%s\nwant %s", lines, out, want)
		}
	}
}
