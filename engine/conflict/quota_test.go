package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The quota of a share is a part as its metadata is: who sets another than the one that was read since replaces that
// (engine/share/rules.md, "State"; rules.md, "By part").
func TestAQuotaIsAPart(t *testing.T) {
	const head = "seed: create-share sh quota=3\n"
	for _, c := range []struct{ lines, mark, first string }{
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=5\nann: set-share-properties sh quota=7\n",
			"~ lost-update ben", "Ben's quota was overwritten by Ana. Nobody was told."},
		{"ann: list-shares\nben: set-share-properties sh quota=5\nann: set-share-properties sh quota=7\n",
			"~ lost-update ben", "Ben's quota was overwritten by Ana. Nobody was told."},
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=5\nann: delete-share sh\n",
			"~ lost-update ben", "Ben's quota was deleted by Ana. Nobody was told."},
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=5\nben: set-share-metadata sh meta.a=1\n" +
			"ann: delete-share sh\n", "~ lost-update ben",
			"Ben's metadata was deleted by Ana, and the quota with it. Nobody was told."},
		{"ann: get-share-properties sh\nben: set-share-metadata sh meta.a=1\nann: set-share-properties sh quota=7\n",
			"", ""}, // each has a part of its own
		{"ben: set-share-properties sh quota=5\nann: get-share-properties sh\nann: set-share-properties sh quota=7\n",
			"", ""},
		{"set share.deletion=0\nann: get-share-properties sh\nben: delete-share sh\nben: create-share sh quota=9\n" +
			"ann: set-share-properties sh quota=7\n", "~ lost-update ben",
			"Ben's quota was overwritten by Ana. Nobody was told."},
		{"set share.deletion=0\nann: get-share-properties sh\nben: delete-share sh\nben: create-share sh\n" +
			"ann: set-share-properties sh quota=7\n", "", ""}, // the service's own quota is nobody's work
		{"ben: set-share-properties sh quota=5\nann: set-share-properties sh quota=7\n", "", ""}, // unread
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=3\nann: set-share-properties sh quota=7\n",
			"", ""}, // it left what stood there
	} {
		r, last := run(t, head+c.lines)
		mark := ""
		if last.Kind != "" {
			mark = last.String()
		}
		if mark != c.mark {
			t.Errorf("%s%q, want %q", c.lines, mark, c.mark)
			continue
		}
		if mark == "" {
			continue
		}
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s%q, want %q", c.lines, told.First, c.first)
		}
	}
}
