package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What adds to what is there, and is done again after others have put something else in its place, stands there once,
// or only they know: a SET leaves nothing of the older value, DEL and an expiry nothing at all, RENAME takes it along
// (engine/tair/rules.md), and a put makes an append blob anew (engine/blob/rules.md). What keeps the older text at its
// place, or counts itself, changes nothing about that. The story names who was between.
func TestWhatWasSetBetweenTwoDoingsIsHeeded(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		once  = "it is there once. Settle with Ben"
		twice = "What was added a second time stays there"
		count = "Take one of the two back by hand"
	)
	tries := func(seed, line, between string) string {
		return who + seed + "ann: send " + line + " as a\ndeliver a\nlose a\ntimeout a\n" + between + "ann: " + line +
			" again=a\n"
	}
	text := func(between string) string { return tries("seed: SET k one\n", "APPEND k X", between) }
	number := func(between string) string { return tries("seed: EXSET k 5\n", "EXINCRBY k 1", between) }
	for _, c := range []struct{ lines, want, never, story string }{
		{text("ben: GET k\nben: SET k clean\n"), once, twice, "Ben set k to clean"},
		{text("ben: SET k neXt\n"), "whether what #2 did is in that, only Ben can say", twice, "Ben set k to neXt"},
		{text("ben: SET k oneXmore\n"), twice, "once", "Ben set k to oneXmore"},
		{text("ben: APPEND k Y\n"), twice, "once", ""},
		{text("ben: DEL k\nben: SET k two\n"), once, twice, "Ben set k to two"},
		{text("ben: DEL k\n"), "and #4 brought it back. Settle with Ben", twice, "Ben deleted k"},
		{text("ben: MULTI\nben: DEL k\nben: EXEC\n"), once, twice, "Ben deleted k in a transaction"},
		{text("ben: RENAME k c\n"), "the same is in both", twice, "Ben renamed k to c"},
		{text("ann: SET k two\n"), "Ana's #3 had put something else there", twice, "Ana set k to two"},
		{number("ben: EXGET k\nben: EXSET k 10\n"), "whether what #2 did is in that, only Ben can say", count,
			"Ben set k to 10"},
		{number("ben: EXINCRBY k 3\n"), count, "only Ben", ""},
		{tries("seed: create-container logs\nseed: put-blob logs/a \"\" type=AppendBlob\n", "append-block logs/a X",
			"ben: put-blob logs/a \"\" type=AppendBlob\n"), once, twice, "Ben saved v3"},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, c.never)
		told, v := "", roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if f.Kind == engine.DoneTwice {
				told = fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps)
			}
		}
		if !strings.Contains(told, c.story) {
			t.Errorf("%s%s", c.lines, told)
		}
	}
}
