package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A group is done as a whole or not at all, and a delete of what is not there is refused with 404
// (engine/table/rules.md, "Entity group transactions"): who wanted it gone has nothing to settle, and what was undone
// with it is still to be done.
func TestAGroupGoesOutAgainWithoutTheDeleteOfWhatIsGone(t *testing.T) {
	const (
		rows  = who + "seed: create-table tab\nseed: insert-entity tab/p/r .a=1\nseed: insert-entity tab/p/s .a=1\n"
		reads = "ann: get-entity tab/p/r as g\nann: get-entity tab/p/s as h\nben: delete-entity tab/p/s if-match=*\n"
		moved = "clock +1s\nben: update-entity tab/p/r .a=9 if-match=*\n"
		group = "ann: entity-group-transaction tab p [update-entity r .a=2 if-match=$g.etag; " +
			"delete-entity s if-match=$h.etag]\n"
		only = "ann: entity-group-transaction tab p [delete-entity s if-match=$h.etag]\n"
		gone = "tab/p/s is gone already: nothing is left to delete there."
	)
	for _, c := range []struct{ lines, say, not string }{
		{rows + reads + group, gone + " Send the group again without that entry.", "Settle"},
		{rows + reads + only, gone, "Send"},
		{rows + reads + group + moved, gone + " What else the group was to do", "Settle"},
		{rows + reads + group + "ben: insert-entity tab/p/s .a=3\n", "", "nothing is left"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found || !strings.HasPrefix(card.Say, c.say) || strings.Contains(card.Say, c.not) {
			t.Errorf("%s: %v %s", c.lines, found, card.Say)
		}
	}
	card, _ := cardAtEnd(t, rows+reads+group, engine.IsGone)
	if card.Action == "" {
		t.Error("nothing is sent")
	}
}
