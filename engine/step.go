package engine

import (
	"slices"
	"strings"
)

// step is one input being carried out.
type step struct {
	*World
	number int
	fresh  *globals // that the event being made has put; nil: it has put none
	sorted bool     // and the order in it is its own
	choose []int    // how the service does what it leaves open, of the request that the input names; nil: as that says
	deeds  []deed   // what plans say to have done without the storage, in the event that is being made
}

// globals replaces the world's one record, once in an event: until it closes nobody has seen the new one.
func (s *step) globals(change func(*globals)) {
	if s.fresh == nil {
		addTo(&s.nows, *s.global())
		s.fresh, s.sorted = &closeList(&s.nows)[0], false
		s.put(s.World.globals, "now", s.fresh)
	}
	change(s.fresh)
}

// order changes the order of what is in flight, in a list of the event's own, which has place for so many more.
func (s *step) order(more int, change func([]string) []string) {
	s.globals(func(g *globals) {
		if !s.sorted {
			g.Order, s.sorted = append(g.room(len(g.Order)+more), g.Order...), true
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

// chosen is each with what the service leaves open, of one request alone.
func (s *step) chosen(names []string, choose []int, do func(string) error) error {
	if len(choose) > 0 && len(names) != 1 {
		return impossible("choose for several requests at once: give each its own line")
	}
	s.choose = choose
	return s.each(names, do)
}

// emit closes an event: what was written since the last one belongs to it.
func (s *step) emit(e Event) *Event {
	e.Number, e.At = s.number, s.Now()
	if e.Particulars == nil {
		e.Particulars = nothingMore
	}
	e.written = s.close()
	addTo(&s.happens, e)
	return s.last()
}

// also is more that was written in the event.
func (e *Event) also(more []Written) { e.written = append(e.written, more...) }

// close is what was written since the last event.
func (s *step) close() (list []Written) {
	s.fresh = nil
	return closeList(&s.journal)
}

// when is the present record and moment.
func (s *step) when() When { return When{s.number, s.Now()} }

func (s *step) mark(by string, request int) Mark {
	return Mark{Event: s.number, Request: request, By: by, At: s.Now()}
}

// find is the message that a name means: strokes behind it count the copies. The direction that exists is taken, the
// answer first.
func (s *step) find(name string) (*Exchange, *Message, error) {
	plain := strings.TrimRight(name, "'")
	x := s.Named(plain)
	if x == nil {
		return nil, nil, impossible("find %q: no request has that name", name)
	}
	for _, back := range []bool{true, false} {
		if m := s.message(x.messageKey(len(name)-len(plain), back)); m != nil && m.State != Working {
			return x, m, nil
		}
	}
	return x, nil, impossible("find %s in flight: %s", name, whereabouts(x))
}

func whereabouts(x *Exchange) string {
	switch {
	case !x.Heard.IsZero():
		return "its answer has been heard"
	case !x.Lost.IsZero() && x.Decided.IsZero():
		return "the request was lost"
	case !x.Lost.IsZero():
		return "its answer was lost"
	}
	return "it has no such copy"
}

// fly puts a message behind all others in flight.
func (s *step) fly(m *Message) {
	m.key = m.of.messageKey(m.Copy, m.Back)
	s.put(s.World.flight, m.key, m)
	s.order(1, func(keys []string) []string { return append(keys, m.key) })
}

// land takes a message out of the air.
func (s *step) land(m *Message) {
	s.put(s.World.flight, m.key, nil)
	s.order(0, func(keys []string) []string {
		return slices.DeleteFunc(keys, func(k string) bool { return k == m.key })
	})
}

// state is that of a service, to be written.
func (s *step) state(service string) State {
	for i, known := range s.services {
		if known.Name == service {
			return s.owned(i)
		}
	}
	panic("engine: an operation of no service: " + service)
}

// drop takes back what was written since start within the event being made.
func (s *step) drop(start int) {
	s.revert(openList(&s.journal)[start:])
	cutList(&s.journal, start)
}

// working is what the service goes on with for a request; nil where there is nothing left.
func (s *step) working(request int) *Message {
	for _, m := range s.Flight() {
		if m.Request == request && m.State == Working {
			return m
		}
	}
	return nil
}

func (s *step) fault(x *Exchange) *Rule {
	for _, service := range s.services {
		for _, rule := range service.Faults {
			if service.Name == x.Service() && rule.Fault.Code == x.Words.Fault {
				return rule
			}
		}
	}
	return nil
}

// built is the operation that was built last: mostly it is decided next.
type built struct {
	of *Sending
	op Op
}

// opOf is the operation of a request that is under way.
func (w *World) opOf(x *Exchange) Op {
	if w.built.of != x.Sending {
		w.built = built{x.Sending, x.Op()}
	}
	return w.built.op
}
