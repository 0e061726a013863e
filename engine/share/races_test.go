package share_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/share"
)

// Every race gets the answers, marks and end states that its file states, and states the kind of every refusal.
func TestRaces(t *testing.T) {
	names, err := filepath.Glob("../races/share/*.race")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d races: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".race"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := scenario.Parse(name, text, []*engine.Service{share.Service()})
			if err != nil {
				t.Fatal(err)
			}
			result, err := f.Run()
			if err != nil {
				t.Fatal(err)
			}
			for _, failure := range result.Failures {
				t.Error(failure)
			}
			for _, o := range result.Outcomes {
				for _, m := range slices.Concat(o.Marks...) {
					if !slices.ContainsFunc(o.Statement.Expect, func(e *scenario.Expectation) bool { return e.Mark != nil && e.Mark.String() == m.String() }) {
						t.Errorf("line %d does not state %s", o.Statement.Line, m)
					}
				}
			}
		})
	}
}
