package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// Sentences and advice come from the cause (rules.md): a text that stands whole in the longer one which took its place
// is not lost, and no card says so. What the other had taken out is, where the longer one has it again.
func TestATextThatTheLongerOneHoldsIsNotToldAsLost(t *testing.T) {
	const (
		own   = "seed: create-container own\nseed: put-blob own/x \"a\\nold\\n\"\nann: get-blob own/x as g\n"
		newer = own + "ben: put-blob own/x \"a\\nold\\nben\\n\"\nann: get-blob own/x as h\n"
		line  = "seed: EXSET k a\nann: EXGET k as g\nben: EXSET k \"a ben\"\nann: EXGET k as h\n"
	)
	for _, row := range []struct {
		name, lines string
		holds       bool
	}{
		{"one line more", newer + "ann: put-blob own/x \"a\\nold\\nben\\nann\\n\" if-match=$h.etag from=g\n", true},
		{"a line in front", newer + "ann: put-blob own/x \"ann\\na\\nold\\nben\\n\" if-match=$h.etag from=g\n", true},
		{"nothing compared", newer + "ann: put-blob own/x \"a\\nold\\nben\\nann\\n\" from=g\n", true},
		{"a word more", line + "ann: EXSET k \"a ben ann\" VER 2 from=g\n", true},
		{"a word in front", line + "ann: EXSET k \"no a ben\" VER 2 from=g\n", false},
		{"the other's line is missing", newer + "ann: put-blob own/x \"a\\nold\\nann\\n\" if-match=$h.etag from=g\n",
			false},
		{"a line that the other had taken out", own + "ben: put-blob own/x \"a\\n\"\nann: get-blob own/x as h\n" +
			"ann: put-blob own/x \"a\\nold\\nann\\n\" if-match=$h.etag from=g\n", false},
		{"a longer number", "seed: EXSET k 1\nann: EXGET k as g\nben: EXSET k 12\nann: EXGET k as h\n" +
			"ann: EXSET k 123 VER 2 from=g\n", false},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last).First
		says := strings.Contains(told, "holds all of it")
		if says != row.holds || strings.Contains(told, "overwritten") == row.holds {
			t.Errorf("%s: %s", row.name, told)
		}
	}
}
