package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
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

// What its sender was told by another it had not read: the story says whose answer it was, and the guard that would
// have stopped the harm names what the sender itself had read.
func TestAToldVersionIsNoReadingOfItsSender(t *testing.T) {
	const lines = who + "seed: EXSET k v1\nann: EXGET k\nben: EXSET k v2 VER 1\nben: EXGET k as b\n" +
		"tell ann $b.version\n"
	const ann = "ann: EXCAS k mine $b.version\n"
	card, found := cardAtEnd(t, lines+ann, engine.GuardDefeated)
	const stop = "EXSET k mine VER 1. The answer would be ERR update version is stale."
	if stops := strings.Join(card.Stops, " "); !found || !strings.HasPrefix(stops, stop) {
		t.Errorf("what would stop it: %v %q", found, stops)
	}
	v := roomtest.AtEnd(t, lines+"ben: EXSET k v3\n"+ann)
	all := v.Troubles()
	const want = "Ben read v2 with #4; Ana was told that version. Ben set k to v3"
	if first := conflict.Story(v.Clone(), all[len(all)-1].Finding).First; !strings.HasPrefix(first, want) {
		t.Errorf("%q, want %q", first, want)
	}
}
