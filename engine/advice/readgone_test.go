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
