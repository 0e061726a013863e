package conflict

import (
	"fmt"
	"iter"
	"slices"

	"interleave/engine"
)

// A key or a row that is made only where nothing stands may be the lock of something else. No service knows of what,
// and no story says so: but that it was made before the reading which a lost update comes from, how it ended and who
// made it anew are events, by which a reader may know its lock.

// ownLock is the newest thing that the sender of a request which replaced unknown work had made where nothing was,
// before it read what it replaced, and who made the same since; nil: nobody did, or it was the replaced thing itself.
func (t teller) ownLock() (lock, taken *engine.Exchange) {
	base := t.basis()
	if t.c.Kind != engine.LostUpdate || t.c.Whose == t.c.By || base == nil ||
		!t.w.Guardian(t.c.Object).IsZero() {
		return nil, nil
	}
	return t.madeAnew(t.c.By, base.Sent.Event, t.c.Event)
}

// withOwnLock is a story with that: when the thing was made, what ended it, and who made it anew. Nothing where its
// maker took it away itself, and where what ended it is not known.
func (t teller) withOwnLock(told Narrative, between func(after, before int) iter.Seq[*engine.Event]) Narrative {
	lock, taken := t.ownLock()
	if lock == nil {
		return told
	}
	if x := t.removedBetween(lock, taken); x != nil && x.By == lock.By {
		return told
	}
	return t.withMaking(told, lock, taken, between)
}

// withMaking is a story with who made a thing, what ended it, and who made it anew, where it was made.
func (t teller) withMaking(told Narrative, lock, taken *engine.Exchange,
	between func(after, before int) iter.Seq[*engine.Event]) Narrative {
	if lock == nil {
		return told
	}
	made := func(x *engine.Exchange) Step {
		return Step{Text: fmt.Sprintf("%s made %s%s, where nothing was.", t.who(x.By), Called(t.w, x.Object),
			t.when(x.Decided)), Event: x.Decided.Event, at: x.Decided.At}
	}
	ended := Step{}
	if x := t.removedBetween(lock, taken); x != nil {
		how, _ := t.howRemoved(x, lock.Object, false)
		ended = Step{Text: fmt.Sprintf("%s "+how+".", t.who(x.By), Called(t.w, lock.Object), t.when(x.Decided)),
			Event: x.Decided.Event, at: x.Decided.At}
	}
	for e := range between(lock.Decided.Event, taken.Decided.Event) {
		if e.Kind == engine.Ended && e.Object == lock.Object && slices.Contains(claimTimers[:], e.Text) {
			ended = Step{Text: t.endOfClaim(e), Event: e.Number, at: e.At}
		}
	}
	if ended.Text == "" {
		return told
	}
	steps := []Step{made(lock), ended, made(taken)}
	for _, x := range t.around(taken.Decided.Event, t.c.Event) {
		if x.By == lock.By && x.Object == lock.Object && t.takes(x) && !t.ofLease(x) { // what it goes on from is older
			steps = append(steps, made(x))
		}
	}
	for _, s := range steps {
		if !slices.ContainsFunc(told.Steps, func(o Step) bool { return o.Event == s.Event }) {
			told.Steps = append(told.Steps, s)
		}
	}
	told.Steps = inOrder(told.Steps)
	return told
}
