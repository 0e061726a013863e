package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// VER n makes a count whose reply was lost safe to send again: the second try is stale (engine/tair/rules.md, race 16,
// "Lost reply"). That holds whether it had arrived, had not, or another wrote in between; not where the key was
// removed, for VER on a missing key is ignored.
func TestACountUnderAVersionIsSentAgain(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET c 10\n"
		sent = "ann: send EXINCRBY c 5 VER 1 as p\n"
		done = sent + "deliver p\nlose p\n"
		safe = "Send the same again: under VER 1 only one of the two can be done, unless the key is removed or its " +
			"version set back."
		next = "Next time keep an id of each count beside the number"
	)
	const stale = "ERR update version is stale"
	for _, c := range []struct{ name, lines, action, foretold, want, never string }{
		{"it was done", who + done, "retry", stale, safe, next},
		{"it was not", who + sent + "lose p\n", "retry", "", safe, next},
		{"another counted", who + done + "ben: EXINCRBY c 5\n", "retry", stale, safe, next},
		{"a float", who + strings.ReplaceAll(done, "EXINCRBY", "EXINCRBYFLOAT"), "retry", stale, safe, next},
		{"the key was removed", who + done + "ben: DEL c\n", "", "", next, safe},
		{"version nought compares nothing", who + strings.ReplaceAll(done, "VER 1", "VER 0"), "", "", next, safe},
		{"no version", who + strings.ReplaceAll(done, " VER 1", ""), "", "", next, safe},
	} {
		card, found := cardAtEnd(t, c.lines, engine.NoAnswer)
		if !found || card.Action != c.action || card.Foretold != c.foretold || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %q %s", c.name, found, card.Action, card.Foretold, card.Say)
		}
	}
}
