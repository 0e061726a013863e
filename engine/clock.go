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
	for _, t := range timers {
		if t.Object.Kind == s.plans.t.name {
			s.awake(t.Object.Name, t)
			continue
		}
		for i, service := range s.services {
			ender, ok := s.states[i].(Ender)
			if !ok || !owns(s.states[i], t.Object.Kind) {
				continue
			}
			tx := s.begin(&Exchange{Sending: &Sending{spec: &OpSpec{service: service.Name}}}, s.mark("", 0))
			tx.state = s.states[i]
			by := ender.Ends(tx, t.Object, t.Name)
			s.stop(tx)
			s.emit(Event{Kind: Ended, By: by, Object: t.Object, Text: t.Name, Changed: s.changes.close()})
		}
	}
	for _, service := range s.services {
		s.rejudge(service.Name)
	}
}

// owns says whether objects of a kind lie in a table of the state.
func owns(state State, kind string) bool {
	return slices.ContainsFunc(state.Tables(), func(t Tabled) bool { return t.core().name == kind })
}
