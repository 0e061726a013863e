package engine

import (
	"slices"
	"strconv"
	"time"
)

// What the inputs Plan and Next do, and what answers and timers do to plans.

func (s *step) plan(in Plan) error {
	switch {
	case in.By == Seed:
		return impossible("give seed a plan: it makes the start and has none")
	case s.Writer(in.By) == nil:
		return s.noWriter("give", in.By, " a plan")
	case len(in.Steps) == 0 && s.PlanOf(in.By) == nil:
		return impossible("take away %s's plan: there is none", s.Title(in.By))
	case len(in.Steps) == 0:
		s.put(s.plans, in.By, nil)
		s.emit(Event{Kind: Planned, By: in.By, Object: s.plans.object(in.By), Text: "off"})
		return nil
	}
	run, err := s.compile(in.Steps)
	if err != nil {
		return err
	}
	p := &PlanState{By: in.By, Steps: in.Steps, Round: make([]int, len(run.loops)), run: run}
	s.goOn(p)
	s.put(s.plans, in.By, p)
	s.emit(Event{Kind: Planned, By: in.By, Object: s.plans.object(in.By)})
	s.work()
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
		s.put(s.plans, in.By, &p)
		if len(openList(&s.happens)) == 0 {
			s.emit(Event{Kind: Planned, By: in.By, Object: s.plans.object(in.By), Text: "goes on"})
		} else {
			s.last().also(s.close())
		}
		s.work()
		return nil
	}
	s.work()
	return s.sendPlanned(&p, in.Choose)
}

func (s *step) giveUp(x *Exchange) {
	if !x.GaveUp.IsZero() {
		return
	}
	next := *x
	next.sequel().GaveUp = s.when()
	s.put(s.exchanges, x.key(), &next)
	s.emit(Event{Kind: GaveUp, By: x.By, Request: x.Number, Object: x.Object})
}

// sendPlanned sends the request at which a plan stands. What the plan's names mean is put in, so that anybody could
// have typed it.
func (s *step) sendPlanned(p *PlanState, choose []int) error {
	i := p.run.code[p.At]
	in, err := s.planned(p, i)
	if err != nil {
		return err
	}
	if len(choose) > 0 {
		in.Words.Choose = choose
	}
	number := s.Requests() + 1
	p.Last, p.Out = number, true
	if i.step.As != "" {
		p.Names = named(p.Names, i.step.As, number)
	}
	p.wishes(i.wish, func(w *Wishing) { w.Requests = append(slices.Clone(w.Requests), number) })
	if key := p.try(i, p.At); key != "" {
		p.Tries = named(p.Tries, key, number)
	}
	p.At++
	s.put(s.plans, p.By, p)
	return s.send(in)
}

// planned is the request of a step, with requests in the place of names.
func (s *step) planned(p *PlanState, i instruction) (in Send, err error) {
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
	} else if n := p.request(p.Tries, p.try(i, p.At)); n != 0 && s.specs[i.step.Verb].Group != GroupRead {
		in.Words.Again = s.Exchange(n).Name
	}
	if i.step.As != "" {
		in.As = s.freeName(p.By + "-" + i.step.As)
	}
	if in.Words.Does == "" && s.claims(i.step.Verb) && p.run.tellsWork(i.step.Args) {
		in.Words.Does = "none"
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

func (s *step) nameOf(p *PlanState, name string) (string, error) {
	if n := p.request(p.Names, name); n != 0 {
		return s.Exchange(n).Name, nil
	}
	return "", impossible("use %s in %s's plan: nothing of that name was sent in this round", name, s.Title(p.By))
}

// meant is a value with the requests that a plan's names mean in their place. What may be missing and is becomes
// nothing.
func (s *step) meant(p *PlanState, loop int, v Value) (Value, error) {
	if v.kind == isList || v.kind == isExpression {
		next := v
		parts := make([]Value, len(v.inside()))
		next.parts = &parts
		for i, part := range v.inside() {
			var err error
			if parts[i], err = s.meant(p, loop, part); err != nil {
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
	s.put(s.plans, x.By, &next)
}

// awake lets a plan go on whose wait is over.
func (s *step) awake(id string, t Timer) {
	next := *s.PlanOf(id)
	next.Until = 0
	s.goOn(&next)
	s.put(s.plans, id, &next)
	s.emit(Event{Kind: Ended, By: id, Object: t.Object, Text: t.Name})
	s.work()
}

// goOn carries out what a plan does without the storage, up to its next request, its next wait or its end.
func (s *step) goOn(p *PlanState) {
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
		if s.follow(p, i); p.Until != 0 || p.Why != "" {
			break
		}
	}
	if p.Ended() {
		p.Names, p.Tries = nil, nil
		clear(p.Round)
	}
}

// follow carries out an instruction that only says where the plan goes on.
func (s *step) follow(p *PlanState, i instruction) {
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
	case lacking:
		if p.At++; s.heard(p, i.step) != nil {
			p.At = i.to
		}
	case jumping, losing: // a lost answer is seen where the plan waits for it
		p.At = i.to
	case stopping:
		p.At = len(p.run.code)
	case queueing:
		if p.At++; s.is(p, i.step) {
			p.At = i.to
			if timers := s.Timers(); len(timers) > 0 && timers[0].At > s.Now() {
				p.Until = timers[0].At
			}
		}
	case working:
		s.does(p, i)
	case wishing:
		p.At++
		p.wishes(i.wish, func(w *Wishing) { w.Before = len(w.Requests) })
	case wished:
		p.At++
		p.wishes(i.wish, func(w *Wishing) {
			if s.whole(w.Requests[w.Before:]) {
				*w = Wishing{Name: w.Name}
			}
		})
	}
}

// wishes changes what is known of a wish; an empty name is none.
func (p *PlanState) wishes(name string, change func(*Wishing)) {
	if name == "" {
		return
	}
	p.Wishes = slices.Clone(p.Wishes)
	at := slices.IndexFunc(p.Wishes, func(w Wishing) bool { return w.Name == name })
	if at < 0 {
		at, p.Wishes = len(p.Wishes), append(p.Wishes, Wishing{Name: name})
	}
	change(&p.Wishes[at])
}

// whole says whether all of some requests were heard to be accepted.
func (s *step) whole(requests []int) bool {
	return !slices.ContainsFunc(requests, func(n int) bool {
		x := s.Exchange(n)
		return x.Heard.IsZero() || !x.Answer.Accepted()
	})
}

// turn begins the next round of a loop, in which the names of its own requests mean nothing yet, or leaves it.
func (s *step) turn(p *PlanState, i instruction) {
	c := p.run.loops[i.loop]
	if p.Round[i.loop] >= c.times {
		p.leave(i.loop)
		p.At++
		return
	}
	p.Round[i.loop]++
	p.At = i.to
	p.Names = slices.DeleteFunc(slices.Clone(p.Names),
		func(n Naming) bool { return slices.Contains(c.forgets, n.Name) })
	if !c.tries && !c.within {
		p.Tries = nil
	}
}

func (p *PlanState) leave(loop int) {
	p.Round[loop] = 0
	if !p.run.loops[loop].within {
		p.Tries = nil
	}
}

// pause sets the end of a wait.
func (s *step) pause(p *PlanState, i instruction) {
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
func (s *step) is(p *PlanState, step *PlanStep) bool {
	x := s.heard(p, step)
	return x != nil && x.Answer.Is(step.Is)
}

// heard is the request of this round that a step is about; nil where no answer to it has come.
func (s *step) heard(p *PlanState, step *PlanStep) *Exchange {
	if x := s.Exchange(p.request(p.Names, step.Name)); x != nil && !x.Heard.IsZero() {
		return x
	}
	return nil
}

// PlanOf is where the plan of a writer stands; nil where it has none.
func (w *World) PlanOf(writer string) *PlanState { return got[*PlanState](w.plans, writer) }

// Ready is nil where the writer can take the next step of its plan now; the error says why not.
func (w *World) Ready(writer string) error {
	p := w.PlanOf(writer)
	switch {
	case p == nil:
		return impossible("take a step of %s's plan: there is none", w.Title(writer))
	case p.Why != "":
		return impossible("take a step of %s's plan: %s", w.Title(writer), p.Why)
	case p.Ended():
		return impossible("take a step of %s's plan: it has ended", w.Title(writer))
	case p.Until > w.Now():
		return impossible("take a step of %s's plan: it waits until %s; clock %s goes there", w.Title(writer), p.Until,
			p.Until)
	case p.Out && !p.copes():
		x := w.Exchange(p.Last)
		if !x.Lost.IsZero() && w.Answerless(p.Last) {
			return impossible("take a step of %s's plan: it waits for the answer of #%d, which was lost, and has no "+
				"`on lost` for that", w.Title(writer), x.Number)
		}
		return impossible("take a step of %s's plan: it waits for the answer of #%d", w.Title(writer), x.Number)
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

// Queues says whether a request of a plan was refused in such a way that the plan waits and sends it again: it got
// nothing by it, and tells nobody anything.
func (w *World) Queues(x *Exchange) bool {
	p := w.PlanOf(x.By)
	if p == nil || !p.Out || p.Last != x.Number || p.At >= len(p.run.code) {
		return false
	}
	i := p.run.code[p.At]
	return i.do == queueing && x.Answer.Is(i.step.Is)
}

// Answerless says whether nothing of a request is under way any more: no answer to it can come.
func (w *World) Answerless(request int) bool {
	return !slices.ContainsFunc(w.Flight(), func(m *Message) bool { return m.Request == request && m.State != Working })
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
