package scenario_test

import (
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/scenario"
)

// What an author writes above a line is heard when that line is played, and until the next such words.
func TestNarrationFollowsTheSteps(t *testing.T) {
	f, err := scenario.Parse("t.race", []byte(`# Two writers. One is late.
# source: nobody
writer ann
seed: create-container wiki

# Ann writes first.
ann: put-blob wiki/a 1
bookmark both
ann: put-blob wiki/a 2
# Now without a guard.
back both
ann: put-blob wiki/a 3
back both
# The cure.
ann: put-blob wiki/a 4
`), catalog.New().Services())
	if err != nil {
		t.Fatal(err)
	}
	p, w := scenario.NewPlayer(f), catalog.New()
	if got := p.Caption(); got != "Two writers. One is late." {
		t.Errorf("before the first step: %q", got)
	}
	want := []string{"Two writers. One is late.", "Ann writes first.", "Ann writes first.",
		"Another way, from the bookmark both on.\nNow without a guard.",
		"Another way, from the bookmark both on.\nThe cure."}
	var heard []string
	for {
		step, ok := p.Next(nil)
		if !ok {
			break
		}
		if step.Statement.Kind == scenario.Request || len(heard) == 0 {
			if n := len(heard); n == 0 || step.What == "ann sends put-blob" {
				heard = append(heard, p.Caption())
			}
		}
	}
	if len(heard) != len(want) {
		t.Fatalf("%d requests, want %d: %q (%v)", len(heard), len(want), heard, w.Now())
	}
	for i := range want {
		if heard[i] != want[i] {
			t.Errorf("step %d: %q, want %q", i, heard[i], want[i])
		}
	}
}
