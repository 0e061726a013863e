package tair_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/tair"
)

// A command that sets a key (sent, judged, heard) is made in few pieces of memory.
func TestASetIsMadeInFewPieces(t *testing.T) {
	for verb, most := range map[string]float64{"SET": 8, "EXSET": 10} {
		w := engine.NewWorld(tair.Service())
		inputs := []engine.Input{engine.Send{By: engine.Seed, Verb: verb, Args: engine.LineArgs([]string{"k", "xxx"}),
			As: "r"}, engine.Deliver{Names: []string{"r"}}, engine.ReceiveAnswer{Names: []string{"r"}}}
		made := testing.AllocsPerRun(2000, func() {
			for _, in := range inputs {
				if _, err := w.Step(w.Record()+1, in); err != nil {
					t.Fatal(err)
				}
			}
			w.Digest()
		})
		if made > most {
			t.Errorf("%s is made in %v pieces of memory, not at most %v", verb, made, most)
		}
		if x := w.Named("r"); !x.Answer.Accepted() {
			t.Errorf("%s is answered %s", verb, x.Answer)
		}
	}
}
