package advice_test

import (
	"testing"

	"interleave/engine"
)

// What is gone is looked for as what stood there would have been read, and who found nothing has read nothing
// (engine/tair/rules.md, "Values": GET and EXGET each read their own type, and both are answered nil where nothing is).
func TestWhatIsGoneIsReadAsItStood(t *testing.T) {
	const (
		head   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		plain  = head + "ann: SET k a NX GET\nben: SET k b NX GET\nann: DEL k\n"
		module = head + "ann: EXSET k a NX\nben: EXSET k b NX\nann: DEL k\n"
		is     = engine.AlreadyThere
	)
	advises(t, []advised{
		{"a plain key", plain, is, "read", "gone since. Read what is there, then create it", "Read that"},
		{"as GET", plain + "ben: GET k\n", is, "", "#4 found nothing there. Create it", "has read it"},
		{"not as EXGET", plain + "ben: EXGET k\n", is, "read", "Read what is there, then create it", "found nothing"},
		{"a key of the module", module + "ben: EXGET k\n", is, "", "#4 found nothing there. Create it", "has read it"},
	})
}

// Who asked that nothing be there makes its own once the maker of what was has taken that away, as a lock is handed on:
// nothing of the maker's is brought back by that (engine/tair/rules.md, "Values": NX).
func TestALockThatIsHandedOnIsNotBroughtBack(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	advises(t, []advised{
		{"a key", head + "ann: SET n 1 NX\nben: SET n 2 NX\nann: DEL n\nben: SET n 2 NX\n", engine.AlreadyThere, "",
			"Ben's #4 has gone through since. Nothing is left to send.", "brought it back"},
	})
}
