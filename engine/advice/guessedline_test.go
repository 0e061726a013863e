package advice_test

import (
	"testing"

	"interleave/engine"
)

// A line whose sender had read nothing has no change that could be put into what is there (engine/tair/rules.md,
// "Versions": a refused EXCAS says value and version): whether its value is to replace that is for its sender.
func TestAGuessedLineHasNoChange(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		key    = who + "seed: EXSET k 5\n"
		into   = "put the change into"
		decide = "decide whether #2's value is to replace what is there, for Ana had read nothing that it was made " +
			"from, then send it with "
	)
	advisesBehind(t, []advised{
		{"EXCAS", key + "ann: EXCAS k 6 99\n", engine.StaleWrite, "read",
			"The refusal says value and version: " + decide + "the new version.", into},
		{"EXSET VER", key + "ann: EXSET k 6 VER 99\n", engine.StaleWrite, "read",
			"Read it: " + decide + "the new version.", into},
		{"CAS", who + "seed: SET k 5\nann: CAS k 9 10\n", engine.StaleWrite, "read",
			"Read it: " + decide + "that value", into},
		{"a claim", who + "seed: EXSET k ben\nann: EXSET k ann VER 99\n", engine.StaleWrite, "read",
			"if what is there now claims it for somebody else, stop; otherwise " + decide, into},
		{"which had been read", key + "ann: EXGET k\nben: EXSET k x\nann: EXCAS k 6 1\n", engine.StaleWrite, "read",
			into, "decide"},
		{"which a refusal had shown", key + "ann: EXCAS k 6 99\nann: EXCAS k 6 98\n", engine.StaleWrite, "read",
			"decide whether #3's value is to replace what is there, for the version that it named says nothing of " +
				"what it was made from", into},
		{"which it had put there", who + "ann: EXSET k 5\nben: EXSET k 7\nann: EXCAS k 6 1\n", engine.StaleWrite,
			"read", into, "decide"},
		{"a delete that went by an older reading", who + "seed: create-container cont\nseed: put-blob cont/b one\n" +
			"ann: get-blob cont/b as g\nben: put-blob cont/b two\nann: get-blob cont/b as h\n" +
			"ann: delete-blob cont/b if-match=$h.etag from=g\n", engine.GuardDefeated, "",
			"see whether that is still to be deleted, and send it with that tag.", into},
	})
}
