package conflict_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Who removes what another made or described since it was read takes that work away, with a share and a directory as
// with a container, a queue or a table; and what was made anew is gone as a whole (rules.md, "Silent").
func TestARemovalTakesUnreadWork(t *testing.T) {
	const share, in = "seed: create-share con\n", "seed: create-share con\nseed: create-directory con/d\n"
	anew := func(kind, read string) string {
		return "seed: create-" + kind + " con\nann: " + read + " con\nann: delete-" + kind + " con\nclock 01:00.0\n" +
			"ben: create-" + kind + " con\nann: delete-" + kind + " con\n"
	}
	for _, c := range []struct{ lines, want string }{
		{anew("share", "get-share-properties"), "Ben's share was deleted by Ana."},
		{anew("queue", "get-queue-metadata"), "Ben's queue was deleted by Ana."},
		{anew("container", "get-container-properties"), "Ben's container was deleted by Ana."},
		{anew("table", "query-entities"), "Ben's table was deleted by Ana."},
		{share + "ann: get-share-properties con\nben: set-share-metadata con meta.a=1\nann: delete-share con\n",
			"Ben's metadata was deleted by Ana."},
		{share + "ann: get-share-properties con\nben: set-share-acl con policy.p=r\nann: delete-share con\n",
			"Ben's access policies were deleted by Ana."},
		{in + "ann: get-directory-properties con/d\nann: delete-directory con/d\nben: create-directory con/d\n" +
			"ann: delete-directory con/d\n", "Ben's directory was deleted by Ana."},
		{in + "ann: get-directory-properties con/d\nben: set-directory-metadata con/d meta.a=1\n" +
			"ann: delete-directory con/d\n", "Ben's metadata was deleted by Ana."},
		{share + "ann: get-share-properties con\nben: create-directory con/d\nann: delete-share con\n",
			"Ben's directory con/d was deleted by Ana."},
		{share + "ben: create-directory con/d\nann: get-directory-properties con/d\nann: delete-directory con/d\n", ""},
		{"seed: SET a 1\nann: GET a\nben: SET a 2\nann: MOVE a 1\n", "Ben's value 2 of a was moved to db1:a by Ana."},
		{"seed: SET a 1\nann: GET a\nben: SET a 2\nann: RENAME a b\n", "Ben's value 2 of a was moved to b by Ana."},
		{share + "ben: set-share-metadata con meta.a=1\nann: delete-share con\n", ""}, // blind
	} {
		r, m := run(t, c.lines)
		if c.want == "" || m.Kind == "" {
			if c.want != "" || m.Kind != "" {
				t.Errorf("%s: %s, want %q", c.lines, m, c.want)
			}
			continue
		}
		want := c.want + " Nobody was told."
		if got := conflict.Story(r.Timeline.World(), m).First; m.Kind != engine.LostUpdate || got != want {
			t.Errorf("%s: %s, told %q, want %q", c.lines, m, got, want)
		}
	}
}
