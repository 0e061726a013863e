package engine

import (
	"slices"
	"strconv"
	"time"
)

// Stand is where a writer's plan stands: what it does next, and what the names in it mean. It is part of the world, so that undo, forks,
// digests and searches see it.
type Stand struct {
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
func (p *Stand) Walk(v Visitor) {
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
func (p *Stand) Ended() bool { return p.At >= len(p.run.code) && !p.Out }

// Next is the request that the plan sends next, where that is known before an answer comes; nil where it is not.
func (p *Stand) Next() *PlanStep {
	if p.Out || p.At >= len(p.run.code) || p.run.code[p.At].do != sending {
		return nil
	}
	return p.run.code[p.At].step
}

// Rounds are the round of the innermost loop that the plan stands in, and how many it may have; 0 where it stands in none.
func (p *Stand) Rounds() (now, most int) {
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
func (p *Stand) Again() bool {
	return p.Next() != nil && p.request(p.Tries, p.try(p.run.code[p.At], p.At)) != 0
}

// request is what a name means; 0 where it means nothing.
func (p *Stand) request(list []Naming, name string) int {
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

// try is the wish that a request of a loop with a break tries: its place, with the rounds of the loops around it whose rounds are wishes
// of their own. Empty where there is no such loop.
func (p *Stand) try(i instruction, at int) string {
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
func (w *World) PlanOf(writer string) *Stand { return w.plans.Get(writer) }

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
		return impossible("take a step of %s's plan: it waits until %s; clock %s goes there", w.titled(writer), p.Until, p.Until)
	case p.Out && !p.copes():
		x := w.Exchange(p.Last)
		if !x.Lost.IsZero() && w.Answerless(p.Last) {
			return impossible("take a step of %s's plan: it waits for the answer of #%d, which was lost, and has no `on lost` for that", w.titled(writer), x.Number)
		}
		return impossible("take a step of %s's plan: it waits for the answer of #%d", w.titled(writer), x.Number)
	}
	return nil
}

// copes says whether the plan knows how to go on without the answer that it waits for.
func (p *Stand) copes() bool {
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

func (s *step) plan(in Plan) error {
	switch {
	case in.By == Seed:
		return impossible("give seed a plan: it makes the start and has none")
	case s.Writer(in.By) == nil:
		return impossible("give %q a plan: there is no such writer", in.By)
	case len(in.Steps) == 0 && s.PlanOf(in.By) == nil:
		return impossible("take away %s's plan: there is none", s.titled(in.By))
	case len(in.Steps) == 0:
		s.put(s.plans.t, in.By, nil)
		s.emit(Event{Kind: Planned, By: in.By, Object: "plan " + in.By, Text: "off"})
		return nil
	}
	run, err := s.compile(in.Steps)
	if err != nil {
		return err
	}
	p := &Stand{By: in.By, Steps: in.Steps, Round: make([]int, len(run.loops)), run: run}
	s.goOn(p)
	s.put(s.plans.t, in.By, p)
	s.emit(Event{Kind: Planned, By: in.By, Object: "plan " + in.By})
	return nil
}

// next takes the next step of a plan.
func (s *step) next(in Next) error {
	if err := s.Ready(in.By); err != nil {
		return err
	}
	p := *s.PlanOf(in.By)
	if p.Out {
		p.Out = false
		p.At++
		s.giveUp(s.Exchange(p.Last))
		s.goOn(&p)
	}
	if p.Next() == nil || p.Until > s.Now() {
		s.put(s.plans.t, in.By, &p)
		if len(s.events) == 0 {
			s.emit(Event{Kind: Planned, By: in.By, Object: "plan " + in.By, Text: "goes on"})
			return nil
		}
		last := &s.events[len(s.events)-1]
		last.written = append(last.written, s.journal...)
		s.journal = s.journal[:0]
		return nil
	}
	return s.sendPlanned(&p)
}

func (s *step) giveUp(x *Exchange) {
	if !x.GaveUp.IsZero() {
		return
	}
	next := *x
	next.GaveUp = s.mark(x.By, x.Number)
	s.put(s.exchanges.t, exchangeKey(x.Number), &next)
	s.emit(Event{Kind: GaveUp, By: x.By, Request: x.Number, Object: x.Object})
}

// sendPlanned sends the request at which a plan stands. What the plan's names mean is put in, so that anybody could have typed it.
func (s *step) sendPlanned(p *Stand) error {
	i := p.run.code[p.At]
	in, err := s.planned(p, i)
	if err != nil {
		return err
	}
	number := s.Requests() + 1
	p.Last, p.Out = number, true
	if i.step.As != "" {
		p.Names = named(p.Names, i.step.As, number)
	}
	if key := p.try(i, p.At); key != "" {
		p.Tries = named(p.Tries, key, number)
	}
	p.At++
	s.put(s.plans.t, p.By, p)
	return s.send(in)
}

// planned is the request of a step, with requests in the place of names.
func (s *step) planned(p *Stand, i instruction) (in Send, err error) {
	in = Send{By: p.By, Verb: i.step.Verb, Words: i.step.Words}
	for _, a := range i.step.Args {
		v, err := s.meant(p, i.loop, a.Value)
		if err != nil {
			return in, err
		}
		if v.kind == isNumber && a.Value.kind == isReference {
			v = Text(v.String())
		}
		if !v.IsZero() || a.Value.IsZero() {
			in.Args = append(in.Args, Arg{Name: a.Name, Value: v})
		}
	}
	if in.Words.From != "" && in.Words.From != "none" {
		if in.Words.From, err = s.nameOf(p, in.Words.From); err != nil {
			return in, err
		}
	}
	if in.Words.Again != "" {
		if in.Words.Again, err = s.nameOf(p, in.Words.Again); err != nil {
			return in, err
		}
	} else if n := p.request(p.Tries, p.try(i, p.At)); n != 0 && s.specs[i.step.Verb].Group != "read" {
		in.Words.Again = s.Exchange(n).Name
	}
	if i.step.As != "" {
		in.As = s.freeName(p.By + "-" + i.step.As)
	}
	return in, nil
}

// freeName is a name with the first number behind it that no request has.
func (s *step) freeName(base string) string {
	for n := 1; ; n++ {
		if name := base + strconv.Itoa(n); s.Named(name) == nil {
			return name
		}
	}
}

func (s *step) nameOf(p *Stand, name string) (string, error) {
	if n := p.request(p.Names, name); n != 0 {
		return s.Exchange(n).Name, nil
	}
	return "", impossible("use %s in %s's plan: nothing of that name was sent in this round", name, s.titled(p.By))
}

// meant is a value with the requests that a plan's names mean in their place. What may be missing and is becomes nothing.
func (s *step) meant(p *Stand, loop int, v Value) (Value, error) {
	if v.kind == isList || v.kind == isExpression {
		next := v
		next.list = make([]Value, len(v.list))
		for i, part := range v.list {
			var err error
			if next.list[i], err = s.meant(p, loop, part); err != nil {
				return v, err
			}
		}
		return next, nil
	}
	name, field, ok := v.RefName()
	if !ok {
		return v, nil
	}
	if name == RoundName && field == "" {
		return Number(int64(p.Round[loop])), nil
	}
	_, optional, _ := v.Ref()
	if n := p.request(p.Names, name); optional && (n == 0 || s.Exchange(n).Heard.IsZero()) {
		return Value{}, nil
	}
	name, err := s.nameOf(p, name)
	return Ref(name+"."+field, optional), err
}

// tellPlan lets a plan go on that waits for this answer.
func (s *step) tellPlan(x *Exchange) {
	p := s.PlanOf(x.By)
	if p == nil || !p.Out || p.Last != x.Number {
		return
	}
	next := *p
	next.Out = false
	s.goOn(&next)
	s.put(s.plans.t, x.By, &next)
}

// awake lets a plan go on whose wait is over.
func (s *step) awake(id string, t Timer) {
	next := *s.PlanOf(id)
	next.Until = 0
	s.goOn(&next)
	s.put(s.plans.t, id, &next)
	s.emit(Event{Kind: Ended, By: id, Object: t.Object, Text: t.Name})
}

// goOn carries out what a plan does without the storage, up to its next request, its next wait or its end.
func (s *step) goOn(p *Stand) {
	p.Round = slices.Clone(p.Round)
	for n := 0; p.At < len(p.run.code); n++ {
		if n > MaxIdle {
			p.Why = LimitError{What: "steps of a plan between two requests", Most: MaxIdle}.Error()
			break
		}
		i := p.run.code[p.At]
		if i.do == sending {
			return
		}
		if i.do == waiting {
			if s.pause(p, i); p.Until != 0 || p.Why != "" {
				break
			}
			continue
		}
		s.follow(p, i)
	}
	if p.Ended() {
		p.Names, p.Tries = nil, nil
		clear(p.Round)
	}
}

// follow carries out an instruction that only says where the plan goes on.
func (s *step) follow(p *Stand, i instruction) {
	switch i.do {
	case beginning:
		p.Round[i.loop] = 1
		p.At++
	case repeating:
		s.turn(p, i)
	case breaking:
		if p.At++; s.is(p, i.step) {
			p.leave(i.loop)
			p.At = p.run.loops[i.loop].to
		}
	case testing:
		if p.At++; !s.is(p, i.step) {
			p.At = i.to
		}
	case jumping, losing: // a lost answer is seen where the plan waits for it
		p.At = i.to
	case stopping:
		p.At = len(p.run.code)
	}
}

// turn begins the next round of a loop, in which the names of its own requests mean nothing yet, or leaves it.
func (s *step) turn(p *Stand, i instruction) {
	c := p.run.loops[i.loop]
	if p.Round[i.loop] >= c.times {
		p.leave(i.loop)
		p.At++
		return
	}
	p.Round[i.loop]++
	p.At = i.to
	p.Names = slices.DeleteFunc(slices.Clone(p.Names), func(n Naming) bool { return slices.Contains(c.forgets, n.Name) })
	if !c.tries && !c.within {
		p.Tries = nil
	}
}

func (p *Stand) leave(loop int) {
	p.Round[loop] = 0
	if !p.run.loops[loop].within {
		p.Tries = nil
	}
}

// pause sets the end of a wait.
func (s *step) pause(p *Stand, i instruction) {
	p.At++
	v, err := s.meant(p, i.loop, i.step.For)
	if err == nil {
		v, err = s.reckon(s.Writer(p.By), v)
	}
	n, ok := v.Int()
	most := int64(MaxWait / i.step.Unit)
	switch {
	case err != nil:
		p.Why = err.Error()
	case !ok || n < 0 || n > most:
		p.Why = impossible("wait %s: it takes a whole number up to %d", v, most).Error()
	case n > 0:
		p.Until = s.Now().Add(time.Duration(n) * i.step.Unit)
	}
}

// is says whether an answer of this round has a status, a code, a reply that begins so, or a field of that name.
func (s *step) is(p *Stand, step *PlanStep) bool {
	x := s.Exchange(p.request(p.Names, step.Name))
	if x == nil || x.Heard.IsZero() {
		return false
	}
	return x.Answer.Is(step.Is)
}

// Is says whether an answer has a status, a code, a reply that begins with a word, or a field of that name.
func (a Answer) Is(what string) bool {
	if what == strconv.Itoa(a.Status) || what == a.Named() || !a.Field(what).IsZero() {
		return what != ""
	}
	reply := a.Field("reply")
	if list, ok := reply.List(); ok && len(list) > 0 {
		reply = list[0]
	}
	switch {
	case reply.IsZero() && a.Why != nil:
		return a.Why.Rule.Fault.Message == what
	case reply.IsZero() && a.Accepted():
		return what == "nil"
	}
	return reply.String() == what && what != ""
}

// Ahead is where a writer's plan will stand when its wait is over; nil where it has none.
func (w *World) Ahead(writer string) *Stand {
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
	return err == nil && in.Verb == x.Verb && slices.EqualFunc(in.Args, x.given, func(a, b Arg) bool { return a.Name == b.Name && a.Value.Equal(b.Value) })
}
