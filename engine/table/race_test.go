package table_test

import (
	"io/fs"
	"os"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/scenario"
	"interleave/engine/table"
)

// The races of the sheet's section 11 get the answers, marks and end states that their files state.
func TestRaces(t *testing.T) {
	dir := os.DirFS("../races/table")
	names, err := fs.Glob(dir, "*.race")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d races: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := fs.ReadFile(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := scenario.Parse(name, text, []*engine.Service{blob.Service(), table.Service()})
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
				for _, marks := range o.Marks {
					for _, m := range marks {
						if m.Sort == '!' && !states(o.Statement, m.String()) {
							t.Errorf("line %d does not state %s", o.Statement.Line, m)
						}
					}
				}
			}
		})
	}
}

func states(s *scenario.Statement, mark string) bool {
	for _, e := range s.Expect {
		if e.Mark != nil && e.Mark.String() == mark {
			return true
		}
	}
	return false
}
