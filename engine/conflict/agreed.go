package conflict

import (
	"fmt"
	"iter"
	"slices"

	"interleave/engine"
)

// Who works under a lease that guards a thing by agreement is in the right against who works there without it: the
// service asks neither for it, so that only the agreement tells the two apart.

// agreed is the period of the lease that guards the finding's object by agreement, which the sender of the request held
// while another's work was done that this met, and holds; the other neither held it nor had been told its id. The
// sender had heard that it holds it before it read what its request was made from. ok is false where it was otherwise.
func (t teller) agreed() (l tenure, ok bool) {
	met, guardian := t.metWork(), t.w.Guardian(t.c.Object)
	if met.Request == 0 || met.By == t.c.By || guardian.IsZero() || t.w.Writer(met.By) == nil {
		return l, false
	}
	l, ok = t.tenureBefore(guardian, t.c.Event)
	got := l.givenTo(t.c.By)
	if !ok || got == nil || !l.stands(max(t.x.Decided.At, met.At)) || l.givenTo(met.By) != nil ||
		got.Heard.IsZero() || got.Decided.Event > met.Event || got.Heard.Event > t.x.Sent.Event {
		return l, false
	}
	base := t.basis()
	return l, (base == nil || base.Decided.Event > got.Decided.Event) && len(t.leaseGap()) == 0 &&
		!wasTold(t.w, met.By, got.Answer.Field("lease"))
}

// metWork is another's work that the request replaced, or that refused it as a newer version; zero where it is of
// another sort.
func (t teller) metWork() engine.Mark {
	switch t.c.Kind {
	case engine.LostUpdate, engine.GuardDefeated, engine.SameNumber:
		return t.c.Victim
	case engine.StaleWrite:
		if t.c.Cause != nil && t.never() == "" && !t.failedLater() {
			return t.c.Cause.Since
		}
	}
	return engine.Mark{}
}

// Agreed is whose work a finding's request met, done without the lease that guards the thing by agreement and that the
// request's sender held: the lease is of the object. ok is false where it was otherwise. The world is the one after the
// finding or any later one on the branch.
func Agreed(w *engine.World, c Finding) (work engine.Mark, lock engine.ObjectID, ok bool) {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if t.x == nil {
		return work, lock, false
	}
	_, ok = t.agreed()
	return t.metWork(), w.Guardian(c.Object), ok
}

// withoutAgreed says of what was replaced that it had been done without the lease which guards it by agreement, and
// that who replaced it held that; empty where it was otherwise.
func (t teller) withoutAgreed() string {
	if _, ok := t.agreed(); !ok {
		return ""
	}
	return fmt.Sprintf(", who held the lease of %s, which guards %s by agreement: %s #%d had been done without it",
		Called(t.w, t.w.Guardian(t.c.Object)), t.object(), possessive(t.who(t.metWork().By)), t.metWork().Request)
}

// agreedSteps are how the sender had got that lease, and how the other's own had ended where it had one.
func (t teller) agreedSteps() []Step {
	l, ok := t.agreed()
	if !ok {
		return nil
	}
	return append(t.lostAgreed(), t.happened(l.givenTo(t.c.By).Decided))
}

// lostAgreed is how the other had had that lease itself, and how that had ended before its work.
func (t teller) lostAgreed() []Step {
	met := t.metWork()
	work := t.w.Exchange(met.Request)
	its := teller{w: t.w, c: t.c, x: work, clockless: t.clockless}
	its.c.Event = met.Event
	for h := range t.w.HeardBy(met.By) {
		if h.Object != t.w.Guardian(t.c.Object) || !h.Answer.Accepted() || h.Decided.Event > met.Event ||
			!GivesLease(t.w, h) {
			continue
		}
		if own := its.endOf(holding{got: h, last: its.startedLast(h)}); own.over {
			return []Step{t.happened(h.Decided), {Text: own.text, Event: own.end.Event, at: own.at}}
		}
		return nil
	}
	return nil
}

// lateMaker is a thing that the one whose work a request met had made where nothing was, before the reading that its
// work came from, and that the request's sender had made anew before that work and before its own reading: as a lock is
// taken. nil: there is none, or what the sender made had been removed again, or it was not the other's own doing or the
// clock that had ended the first.
func (t teller) lateMaker() (lock, taken *engine.Exchange) {
	met := t.metWork()
	work := t.w.Exchange(met.Request)
	if work == nil || met.By == t.c.By || t.w.Writer(met.By) == nil || !t.w.Guardian(t.c.Object).IsZero() {
		return nil, nil
	}
	from, base := work.Sent.Event, t.basis()
	var changed []engine.Change
	for _, p := range work.Shows {
		if p.Object == t.c.Object && p.Mark.Request == work.Number {
			changed = append(changed, engine.Change{Part: p})
		}
	}
	if k := knowledge(t.w, work, changed); len(k.base) > 0 {
		from = k.base[0].Sent.Event
	}
	until := met.Event
	if base != nil {
		until = min(until, base.Sent.Event)
	}
	lock, taken = t.madeAnew(met.By, from, met.Event)
	if lock == nil || taken.By != t.c.By || taken.Heard.IsZero() || taken.Heard.Event > until {
		return nil, nil
	}
	if x := t.removedBetween(lock, taken); x != nil && x.By != lock.By {
		return nil, nil
	}
	for _, x := range t.around(taken.Decided.Event, t.c.Event) {
		if tookAway(x, lock.Object) || Deleted(t.w.Spec(x.Verb), x) && x.Object == lock.Object ||
			x.By != taken.By && x.Object == lock.Object && x.Took && leftAnother(x, lock.Object) {
			return nil, nil
		}
	}
	return lock, taken
}

// LateMaker is what the one whose work a finding's request met had made where nothing was before that work, and the
// request's sender had made anew before it, as a lock is taken; zero: there is none.
func LateMaker(w *engine.World, c Finding) (lock engine.ObjectID, taken, work engine.Mark) {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if t.x == nil {
		return lock, taken, work
	}
	first, anew := t.lateMaker()
	if first == nil {
		return lock, taken, work
	}
	return first.Object, anew.Decided, t.metWork()
}

// withLateMaker is a story with that: when the thing was made, what ended it, and who made it anew.
func (t teller) withLateMaker(told Narrative, between func(after, before int) iter.Seq[*engine.Event]) Narrative {
	lock, taken := t.lateMaker()
	return t.withMaking(told, lock, taken, between)
}

// madeAnew is the newest thing that a writer had made where nothing was, as it had heard before an event, and who made
// the same since and before another event; nil: nobody did.
func (t teller) madeAnew(by string, heard, before int) (lock, taken *engine.Exchange) {
	var seen []engine.ObjectID
	lock = t.heardBefore(by, heard, func(h *engine.Exchange) bool {
		if !t.takes(h) || t.ofLease(h) || h.Object == t.c.Object || slices.Contains(seen, h.Object) {
			return false
		}
		seen = append(seen, h.Object)
		taken = nil
		for _, x := range t.around(h.Decided.Event, before) {
			if taken == nil && x.Object == h.Object && t.takes(x) && !t.ofLease(x) {
				taken = x
			}
		}
		return taken != nil && taken.By != h.By
	})
	if lock == nil {
		return nil, nil
	}
	return lock, taken
}
