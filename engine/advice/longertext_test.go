package advice_test

import (
	"testing"

	"interleave/engine"
)

// A longer text that holds all of what it took the place of leaves nothing to put back (engine/conflict/rules.md,
// "Sentences and advice come from the cause": what was lost is told only while it is lost).
func TestNothingIsPutBackThatTheLongerTextHolds(t *testing.T) {
	const (
		blob = who + "seed: create-container own\nseed: put-blob own/x \"a\\n\"\nann: get-blob own/x as g\n" +
			"ben: put-blob own/x \"a\\nben\\n\"\nann: get-blob own/x as h\n"
		key    = who + "seed: EXSET k a\nann: EXGET k as g\nben: EXSET k \"a ben\"\nann: EXGET k as h\n"
		holds  = " holds all that Ben had put there with #"
		before = "Before the next try, read what is there and its "
	)
	advisesBehind(t, []advised{
		{"under the newest tag", blob + "ann: put-blob own/x \"a\\nben\\nann\\n\" if-match=$h.etag from=g\n",
			engine.GuardDefeated, "", "#6" + holds + "4, and a read shows it: nothing of it has to be put back. " +
				before, "Tell Ben"},
		{"of a key", key + "ann: EXSET k \"a ben ann\" VER 2 from=g\n", engine.GuardDefeated, "",
			"#5" + holds + "3, and a read shows it", "Tell Ben"},
		{"which is gone since", key + "ann: EXSET k \"a ben ann\" VER 2 from=g\nben: EXSET k c\n", engine.GuardDefeated,
			"", "#5" + holds + "3: nothing of it has to be put back.", "a read shows it"},
		{"another text", key + "ann: EXSET k \"a ann\" VER 2 from=g\n", engine.GuardDefeated, "", "Tell Ben what #5 " +
			"replaced", "holds all"},
	})
}
