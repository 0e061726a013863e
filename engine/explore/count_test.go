package explore_test

import (
	"math/big"
	"testing"

	"interleave/engine/explore"
)

// Where three steps lead from each state to the next there are three times as many ways to each, in numbers of one word
// up to many; where one of the three makes a mark, twice as many do without.
func TestCountsGrowOutOfTheirWords(t *testing.T) {
	for _, states := range []int{1, 2, 63, 64, 65, 80, 81, 82, 83, 128, 129, 130, 161, 162, 163, 164, 257, 258, 700} {
		all, unmarked := explore.Tripled(states)
		steps := big.NewInt(int64(states - 1))
		if want := new(big.Int).Exp(big.NewInt(3), steps, nil); all.Cmp(want) != 0 {
			t.Errorf("%d states: %s ways, want %s", states, all, want)
		}
		if want := new(big.Int).Exp(big.NewInt(2), steps, nil); unmarked.Cmp(want) != 0 {
			t.Errorf("%d states: %s ways without a mark, want %s", states, unmarked, want)
		}
	}
}
