package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Of a line that names several keys it is not the first that stands in the way (Redis, MSETNX, RENAMENX, COPY, MOVE):
// the one that does is named and read.
func TestTheKeyInTheWayIsRead(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ lines, say, reads string }{
		{"ben: SET b 1\nann: MSETNX a 1 b 2\n", "b existed then, and the refusal does not say who made it", "b"},
		{"ben: SET a 1\nann: MSETNX a 1 b 2\n", "It existed then, and the refusal does not say who made it", "a"},
		{"ben: SET b 1\nann: MSETNX a 1 b 2\nben: DEL b\n", "b is gone, by Ben's #3 (DEL).", "a"},
		{"seed: SET a 1\nben: SET b 1\nann: RENAMENX a b\n", "Read what is at b and decide", "b"},
		{"seed: SET a 1\nben: SET b 1\nann: COPY a b\n", "Read what is at b and decide", "b"},
		{"seed: SET a 1\nben: SET b 1\nann: MULTI\nann: RENAMENX a b\nann: EXEC\n", "Read what is at b and decide",
			"b"},
		{"seed: SET a 1\nben: SELECT 1\nben: SET a 1\nann: MOVE a 1\n", "Read what is at db1:a and decide", ""},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.AlreadyThere)
		reads := ""
		if len(card.Inputs) > 0 {
			reads = engine.LineWords(card.Inputs[0].(engine.Send).Args[0].Value)[0].String()
		}
		if !found || !strings.HasPrefix(card.Say, c.say) || reads != c.reads {
			t.Errorf("%s%t %q, reads %q", c.lines, found, card.Say, reads)
		}
	}
}

// A script watches nothing, and none of its lines waits for EXEC (tair/rules.md, "Scripts"): who wrote it with an older
// version is not told to send MULTI.
func TestAStaleScriptIsNoTransaction(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: EXSET k v\nann: EXGET k\nben: EXSET k w\n"
	for _, c := range []struct{ lines, say string }{
		{"ann: EVAL \"return redis.call('EXSET', KEYS[1], 'x', 'VER', 1)\" 1 k\n", "Read again, put the change into " +
			"what is there, and run the script for that."},
		{"ann: EVAL \"return redis.call('EXSET', KEYS[2], 'x', 'VER', 1)\" 2 j k\n",
			"Read again what the script goes by, put the change into what is there"},
		{"ann: MULTI\nann: EXSET k x VER 1\nann: EXEC\n", "WATCH and read again"},
		{"ann: WATCH k\nben: EXSET k z\nann: MULTI\nann: EXEC\n", "WATCH and read again"},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.StaleWrite)
		if !found || !strings.HasPrefix(card.Say, c.say) {
			t.Errorf("%s%t %q", c.lines, found, card.Say)
		}
	}
}

// A number has nobody's name, in a transaction as well: that it was counted twice no read tells. What is appended may
// be recognised.
func TestACountInATransactionIsNotRecognised(t *testing.T) {
	for line, say := range map[string]string{
		"INCR a":     "#4 and #7 both counted, and no read tells that",
		"APPEND a x": "Read a, recognise #4 as one's own work",
	} {
		multi := "ann: MULTI\nann: " + line + "\n"
		lost := "ann: send EXEC as p\ndeliver p\nlose p\n"
		card, found := cardAtEnd(t, "writer ann \"Ann\"\nseed: SET z 1\n"+multi+lost+multi+"ann: EXEC again=p\n",
			engine.DoneTwice)
		if !found || !strings.HasPrefix(card.Say, say) {
			t.Errorf("%s: %t %q", line, found, card.Say)
		}
	}
}
