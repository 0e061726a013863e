package explore

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Undone is work that a plan says to be done, as `does run-7`: the orders at whose end no writer did it. That work was
// left out replaces nobody's work, so no mark tells it: rules.md of conflict, "Cases that had to be settled", "A marker
// that nobody works by".
type Undone struct {
	Work engine.ObjectID
	WantedEnd
}

// undoneMost is how many works are counted.
const undoneMost = 16

// worksIn are the works that plans name by themselves. What an answer gives, as a message, is left for whoever gets it
// next.
func worksIn(in Input) (list []engine.ObjectID) {
	var steps func(all []engine.PlanStep)
	steps = func(all []engine.PlanStep) {
		for _, p := range all {
			_, _, refers := p.For.RefName()
			_, _, _, reckons := p.For.Expression()
			if p.Do == engine.DoWork && !refers && !reckons && len(list) < undoneMost {
				work := engine.ObjectID{Kind: "work", Name: p.For.String()}
				if !slices.Contains(list, work) {
					list = append(list, work)
				}
			}
			steps(p.Then)
			steps(p.Else)
		}
	}
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			if plan, ok := input.(engine.Plan); ok {
				steps(plan.Steps)
			}
		}
	}
	for _, w := range in.World.Writers() {
		if p := in.World.PlanOf(w.ID); p != nil && !p.Ended() {
			steps(p.Steps)
		}
	}
	return list
}

// wantUndone has a search count the ends at which works are undone.
func wantUndone(in Input, works []engine.ObjectID) Input {
	in.Wanted = slices.Clip(in.Wanted)
	for _, work := range works {
		in.Wanted = append(in.Wanted, Want{Is: func(w *engine.World) bool { return w.Work(work).IsZero() }})
	}
	return in
}

// takeUndone takes what was counted so out of what was found.
func (r *Result) takeUndone(works []engine.ObjectID) {
	asked := len(r.Wanted) - len(works)
	if asked < 0 { // it was ended before anything was counted
		return
	}
	for n, end := range r.Wanted[asked:] {
		if end.Found {
			r.Undone = append(r.Undone, Undone{works[n], end})
		}
	}
	r.Wanted = r.Wanted[:asked]
}

// undoneRows are the rows of such orders.
func undoneRows(found *Result, title func(id string) string) (list []Row) {
	for n, u := range found.Undone {
		list = append(list, Row{Mark: noMark, Text: "work " + u.Work.Name + " left undone", Orders: digits(u.Schedules),
			Share: Share(u.Schedules, found.Schedules), Length: len(u.Example), Way: way(u.Example, title),
			Name: fmt.Sprintf("%s-%d", undoneName, n+1), Steps: u.Example})
	}
	return list
}

// undoneName begins the names of such rows.
const undoneName = "undone"
