package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who asked that nothing be there makes its own once the maker of what was has taken that away, as a lock is handed on:
// nothing of the maker's is brought back by that (engine/tair/rules.md, "Values": NX).
func TestALockThatIsHandedOnIsNotBroughtBack(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	advises(t, []advised{
		{"a key", head + "ann: SET n 1 NX\nben: SET n 2 NX\nann: DEL n\nben: SET n 2 NX\n", engine.AlreadyThere, "",
			"Ben's #4 has gone through since. Nothing is left to send.", "brought it back"},
	})
}
