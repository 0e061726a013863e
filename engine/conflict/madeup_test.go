package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A version that no answer had given its sender was guessed, whether it had read anything before or not
// (engine/tair/rules.md, "Versions": the first is 1, and each write counts on): who knew no value sent no older one.
func TestAVersionThatWasGuessedCameFromNoAnswer(t *testing.T) {
	const guessed, older = "No answer had given Ben the version that was sent", "with an older value"
	for _, row := range []struct{ name, lines, want, not string }{
		{"having read nothing", "ann: EXCAS k ann 1\nben: EXCAS k ben 2\n", guessed, older},
		{"having read before", "ben: EXGET k\nann: EXCAS k ann 1\nben: EXCAS k ben 2\n", guessed, older},
		{"from a newer answer", "ben: EXGET k as g\nann: EXCAS k ann 1\nben: EXGET k as h\n" +
			"ben: EXCAS k ben $h.version from=g\n", older, guessed},
	} {
		r, last := run(t, "ann: EXSET k one\n"+row.lines)
		said := conflict.Story(r.Timeline.World(), last).First
		if !strings.Contains(said, row.want) || strings.Contains(said, row.not) {
			t.Errorf("%s: %s: %s", row.name, last.Kind, said)
		}
	}
}
