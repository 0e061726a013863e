package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A change of the id keeps duration and expiry instant (engine/lease/rules.md, "Lease basics"): the lease runs from the
// acquire under the id before, and how its sender came to that id belongs to the story.
func TestTheStoryOfAChangedIDBeginsWithWhoTookTheLease(t *testing.T) {
	const handed = "seed: create-container con\nseed: put-blob con/a one\n" +
		"ann: acquire-blob-lease con/a duration=15 as l\ntell ben $l.lease\n" +
		"ben: change-blob-lease con/a lease=$l.lease id=1f8f0e14-9e7c-4b37-8f86-1f4d1b6f0a01\n"
	for name, c := range map[string]struct{ lines, first string }{
		"who changed it": {handed + "clock +20s\nben: put-blob con/a two lease=1f8f0e14-9e7c-4b37-8f86-1f4d1b6f0a01\n",
			"lease (15 s from Ana's acquire at 00:00.0) ended at 00:15.0"},
		"who had told it": {handed + "clock +1s\nann: put-blob con/a two lease=$l.lease\n", "changed the id of"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		var said []string
		for _, s := range told.Steps {
			said = append(said, s.Text)
		}
		const took = "Ana took the lease at 00:00.0.\nAna had told Ben the id of the lease.\nBen changed the lease's id"
		if !strings.Contains(told.First, c.first) || !strings.HasPrefix(strings.Join(said, "\n"), took) {
			t.Errorf("%s: %s\n%s", name, told.First, strings.Join(said, "\n"))
		}
	}
}
