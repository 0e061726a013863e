package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// An insert is the guard of who creates: of a row that had been there before all of them it would refuse the first as
// well, so what stops the second upsert is an update with the tag of a read.
func TestAnInsertStopsOnlyWhereNothingWasThere(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table carts\n"
		row  = "seed: insert-entity carts/s/42 .n=1L\n"
		both = "ann: insert-or-replace-entity carts/s/42 .n=2L\nben: insert-or-replace-entity carts/s/42 .n=3L\n"
		lost = "ben: send insert-or-replace-entity carts/s/42 .n=3L as wb\ndeliver wb\nlose wb\n" +
			"ann: insert-or-replace-entity carts/s/42 .n=5L\n" +
			"ben: insert-or-replace-entity carts/s/42 .n=3L again=wb\n"
	)
	for lines, insert := range map[string]bool{head + both: true, head + row + both: false} {
		said := advice.Unread(viewAtEnd(t, lines))
		update := strings.Contains(said, "update-entity If-Match ") &&
			strings.Contains(said, ", from a read before #3. The answer would be 412.")
		if strings.Contains(said, "insert-entity") != insert || update == insert {
			t.Error(lines, said)
		}
	}
	for lines, insert := range map[string]bool{head + lost: true, head + row + lost: false} {
		card, _ := cardAtEnd(t, lines, engine.DoneTwice)
		stops := strings.Join(card.Stops, " ")
		if strings.Contains(stops, "insert-entity") != insert || strings.Contains(stops, "update-entity") == insert {
			t.Error(lines, card.Stops)
		}
		if !strings.Contains(card.Say, "Tell Ana that #") || !strings.Contains(card.Say, " replaced Ana's v") {
			t.Error(lines, card.Say)
		}
	}
}
