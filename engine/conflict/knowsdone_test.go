package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// Who has heard that a try of a wish was done knows that it is, whatever became of the others: a refusal by that leaves
// nothing open.
func TestWhoHasHeardThatItWasDoneCanTell(t *testing.T) {
	const (
		sent  = "writer ann \"Ana\"\nseed: create-bucket lake\nann: send put-object lake/k A if-none-match=* as p\n"
		again = "ann: put-object lake/k A if-none-match=* again=p\n"
		open  = "Ana cannot tell from that whether #2 had been done."
	)
	for lines, want := range map[string]bool{
		sent + "timeout p\n" + again + "deliver p\n" + again: false,
		sent + "deliver p\nlose p\n" + again:                 true,
	} {
		v := roomtest.AtEnd(t, lines)
		var last conflict.Finding
		for _, f := range v.Troubles() {
			if f.Kind == engine.OwnEcho {
				last = f.Finding
			}
		}
		if told := conflict.Story(v.Clone(), last).Heard; strings.Contains(told, open) != want {
			t.Errorf("%q: %q", lines, told)
		}
	}
}
