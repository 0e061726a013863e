package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A peek that shows no such message tells nothing, as what is hidden is not shown; one that shows the text tells as
// much as a read of a text does (engine/queue/rules.md, "State").
func TestAPeekThatShowsThePutIsHeeded(t *testing.T) {
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
		"ann: send put-message jobs hi as p\ndeliver p\nlose p\n"
	for lines, want := range map[string]string{
		lost:                               "No read tells that it was not done",
		lost + "ann: peek-messages jobs\n": "#3 shows a message with the text of #2.",
		lost + "ben: peek-messages jobs\n": "No read tells that it was not done",
		lost + "ben: get-messages jobs visibilitytimeout=30\nann: peek-messages jobs\n": "No read tells that it was " +
			"not done",
	} {
		if card, found := cardAtEnd(t, lines, engine.NoAnswer); !found || !strings.HasPrefix(card.Say, want) {
			t.Errorf("%s%v %q, want %q", lines, found, card.Say, want)
		}
	}
}
