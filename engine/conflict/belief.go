package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// belief is the lease that the sender believed in when the request was decided, on the object or on what guards it.
func (t teller) belief() (holding, bool) {
	writer, guardian := t.w.Writer(t.x.By), t.w.Guardian(t.c.Object)
	for _, object := range []engine.ObjectID{t.c.Object, guardian} {
		_, ok := writer.Believes(object)
		ok = ok || t.c.Kind == engine.StaleHolder // it did then; who has heard of its own delete does no more
		if !ok && object != guardian || object.IsZero() {
			continue
		}
		if got := t.lastGiven(object); got != nil {
			return t.holdingOf(got.Answer.Field("lease"))
		}
	}
	return holding{}, false
}

// lastGiven is the answer by which the sender had the lease of an object that it believed in when the request was
// decided; nil where it had none, or had given it back.
func (t teller) lastGiven(object engine.ObjectID) *engine.Exchange {
	return t.givenTo(t.w.Writer(t.x.By), object)
}

// givenTo is the same of any writer.
func (t teller) givenTo(writer *engine.Writer, object engine.ObjectID) *engine.Exchange {
	for h := range t.w.HeardOf(writer.ID, leaseWork(t.w, object)) {
		if h.Object != object || h.Heard.Event > t.c.Event || !h.Answer.Accepted() {
			continue
		}
		if GivesLease(t.w, h) {
			return h
		}
		if effect := t.w.Spec(h.Verb).Effect; effect == engine.ReleasesLease || effect == engine.Deletes {
			return nil
		}
	}
	return nil
}

// heldGuardian says whether the sender of a decided request held the lease that guards an object by agreement. The
// world is the one before the event or any later one on the branch.
func heldGuardian(w *engine.World, e engine.Event, object engine.ObjectID) bool {
	guardian := w.Guardian(object)
	if guardian.IsZero() {
		return false
	}
	t := deciding(w, e, object)
	got := t.lastGiven(guardian)
	if got == nil {
		return false
	}
	h, ok := t.holdingOf(got.Answer.Field("lease"))
	return ok && !h.over
}

// deciding is the teller of what an event decided, as of that event.
func deciding(w *engine.World, e engine.Event, object engine.ObjectID) teller {
	x := *w.Exchange(e.Request)
	x.Decided = engine.Mark{Event: e.Number, Request: x.Number, By: x.By, At: e.At}
	return teller{w: w, c: Finding{By: x.By, Request: x.Number, Event: e.Number, Object: object}, x: &x}
}

// holdsUnheard says whether the sender held the lease of an object by a request whose answer it had not heard when the
// finding's was decided: one that no answer has come to yet, or that it heard since.
func (t teller) holdsUnheard(object engine.ObjectID) bool {
	holds := func(h *engine.Exchange) bool {
		return h.Object == object && h.Took && h.Decided.Event < t.c.Event && GivesLease(t.w, h) &&
			!t.endOf(holding{got: h, last: t.startedLast(h)}).over
	}
	for h := range t.w.HeardBy(t.x.By) {
		if h.Heard.Event <= t.c.Event {
			break
		}
		if holds(h) {
			return true
		}
	}
	return slices.ContainsFunc(t.w.Writer(t.x.By).Open, func(n int) bool { return holds(t.w.Exchange(n)) })
}

// WithoutLock says that the sender of a decided request did not hold the lease that guards an object by agreement, or
// had not heard that it did; empty where it had, and where none guards it.
func WithoutLock(w *engine.World, e engine.Event, object engine.ObjectID) string {
	guardian := w.Guardian(object)
	if guardian.IsZero() || heldGuardian(w, e, object) {
		return ""
	}
	held := "did not hold it"
	if deciding(w, e, object).holdsUnheard(guardian) {
		held = "held it without having heard so"
	}
	return fmt.Sprintf("By agreement the lease of %s guards %s; %s %s.", Called(w, guardian), Called(w, object),
		w.Title(e.By), held)
}

// LockOver is the lease that the sender of a finding's request believes in, on what that names or on what guards it,
// with how it had ended when the request was decided, as a sentence, and by which request; ok is false where it had
// not. The world is the one after the finding or any later one on the branch.
func LockOver(w *engine.World, c Finding) (object engine.ObjectID, ended string, by engine.Mark, ok bool) {
	t := teller{w: w, c: c, x: w.Exchange(c.Request), clockless: w.Now() == 0}
	h, ok := t.belief()
	if !ok {
		h, ok = t.heldAsSent()
	}
	if !ok || !h.over {
		return object, "", by, false
	}
	return h.got.Object, h.text, h.end, true
}

// heldAsSent is the lease of what guards the finding's object by agreement that its sender believed in when it sent the
// request, and has given back since: what is on its way then arrives without it.
func (t teller) heldAsSent() (holding, bool) {
	guardian, sent := t.w.Guardian(t.c.Object), t
	if sent.c.Event = t.x.Sent.Event; guardian.IsZero() {
		return holding{}, false
	}
	got := sent.lastGiven(guardian)
	if got == nil {
		return holding{}, false
	}
	return t.holdingOf(got.Answer.Field("lease"))
}

// gaveBackOnTheWay is how that lease came to its end while the request was on its way, and who took it since.
func (t teller) gaveBackOnTheWay() []Step {
	h, ok := t.heldAsSent()
	if _, believes := t.belief(); believes || !ok || !h.over {
		return nil
	}
	return t.ends(h)
}

// hadBelief is how the sender got the lease that it believed in, and whose that had been.
func (t teller) hadBelief() []Step {
	if h, ok := t.belief(); ok && h.over {
		return append(t.tookFrom(h.got), t.happened(h.got.Decided))
	}
	return nil
}

// endOfBelief says when the lease that the sender believed in ended.
func (t teller) endOfBelief() Step {
	if h, ok := t.belief(); ok && h.over {
		return Step{Text: h.text, Event: h.end.Event, at: h.at}
	}
	return Step{}
}

// tookBelief says who took the lease since it was the sender's.
func (t teller) tookBelief() Step {
	if h, ok := t.belief(); ok && h.over {
		if taken := t.takenSince(h); taken != nil && taken.Decided != h.end { // what ended it may have taken it
			return t.happened(taken.Decided)
		}
	}
	return Step{}
}
