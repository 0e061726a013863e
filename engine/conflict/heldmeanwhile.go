package conflict

import (
	"fmt"

	"interleave/engine"
)

// heldMeanwhile is how the one whose work was replaced had got a lease that was to keep the others out, and how that
// had ended by then: one that guards the work by agreement, that of the work itself, or that of what was removed with
// it.
func (t teller) heldMeanwhile() []Step {
	guardian, victim := t.w.Guardian(t.c.Object), t.w.Writer(t.c.Whose)
	work := t.w.Exchange(t.c.Victim.Request)
	if t.c.Kind != engine.LostUpdate || victim == nil || work == nil || t.c.Whose == t.c.By {
		return nil
	}
	if got := t.givenTo(victim, guardian); got != nil && !guardian.IsZero() { // nobody asked for it
		steps := []Step{t.happened(got.Decided)}
		its := teller{w: t.w, c: t.c, x: work, clockless: t.clockless}
		if own, ok := its.holdingOf(got.Answer.Field("lease")); ok && own.over {
			steps = append(steps, its.ends(own)...)
		}
		return steps
	}
	for _, object := range []engine.ObjectID{t.c.Object, t.x.Object} {
		if got := t.givenTo(victim, object); got != nil && object != guardian {
			return t.hadLease(got, work)
		}
	}
	return nil
}

// hadLease is how a lease that stood when the lost work was done, or behind that, was taken, and how it had ended
// before the finding's request, which it would have kept out. One that stands is told where the work went with what it
// lay in, of which nobody asked for it.
func (t teller) hadLease(got, work *engine.Exchange) []Step {
	now := *work // it is asked of the moment of the finding
	now.Sent, now.Decided = t.x.Sent, t.x.Decided
	its := teller{w: t.w, c: t.c, x: &now, clockless: t.clockless}
	own, ok := its.holdingOf(got.Answer.Field("lease"))
	steps := append(t.changedFrom(got), t.happened(got.Decided))
	switch {
	case !ok:
		return nil
	case !own.over && inside(got.Object, t.x.Object):
		return steps
	case !own.over, own.end.Event < work.Decided.Event && own.at <= work.Decided.At:
		return nil
	}
	return append(steps, its.ends(own)...)
}

// ends is that a lease had ended, and who took it since.
func (t teller) ends(own holding) []Step {
	steps := []Step{{Text: own.text, Event: own.end.Event, at: own.at}}
	if taken := t.takenSince(own); taken != nil && taken.Decided != own.end {
		steps = append(steps, t.happened(taken.Decided))
	}
	return steps
}

// leaseWentAlong says whether the lost work lay in what was removed, and the one whose it was held the lease of it.
func (t teller) leaseWentAlong() bool {
	victim, work := t.w.Writer(t.c.Whose), t.w.Exchange(t.c.Victim.Request)
	if victim == nil || work == nil || !inside(t.c.Object, t.x.Object) {
		return false
	}
	got := t.givenTo(victim, t.c.Object)
	if got == nil {
		return false
	}
	now := *work
	now.Sent, now.Decided = t.x.Sent, t.x.Decided
	own, ok := teller{w: t.w, c: t.c, x: &now, clockless: t.clockless}.holdingOf(got.Answer.Field("lease"))
	return ok && !own.over
}

// goesAlongUnasked is the rule of what lies in something that is removed.
//
// Source: engine/blob/rules.md, "Using a container while leased" (the leases of its blobs).
func (t teller) goesAlongUnasked() string {
	asks := ""
	if t.leaseWentAlong() {
		asks = ", and no lease of it is asked for"
	}
	return fmt.Sprintf("Of what lies inside %s nothing is compared%s: it goes along.", Called(t.w, t.x.Object), asks)
}

// elsewhere says whether a request was for something that the reader of a story cannot take for granted: neither what
// the finding is about nor what its request named. Of leases the thing and what it lay in may both have one.
func (t teller) elsewhere(x *engine.Exchange) bool {
	return x.Object != t.c.Object && x.Object != t.x.Object ||
		t.w.Spec(x.Verb).Effect.OfLease() && inside(t.c.Object, t.x.Object)
}
