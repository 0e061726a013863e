package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// leaseGap are the steps of a lease that its sender held again when it replaced another's work, and not when that was
// done: how it had it before, how that ended, who took it in between, and how it got it back. The service stops nobody
// in such a gap, and whoever goes on from what it read before replaces what was written there. Of a lease that was
// taken behind the work alone, that it was.
func (t teller) leaseGap() (steps []Step) {
	before, after := t.aroundTheWork()
	if after == nil {
		return nil
	}
	if before != nil {
		h, gap := t.heldAtTheWork(before)
		if !gap.over {
			return nil
		}
		steps = append(steps, h.happened(before.Decided), Step{Text: gap.text, Event: gap.end.Event, at: gap.at})
		if taken := h.takenSince(gap); taken != nil && taken.Decided != gap.end {
			steps = append(steps, h.happened(taken.Decided))
		}
	}
	return append(steps, t.happened(after.Decided))
}

// gapByClock says whether the sender's lease had been over by its time alone when the work was done that it replaced
// behind that, under the lease again: its own clock said so.
func (t teller) gapByClock() bool {
	before, after := t.aroundTheWork()
	if before == nil || after == nil {
		return false
	}
	_, gap := t.heldAtTheWork(before)
	return gap.over && gap.end.IsZero()
}

// aroundTheWork are the requests by which the sender had taken or renewed the lease of the thing, or of what guards it,
// last before the work that it replaced and first behind that; nil where there is none, and where no lost work of
// another is told of.
func (t teller) aroundTheWork() (before, after *engine.Exchange) {
	switch t.c.Kind {
	case engine.LostUpdate, engine.GuardDefeated, engine.SameNumber:
	default:
		return nil, nil
	}
	if t.c.Victim.Request == 0 || t.c.Whose == t.c.By {
		return nil, nil
	}
	for _, x := range t.around(0, t.x.Decided.Event) {
		effect := t.w.Spec(x.Verb).Effect
		if x.By != t.c.By || x.Object != t.c.Object && x.Object != t.w.Guardian(t.c.Object) ||
			effect != engine.AcquiresLease && effect != engine.RenewsLease && effect != engine.ChangesLease {
			continue
		}
		switch {
		case x.Decided.Event < t.c.Victim.Event:
			before = x
		case after == nil:
			after = x
		}
	}
	return before, after
}

// heldAtTheWork is what became of the sender's lease by the time the work was done that it replaced, with who tells it
// as of then.
func (t teller) heldAtTheWork(got *engine.Exchange) (then teller, held holding) {
	x, sending := *t.x, *t.x.Sending
	sending.Sent.At = t.c.Victim.At
	x.Sending, x.Decided = &sending, t.c.Victim
	then = t
	then.x, then.c.Event = &x, t.c.Victim.Event
	return then, then.endOf(holding{got: got, last: then.startedLast(got)})
}

// holderElse is who held, when the request was decided, the lease that guards its object by agreement, and whose work
// it was not: the service asked nobody for it.
func (t teller) holderElse() Step {
	guardian := t.w.Guardian(t.c.Object)
	if guardian.IsZero() || t.c.Severity != engine.SeveritySilent || t.c.Victim.Request == 0 {
		return Step{}
	}
	for _, x := range slices.Backward(t.around(0, t.c.Event)) {
		if x.Object != guardian || !GivesLease(t.w, x) {
			continue
		}
		if x.By == t.c.Whose || t.endOf(holding{got: x, last: t.startedLast(x)}).over {
			return Step{}
		}
		return t.happened(x.Decided)
	}
	return Step{}
}

// withAgreement says at the first step of a lease that it guards the thing by agreement: the service knows nothing of
// that.
func (t teller) withAgreement(steps []Step) []Step {
	guardian := t.w.Guardian(t.c.Object)
	if guardian.IsZero() {
		return steps
	}
	for i, s := range steps {
		if slices.ContainsFunc(t.around(s.Event-1, s.Event+1), func(x *engine.Exchange) bool {
			return x.Object == guardian && t.w.Spec(x.Verb).Effect.OfLease()
		}) {
			steps[i].Text = fmt.Sprintf("%s; by agreement it guards %s.", strings.TrimSuffix(s.Text, "."),
				Called(t.w, t.c.Object))
			return steps
		}
	}
	return steps
}
