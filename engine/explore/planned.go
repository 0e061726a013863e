package explore

import (
	"slices"

	"interleave/engine"
)

// Planned are the lines as the steps of a plan; others counts what no plan does. Who stopped waiting for an answer goes
// on without it there too, and what was sent again because no answer came is sent only where none comes: else an order
// in which nothing is lost would do it twice.
func (p Program) Planned() (steps []engine.PlanStep, others int) {
	tries := map[string]string{} // by the name of another try: that of the first, by which the plan calls them all
	for _, in := range p.Steps {
		switch in := in.(type) {
		case engine.Send:
			retry := slices.Contains(p.retries, in.As)
			step := engine.PlanStep{Do: engine.DoSend, Verb: in.Verb, Args: inTermsOf(in.Args, tries), Words: in.Words,
				As: in.As}
			for _, name := range []*string{&step.Words.Again, &step.Words.From} {
				if first, ok := tries[*name]; ok {
					*name = first
				}
			}
			block := &steps
			if retry {
				if lost := lostOf(&steps, step.Words.Again); lost != nil {
					tries[in.As], step.As, block = step.Words.Again, step.Words.Again, lost
				}
			}
			*block = append(*block, step)
			if p.GivesUp && step.As != "" {
				*block = append(*block, engine.PlanStep{Do: engine.DoLost, Name: step.As})
			}
		case engine.Plan:
			steps = append(steps, in.Steps...)
		default:
			others++
		}
	}
	return steps, others
}

// lostOf is the innermost block of what is done where no answer comes to a request of that name; nil: none is called
// so.
func lostOf(steps *[]engine.PlanStep, name string) (block *[]engine.PlanStep) {
	at := slices.IndexFunc(*steps, func(s engine.PlanStep) bool { return s.Do == engine.DoSend && s.As == name })
	if at < 0 {
		return nil
	}
	if at+1 == len(*steps) || (*steps)[at+1].Do != engine.DoLost {
		*steps = slices.Insert(*steps, at+1, engine.PlanStep{Do: engine.DoLost, Name: name})
	}
	then := &(*steps)[at+1].Then
	if deeper := lostOf(then, name); deeper != nil {
		return deeper
	}
	return then
}

// inTermsOf are arguments in which the first name stands for another try.
func inTermsOf(args []engine.Arg, tries map[string]string) []engine.Arg {
	list := slices.Clone(args)
	for i, a := range list {
		name, field, _ := a.Value.RefName()
		if first, ok := tries[name]; ok {
			_, optional, _ := a.Value.Ref()
			list[i].Value = engine.Ref(first+"."+field, optional)
		}
	}
	return list
}

// asPlan is a program of requests alone as one plan, where the world takes it as such.
func (p Program) asPlan(w *engine.World) Program {
	steps, others := p.Planned()
	plan := engine.Plan{By: p.By, Steps: steps}
	at := w.Clone()
	if _, err := at.Step(at.Record()+1, plan); err != nil || others > 0 {
		return p
	}
	return Program{By: p.By, Steps: []engine.Input{plan}}
}
