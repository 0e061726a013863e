package explore

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Planned are the lines as the steps of a plan; others counts what no plan does: a request beside another
// of one's own is such. Who stopped waiting for an answer goes
// on without it there too, and what was sent again because no answer came is sent only where none comes: else an order
// in which nothing is lost would do it twice. What was sent once more because that try was refused is sent only where
// it is refused so. Either stands behind what was sent in between, as the read of who looks before the next try. Work
// that no answer gave there is left out.
func (p Program) Planned() (steps []engine.PlanStep, others int) {
	tries := map[string]string{} // by the name of another try: that of the first, by which the plan calls them all
	for _, in := range p.Steps {
		switch in := in.(type) {
		case engine.Send:
			refused, retry := p.retries[in.As]
			step := engine.PlanStep{Do: engine.DoSend, Verb: in.Verb, Args: inTermsOf(in.Args, tries), Words: in.Words,
				As: in.As}
			for _, name := range []*string{&step.Words.Again, &step.Words.From} {
				if first, ok := tries[*name]; ok {
					*name = first
				}
			}
			block := &steps
			if again := step.Words.Again; retry {
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
		case engine.Act:
			in.What = inTerms(in.What, tries)
			steps = append(steps, in.Step())
		default:
			others++
		}
	}
	return steps, others + len(p.Beside)
}

// afterTry is the block of what is done where no answer comes to the newest try of that name, or where it is refused
// so; nil: there is none.
func afterTry(steps *[]engine.PlanStep, name, refused string) (then *[]engine.PlanStep) {
	block, at := newestTry(steps, name)
	if block == nil {
		return nil
	}
	behind := newestSend(*steps) == &(*block)[at] // nothing was sent in between
	step := engine.PlanStep{Do: engine.DoIf, Name: name, Is: refused}
	if refused == "" {
		step = engine.PlanStep{Do: engine.DoLost, Name: name}
		if at+1 == len(*block) || (*block)[at+1].Do != engine.DoLost {
			*block = slices.Insert(*block, at+1, step)
		}
		if behind {
			return &(*block)[at+1].Then
		}
	}
	if !behind {
		block = steps
	}
	*block = append(*block, step)
	return &(*block)[len(*block)-1].Then
}

// newestSend is the last request of a block, with those in what stands in it; nil: there is none.
func newestSend(steps []engine.PlanStep) *engine.PlanStep {
	for i := range slices.Backward(steps) {
		if steps[i].Do == engine.DoSend {
			return &steps[i]
		}
		if inner := newestSend(steps[i].Then); inner != nil {
			return inner
		}
	}
	return nil
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

// inTermsOf are arguments in which names stand for others, as for the first try of what was sent again.
func inTermsOf(args []engine.Arg, names map[string]string) []engine.Arg {
	list := slices.Clone(args)
	for i := range list {
		list[i].Value = inTerms(list[i].Value, names)
	}
	return list
}

// inTerms is a value, and what it holds, in which names stand for others.
func inTerms(v engine.Value, names map[string]string) engine.Value {
	if path, optional, ok := v.Ref(); ok {
		name, _, _ := strings.Cut(path, ".")
		if other, ok := names[name]; ok {
			return engine.Ref(other+path[len(name):], optional)
		}
		return v
	}
	if list, ok := v.List(); ok {
		list = slices.Clone(list)
		for i := range list {
			list[i] = inTerms(list[i], names)
		}
		return engine.List(list...)
	}
	if operator, a, b, ok := v.Expression(); ok {
		return engine.Expression(operator, inTerms(a, names), inTerms(b, names))
	}
	return v
}

// AsLines is a program whose plans do nothing but send one request after the other, as lines of hands; any other stays
// as it is.
func (p Program) AsLines() Program {
	lines := p
	lines.Steps = nil
	for _, in := range p.Steps {
		plan, planned := in.(engine.Plan)
		if !planned {
			lines.Steps = append(lines.Steps, in)
			continue
		}
		names := map[string]string{}
		for n, s := range plan.Steps {
			if s.Do != engine.DoSend || names[s.As] != "" || s.Words.Again != "" {
				return p
			}
			send := engine.Send{By: p.By, Verb: s.Verb, Args: inTermsOf(s.Args, names), Words: s.Words,
				As: fmt.Sprintf("%s-%s%d", p.By, s.As, n+1)}
			if from, ok := names[s.Words.From]; ok {
				send.Words.From = from
			}
			if lines.Steps = append(lines.Steps, send); s.As != "" {
				names[s.As] = send.As
			}
		}
	}
	return lines
}

// asPlan is a program of requests and work as one plan, where the world takes it as such.
func (p Program) asPlan(w *engine.World) Program {
	steps, others := p.Planned()
	plan := engine.Plan{By: p.By, Steps: steps}
	at := w.Clone()
	if _, err := at.Step(at.Record()+1, plan); err != nil || others > 0 {
		return p
	}
	return Program{By: p.By, Steps: []engine.Input{plan}}
}
