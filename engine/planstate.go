package engine

import (
	"slices"
	"strconv"
)

// PlanState is where a writer's plan stands: what it does next, and what the names in it mean. It is part of the world,
// so that undo, forks, digests and searches see it.
type PlanState struct {
	By    string
	Steps []PlanStep
	At    int      // the next instruction; behind the last one the plan has ended
	Round []int    // by loop: its round, 0 outside of it
	Names []Naming // which request each name means in this round
	Tries []Naming // the newest try of each wish that a loop repeats
	Last  int      // the newest request of the plan; 0: none
	Out   bool     // no answer has come to it, and the plan waits
	Until Instant  // the plan goes on then; 0: it does not wait for the clock
	Why   string   // why the plan cannot go on; empty: it can, or has ended by itself
	run   *program
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
	v.Flag("out", &p.Out)
	v.End("wait", &p.Until)
	v.Text("why", &p.Why)
}

// Ended says whether the plan has nothing left to do.
func (p *PlanState) Ended() bool { return p.At >= len(p.run.code) && !p.Out }

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

// PlanOf is where the plan of a writer stands; nil where it has none.
func (w *World) PlanOf(writer string) *PlanState { return w.plans.Get(writer) }

// Ready is nil where the writer can take the next step of its plan now; the error says why not.
func (w *World) Ready(writer string) error {
	p := w.PlanOf(writer)
	switch {
	case p == nil:
		return impossible("take a step of %s's plan: there is none", w.titled(writer))
	case p.Why != "":
		return impossible("take a step of %s's plan: %s", w.titled(writer), p.Why)
	case p.Ended():
		return impossible("take a step of %s's plan: it has ended", w.titled(writer))
	case p.Until > w.Now():
		return impossible("take a step of %s's plan: it waits until %s; clock %s goes there", w.titled(writer), p.Until,
			p.Until)
	case p.Out && !p.copes():
		x := w.Exchange(p.Last)
		if !x.Lost.IsZero() && w.Answerless(p.Last) {
			return impossible("take a step of %s's plan: it waits for the answer of #%d, which was lost, and has no "+
				"`on lost` for that", w.titled(writer), x.Number)
		}
		return impossible("take a step of %s's plan: it waits for the answer of #%d", w.titled(writer), x.Number)
	}
	return nil
}

// CanStep is Ready, and also looks at the request that the plan comes to: an error where what it names was not
// answered, or an answer has no such field. Ready says yes there, and Next says why it cannot; a search of all orders
// has to know before.
func (w *World) CanStep(writer string) error {
	if err := w.Ready(writer); err != nil {
		return err
	}
	p := w.PlanOf(writer)
	next, s := *p, &step{World: w}
	if next.Out {
		next.Out = false
		next.At++
		s.goOn(&next)
	}
	if next.Next() == nil || next.Until > w.Now() {
		return nil
	}
	in, err := s.planned(&next, next.run.code[next.At])
	if err != nil {
		return err
	}
	args, err := w.resolveArgs(w.Writer(p.By), in.Args)
	if err == nil {
		_, err = w.specs[in.Verb].Build(args)
	}
	if from := w.Named(in.Words.From); err == nil && from != nil && from.Heard.IsZero() {
		err = impossible("send from=%s: its answer has not been heard", in.Words.From)
	}
	if err != nil {
		return impossible("take a step of %s's plan: %w", w.titled(p.By), err)
	}
	return nil
}

// copes says whether the plan knows how to go on without the answer that it waits for.
func (p *PlanState) copes() bool {
	if p.At >= len(p.run.code) {
		return false
	}
	i := p.run.code[p.At]
	return i.do == losing && p.request(p.Names, i.step.Name) == p.Last
}

// Answerless says whether nothing of a request is under way any more: no answer to it can come.
func (w *World) Answerless(request int) bool {
	return !slices.ContainsFunc(w.Flight(), func(m *Message) bool { return m.Request == request && m.State != Working })
}

func (w *World) titled(writer string) string {
	if x := w.Writer(writer); x != nil {
		return x.Title
	}
	return writer
}

// Ahead is where a writer's plan will stand when its wait is over; nil where it has none.
func (w *World) Ahead(writer string) *PlanState {
	p := w.PlanOf(writer)
	if p == nil || p.Until == 0 {
		return p
	}
	next := *p
	next.Until = 0
	(&step{World: w}).goOn(&next)
	return &next
}

// Repeats says whether the request that a writer's plan sends next is the one that it sent last, word for word.
func (w *World) Repeats(writer string) bool {
	p := w.Ahead(writer)
	if p == nil || p.Next() == nil || p.Last == 0 {
		return false
	}
	in, err := (&step{World: w}).planned(p, p.run.code[p.At])
	x := w.Exchange(p.Last)
	return err == nil && in.Verb == x.Verb &&
		slices.EqualFunc(in.Args, x.given, func(a, b Arg) bool { return a.Name == b.Name && a.Value.Equal(b.Value) })
}
