package bucket_test

import (
	"os"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/bucket"
	"interleave/engine/scenario"
)

func TestRacesOnDisk(t *testing.T) {
	entries, err := os.ReadDir("../races/bucket")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			text, err := os.ReadFile("../races/bucket/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			f, err := scenario.Parse(e.Name(), text, []*engine.Service{blob.Service(), bucket.Service()})
			if err != nil {
				t.Fatal(err)
			}
			r, err := f.Run()
			if err != nil {
				t.Error(err)
			}
			for _, x := range r.Failures {
				t.Error(x)
			}
			for _, o := range r.Outcomes {
				for _, ms := range o.Marks {
					for _, m := range ms {
						found := false
						for _, x := range o.Statement.Expect {
							if x.Mark != nil && x.Mark.String() == m.String() {
								found = true
							}
						}
						if !found {
							t.Errorf("line %d does not state %s", o.Statement.Line, m)
						}
					}
				}
			}
		})
	}
}
