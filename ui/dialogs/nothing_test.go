package dialogs

import (
	"slices"
	"testing"
)

// Before anybody acts there is no run to compare, but plans can be tried in all orders: that is said, and no key is
// named that does nothing.
func TestBeforeAnybodyActsPlansAreComparedOverAllOrders(t *testing.T) {
	d := empty(t)
	play(t, d.room, `writer ann "Ana"`, "seed: create-container wiki", "seed: put-blob wiki/x 0")
	g := ready(NewGuardTable(d))
	see(t, g, "No writer has done anything yet.")
	if hints := g.Hints(); !slices.Equal(hints, []Hint{escCloses}) {
		t.Errorf("the keys are %v", hints)
	}
	play(t, d.room, "plan ann [get-blob wiki/x as r]")
	g = ready(NewGuardTable(d))
	see(t, g, "Ana would", "V and g v try all orders of that under every guard.")
	if hints := g.Hints(); !slices.Equal(hints, []Hint{{"V", "all orders"}, escCloses}) {
		t.Errorf("the keys are %v", hints)
	}
}
