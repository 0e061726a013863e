package explore

import (
	"slices"

	"interleave/engine"
)

// Planned are the lines as the steps of a plan; others counts what no plan does. Who stopped waiting for an answer goes
// on without it there too, and what was sent again because no answer came is sent only where none comes: else an order
// in which nothing is lost would do it twice. What was sent once more because that try was refused is sent only where
// it is refused so.
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
			if again, refused := step.Words.Again, p.refusals[in.As]; retry {
				if then := afterTry(&steps, again, refused); then != nil {
					tries[in.As], step.As, block = again, again, then
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

// afterTry is the block of what is done where no answer comes to the newest try of that name, or where it is refused
// so;
// nil: there is none.
func afterTry(steps *[]engine.PlanStep, name, refused string) (then *[]engine.PlanStep) {
	block, at := newestTry(steps, name)
	switch {
	case block == nil:
		return nil
	case refused != "":
		*block = append(*block, engine.PlanStep{Do: engine.DoIf, Name: name, Is: refused})
		at = len(*block) - 2
	case at+1 == len(*block) || (*block)[at+1].Do != engine.DoLost:
		*block = slices.Insert(*block, at+1, engine.PlanStep{Do: engine.DoLost, Name: name})
	}
	return &(*block)[at+1].Then
}

// newestTry is where the last request of that name stands, and the block that it stands in; nil: there is none.
func newestTry(steps *[]engine.PlanStep, name string) (block *[]engine.PlanStep, at int) {
	for i := range slices.Backward(*steps) {
		switch s := &(*steps)[i]; {
		case s.Do == engine.DoLost, s.Do == engine.DoIf:
			if inner, at := newestTry(&s.Then, name); inner != nil {
				return inner, at
			}
		case s.Do == engine.DoSend && s.As == name:
			return steps, i
		}
	}
	return nil, 0
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
