package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A version that another told is good, and says nothing of what stands under it: what is advised is to read, and no
// number that nobody had would have kept it out, for that would have been told as well.
func TestAToldVersionIsReadBeforeItIsSent(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET k one\nben: EXGET k\nann: EXSET k two\n" +
		"ann: EXGET k as a\ntell ben $a.version\nben: EXCAS k three 2\n"
	advisesBehind(t, []advised{{"by hand", lines, engine.SameNumber, "guard",
		"A version that was told stands for what was not read. Go back before it", "guess"}})
	card, _ := cardAtEnd(t, lines, engine.SameNumber)
	if said := strings.Join(card.Stops, " "); strings.Contains(said, "nobody had") {
		t.Errorf("what would stop it: %s", said)
	}
}
