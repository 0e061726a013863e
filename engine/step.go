package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Step moves the world by one input, the record with that number: later records have larger numbers, on every branch.
// The events are the input's own first, then its consequences. On an error the world is as it was;
// so it is when the rules panic.
func (w *World) Step(number int, in Input) (events []Event, err error) {
	s := &step{World: w, number: number}
	w.minted = 0
	w.journal.cut(0)
	w.happens.cut(0)
	defer func() {
		p := recover()
		limit, reached := p.(LimitError)
		if reached {
			err = limit
		}
		if p == nil && err == nil {
			return
		}
		w.revert(w.journal.open())
		for _, e := range slices.Backward(w.happens.open()) {
			w.revert(e.written)
		}
		events = nil
		if p != nil && !reached {
			panic(p)
		}
	}()
	if number <= w.Record() {
		return nil, impossible("number a record %d after %d", number, w.Record())
	}
	if number > MaxInputs {
		return nil, LimitError{What: inSession, Most: MaxInputs}
	}
	s.globals(func(g *globals) { g.Events = int64(number) })
	if err := s.do(in); err != nil {
		return nil, err
	}
	return w.happens.close(), nil
}

// step is one input being carried out.
type step struct {
	*World
	number int
	fresh  *globals // that the event being made has put; nil: it has put none
	sorted bool     // and the order in it is its own
}

func (s *step) do(in Input) error {
	switch in := in.(type) {
	case AddWriter:
		return s.addWriter(in)
	case Set:
		return s.set(in)
	case Lock:
		return s.lock(in)
	case Send:
		return s.send(in)
	case Arrive:
		return s.each(in.Names, s.arrive)
	case Deliver:
		return s.each(in.Names, s.deliver)
	case ReceiveAnswer:
		return s.each(in.Names, s.hear)
	case Lose:
		return s.lose(in)
	case Duplicate:
		return s.double(in)
	case Timeout:
		return s.timeout(in)
	case Order:
		return s.move(in)
	case Edit:
		return s.edit(in)
	case Finish:
		return s.finish(in)
	case Clock:
		return s.clock(in)
	case Act:
		return s.act(in)
	case Tell:
		return s.tell(in)
	case Plan:
		return s.plan(in)
	case Next:
		return s.next(in)
	}
	panic(fmt.Sprintf("engine: no step for %T", in))
}

// globals replaces the world's one record, once in an event: until it closes nobody has seen the new one.
func (s *step) globals(change func(*globals)) {
	if s.fresh == nil {
		g := *s.global()
		s.fresh, s.sorted = &g, false
		s.put(s.World.globals.t, "now", &g)
	}
	change(s.fresh)
}

// order changes the order of what is in flight, in a list of the event's own.
func (s *step) order(change func([]string) []string) {
	s.globals(func(g *globals) {
		if !s.sorted {
			g.Order, s.sorted = append(g.room(len(g.Order)+1), g.Order...), true
		}
		g.Order = change(g.Order)
	})
}

// last is the event that was made last.
func (s *step) last() *Event { return &s.happens.chunk[len(s.happens.chunk)-1] }

func (s *step) each(names []string, do func(string) error) error {
	if len(names) == 0 {
		return impossible("do that to nothing: name a request")
	}
	for _, name := range names {
		if err := do(name); err != nil {
			return err
		}
	}
	return nil
}

func (s *step) addWriter(in AddWriter) error {
	switch {
	case in.ID == "" || strings.ContainsAny(in.ID, " \t\n:.$'\""):
		return impossible("call a writer %q: an id is one word without . : $ and quotes", in.ID)
	case s.Writer(in.ID) != nil:
		return impossible("add the writer %s twice", in.ID)
	case s.writers.Len() > MaxWriters:
		return LimitError{What: "writers", Most: MaxWriters}
	}
	title := in.Title
	if title == "" {
		title = in.ID
	}
	s.put(s.writers.t, in.ID, &Writer{ID: in.ID, Title: title, Principal: in.Principal, Place: int64(s.writers.Len())})
	s.emit(Event{Kind: Joined, By: in.ID, Text: title})
	return nil
}

// writerSettings are the switches that every writer has.
var writerSettings = [...]Setting{
	{Name: "hold", Values: []string{"off", "on"}, Help: "its requests wait in flight"},
	{Name: "responsive", Values: []string{"on", "off"},
		Help: "whether it answers when the service asks it for something back"},
	{Name: "guard", Help: "what its writes ask for, as if-match"},
	{Name: "rows", Values: []string{"replace", "merge"},
		Help: "whether its writes of rows replace all properties, or merge those that it changed"},
	{Name: "hides", Help: "for how many seconds its updates hide a message again: 30 unless set, 0 makes it visible " +
		"at once"},
}

// WriterSettings are the switches that every writer has; an empty list of values takes any word.
func WriterSettings() []Setting { return writerSettings[:] }

func (s *step) set(in Set) error {
	var known []Setting
	for _, service := range s.services {
		if service.Name == in.Scope {
			known = service.Settings
		}
	}
	if s.Writer(in.Scope) != nil {
		known = writerSettings[:]
	}
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
		if k.Name != in.Key {
			continue
		}
		if len(k.Values) > 0 && !slices.Contains(k.Values, in.Value) {
			return impossible("set %s.%s to %q: it takes %s", in.Scope, in.Key, in.Value, strings.Join(k.Values, ", "))
		}
		s.put(s.settings.t, in.Scope+"."+in.Key, &word{in.Value})
		s.emit(Event{Kind: Switched, Object: s.settings.Object(in.Scope + "." + in.Key), Text: in.Value})
		for _, service := range s.services {
			s.rejudge(service.Name)
		}
		return nil
	}
	if names == nil {
		return impossible("set %s.%s: there is no writer or service called %s with switches", in.Scope, in.Key,
			in.Scope)
	}
	return impossible("set %s.%s: %s has the switches %s", in.Scope, in.Key, in.Scope, strings.Join(names, ", "))
}

func (s *step) lock(in Lock) error {
	s.put(s.locks.t, in.Covers.String(), &word{in.Lease.String()})
	s.emit(Event{Kind: Locked, Object: in.Covers, Text: in.Lease.String()})
	return nil
}

func (s *step) act(in Act) error {
	writer := s.Writer(in.By)
	if writer == nil {
		return impossible("work for %q: there is no such writer", in.By)
	}
	what, err := s.resolve(writer, in.What)
	if err != nil {
		return err
	}
	s.emit(Event{Kind: Acted, By: in.By, Object: s.worked(s.mark(in.By, 0), what.String()), Text: in.What.String()})
	return nil
}

// worked notes that a writer says to have done work, and gives the work as an object. What seed does makes the start:
// it is no work.
func (s *step) worked(by Mark, work string) (object ObjectID) {
	next := workRecord{by: by}
	if old := s.World.work.Get(work); old != nil {
		next = *old
		if next.by.IsZero() {
			next.by = by
		}
	}
	if by.By != Seed && !slices.Contains(next.doers, by.By) {
		next.doers = append(slices.Clone(next.doers), by.By)
		s.put(s.World.work.t, work, &next)
	}
	return s.World.work.Object(work)
}

// claimed notes the work that the sending of a request says to be done; empty where it says nothing.
func (s *step) claimed(x *Exchange) (object ObjectID) {
	op, ok := s.opOf(x).(Claimer)
	if !ok || x.Words.Does == "none" {
		return ObjectID{}
	}
	work, token := op.Claims()
	if d := s.World.work.Get(work); d == nil || !slices.Contains(d.handed, token) {
		return ObjectID{}
	}
	return s.worked(x.Sent, work)
}

// Work is who did the work first that an answer gave, as `work q/1`; zero where nobody did.
func (w *World) Work(object ObjectID) Mark {
	if d := w.work.Get(object.Name); d != nil {
		return d.by
	}
	return Mark{}
}

// Worked says whether a writer said before that it had done the work.
func (w *World) Worked(object ObjectID, writer string) bool {
	d := w.work.Get(object.Name)
	return d != nil && slices.Contains(d.doers, writer)
}

func (s *step) tell(in Tell) error {
	writer := s.Writer(in.To)
	name, field, ok := in.What.RefName()
	if writer == nil || !ok {
		return impossible("tell %s %s: write tell WRITER $name.field", in.To, in.What)
	}
	x := s.Named(name)
	if x == nil || x.Heard.IsZero() {
		return impossible("tell %s %s: nobody has heard an answer called %s", in.To, in.What, name)
	}
	if x.Answer.Field(field).IsZero() {
		return impossible("tell %s %s: the answer %s has no %s", in.To, in.What, name, field)
	}
	next := *writer
	next.Told = append(slices.Clone(writer.Told), name+"."+field)
	s.put(s.writers.t, in.To, &next)
	s.emit(Event{Kind: Told, By: in.To, Text: in.What.String()})
	return nil
}
