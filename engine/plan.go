package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// compiler makes a program of steps, or says what is wrong with them.
type compiler struct {
	program
	world *World
	known []string // the names that requests have so far
	depth int
	steps int
	wish  string
}

func (w *World) compile(steps []PlanStep) (*program, error) {
	c := compiler{world: w}
	if err := c.block(steps, -1); err != nil {
		return nil, err
	}
	h := sum{h: fnvStart}
	for i := range steps {
		hashStep(&h, &steps[i])
	}
	c.print = h.h
	c.flow(w.specs)
	return &c.program, nil
}

func (c *compiler) emit(i instruction) int {
	i.wish = c.wish
	c.code = append(c.code, i)
	return len(c.code) - 1
}

func (c *compiler) block(steps []PlanStep, loop int) error {
	if c.depth++; c.depth > MaxNested+1 {
		return LimitError{What: "blocks of a plan within each other", Most: MaxNested}
	}
	defer func() { c.depth-- }()
	for i := range steps {
		if c.steps++; c.steps > MaxPlan {
			return LimitError{What: "steps in a plan", Most: MaxPlan}
		}
		if err := c.step(steps, i, loop); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) step(steps []PlanStep, i, loop int) error {
	step := &steps[i]
	switch step.Do {
	case DoSend:
		c.emit(instruction{do: sending, step: step, loop: loop})
		return c.request(step, loop)
	case DoLoop:
		return c.loop(step, loop)
	case DoBreak:
		if loop < 0 {
			return impossible("break on %s %s: a break stands in a loop", step.Name, step.Is)
		}
		c.emit(instruction{do: breaking, step: step, loop: loop})
		return c.knows("break on "+step.Name, step.Name)
	case DoIf:
		return c.branch(step, loop)
	case DoStop:
		c.emit(instruction{do: stopping, step: step, loop: loop})
	case DoWait:
		if step.Unit != time.Second && step.Unit != time.Millisecond {
			return impossible("plan a wait in units of %s: it is in s or ms", step.Unit)
		}
		c.emit(instruction{do: waiting, step: step, loop: loop})
		return c.refers("wait", step.For, loop)
	case DoWork:
		if step.For.IsZero() {
			return impossible("plan work: say which answer gave it, as does $g.0")
		}
		if name, _, ok := step.For.RefName(); ok {
			c.works = append(c.works, name)
		}
		c.emit(instruction{do: working, step: step, loop: loop})
		return c.refers("does", step.For, loop)
	case DoLost:
		if err := c.knows("on lost "+step.Name, step.Name); err != nil {
			return err
		}
		do := lacking
		if step.IsBehind(steps, i) {
			do = losing
		}
		at := c.emit(instruction{do: do, step: step, loop: loop})
		err := c.block(step.Then, loop)
		c.code[at].to = len(c.code)
		return err
	case DoWish:
		return c.wishes(step, loop)
	case DoWaitOn:
		if i == 0 || steps[i-1].Do != DoSend || steps[i-1].As != step.Name || step.Name == "" {
			return impossible("plan wait on %s: it stands directly behind the request that is called so", step.Name)
		}
		c.emit(instruction{do: queueing, step: step, loop: loop, to: len(c.code) - 1})
	default:
		return impossible("plan a step of the kind %d: there is none", step.Do)
	}
	return nil
}

func (c *compiler) loop(step *PlanStep, loop int) error {
	if step.Times < 1 || step.Times > MaxRounds {
		return impossible("plan loop %d: a loop has an end, from 1 to %d rounds", step.Times, MaxRounds)
	}
	n := len(c.loops)
	tries := breaks(step.Then)
	c.loops = append(c.loops, circle{times: step.Times, tries: tries, parent: loop,
		within: loop >= 0 && (c.loops[loop].tries || c.loops[loop].within)})
	c.emit(instruction{do: beginning, step: step, loop: n})
	from, before := len(c.code), len(c.known)
	if err := c.block(step.Then, n); err != nil {
		return err
	}
	c.loops[n].forgets = slices.Clone(c.known[before:])
	c.emit(instruction{do: repeating, step: step, to: from, loop: n})
	c.loops[n].from, c.loops[n].to = from, len(c.code)
	return nil
}

// breaks says whether a break of a loop stands among the steps of its block.
func breaks(steps []PlanStep) bool {
	return slices.ContainsFunc(steps, func(s PlanStep) bool {
		return s.Do == DoBreak || s.Do != DoLoop && (breaks(s.Then) || breaks(s.Else))
	})
}

// wishes compiles requests that are one wish.
func (c *compiler) wishes(step *PlanStep, loop int) error {
	if step.Name == "" || c.wish != "" {
		return impossible("plan a wish %q: it has a name, and lies in no other wish", step.Name)
	}
	c.wish = step.Name
	defer func() { c.wish = "" }()
	c.emit(instruction{do: wishing, step: step, loop: loop})
	if err := c.block(step.Then, loop); err != nil {
		return err
	}
	c.emit(instruction{do: wished, step: step, loop: loop})
	return nil
}

func (c *compiler) branch(step *PlanStep, loop int) error {
	if err := c.knows("if "+step.Name, step.Name); err != nil {
		return err
	}
	test := c.emit(instruction{do: testing, step: step, loop: loop})
	if err := c.block(step.Then, loop); err != nil {
		return err
	}
	c.code[test].to = len(c.code)
	if len(step.Else) == 0 {
		return nil
	}
	over := c.emit(instruction{do: jumping, step: step, loop: loop})
	c.code[test].to = len(c.code)
	err := c.block(step.Else, loop)
	c.code[over].to = len(c.code)
	return err
}

// request looks at what a request names.
func (c *compiler) request(step *PlanStep, loop int) error {
	spec := c.world.specs[step.Verb]
	if spec == nil {
		return impossible("plan %q: no service has such an operation", step.Verb)
	}
	for _, a := range step.Args {
		if _, ok := spec.Param(a.Name); !ok {
			return impossible("plan %s: it takes no %q", step.Verb, a.Name)
		}
		if err := c.refers("plan "+step.Verb, a.Value, loop); err != nil {
			return err
		}
	}
	for _, name := range []string{step.Words.From, step.Words.Again} {
		if name == "" || name == "none" {
			continue
		}
		if err := c.knows("plan "+step.Verb, name); err != nil {
			return err
		}
	}
	switch {
	case step.As == RoundName:
		return impossible("plan %s as %s: $%s counts the rounds of a loop", step.Verb, RoundName, RoundName)
	case strings.ContainsAny(step.As, ".$'\" \t\n"):
		return impossible("plan %s as %q: a name is one word without . $ ' and quotes", step.Verb, step.As)
	case step.As != "" && !slices.Contains(c.known, step.As):
		c.known = append(c.known, step.As)
	}
	return nil
}

// refers refuses a reference to what no step before it is called.
func (c *compiler) refers(what string, v Value, loop int) error {
	for _, part := range v.inside() {
		if err := c.refers(what, part, loop); err != nil {
			return err
		}
	}
	name, field, ok := v.RefName()
	switch {
	case !ok:
		return nil
	case name == RoundName && field == "" && loop >= 0:
		return nil
	case name == RoundName && field == "":
		return impossible("%s: $%s counts the rounds of a loop, and this stands in none", what, RoundName)
	case field == "":
		return impossible("%s: $%s says no field of that answer", what, name)
	}
	return c.knows(what, name)
}

func (c *compiler) knows(what, name string) error {
	if slices.Contains(c.known, name) {
		return nil
	}
	return impossible("%s: no request in front of it in the plan is called %q", what, name)
}

// hashStep takes a step with all that lies in it into a hash.
func hashStep(h *sum, p *PlanStep) {
	h.number(uint64(p.Do))
	h.text(p.Verb)
	for _, a := range p.Args {
		h.text(a.Name)
		h.text(string(rune('0'+a.Value.kind)) + a.Value.String())
	}
	// Its connection stands apart: a plan without any keeps the sum that it had when there were none.
	words := p.Words
	words.On = ""
	h.text(strings.TrimSuffix(fmt.Sprint(words), " }") + "}")
	if p.Words.On != "" {
		h.text(p.Words.On)
	}
	for _, text := range []string{p.As, strconv.Itoa(p.Times), p.Name, p.Is, p.For.String(), p.Unit.String()} {
		h.text(text)
	}
	for _, block := range [][]PlanStep{p.Then, p.Else} {
		h.number(uint64(len(block)))
		for i := range block {
			hashStep(h, &block[i])
		}
	}
}
