package scenario_test

import (
	"maps"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/scenario"
)

// Two writers read, add one and write, three times each and without a guard. (2NK)!/((2K)!)^N orders are 924; the
// counter ends at 2 to 6; (NK)!/(K!)^N of them, 20, lose nothing.
func TestAllOrdersOfBlindPlans(t *testing.T) {
	w := catalog.New()
	number := 0
	do := func(w *engine.World, inputs ...engine.Input) {
		t.Helper()
		for _, in := range inputs {
			number++
			if _, err := w.Step(number, in); err != nil {
				t.Fatal(err)
			}
		}
	}
	steps, err := scenario.ParsePlan("[loop 3 [get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1}]]",
		w.Services())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"seed: create-container wiki", "seed: put-blob wiki/hits 0"} {
		s, err := scenario.ParseLine(line, w.Requests()+1, w.Services())
		if err != nil {
			t.Fatal(err)
		}
		do(w, s.Inputs...)
	}
	for _, id := range []string{"ann", "ben"} {
		do(w, engine.AddWriter{ID: id}, engine.Plan{By: id, Steps: steps})
	}
	ends := map[string]int{}
	var all func(*engine.World)
	all = func(w *engine.World) {
		ended := true
		for _, id := range []string{"ann", "ben"} {
			if w.Ready(id) != nil {
				continue
			}
			ended = false
			fork := w.Clone()
			do(fork, engine.Next{By: id})
			for in := scenario.HandOver(fork, id); in != nil; in = scenario.HandOver(fork, id) {
				do(fork, in...)
			}
			all(fork)
		}
		if ended {
			for _, p := range engine.Properties(w.Object(engine.ParseObject("blob wiki/hits"))) {
				if p.Name == "body" {
					ends[p.Text]++
				}
			}
		}
	}
	all(w)
	orders := 0
	for _, n := range ends {
		orders += n
	}
	if orders != 924 || ends["6"] != 20 || len(ends) != 5 || ends["2"] == 0 || ends["3"] == 0 || ends["4"] == 0 ||
		ends["5"] == 0 {
		t.Errorf("%d orders: %v", orders, maps.Clone(ends))
	}
}
