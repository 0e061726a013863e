package share_test

import (
	"slices"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/scenario"
	"interleave/engine/share"
)

// Every race gets the answers, marks and end states that its file states, and states the kind of every refusal.
func TestRaces(t *testing.T) {
	enginetest.Races(t, share.Service, 20, func(t *testing.T, result scenario.Result) {
		for _, o := range result.Outcomes {
			for _, m := range slices.Concat(o.Marks...) {
				if !slices.ContainsFunc(o.Statement.Expect,
					func(e *scenario.Expectation) bool { return e.Mark != nil && e.Mark.String() == m.String() }) {
					t.Errorf("line %d does not state %s", o.Statement.Line, m)
				}
			}
		}
	})
}
