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
		{"ben: SET b 1\nann: MSETNX a 1 b 2\nben: DEL b\n", "b existed then, and is gone since.", "b"},
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
