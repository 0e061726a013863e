package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A request is cited by its number: a name that its sender had given to nothing goes to a newer request that is sent
// under it, here the one whose repeat is to be stopped. What that had left there is what the repeat would find.
func TestWhatIsComparedIsNotTheRequestThatTookItsName(t *testing.T) {
	const (
		count = "ann: SET n 5\nann: send INCR n as r1\ndeliver r1\nlose r1\nann: INCR n again=r1\n"
		blob  = "seed: create-container con\nseed: put-blob con/a 1\nben: get-blob con/a\nann: put-blob con/a 2 as " +
			"r3\n" +
			"ben: put-blob con/a 3\n"
	)
	for _, c := range []struct {
		lines, stops string
		kind         engine.Trouble
	}{
		{count, "A script that compares n with what #1 had put there before it sends INCR", engine.DoneTwice},
		{blob, "If-Match ..", engine.LostUpdate},
	} {
		card, found := cardAtEnd(t, who+c.lines, c.kind)
		if stops := strings.Join(card.Stops, " "); !found || !strings.HasPrefix(stops, c.stops) {
			t.Errorf("%s: %v %s", c.lines, found, stops)
		}
	}
}

// A time to live says nothing of the value (engine/tair/rules.md, "Expiry"): who asked for it behind a read, when
// another had put its own there, compares what it had read all the same.
func TestAReadOfTheTimeToLiveIsNoReadOfTheValue(t *testing.T) {
	const lines = who + "seed: EXSET d a\nann: EXGET d\nben: SET d plain\n"
	for _, between := range []string{"", "ann: TTL d\n", "ann: PTTL d\nann: EXISTS d\n"} {
		card, found := cardAtEnd(t, lines+between+"ann: DEL d\n", engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, "CAD d a. The answer would be 0.") {
			t.Errorf("%q: %t %q", between, found, stops)
		}
	}
}
