package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// rules.md, "Silent": the last writer wins, and that has no mark. Of work on several things it is said of each what it
// was of.
func TestWorkOnSeveralThingsIsNamedWithWhatItWasOf(t *testing.T) {
	r, _ := run(t, "ben: create-container con\nben: put-blob con/b one\nann: delete-container con\n")
	tl, said := r.Timeline, ""
	for n := 1; n <= tl.Last(); n++ {
		for _, e := range tl.Events(n) {
			if e.Kind == engine.Decided {
				said = conflict.Tell(tl.World(), e).What
			}
		}
	}
	if !strings.Contains(said, " of con and ") || !strings.Contains(said, " of con/b unread") {
		t.Error(said)
	}
}
