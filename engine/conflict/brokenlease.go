package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// broken is a lease that another broke, and who had got it.
type broken struct {
	got, by *engine.Exchange
}

// brokenBehind is the lease that had to be broken before a request could take a thing away, or what it lay in: the one
// that was taken last on what the request names, where it would have stood until then. ok is false where none was,
// where its holder broke it, and for any request but a delete.
//
// Source: engine/blob/rules.md, "What each operation accepts": Delete Blob and Delete Container need the id of the
// lease while one is active.
func (t teller) brokenBehind(removal *engine.Exchange) (lease broken, ok bool) {
	if removal == nil || t.w.Spec(removal.Verb).Effect != engine.Deletes {
		return lease, false
	}
	var started *engine.Exchange
	for _, x := range t.around(0, removal.Decided.Event) {
		if x.Object != removal.Object {
			continue
		}
		switch t.w.Spec(x.Verb).Effect {
		case engine.AcquiresLease:
			lease, started = broken{got: x}, x
		case engine.RenewsLease:
			if started = x; BroughtBack(x) {
				lease = broken{got: x}
			}
		case engine.ChangesLease:
			lease.got = x
		case engine.BreaksLease:
			if lease.got != nil && lease.by == nil && lease.got.By != x.By {
				lease.by = x
			}
		case engine.ReleasesLease, engine.Deletes:
			lease = broken{}
		}
	}
	if lease.by == nil {
		return lease, false
	}
	_, runsOut := t.clockOf(started)
	return lease, runsOut > removal.Decided.At
}

// text says who broke it, whose it was, and when.
func (l broken) text(t teller) string {
	of := ""
	if t.elsewhere(l.by) {
		of = " of " + Called(t.w, l.by.Object)
	}
	return sentence(fmt.Sprintf("%s broke %s lease%s%s", t.who(l.by.By), possessive(t.who(l.got.By)), of,
		t.when(l.by.Decided)))
}

// withBreak is steps with those of the lease that was broken before a removal, where they do not tell them yet.
func (t teller) withBreak(steps []Step, removal *engine.Exchange) []Step {
	l, ok := t.brokenBehind(removal)
	if !ok {
		return steps
	}
	for _, s := range append(t.changedFrom(l.got), t.happened(l.got.Decided),
		Step{Text: l.text(t), Event: l.by.Decided.Event, at: l.by.Decided.At}) {
		if !slices.ContainsFunc(steps, func(told Step) bool { return told.Event == s.Event }) {
			steps = append(steps, s)
		}
	}
	return steps
}

// overBefore is the end of the lease that a refused request named, where that came before what it was on was removed
// by another; ok is false where it stood until then, or where the sender ended it itself.
func (t teller) overBefore() (own holding, ok bool) {
	since := t.c.Cause.Since
	own, ok = t.leaseSent()
	if !ok || !own.over || t.c.Kind != engine.IsGone || since.Request == 0 {
		return own, false
	}
	if own.end.IsZero() {
		return own, own.at <= since.At
	}
	return own, own.end.Event < since.Event && own.end.By != t.c.By
}

// endOfLeaseOn is how a lease ended without which another could not have removed what a request met no more, as a
// sentence; empty where there was none.
func (t teller) endOfLeaseOn() string {
	if own, ok := t.overBefore(); ok {
		return own.text
	}
	if lease, ok := t.brokenBehind(t.w.Exchange(t.c.Cause.Since.Request)); ok {
		return lease.text(t)
	}
	return ""
}

// leaseOnGone are the steps of that lease.
func (t teller) leaseOnGone() (steps []Step) {
	if own, ok := t.overBefore(); ok {
		steps = append(t.changedFrom(own.got), t.happened(own.got.Decided),
			Step{Text: own.text, Event: own.end.Event, at: own.at})
	}
	return t.withBreak(steps, t.w.Exchange(t.c.Cause.Since.Request))
}

// afterBreak says whose lease had been broken before a silent delete, as a sentence with a point in front; empty where
// none had.
func (t teller) afterBreak() string {
	lease, ok := t.brokenBehind(t.x)
	if !ok {
		return ""
	}
	return fmt.Sprintf(". Before that, %s had broken %s lease of %s", t.who(lease.by.By),
		possessive(t.who(lease.got.By)), Called(t.w, t.x.Object))
}

// EndBeforeGone is how the lease that a refused request named had ended before what it was on was removed by another,
// as a sentence; empty where it stood until then.
func EndBeforeGone(w *engine.World, c Finding) string {
	t := teller{w: w, c: c, x: w.Exchange(c.Request), clockless: w.Now() == 0}
	if own, ok := t.overBefore(); ok {
		return own.text
	}
	return ""
}
