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

// A version that another has told is neither guessed nor an older value: what stands under it was not read.
func TestAVersionThatWasToldIsNoOlderValue(t *testing.T) {
	const (
		told  = "Ben had been told the version that was sent, and had not read what stood under it: "
		made  = told + "#5's value was made from what #2 had shown."
		older = "with an older"
		base  = "ann: EXSET k one\nben: EXGET k\nann: EXSET k two\nann: EXGET k as a\n"
	)
	for _, row := range []struct{ name, lines, want, not string }{
		{"by its name", base + "tell ben $a.version\nben: EXCAS k three $a.version\n", made,
			older},
		{"by hand", base + "tell ben $a.version\nben: EXCAS k three 2\n", made, older},
		{"and another's was guessed", base + "tell ben $a.version\nann: EXSET k four\nben: EXCAS k three 3\n",
			"No answer had given Ben the version", told},
		{"of a delete", base + "tell ben $a.version\nben: EXCAD k $a.version\n",
			told + "the newest of it that it knew is what #2 had shown.", older},
		{"which was read too", base + "tell ben $a.version\nben: EXGET k\nben: EXCAS k three $a.version from=r2\n",
			older, told},
		{"of a blob", "seed: create-container wiki\nseed: put-blob wiki/x one\nben: get-blob wiki/x\n" +
			"ann: put-blob wiki/x two\nann: get-blob wiki/x as a\ntell ben $a.etag\n" +
			"ben: put-blob wiki/x three if-match=$a.etag\n", "Ben had been told the tag that was sent, and had not " +
			"read what stood under it: #6's text was made from what #3 had shown.", older},
	} {
		r, last := run(t, row.lines)
		said := conflict.Story(r.Timeline.World(), last).First
		if !strings.Contains(said, row.want) || strings.Contains(said, row.not) {
			t.Errorf("%s: %s: %s", row.name, last.Kind, said)
		}
	}
}

// A delete has no text that could be older: it went by an older reading (engine/tair/rules.md, "Versions": EXCAD
// deletes under the version that is sent).
func TestADeleteGoesByAnOlderReading(t *testing.T) {
	for _, row := range []struct{ name, lines, want string }{
		{"of a key", "seed: EXSET k 5\nann: EXGET k as g\nben: EXSET k 7\nann: EXGET k as h\n" +
			"ann: EXCAD k $h.version from=g\n",
			"Ana sent the newest version with a delete that went by what #2 had shown."},
		{"of a blob", "seed: create-container wiki\nseed: put-blob wiki/x one\nann: get-blob wiki/x as g\n" +
			"ben: put-blob wiki/x two\nann: get-blob wiki/x as h\nann: delete-blob wiki/x if-match=$h.etag from=g\n",
			"Ana sent the newest tag with a delete that went by what #3 had shown."},
		{"that was watched too late", "seed: SET k 1\nann: GET k\nben: SET k 2\nann: WATCH k\nann: MULTI\nann: DEL " +
			"k\nann: EXEC\n", "Ana began to watch after Ben's change, and went by an older value."},
	} {
		r, last := run(t, row.lines)
		if said := conflict.Story(r.Timeline.World(), last).First; !strings.HasPrefix(said, row.want) {
			t.Errorf("%s: %s: %s", row.name, last.Kind, said)
		}
	}
}
