package explore

import (
	"slices"
	"strings"

	"interleave/engine"
)

// namedApart gives requests that hands sent another name where a plan's may get it: a plan's request without a name is
// called by its number, as r2, and so are those of hands, by the number that they had. In another order both would be
// under way under one name.
func (in Input) namedApart() Input {
	if !in.plansCallByNumber() {
		return in
	}
	names, taken := map[string]string{}, func(name string) bool { return in.World.Named(name) != nil }
	each := func(visit func(send engine.Send)) {
		for _, p := range in.Programs {
			for _, step := range p.Steps {
				if send, ok := step.(engine.Send); ok {
					visit(send)
				}
			}
		}
	}
	used := map[string]bool{}
	each(func(send engine.Send) { used[send.As] = true })
	each(func(send engine.Send) {
		if !isNumber(send.As) || names[send.As] != "" {
			return
		}
		name := send.As + "x"
		for used[name] || taken(name) {
			name += "x"
		}
		names[send.As], used[name] = name, true
	})
	if len(names) == 0 {
		return in
	}
	in.Programs = slices.Clone(in.Programs)
	for n := range in.Programs {
		in.Programs[n] = in.Programs[n].inTerms(names)
	}
	return in
}

// isNumber says whether a name is one that a request without a name gets.
func isNumber(name string) bool {
	number, ok := strings.CutPrefix(name, "r")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// inTerms is a program in which names of requests stand for others.
func (p Program) inTerms(names map[string]string) Program {
	called := func(name string) string {
		if other, ok := names[name]; ok {
			return other
		}
		return name
	}
	p.Steps = slices.Clone(p.Steps)
	for n, step := range p.Steps {
		switch in := step.(type) {
		case engine.Send:
			in.As, in.Args = called(in.As), inTermsOf(in.Args, names)
			in.Words.Again, in.Words.From = called(in.Words.Again), called(in.Words.From)
			p.Steps[n] = in
		case engine.Act:
			in.What = inTerms(in.What, names)
			p.Steps[n] = in
		case engine.Tell:
			in.What = inTerms(in.What, names)
			p.Steps[n] = in
		}
	}
	retries := p.retries
	p.retries = nil
	for name, refused := range retries {
		if p.retries == nil {
			p.retries = map[string]string{}
		}
		p.retries[called(name)] = refused
	}
	beside := p.Beside
	p.Beside = nil
	for name, others := range beside {
		if p.Beside == nil {
			p.Beside = map[string][]string{}
		}
		for _, other := range others {
			p.Beside[called(name)] = append(p.Beside[called(name)], called(other))
		}
	}
	return p
}

// plansCallByNumber says whether some plan sends a request that it does not call anything.
func (in Input) plansCallByNumber() bool {
	var unnamed func(steps []engine.PlanStep) bool
	unnamed = func(steps []engine.PlanStep) bool {
		return slices.ContainsFunc(steps, func(p engine.PlanStep) bool {
			return p.Do == engine.DoSend && p.As == "" || unnamed(p.Then) || unnamed(p.Else)
		})
	}
	for _, w := range in.World.Writers() {
		if p := in.World.PlanOf(w.ID); p != nil && !p.Ended() && unnamed(p.Steps) {
			return true
		}
	}
	return slices.ContainsFunc(in.Programs, func(p Program) bool {
		return slices.ContainsFunc(p.Steps, func(step engine.Input) bool {
			plan, ok := step.(engine.Plan)
			return ok && unnamed(plan.Steps)
		})
	})
}
