package conflict

import (
	"slices"

	"interleave/engine"
)

// endedUnread finds work that the clock ended by an expiry that another had set for the sake of an earlier state, which
// it had read: to whom it belonged had set no end, and lost it as by a delete that waits. What only adds to what is
// there, as a counter that is kept for a while, goes with that.
func endedUnread(before *engine.World, e engine.Event) []Finding {
	for _, c := range e.Changed {
		end := slices.IndexFunc(e.Changed, func(o engine.Change) bool {
			return o.Object == c.Object && o.Name == "expiry" && !o.Gone
		})
		if end < 0 || !slices.Contains(engine.TextNames(), c.Name) || !c.Drops || c.Gone {
			continue
		}
		x, theirs := before.Exchange(e.Changed[end].Mark.Request), before.Exchange(c.Mark.Request)
		if x == nil || theirs == nil || x.By == engine.Seed || c.Mark.Event >= x.Decided.Event ||
			!meantToStay(before, theirs, c, x.Decided.Event) || readSince(before, x, c, e.Number) {
			continue
		}
		l := &list{k: knowledge(before, x, []engine.Change{c}), e: e}
		if len(l.k.base) == 0 {
			continue
		}
		l.kinds(l.k.harms([]engine.Change{c}), engine.LostUpdate)
		return l.found
	}
	return nil
}

// meantToStay says whether a request wrote all of what stands in a part, and its sender had set no end of it before an
// event: the end that it wished itself is only moved by another.
func meantToStay(w *engine.World, theirs *engine.Exchange, c engine.Change, before int) bool {
	wrote := slices.ContainsFunc(theirs.Shows, func(p engine.Part) bool {
		return p.Same(c.Part) && !p.Gone && p.Mark.Request == theirs.Number
	})
	if e := w.Spec(theirs.Verb).Effect; !wrote || e == engine.Adds || e == engine.Appends {
		return false
	}
	end := engine.Part{Object: c.Object, Name: "expiry"}
	return w.ShownTo(theirs.By, end, before, func(h *engine.Exchange) bool {
		s, ok := shows(h, end)
		return ok && !s.Gone && s.Mark.By == theirs.By && s.Mark.Event >= c.Mark.Event
	}) == nil
}

// readSince says whether the sender of a request was shown the work in a part before a record: it could have let it
// stay.
func readSince(w *engine.World, x *engine.Exchange, c engine.Change, before int) bool {
	return w.ShownTo(x.By, c.Part, before, func(h *engine.Exchange) bool {
		s, ok := shows(h, c.Part)
		return ok && s.Mark.Event == c.Mark.Event
	}) != nil
}

// endedByClock says whether the work that the finding is about ended by the expiry that its request had set.
func (t teller) endedByClock() bool { return t.carriedOut() && t.spec().Prompt() }
