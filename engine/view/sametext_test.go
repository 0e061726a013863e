package view_test

import (
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// Two copies of one source, and two who write the same, leave the same bytes whoever was last: the version is another
// (engine/bucket/rules.md, every write makes one), and no text is lost.
func TestATextReplacedByTheSameIsNotCalledLost(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lake = who + "seed: create-bucket lake\nseed: put-object lake/tmp one\n" +
			"ben: copy-object lake/1 source=lake/tmp\n"
		con  = who + "seed: create-container con\nben: put-blob con/1 one\n"
		same = "no text is lost"
	)
	for _, row := range []struct {
		lines, log string
		same       bool
	}{
		{lake + "ann: copy-object lake/1 source=lake/tmp\n", "replaced Ben's v1 unread, by the same text", true},
		{lake + "ann: put-object lake/1 two\n", "replaced Ben's v1 unread", false},
		{con + "ann: put-blob con/1 one\n", "replaced Ben's v1 unread, by the same text", true},
		{con + "ann: put-blob con/1 two\n", "replaced Ben's v1 unread", false},
		{who + "ben: SET k one\nann: SET k one\n", "replaced Ben's work unread, by the same text", true},
	} {
		v := roomtest.AtEnd(t, row.lines)
		said := v.Unread()
		c, ok := v.ReplacedUnread()
		if !ok || strings.Contains(said, same) != row.same {
			t.Errorf("%s: %q, same text %t", row.lines, said, row.same)
		}
		if did := v.Overwrote(v.Exchange(c.Request)); did != row.log {
			t.Errorf("%s: %q, want %q", row.lines, did, row.log)
		}
	}
}
