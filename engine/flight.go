package engine

import (
	"slices"
	"strings"
)

func (s *step) arrive(name string) error {
	x, m, err := s.find(name)
	switch {
	case err != nil:
		return err
	case m.Back || m.State != Travelling:
		return impossible("have %s arrive: it is there already", name)
	}
	s.arrived(x, m)
	s.choose = nil
	s.rejudge(x.Service())
	return nil
}

// arrived brings a request to the service. Where the service looks at it then and refuses, that is its answer; reports
// whether it is still undecided, as the message then is.
func (s *step) arrived(x *Exchange, m *Message) (*Message, bool) {
	next := *m
	next.State, next.Arrived = AtService, s.mark(x.By, x.Number)
	s.put(s.World.flight, m.key, &next)
	s.emit(Event{Kind: Arrived, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object})
	op, ok := s.opOf(x).(Arriver)
	if !ok {
		return &next, true
	}
	tx := s.tx(x, &next)
	if a, decided := op.Arrive(tx); decided {
		s.decided(x, &next, tx, a, 0)
		return nil, false
	}
	if len(tx.open) > 0 { // the decision goes on behind the arrival in the list of choices
		next.Chose = len(tx.open)
		chose := next
		s.put(s.World.flight, m.key, &chose)
	}
	last := s.last()
	last.Particulars = tx.particulars(false)
	last.also(s.close())
	return &next, true
}

func (s *step) deliver(name string) error {
	x, m, err := s.find(name)
	switch {
	case err != nil:
		return err
	case m.Back:
		return impossible("deliver %s: it is decided, its answer is under way; `answer %s` hands it over", name, name)
	}
	if _, ok := s.opOf(x).(Arriver); ok && m.State == Travelling {
		if m, ok = s.arrived(x, m); !ok {
			s.choose = nil
			s.rejudge(x.Service())
			return nil
		}
	}
	s.judge(x, m)
	s.choose = nil
	s.rejudge(x.Service())
	return nil
}

func (s *step) tx(x *Exchange, m *Message) *Tx {
	tx := s.begin(x, s.mark(x.By, x.Number))
	tx.arrived = m.Arrived
	choose, chose := x.Words.Choose, m.Chose
	if s.choose != nil {
		choose = s.choose
		if m.Arrived.Event != s.number { // what was chosen as it arrived stands in another list
			chose = 0
		}
	}
	tx.choices = choose[min(chose, len(choose)):]
	tx.state = s.state(x.Service())
	return tx
}

// judge decides a request, or leaves it waiting; reports whether it moved.
func (s *step) judge(x *Exchange, m *Message) bool {
	tx := s.tx(x, m)
	start := len(openList(&s.journal))
	var a Answer
	if x.Words.Fault != "" {
		a = tx.Refuse(&Cause{Rule: s.fault(x)})
	} else {
		a = s.opOf(x).Apply(tx)
	}
	if !a.waits {
		s.decided(x, m, tx, a, start)
		return true
	}
	s.drop(start)
	if m.State == AtServiceWaiting && m.Until == a.Why.Until {
		return false
	}
	first := m.State != AtServiceWaiting
	next := *m
	next.State, next.Until = AtServiceWaiting, a.Why.Until
	if next.Arrived.IsZero() {
		next.Arrived = s.mark(x.By, x.Number)
	}
	s.put(s.World.flight, m.key, &next)
	if first {
		why := a
		s.emit(Event{Kind: Waiting, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object, Answer: &why,
			Particulars: tx.particulars(false)})
	}
	return first
}

// decidedRecords are what a decision makes, in one piece of memory. The verdict stays for as long as the request is
// not of the past (packed.go).
type decidedRecords struct {
	verdict  Verdict
	answer   Message
	exchange Exchange
}

// decided records a decision and sends the answer off.
func (s *step) decided(x *Exchange, m *Message, tx *Tx, a Answer, start int) {
	made, showed := &decidedRecords{verdict: Verdict{Answer: a}, exchange: *x}, s.keptParts(tx)
	verdict := &made.verdict
	made.answer = Message{of: x.Sending, Request: x.Number, Copy: m.Copy, Back: true, Verdict: verdict}
	tx.compared = closeList(&s.compared)
	e := Event{Kind: Decided, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object, Answer: &verdict.Answer,
		Showed: showed, Particulars: tx.particulars(a.Why == nil || a.keeps)}
	if a.Why != nil && !a.keeps {
		s.drop(start)
		tx.beliefs = nil
	} else {
		e.Changed = closeList(&s.changes)
		s.setAlike(e.Changed, openList(&s.journal)[start:])
	}
	effect, own := len(openList(&s.journal)) > start, e.Own()
	verdict.Shows, verdict.Beliefs, verdict.Over = s.afterwards(showed, own, tx.mark), tx.beliefs, over(own)
	s.land(m)
	s.fly(&made.answer)
	if a.Accepted() || a.keeps {
		s.stop(tx)
	}
	if tx.works && a.Accepted() {
		s.fly(&Message{of: x.Sending, Request: x.Number, Copy: m.Copy, State: Working, Verdict: undecided})
	}
	next := &made.exchange
	next.Took, next.Altered = x.Took || a.Accepted() && effect, x.Altered || len(own) > 0
	if x.Decided.IsZero() {
		next.Decided, next.Verdict = tx.mark, verdict
		next.decidedBy(tx, a.Accepted() || a.keeps, own)
	} else {
		next.sequel().copies = x.copies.with(x, tx.mark, verdict)
	}
	s.put(s.exchanges, x.key(), next)
	s.endWork(e.Changed, tx.mark)
	s.emit(e)
}

// endWork notes of each request that nobody has heard of which of its work is gone or replaced: its writer may send it
// once more, and whether that does it twice goes by who ended what it had done first.
func (s *step) endWork(changed []Change, by Mark) {
	for _, c := range changed {
		if c.Mark.Request == by.Request || c.Adds || c.Gone || c.Same {
			continue
		}
		x := s.Exchange(c.Mark.Request)
		if x == nil || !x.Heard.IsZero() {
			continue
		}
		next := *x
		c.Mark = by
		own := next.sequel()
		own.Ended = append(slices.Clip(own.Ended), c)
		s.put(s.exchanges, x.key(), &next)
	}
}

// decidedBy keeps what the first judgement compared and left alone.
func (x *Exchange) decidedBy(tx *Tx, kept bool, own []Change) {
	if kept && len(tx.compared) > 0 {
		x.sequel().Compared = tx.compared
	}
	if !slices.ContainsFunc(own, func(c Change) bool { return c.Same }) {
		return
	}
	s := x.sequel()
	for _, c := range own {
		if c.Same {
			s.Left = append(s.Left, LeftAlone{Part: c.Part})
		}
	}
}

// over is the request whose piece one of the changes put another in the place of.
func over(changed []Change) int {
	for _, c := range changed {
		if c.Silent && !c.Adds && !c.Drops {
			return c.Mark.Request
		}
	}
	return 0
}

// keptParts are the parts that an answer shows, in a list of their own: what they were gathered in is used again.
func (w *World) keptParts(tx *Tx) []Part {
	for _, p := range tx.showed {
		addTo(&w.parts, p)
	}
	clear(tx.showed)
	w.showing = tx.showed[:0]
	return closeList(&w.parts)
}

// afterwards are the parts that an answer shows to its reader: those that it says, and those that a change leaves.
func (w *World) afterwards(showed []Part, changed []Change, m Mark) []Part {
	if len(changed) == 0 {
		return showed
	}
	for _, p := range showed {
		addTo(&w.parts, p)
	}
	for _, c := range changed {
		if !c.Adds && !c.Silent {
			addTo(&w.parts, Part{Object: c.Object, Name: c.Name, Mark: m, Gone: c.Drops, From: c.From, To: c.To,
				Alone: c.Alone})
		}
	}
	return closeList(&w.parts)
}

// waits says whether anything waits at a service.
func (s *step) waits(service string) bool {
	for _, key := range s.global().Order {
		if m := s.message(key); m.State == AtServiceWaiting && s.Exchange(m.Request).Service() == service {
			return true
		}
	}
	return false
}

// rejudge judges what waits at a service again, first come first, until nothing moves any more.
func (s *step) rejudge(service string) {
	for moved := s.waits(service); moved; {
		moved = false
		waiting := slices.DeleteFunc(s.Flight(), func(m *Message) bool { return m.State != AtServiceWaiting })
		slices.SortStableFunc(waiting, func(a, b *Message) int { return a.Arrived.Event - b.Arrived.Event })
		for _, m := range waiting {
			x := s.Exchange(m.Request)
			if x.Service() == service && s.judge(x, m) {
				moved = true
				break
			}
		}
	}
}

func (s *step) hear(name string) error {
	x, m, err := s.find(name)
	switch {
	case err != nil:
		return err
	case !m.Back:
		return impossible("hand over the answer of %s: the service has not decided it; `deliver %s` has it decide",
			name, name)
	}
	s.land(m)
	if x.Heard.IsZero() {
		made := &struct { // in one piece of memory
			exchange Exchange
			writer   Writer
		}{*x, *s.Writer(x.By)}
		next, writer := &made.exchange, &made.writer
		next.Heard, next.Verdict = s.when(), m.Verdict
		writer.believe(m.Beliefs)
		next.HeardBefore, writer.Newest = writer.Newest, x.Number
		if !m.Answer.Accepted() {
			writer.looks = refusedKept
		}
		s.put(s.exchanges, x.key(), next)
		writer.Open = without(writer.Open, x.Number)
		s.put(s.writers, x.By, writer)
		s.showTo(x.By, x.Number, m.Shows)
		s.tellPlan(x)
	}
	s.emit(Event{Kind: Heard, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object, Answer: &m.Answer,
		Showed: m.Shows})
	s.work()
	return nil
}

func (s *step) lose(in Lose) error {
	x, m, err := s.find(in.Name)
	if err != nil {
		return err
	}
	s.land(m)
	what := "request"
	if m.Back {
		what = "answer"
	}
	if x.Lost.IsZero() && x.Heard.IsZero() {
		next := *x
		next.sequel().Lost = s.when()
		s.put(s.exchanges, x.key(), &next)
	}
	s.emit(Event{Kind: Lost, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object, Text: what})
	return nil
}

func (s *step) double(in Duplicate) error {
	x, m, err := s.find(in.Name)
	switch {
	case err != nil:
		return err
	case m.State != Travelling:
		return impossible("double %s: it is at the service already", in.Name)
	case len(s.global().Order) >= MaxInFlight:
		return LimitError{What: "messages in flight", Most: MaxInFlight}
	}
	next := *m
	for s.message(x.messageKey(next.Copy, true)) != nil ||
		s.message(x.messageKey(next.Copy, false)) != nil {
		next.Copy++
	}
	s.fly(&next)
	s.emit(Event{Kind: Duplicated, By: x.By, Request: x.Number, Copy: next.Copy, Object: x.Object})
	return nil
}

func (s *step) timeout(in Timeout) error {
	x := s.Named(in.Name)
	switch {
	case x == nil:
		return impossible("stop waiting for %q: no request has that name", in.Name)
	case !x.Heard.IsZero():
		return impossible("stop waiting for %s: its answer has been heard", in.Name)
	case !x.GaveUp.IsZero():
		return impossible("stop waiting for %s twice", in.Name)
	}
	s.giveUp(x)
	p := s.PlanOf(x.By)
	if p == nil || !p.Out || p.Last != x.Number || !p.copes() {
		return nil
	}
	next := *p
	next.Out = false
	next.At++
	s.goOn(&next)
	s.put(s.plans, x.By, &next)
	s.last().also(s.close())
	s.work()
	return nil
}

func (s *step) move(in Order) error {
	x, m, err := s.find(in.Name)
	order := s.global().Order
	switch {
	case err != nil:
		return err
	case in.Place < 1 || in.Place > len(order):
		return impossible("move %s to place %d: there are places 1 to %d", in.Name, in.Place, len(order))
	}
	s.order(0, func(keys []string) []string {
		keys = slices.DeleteFunc(keys, func(k string) bool { return k == m.key })
		return slices.Insert(keys, in.Place-1, m.key)
	})
	s.emit(Event{Kind: Moved, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object})
	return nil
}

func (s *step) edit(in Edit) error {
	x, m, err := s.find(in.Name)
	switch {
	case err != nil:
		return err
	case m.Back || m.State != Travelling:
		return impossible("edit %s: it has left its writer's hands, the service has it", in.Name)
	}
	next := x.otherwise()
	next.given = edited(x.given, in.Args)
	writer, spec := s.Writer(x.By), s.specs[x.Verb]
	args, err := s.resolveArgs(writer, next.given)
	if err != nil {
		return err
	}
	op, err := spec.Build(args)
	if err != nil {
		return impossible("edit %s: %w", in.Name, err)
	}
	next.sent, s.built = args, built{next.Sending, op}
	next.Args = reckoned(next.given, args)
	next.Object, next.Made, next.Guards = ObjectID{spec.Object, spec.Target(args)}, nil, 0
	if err := s.trace(writer, spec, &next, args); err != nil {
		return err
	}
	s.put(s.exchanges, x.key(), &next)
	s.emit(Event{Kind: Edited, By: x.By, Request: x.Number, Copy: m.Copy, Object: x.Object})
	return nil
}

// edited puts new values in the place of the old ones; one of nothing takes its argument away.
func edited(old, changes []Arg) []Arg {
	list := slices.Clone(old)
	for _, a := range changes {
		at := slices.IndexFunc(list, func(o Arg) bool { return o.Name == a.Name })
		switch {
		case a.Value.IsZero():
			list = slices.DeleteFunc(list, func(o Arg) bool { return o.Name == a.Name })
		case at < 0:
			list = append(list, a)
		default:
			list[at] = a
		}
	}
	return list
}

func (s *step) finish(in Finish) error {
	x := s.Named(in.Name)
	if x == nil {
		return impossible("finish %q: no request has that name", in.Name)
	}
	m := s.working(x.Number)
	f, ok := s.state(x.Service()).(Finisher)
	if m == nil || !ok {
		return impossible("finish %s: the service has no work of its own left for it", in.Name)
	}
	tx := s.tx(x, m)
	start := len(openList(&s.journal))
	a := f.Finish(tx, x.Number)
	if a.Why != nil && !a.keeps {
		s.drop(start)
		cutList(&s.changes, 0)
	}
	s.land(m)
	s.emit(Event{Kind: Finished, By: x.By, Request: x.Number, Object: x.Object, Answer: &a,
		Changed: closeList(&s.changes), Particulars: &Particulars{Took: tx.took, Shadowed: tx.shadow}})
	s.rejudge(x.Service())
	return nil
}

// stop takes away the work that the service gave up.
func (s *step) stop(tx *Tx) {
	for _, request := range tx.stopped {
		if m := s.working(request); m != nil {
			s.land(m)
		}
	}
}

// showTo notes what an answer that a writer has heard shows. Nobody judges seed by what it knows.
func (s *step) showTo(writer string, request int, parts []Part) {
	if writer == Seed {
		return
	}
	for i := 0; i < len(parts); {
		key := shownKey(writer, parts[i])
		name, record := s.shown.known(key)
		if record == nil {
			name = strings.Clone(key)
		}
		old, _ := record.(*shown)
		next := old.next()
		for n := i; i < len(parts) && (i == n || shownKey(writer, parts[i]) == key); i++ {
			next.with(parts[i].Name, request, s.number, &s.newest)
		}
		s.put(s.shown, name, next)
	}
}
