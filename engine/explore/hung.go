package explore

import (
	"slices"
	"strings"

	"interleave/engine"
)

// WhyStuck says of who is stuck at some end what that one does, as `cannot use $r.etag: ..`, the first who is first.
func (r *Result) WhyStuck() []Status {
	shortest := Outcome{}
	for _, o := range r.Outcomes {
		if len(o.Why) > 0 && (len(shortest.Why) == 0 || len(o.Example) < len(shortest.Example)) {
			shortest = o
		}
	}
	return r.whyStuck(shortest)
}

// StuckForClock says whether all who are said to be stuck at the ends wait for the clock alone: more jumps of it let
// them go on. It holds too where nobody is stuck.
func (r *Result) StuckForClock() bool {
	return !slices.ContainsFunc(r.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Why, func(l Status) bool { return l.Status != waitsClock })
	})
}

// tellStuck says why writers are stuck at the ends: of the shortest order at whose end anybody is, and for each writer
// of the shortest at whose end that one is.
func (s *search) tellStuck(r *Result) {
	shortest := func(stuck func(Status) bool) int {
		found := -1
		for n, o := range r.Outcomes {
			if slices.ContainsFunc(o.Last, stuck) && (found < 0 || len(o.Example) < len(r.Outcomes[found].Example)) {
				found = n
			}
		}
		return found
	}
	ends := []int{shortest(func(l Status) bool { return l.Status == Stuck })}
	for _, a := range s.actors {
		ends = append(ends, shortest(func(l Status) bool { return l == Status{a.id, Stuck} }))
	}
	for _, n := range ends {
		if n < 0 || r.Outcomes[n].Why != nil {
			continue
		}
		o := &r.Outcomes[n]
		w, sent := s.atEnd(o.Example)
		for i, a := range s.actors {
			if slices.Contains(o.Last, Status{a.id, Stuck}) {
				o.Why = append(o.Why, Status{a.id, s.whyStuck(w, i, sent[a.id])})
			}
		}
	}
}

// atEnd is the world at the end of an order, and how many requests hands had typed for each writer by then.
func (s *search) atEnd(order []Step) (w *engine.World, sent map[string]int) {
	w, sent = s.root.w.Clone(), map[string]int{}
	for _, step := range order {
		for _, in := range step.Inputs {
			if _, err := w.Step(w.Record()+1, in); err != nil {
				panic("explore: a step that was possible is not: " + err.Error())
			}
			if send, ok := in.(engine.Send); ok {
				sent[send.By]++
			}
		}
	}
	return w, sent
}

// What a writer who is stuck waits for.
const (
	waitsLost  = "waits for an answer that is lost"
	waitsClock = "waits for the clock, which moves only by the timers that a search is allowed"
	waitsOther = "waits for what cannot come"
	waitsEnds  = waitsOther + ", or for the clock, which moves only by the timers that a search is allowed"
)

// whyStuck says why a writer is stuck who has sent so many of the requests that hands typed for it, as what it does.
func (s *search) whyStuck(w *engine.World, i, sent int) string {
	a := s.actors[i]
	p := w.PlanOf(a.id)
	switch x := w.Exchange(int(w.Writer(a.id).Last)); {
	case p != nil && p.Why != "":
		return cannotGoOn(p.Why)
	case p != nil && p.Until > w.Now():
		return waitsClock
	case x != nil && x.Heard.IsZero() && x.GaveUp.IsZero() && w.Answerless(x.Number):
		return waitsLost
	case x == nil || !x.Heard.IsZero() || !x.GaveUp.IsZero():
		if err := s.cannot(w, i, sent); err != nil {
			return cannotGoOn(err.Error())
		}
	}
	if len(w.Timers()) > 0 {
		return waitsEnds
	}
	return waitsOther
}

// cannotGoOn is why a plan cannot go on, as what its writer does not do.
func cannotGoOn(why string) string {
	if strings.HasPrefix(why, "cannot ") {
		return why
	}
	return "cannot go on: " + why
}

// cannot is why a writer cannot send what is next; nil: it can, or there is nothing.
func (s *search) cannot(w *engine.World, i, sent int) error {
	var next engine.Input = engine.Next{By: s.actors[i].id}
	for _, in := range s.actors[i].items {
		if send, ok := in.(engine.Send); ok {
			if sent == 0 {
				next = send
				break
			}
			sent--
		}
	}
	_, planned := next.(engine.Next)
	if p := w.PlanOf(s.actors[i].id); planned && (p == nil || p.Ended()) {
		return nil
	}
	at := w.Clone()
	_, err := at.Step(at.Record()+1, next)
	return err
}
