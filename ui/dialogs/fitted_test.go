package dialogs

import (
	"strings"
	"testing"

	"interleave/ui/grid"
)

// A text with a tail is cut in front of that: what each writer heard tells ends apart.
func TestATailStaysWhereTheTextIsCut(t *testing.T) {
	one := row{text: "Open 9 to 5, closed on Sunday", tail: "Ana 201, Ben 412"}
	c := newChooser("", "", []row{one})
	if c.textW != len("Open 9 to 5, closed on Sunday, Ana 201, Ben 412") {
		t.Errorf("it wants %d columns", c.textW)
	}
	for _, w := range []int{30, 40, 60} {
		if got := fitted(one, w, grid.ASCII()); !strings.HasSuffix(got, ", Ana 201, Ben 412") || grid.Width(got) > w {
			t.Errorf("in %d columns: %q", w, got)
		}
	}
}
