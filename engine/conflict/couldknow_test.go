package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The referee's rules, base: a refused body that is sent again byte for byte keeps its base, and so the mark stands.
// That its writer cannot know would be false where an answer had shown it, or had refused a request for it.
func TestACardSaysWhoHadBeenTold(t *testing.T) {
	const (
		wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\nben: get-blob wiki/a as g\n"
		gone = wiki + "ann: delete-container wiki\nben: put-blob wiki/a x if-match=$g.etag\n"
		anew = "clock +31s\nben: create-container wiki\nben: put-blob wiki/a x\n"
		rows = "seed: create-table jobs\nseed: insert-entity jobs/p/r .n=1\nben: get-entity jobs/p/r as g\n" +
			"ann: delete-table jobs\nben: update-entity jobs/p/r .n=2 if-match=$g.etag\nclock +41s\n" +
			"ben: create-table jobs\nben: insert-or-replace-entity jobs/p/r .n=2\n"
		slow = "set blob.copy=slow\nseed: put-blob wiki/b v1\nann: copy-blob wiki/a source=wiki/b as c\n" +
			"ben: delete-blob wiki/a\ntell ben $c.copy-id\nben: abort-copy-blob wiki/a copy=$c.copy-id\n"
		unread = wiki + "ann: put-blob wiki/a y\nben: put-blob wiki/a x\n"
		read   = wiki + "ann: put-blob wiki/a y\nben: get-blob wiki/a\nben: put-blob wiki/a x from=g\n"
	)
	for _, row := range []struct{ name, lines, first, heard, never string }{
		{"a refused try told it", gone + anew, "#5 had shown Ben that it was gone; Ana was not told.",
			"Ben could know: #5 was answered 404 Not Found (ContainerNotFound). #7 has the content of #5 once more, " +
				"which was made before that.", "Nobody was told"},
		{"a read told it as well", gone + "ben: get-blob wiki/a\n" + anew, "#6 had shown Ben that it was gone",
			"#6 was answered 404 Not Found", "cannot know"},
		{"a deletion that was under way", rows, "Ben's #5 had been refused because of it; Ana was not told.",
			"#5 was answered 409 Conflict (TableBeingDeleted)", "once more"},
		{"a copy that its writer ended", wiki + slow + "ben: delete-blob wiki/a\n",
			"Ben's #6 had been refused because of it", "#6 was answered 409 Conflict (PendingCopyOperation)",
			"cannot know"},
		{"an older text, though the newer was read", read, "#5 had shown it to Ben; Ana was not told.",
			"Ben could know: #5 was answered 200 OK", "cannot know"},
		{"nothing had told it", unread, "Nobody was told.", "Ben cannot know.", "could know"},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.String() != "~ lost-update ann" || !strings.Contains(told.First, row.first) ||
			!strings.Contains(told.Heard, row.heard) || strings.Contains(told.First+told.Heard, row.never) {
			t.Errorf("%s: %s: %s\n%s", row.name, last, told.First, told.Heard)
		}
	}
}
