package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// Update Message replaces a message's text where a body is sent (Azure REST, "Update Message"): who received it before
// has done the work of the older one. A message is called by the text of its put, which stays the same, and what was
// done by what stood there when it was done.
func TestWorkIsToldByTheTextThatItHad(t *testing.T) {
	const (
		first = "seed: create-queue jobs\nseed: put-message jobs \"charge 5\"\n" +
			"ann: get-messages jobs visibilitytimeout=1 as g\nann: does $g.0\nclock +2s\n" +
			"ben: get-messages jobs visibilitytimeout=30 as h\n"
		update = "ben: update-message $h.0 \"charge 9\" popreceipt=$h.0.receipt visibilitytimeout=30 as u\n"
		same   = "ben: update-message $h.0 popreceipt=$h.0.receipt visibilitytimeout=30 as u\n"
		second = "ben: does $h.0\n"
		later  = "ben: update-message $h.0 \"charge 9\" popreceipt=$u.receipt visibilitytimeout=30\n"
	)
	const said = "It said \"charge 5\" when Ana did it, and \"charge 9\" when Ben did."
	for _, row := range []struct {
		name, lines string
		differ      bool
	}{
		{"another text before the second work", first + update + second, true},
		{"the same text", first + same + second, false},
		{"another text behind it", first + same + second + later, false},
		{"and before it", first + update + second + strings.Replace(later, "9", "11", 1), true},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		put := slices.ContainsFunc(told.Steps, func(s conflict.Step) bool {
			return strings.HasPrefix(s.Text, "Ben put \"charge 9\" into the message")
		})
		called := strings.HasPrefix(told.First, "The work of jobs \"charge 5\" was done twice, by Ana")
		if last.String() != "~ done-twice ann" || strings.Contains(told.First, said) != row.differ ||
			put != row.differ || !called {
			t.Errorf("%s: %s: %s %v", row.name, last, told.First, told.Steps)
		}
	}
}
