package explore_test

import (
	"testing"

	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// What all share behind a step that left it as it was is what is made of the world behind that step.
func TestWhatAStepLeftIsAsItWas(t *testing.T) {
	left := 0
	eachRace(t, oneIn(12), func(path string, s *scenario.Searched) {
		for _, b := range []explore.Budget{{}, {Faults: 1}, {Jumps: 1, Copies: 1}} {
			b.States = 60
			n, wrong := explore.LeftAs(s.Input, b)
			left += n
			for _, w := range wrong {
				t.Errorf("%s %+v: %s", path, b, w)
			}
		}
	})
	if left < 100 {
		t.Errorf("only %d steps left what all share as it was", left)
	}
	t.Log(left)
}
