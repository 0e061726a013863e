package explore_test

import (
	"testing"

	"interleave/engine/explore"
)

// A sampled search says how many orders it has followed, a whole one how many begin differently, up to all of them but
// for their last steps.
func TestOrdersSoFar(t *testing.T) {
	last := func(b explore.Budget) (orders float64, steps int) {
		explore.Search(explore.Input{World: start(t, cond(3, 2))}, b, nil, func(p explore.Progress) bool {
			if p = p.Counted(); p.Orders > 0 { // not while the whole ones are counted
				orders, steps = p.Orders, p.Followed
			}
			return true
		})
		return orders, steps
	}
	if orders, steps := last(explore.Budget{Samples: 64}); orders != 64 || steps < 12 {
		t.Errorf("%v sampled orders of up to %d steps", orders, steps)
	}
	if orders, steps := last(explore.Budget{}); orders > 166815042 || orders < 1e7 || steps < 16 {
		t.Errorf("%v orders of up to %d steps, of 166815042", orders, steps)
	}
}
