package plain

import (
	"strings"
	"testing"
)

// What the rows of guards tell, the list in front of them tells of the same search: a text that names its writer and is
// replaced by who has read it. Of 6 orders the one has put its name before the other looks in 2, and in 4 both look
// first, which is a lost update.
func TestOrdersOfAFileTellWhatTheirGuardsTell(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container lake\nseed: put-blob lake/n 0\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + " [get-blob lake/n; put-blob lake/n " + id + "]\n"
	}
	out := ordersOf(t, text, "-guards")
	for _, want := range []string{
		"  a text that names its writer is overwritten by who had read it:  2 of 6 orders ",
		"  guard as it is: ~ lost-update 4 of 6 orders (66.6667 %), a text that names its writer overwritten by who " +
			"had read it 2 of 6 orders ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it lacks %q:\n%s", want, out)
		}
	}
}
