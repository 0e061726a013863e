package room_test

import (
	"slices"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A lease that ends while a clock line runs is what its reader is to see: nobody acts in the same step. Where nothing
// ends, the line goes with what stands behind it.
func TestAStepStopsWhereSomethingEnds(t *testing.T) {
	for clock, stops := range map[string]bool{"clock +10s": false, "clock +15s": true, "clock 01:00": true} {
		r := roomtest.Of(t, "lease.race", "writer ann\nwriter ben\nseed: create-container wiki\n"+
			"seed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 as a\n"+clock+
			"\nben: send get-blob wiki/a as b\n")
		ended := func(e view.Entry) bool { return e.Event().Kind == engine.Ended }
		byBen := func(e view.Entry) bool { return e.Event().Kind == engine.Sent && e.Event().By == "ben" }
		for seen := 0; r.View().Next != ""; seen = r.View().Log().Len() {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
			events := slices.Collect(some(r.View().Log(), seen, r.View().Log().Len()))
			moved := slices.ContainsFunc(events, func(e view.Entry) bool { return e.Event().Kind == engine.Passed })
			if slices.ContainsFunc(events, ended) != (stops && moved) || moved &&
				slices.ContainsFunc(events, byBen) == stops {
				t.Errorf("%s: one step does %v", clock, events)
			}
			if slices.ContainsFunc(events, byBen) {
				break
			}
		}
	}
}
