package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A number has nobody's name (engine/tair/rules.md, "Values": INCR answers the new one): whether a count of a
// transaction whose answer was lost is in it, a read tells only who had read it before, and of what is set it does.
func TestALostTransactionThatCountsIsInNoRead(t *testing.T) {
	const head = "writer ann \"Ana\"\nseed: SET n 1\n"
	for lines, want := range map[string]string{
		"ann: MULTI\nann: INCR n\n":                  "#4 only counts, and Ana had not read n before it",
		"ann: MULTI\nann: INCR n\nann: INCRBY m 5\n": "#5 only counts, and Ana had not read n or m before it",
		"ann: MULTI\nann: INCR n\nann: SET d 1\n":    "Read before the next try",
		"ann: GET n\nann: MULTI\nann: INCR n\n":      "Read before the next try",

		"SCRIPT redis.call('INCR', KEYS[1])": "#2 only counts, and Ana had not read n before it",
		"SCRIPT redis.call('SET', KEYS[1], redis.call('GET', KEYS[1])*3)": "Read before the " +
			"next try",
		"SCRIPT redis.call('SET', KEYS[1], 7)": "Read before the next try",
	} {
		lost := "ann: send EXEC as e\ndeliver e\nlose e\n"
		if script, is := strings.CutPrefix(lines, "SCRIPT "); is {
			lines, lost = "", "ann: send EVAL \"return "+script+"\" 1 n as e\ndeliver e\nlose e\n"
		}
		card, found := cardAtEnd(t, head+lines+lost, engine.NoAnswer)
		if !found || !strings.HasPrefix(card.Say, want) {
			t.Errorf("%s%v %q, want %q", lines, found, card.Say, want)
		}
	}
}
