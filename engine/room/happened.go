package room

import (
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// mostFaults and mostJumps are how much of what happened a search begins with: more can be asked for.
const mostFaults, mostJumps = 2, 2

// happened are the requests that inputs on a world decide or lose, in order, and what happened beside.
func happened(w *engine.World, inputs []engine.Input) (fates []explore.Fate, b explore.Budget) {
	deadlines := map[engine.Instant]bool{}
	decided := map[int]int{}  // by request: its place among them
	without := map[int]bool{} // requests under way whose writer stopped waiting for them
	var stopped []string      // whose plan was taken away amid it, and who did nothing since
	for _, in := range inputs {
		switch in := in.(type) {
		case engine.Lose:
			// what is lost of a copy is no fate of its request
			x := w.Named(in.Name)
			if x != nil && without[x.Number] && x.Decided.IsZero() { // lost at once it is the same
				delete(without, x.Number)
			}
			if x == nil || !without[x.Number] {
				b.Faults = min(b.Faults+1, mostFaults)
			}
			if x != nil && x.By != engine.Seed {
				if at, done := decided[x.Number]; done {
					fates[at].What = "lose-answer"
				} else {
					fates = append(fates, explore.Fate{By: x.By, Name: x.Name, What: "lose-request"})
				}
			}
		case engine.Duplicate:
			b.Copies = min(b.Copies+1, mostFaults)
		case engine.Timeout:
			if x := w.Named(in.Name); x != nil && !w.Answerless(x.Number) {
				without[x.Number] = true
			}
		case engine.Send:
			stopped = slices.DeleteFunc(stopped, func(by string) bool { return by == in.By })
		case engine.Act:
			stopped = slices.DeleteFunc(stopped, func(by string) bool { return by == in.By })
		case engine.Plan:
			stopped = slices.DeleteFunc(stopped, func(by string) bool { return by == in.By })
			if p := w.PlanOf(in.By); len(in.Steps) == 0 && p != nil && p.Last > 0 && !p.Ended() {
				stopped = append(stopped, in.By)
			}
		}
		timers := w.Timers()
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			break
		}
		for _, t := range timers {
			deadlines[t.At] = deadlines[t.At] || t.At <= w.Now()
		}
		for _, e := range events {
			if e.Kind == engine.Decided && e.By != engine.Seed && e.Copy == 0 {
				decided[e.Request] = len(fates)
				fates = append(fates, explore.Fate{By: e.By, Name: w.Exchange(e.Request).Name, What: "request"})
			}
		}
	}
	for _, passed := range deadlines {
		if passed {
			b.Jumps = min(b.Jumps+1, mostJumps)
		}
	}
	b.Lates, b.Stops = min(len(without), mostFaults), min(len(stopped), mostFaults)
	return fates, b
}
