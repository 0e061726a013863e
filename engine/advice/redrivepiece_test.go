package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A piece of a text leaves all else as it is (Azure REST, "Put Page"), what is appended is made from nothing that is
// there, and a snapshot carries no change: none of them is a change of lines to be put into what is there.
func TestWhatIsNoChangeOfTheWholeIsSentAsItWas(t *testing.T) {
	x, y := strings.Repeat("x", 512), strings.Repeat("y", 512)
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		pages = who + "seed: create-container con\nseed: put-blob con/p \"\" type=PageBlob size=1024\n" +
			"ann: get-blob con/p as g\n"
		log = who + "seed: create-container con\nseed: put-blob con/l \"\" type=AppendBlob\n" +
			"ann: get-blob con/l as g\n" +
			"ben: append-block con/l bbb\nann: append-block con/l aaa if-match=$g.etag\n"
		text = who + "seed: create-container con\nseed: put-blob con/a one\nann: get-blob con/a as g\n" +
			"ben: put-blob con/a two\nann: snapshot-blob con/a if-match=$g.etag\n"
		key  = who + "seed: EXSET k c\nann: EXGET k\nben: EXSET k d\nann: EXAPPEND k x VER 1\n"
		mine = " range=0-511 if-match=$g.etag\n"
	)
	advises(t, []advised{
		{"another page", pages + "ben: put-page con/p " + x + " range=512-1023\nann: put-page con/p " + y + mine,
			engine.StaleWrite, "redrive", "nothing within bytes 0-511, which #5 writes, has changed", "lines"},
		{"which was sent so", pages + "ben: put-page con/p " + x + " range=512-1023\nann: put-page con/p " + y + mine +
			"ann: get-blob con/p as h\nann: put-page con/p " + y + " range=0-511 if-match=$h.etag\n",
			engine.StaleWrite, "", "Ana's #7 has gone through since. Nothing is left to send.", "is not in it"},
		{"the same page", pages + "ben: put-page con/p " + x + " range=0-511\nann: put-page con/p " + y + mine,
			engine.StaleWrite, "read", "Bytes 0-511, which #5 writes, have changed: decide which of the two counts",
			"lines"},
		{"a record of a log", log, engine.StaleWrite, "read", "see whether that is still to be added, then send it " +
			"unchanged with the new tag", "put the two together"},
		{"a piece of a value", key, engine.StaleWrite, "read", "then send it unchanged with the new version",
			"put the change"},
		{"a snapshot", text, engine.StaleWrite, "read", "see whether what is there is the state to keep, then take " +
			"it with the new tag", "put Ana's change"},
	})
}
