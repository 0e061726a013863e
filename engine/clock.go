package engine

import "slices"

// clock moves time through every timer on the way, each at its own instant, and then to the moment asked for.
func (s *step) clock(in Clock) error {
	from := s.Now()
	to := in.To
	switch {
	case in.Next:
		next, ok := s.dueNext()
		if !ok {
			return impossible("go to the next timer: nothing ends by itself")
		}
		to = next
	case in.By != 0:
		to = from.Add(in.By)
	}
	if to < from {
		return impossible("move the clock from %s back to %s: time never goes back, undo does", from, to)
	}
	s.emit(Event{Kind: Passed, Text: from.String()}).At = to
	for {
		next, ok := s.dueNext()
		if !ok || next > to {
			break
		}
		timers := s.dueUntil(next)
		s.globals(func(g *globals) { g.Now = next })
		s.ring(timers)
	}
	s.globals(func(g *globals) { g.Now = to })
	s.last().also(s.close())
	return nil
}

// ring tells the services what ends at this instant, and judges waiting requests again.
func (s *step) ring(timers []Timer) {
	for n, t := range timers {
		if t.Object.Kind == s.plans.name {
			s.awake(t.Object.Name, t)
			continue
		}
		if n > 0 && !s.stands(t) {
			continue // what ended in front of it at this instant took it along, as a message that expires its hiding
		}
		for i, service := range s.services {
			if _, ok := s.states[i].(Ender); !ok || !owns(s.states[i], t.Object.Kind) {
				continue
			}
			nobody := &Sending{spec: &OpSpec{service: service.Name}}
			tx := s.begin(&Exchange{Verdict: undecided, Sequel: noSequel, Sending: nobody}, s.mark("", 0))
			tx.state = s.owned(i)
			ender, _ := tx.state.(Ender)
			by := ender.Ends(tx, t.Object, t.Name)
			s.stop(tx)
			changed := closeList(&s.changes)
			s.endWork(changed, s.mark(by, 0))
			s.emit(Event{Kind: Ended, By: by, Object: t.Object, Text: t.Name, Changed: changed})
		}
	}
	for _, service := range s.services {
		s.rejudge(service.Name)
	}
}

// stands says whether a timer is one of its object's still.
func (w *World) stands(timer Timer) bool {
	for _, t := range w.tables {
		if t.name == timer.Object.Kind {
			return slices.Contains(t.timersOf(&w.ends, timer.Object.Name, t.get(timer.Object.Name)), timer)
		}
	}
	return false
}

// Timers are the things that end by the clock after now, the next one first.
func (w *World) Timers() []Timer { return w.dueUntil(Never) }

// dueUntil are the things that end after now, up to an instant and at it, the next one first.
func (w *World) dueUntil(until Instant) (list []Timer) {
	for _, t := range w.tables {
		list = slices.AppendSeq(list, t.due.between(w.Now(), until))
	}
	slices.SortFunc(list, func(a, b Timer) int { return a.compare(&b) })
	return list
}

// dueNext is when something ends next; ok is false where nothing does.
func (w *World) dueNext() (next Instant, ok bool) {
	for _, t := range w.tables {
		if at, some := t.due.first(w.Now()); some && (!ok || at < next) {
			next, ok = at, true
		}
	}
	return next, ok
}
