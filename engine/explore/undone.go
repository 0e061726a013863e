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

// anyWork stands for work that is named by the answers of writes alone, as `does $m.etag`: who works calls it so, and
// where nobody does it has no name.
var anyWork = engine.ObjectID{Kind: "work"}

// worksIn are the works that plans name by themselves, or anyWork where they name none. What an answer to a read or a
// receive gives, as a message, is left for whoever gets it next.
func worksIn(in Input) (list []engine.ObjectID) {
	written, ofWrites := map[string]bool{}, false
	var steps func(all []engine.PlanStep)
	steps = func(all []engine.PlanStep) {
		for _, p := range all {
			if p.Do == engine.DoSend && p.As != "" && in.World.Spec(p.Verb).Group == engine.GroupWrite {
				written[p.As] = true
			}
			name, _, refers := p.For.RefName()
			_, _, _, reckons := p.For.Expression()
			ofWrites = ofWrites || p.Do == engine.DoWork && refers && written[name]
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
	if ofWrites && len(list) == 0 {
		return []engine.ObjectID{anyWork}
	}
	return list
}

// worked is how much work was done.
func worked(w *engine.World) (n int) {
	for _, d := range w.Doings() {
		if !d.First.IsZero() {
			n++
		}
	}
	return n
}

// wantUndone has a search count the ends at which works are undone.
func wantUndone(in Input, works []engine.ObjectID) Input {
	in.Wanted = slices.Clip(in.Wanted)
	for _, work := range works {
		undone := func(w *engine.World) bool { return w.Work(work).IsZero() }
		if before := worked(in.World); work == anyWork {
			undone = func(w *engine.World) bool { return worked(w) == before }
		}
		in.Wanted = append(in.Wanted, Want{Is: undone})
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
		text := "work " + u.Work.Name + " left undone"
		if u.Work == anyWork {
			text = "work left undone"
		}
		list = append(list, Row{Mark: noMark, Text: text, Orders: digits(u.Schedules),
			Share: Share(u.Schedules, found.Schedules), Length: len(u.Example), Way: way(u.Example, title),
			Name: fmt.Sprintf("%s-%d", undoneName, n+1), Steps: u.Example})
	}
	return list
}

// undoneName begins the names of such rows.
const undoneName = "undone"
