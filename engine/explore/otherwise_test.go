package explore_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

// Both read, then both write: four of the six orders lose an update. One request has to move for none to be lost: the
// second read goes behind the first write.
func TestOtherwiseIsTheNearestOrderWithoutTheMark(t *testing.T) {
	in := explore.Input{World: start(t, blind(2, 1))}
	o := explore.Otherwise(in, []string{"w0", "w1", "w0", "w1"}, engine.SeveritySilent, engine.LostUpdate,
		explore.Budget{}, nil)
	if o.Avoid.String() != "2" || o.All.String() != "6" || o.Moves != 1 {
		t.Fatalf("%s of %s orders avoid it, %d moves; want 2 of 6, and one move", o.Avoid, o.All, o.Moves)
	}
	var who string
	for _, s := range o.Nearest {
		who += s.By + " "
	}
	if who != "w0 w0 w1 w1 " {
		t.Errorf("the nearest order is %s", who)
	}
}
