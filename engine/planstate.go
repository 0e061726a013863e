package engine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// PlanState is where a writer's plan stands: what it does next, and what the names in it mean. It is part of the world,
// so that undo, forks, digests and searches see it.
type PlanState struct {
	By     string
	Steps  []PlanStep
	At     int       // the next instruction; behind the last one the plan has ended
	Round  []int     // by loop: its round, 0 outside of it
	Names  []Naming  // which request each name means in this round
	Tries  []Naming  // the newest try of each wish that a loop repeats
	Last   int       // the newest request of the plan; 0: none
	Out    bool      // no answer has come to it, and the plan waits
	Wishes []Wishing // wishes over several requests that were begun and are not whole yet
	Until  Instant   // the plan goes on then; 0: it does not wait for the clock
	Why    string    // why the plan cannot go on; empty: it can, or has ended by itself
	run    *program
}

// Wishing is a wish over several requests: those that were sent for it since it was whole the last time, and how many
// of them before its newest try.
type Wishing struct {
	Name     string
	Requests []int
	Before   int
}

// Naming is a name and the request that it means.
type Naming struct {
	Name    string
	Request int
}

// Walk hands out the fields.
func (p *PlanState) Walk(v Visitor) {
	number := func(name string, n int) { m := int64(n); v.Number(name, &m) }
	v.Text("by", &p.By)
	number("plan", int(p.run.print))
	number("at", p.At)
	for i, n := range p.Round {
		number("round "+strconv.Itoa(i), n)
	}
	for _, list := range []struct {
		name string
		of   []Naming
	}{{"name ", p.Names}, {"try ", p.Tries}} {
		for _, n := range list.of {
			number(list.name+n.Name, n.Request)
		}
	}
	number("last", p.Last)
	for _, w := range p.Wishes {
		number("wish "+w.Name, w.Before)
		for i, n := range w.Requests {
			number("wish "+w.Name+" "+strconv.Itoa(i), n)
		}
	}
	v.Flag("out", &p.Out)
	v.End("wait", &p.Until)
	v.Text("why", &p.Why)
}

// WalkEnds hands out until when it waits.
func (p *PlanState) WalkEnds(v Visitor) { v.End("wait", &p.Until) }

// Ended says whether the plan has nothing left to do: a wait at its end leads to nothing, and counts for nothing.
func (p *PlanState) Ended() bool { return p.At >= len(p.run.code) && !p.Out }

// Sends says whether the plan, from where it stands, may still send a request of a wish that is one of some kinds, as
// those that change something: behind it, or in another round of a loop that is no loop of tries. A test of an answer
// that has been heard in the world goes one way.
func (p *PlanState) Sends(w *World, wish string, is func(verb string) bool) bool {
	return p.reaches(w, func(i instruction) bool { return i.do == sending && i.wish == wish && is(i.step.Verb) })
}

// Works says whether the plan, from where it stands, may still say that work is done.
func (p *PlanState) Works(w *World) bool {
	return p.reaches(w, func(i instruction) bool { return i.do == working })
}

// ahead is an instruction that may be carried out, and the names whose requests are sent, or forgotten, before that.
type ahead struct {
	at   int
	anew map[string]bool // nil: none; all where it holds an empty name
}

// reaches says whether an instruction that is looked for may still be carried out.
func (p *PlanState) reaches(w *World, is func(instruction) bool) bool {
	seen := map[string]bool{}
	for list := []ahead{{at: p.At}}; len(list) > 0; {
		here := list[len(list)-1]
		list = list[:len(list)-1]
		key := fmt.Sprint(here.at, slices.Sorted(maps.Keys(here.anew)))
		if here.at >= len(p.run.code) || seen[key] {
			continue
		}
		seen[key] = true
		i := p.run.code[here.at]
		if is(i) {
			return true
		}
		for _, at := range p.behind(w, i, here) {
			list = append(list, ahead{at, here.after(i)})
		}
	}
	return false
}

// behind are the instructions that may come behind one.
func (p *PlanState) behind(w *World, i instruction, here ahead) []int {
	next := here.at + 1
	switch i.do {
	case stopping:
		return nil
	case jumping:
		return []int{i.to}
	case losing, lacking:
		return []int{next, i.to}
	case testing, breaking:
		holds, fails := next, i.to
		if i.do == breaking {
			holds, fails = p.run.loops[i.loop].to, next
		}
		switch x := w.Exchange(p.request(p.Names, i.step.Name)); {
		case here.anew[i.step.Name], here.anew[""], x == nil, x.Heard.IsZero():
			return []int{holds, fails}
		case x.Answer.Is(i.step.Is):
			return []int{holds}
		}
		return []int{fails}
	case repeating:
		if c := p.run.loops[i.loop]; !c.tries && p.Round[i.loop] < c.times {
			return []int{next, c.from}
		}
	}
	return []int{next}
}

// after are the names whose requests are sent or forgotten behind an instruction.
func (a ahead) after(i instruction) map[string]bool {
	name := ""
	switch {
	case i.do == sending && i.step.As != "":
		name = i.step.As
	case i.do != repeating:
		return a.anew
	}
	if a.anew[name] || a.anew[""] {
		return a.anew
	}
	if name == "" || len(a.anew) == mostAnew {
		return map[string]bool{"": true}
	}
	anew := map[string]bool{name: true}
	maps.Copy(anew, a.anew)
	return anew
}

// mostAnew is of how many names it is told apart whether they were sent anew: the ways through tests that stand one
// behind the other are twice as many with each of them.
const mostAnew = 6

// Next is the request that the plan sends next, where that is known before an answer comes; nil where it is not.
func (p *PlanState) Next() *PlanStep {
	if p.Out || p.At >= len(p.run.code) || p.run.code[p.At].do != sending {
		return nil
	}
	return p.run.code[p.At].step
}

// Rounds are the round of the innermost loop that the plan stands in, and how many it may have; 0 where it stands in
// none.
func (p *PlanState) Rounds() (now, most int) {
	loop := -1
	for i, c := range p.run.loops {
		if p.Round[i] > 0 && p.At >= c.from && p.At < c.to {
			loop = i
		}
	}
	if loop < 0 {
		return 0, 0
	}
	return p.Round[loop], p.run.loops[loop].times
}

// Again says whether the request that comes next is another try of what the writer has sent before.
func (p *PlanState) Again() bool {
	return p.Next() != nil && p.request(p.Tries, p.try(p.run.code[p.At], p.At)) != 0
}

// request is what a name means; 0 where it means nothing.
func (p *PlanState) request(list []Naming, name string) int {
	for _, n := range list {
		if n.Name == name && name != "" {
			return n.Request
		}
	}
	return 0
}

func named(list []Naming, name string, request int) []Naming {
	list = slices.DeleteFunc(slices.Clone(list), func(n Naming) bool { return n.Name == name })
	return append(list, Naming{name, request})
}

// try is the wish that a request of a loop with a break tries: its place, with the rounds of the loops around it whose
// rounds are wishes of their own. Empty where there is no such loop.
func (p *PlanState) try(i instruction, at int) string {
	key, tried := strconv.Itoa(at), false
	for loop := i.loop; loop >= 0; loop = p.run.loops[loop].parent {
		if p.run.loops[loop].tries {
			tried = true
			continue
		}
		key += "/" + strconv.Itoa(p.Round[loop])
	}
	if !tried {
		return ""
	}
	return key
}

// instruction is a step in the order in which it is carried out.
type instruction struct {
	do   order
	step *PlanStep
	to   int    // where a jump goes
	loop int    // the innermost loop, -1: none; of begin and again the loop itself
	wish string // the innermost wish over several requests; empty: none
}

type order uint8

const (
	sending order = iota
	beginning
	repeating
	breaking // jumps behind the loop
	testing  // jumps where the test does not hold
	jumping
	stopping
	waiting
	losing  // jumps where the answer has come in time
	lacking // jumps where the answer has come by now
	wishing
	wished
	queueing // jumps back to the request in front
	working
)

// circle is a loop: where its instructions lie, and whether its rounds are tries of one wish.
type circle struct {
	from, to int
	times    int
	tries    bool // it has a break
	parent   int
	within   bool     // it lies in a loop whose rounds are tries
	forgets  []string // the names that no request in front of it has: each round begins without them
}

// program is a plan as the world carries it out.
type program struct {
	code  []instruction
	loops []circle
	print uint64   // tells programs apart
	live  [][]Use  // by instruction: how answers may be looked at from there on
	works []string // answers of which a step says that the work they gave is done, as does $g.0
}

// tellsWork says whether steps of their own say when the work is done that an answer gave which some arguments name:
// then sending them says nothing of it.
func (p *program) tellsWork(args []Arg) bool {
	return slices.ContainsFunc(args, func(a Arg) bool {
		name, _, ok := a.Value.RefName()
		return ok && slices.Contains(p.works, name)
	})
}
