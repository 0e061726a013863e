package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// GETSET and SET with GET answer the value that they replaced, and EXSET with WITHVERSION the version that it made
// (engine/tair/rules.md, "Commands" and "Plain Redis commands"; Redis, GETSET, SET): who had read another one can know
// by that. Any other answer says nothing of what it replaced.
func TestAnAnswerThatHandsBackWhatItReplacedIsSaidToTell(t *testing.T) {
	const (
		plain = "seed: SET a 10\nben: GET a\nann: SET a 3\n"
		ex    = "seed: EXSET c 0\nben: EXGET c\nann: EXSET c 1\n"
	)
	for _, row := range []struct{ lines, heard string }{
		{plain + "ben: GETSET a 1\n", "Ben heard: 3, which is what #4 replaced. Ben can know by that, Ana cannot."},
		{plain + "ben: SET a 1 GET\n", "Ben heard: 3, which is what #4 replaced. Ben can know by that, Ana cannot."},
		{plain + "ben: SET a 1\n", "Ben heard: OK. Ben cannot know."},
		{plain + "ben: SET a GET\n", "Ben heard: OK. Ben cannot know."},
		{ex + "ben: EXSET c 5 WITHVERSION\n", "Ben heard: 3, which is more than one after version 1, so that " +
			"something came in between. Ben can know by that, Ana cannot."},
		{ex + "ben: send EXSET c 5 WITHVERSION as z\ndeliver z\n", "The answer is 3, which is more than one after " +
			"version 1, so that something came in between. Ben has not heard it."},
		{"seed: SET a 10\nben: GET a\nann: SET a 10\nben: GETSET a 1\n", "Ben heard: 10. Ben cannot know."},
		{ex + "ben: EXSET c 5\n", "Ben heard: OK. Ben cannot know."},
		{plain + "ben: send GETSET a 1 as z\ndeliver z\nlose z\n", "Ben sent #4 and heard nothing."},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		knows := strings.Contains(row.heard, "can know")
		if !strings.Contains(told.First+" "+told.Heard, row.heard) ||
			knows != strings.Contains(told.First, "The answer tells Ben; Ana was not told.") {
			t.Errorf("%s%s: %s %s", row.lines, last, told.First, told.Heard)
		}
	}
}
