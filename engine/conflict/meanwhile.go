package conflict

import "interleave/engine"

// WroteMeanwhile is the newest work of another on what the sender's own lease guarded, from when that lease was over:
// who goes on without having read it takes it for what stood there before. nil: there is none. The world is the one
// after the finding or any later one on the branch.
func WroteMeanwhile(w *engine.World, c Finding) *engine.Exchange {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	own, ok := t.leaseSent()
	if !ok || !own.over {
		return nil
	}
	return t.wroteMeanwhile(own, w.Record()+1)
}

// wroteMeanwhile is that work before an event. It looks no further back than to what started the clock of that lease
// last.
func (t teller) wroteMeanwhile(own holding, before int) (wrote *engine.Exchange) {
	for n := t.requestsAt(before) - 1; n > own.last.Number; n-- {
		x := t.w.Exchange(n)
		effect := t.w.Spec(x.Verb).Effect
		if x.By == t.x.By || !x.Took || x.Decided.Event >= before || x.Decided.At < own.at ||
			x.Decided.Event < own.end.Event || effect.OfLease() || !t.w.Spec(x.Verb).Changes() ||
			wrote != nil && wrote.Decided.Event > x.Decided.Event {
			continue
		}
		if x.Object == own.got.Object || t.w.Guardian(x.Object) == own.got.Object {
			wrote = x
		}
	}
	return wrote
}

// textBefore is the newest work on the text between what the request was made from and the change that it met, where
// that one left the text as it was: it is what the two differ in. Nothing where there is none.
func (t teller) textBefore() Step {
	met, base := t.w.Exchange(t.c.Cause.Since.Request), t.basis()
	if met == nil || base == nil || t.w.Spec(met.Verb).Effect != engine.Describes || met.Object != t.c.Object ||
		!t.spec().Effect.Contents() {
		return Step{}
	}
	var wrote *engine.Exchange
	for n := met.Number - 1; n > base.Number; n-- {
		x := t.w.Exchange(n)
		if x.Object == t.c.Object && x.Took && t.w.Spec(x.Verb).Effect.Contents() &&
			x.Decided.Event > base.Decided.Event && x.Decided.Event < t.c.Cause.Since.Event &&
			(wrote == nil || x.Decided.Event > wrote.Decided.Event) {
			wrote = x
		}
	}
	if wrote == nil {
		return Step{}
	}
	return t.happened(wrote.Decided)
}
