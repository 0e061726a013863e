package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// An upsert compares nothing, an update is refused with 412 and an insert with 409 (engine/table/rules.md, "Entity
// group transactions"): what is said to stop a group names the entry that was refused, as that would be. What is lost
// is kept by a guard of its own row alone.
func TestAGroupOfUpsertsIsStoppedAtTheRowThatMoved(t *testing.T) {
	const (
		group = "entity-group-transaction tab p [insert-or-replace-entity r .n=2; insert-or-merge-entity s .x=1]"
		lines = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=1\nann: get-entity tab/p/r\nann: send " +
			group + " as t\ndeliver t\nlose t\nben: get-entity tab/p/r as g\n" +
			"ben: update-entity tab/p/r .n=9 if-match=$g.etag\nann: " + group + " again=t\n"
		stop = "update-entity If-Match ..00.0 as its entry for tab/p/r. The answer there would be 412."
	)
	card, found := cardAtEnd(t, lines, engine.DoneTwice)
	if stops := strings.Join(card.Stops, " "); !found || stops != stop {
		t.Errorf("%v %s", found, stops)
	}
	card, _ = cardAtEnd(t, lines, engine.LostUpdate)
	for _, stops := range card.Stops { // Ben's work is in r, and so is what keeps it
		if !strings.Contains(stops, "for tab/p/r") {
			t.Error(stops)
		}
	}
}
