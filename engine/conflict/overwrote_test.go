package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A merge leaves the properties that it does not name (engine/table/rules.md): the log says which of another's it
// replaced, where others of the same request stand.
func TestAMergeReplacedThePropertiesThatItNames(t *testing.T) {
	const row = "seed: create-table acc\nann: insert-entity acc/p/1 .n=1 .m=2 .o=3\n"
	for lines, want := range map[string]string{
		"ben: merge-entity acc/p/1 .m=5 if-match=*\n":      `, replaced Ana's property "m" of v1 unread`,
		"ben: merge-entity acc/p/1 .m=5 .n=7 if-match=*\n": `, replaced Ana's properties "m" and "n" of v1 unread`,
		"ben: update-entity acc/p/1 .x=7 if-match=*\n":     ", removed Ana's v1 unread",
		"ben: delete-entity acc/p/1 if-match=*\n":          ", removed Ana's v1 unread",
		"ben: entity-group-transaction acc p [merge-entity 1 .m=5 if-match=*]\n": `, replaced Ana's property "m" of ` +
			"v1 unread",
		"ben: merge-entity acc/p/1 .m=5 .n=7 .o=9 if-match=*\n": ", replaced Ana's v1 unread",
	} {
		r, _ := run(t, row+lines)
		said := ""
		for n := 1; n <= r.Timeline.Last(); n++ {
			for _, e := range r.Timeline.Events(n) {
				if e.Kind == engine.Decided {
					said = conflict.Tell(r.Timeline.World(), e).What
				}
			}
		}
		if !strings.HasSuffix(said, want) {
			t.Errorf("%s%q, want %q", lines, said, want)
		}
	}
}
