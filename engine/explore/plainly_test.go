package explore_test

import (
	"testing"

	"interleave/engine/explore"
)

// The inputs of an order are told without the engine where all of it is plans' requests, decided and heard: they are
// those that the engine is given, names and all, those that were taken before too.
func TestAnOrderToldIsTheOrderCarriedOut(t *testing.T) {
	taken := "writer w9\nw9: get-blob cont/b as w0-r2\n"
	for _, text := range []string{cond(2, 2), blind(3, 1), cond(2, 1) + taken} {
		orders, wrong := explore.Replayed(explore.Input{World: start(t, text)}, explore.Budget{})
		if orders == 0 {
			t.Errorf("no order was told of\n%s", text)
		}
		for _, w := range wrong {
			t.Error(w)
		}
	}
}

// Two requests that a plan calls r and r1 can get one name, and who has it then depends on the order.
func TestNamesThatMeetAreNotTold(t *testing.T) {
	text := "writer w\nseed: create-container cont\nseed: put-blob cont/b \"0\"\nplan w\n  get-blob cont/b as r1\n" +
		"  loop 11\n    get-blob cont/b as r\n"
	if _, wrong := explore.Replayed(explore.Input{World: start(t, text)}, explore.Budget{}); len(wrong) > 0 {
		t.Error(wrong)
	}
}
