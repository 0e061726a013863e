package conflict

import (
	"fmt"
	"slices"
	"time"

	"interleave/engine"
)

// tenure is a period of a lease: from what began it, an acquire, another id for it or a renewal that brought it back
// after its end, to its end. Who began it holds it, and so does who acquired it under its id while it stood.
type tenure struct {
	id      engine.Token
	given   []*engine.Exchange // what gave it to each who holds it: what began it first
	seconds int64
	runsOut engine.Instant   // when its time is over; Never: it has no end
	ended   *engine.Exchange // what ended it; nil: its time alone, or nothing yet
}

// holder is who was given the lease last.
func (l tenure) holder() string { return l.given[len(l.given)-1].By }

// givenTo is the first request by which a writer was given the lease; nil: it was not.
func (l tenure) givenTo(writer string) *engine.Exchange {
	for _, x := range l.given {
		if x.By == writer {
			return x
		}
	}
	return nil
}

// stands says whether the lease had not ended at a moment.
func (l tenure) stands(at engine.Instant) bool { return l.ended == nil && l.runsOut > at }

// BroughtBack says whether a renewal brought a lease back that had ended, as its sender's: whoever had it before, it is
// that one's from then on. One's own that is renewed late goes on.
func BroughtBack(x *engine.Exchange) bool {
	return x != nil && x.Took && slices.ContainsFunc(x.Beliefs, func(b engine.Belief) bool {
		return b.Taken && b.Object == x.Object
	})
}

// GivesLease says whether a request, where it is accepted, gave its sender the lease whose id its answer names: an
// acquire, a change of the id, or a renewal that brought back what had ended.
func GivesLease(w *engine.World, x *engine.Exchange) bool {
	effect := w.Spec(x.Verb).Effect
	return effect == engine.AcquiresLease || effect == engine.ChangesLease || BroughtBack(x)
}

// tenures are the periods of the lease of an object that began before an event, in their order.
func (t teller) tenures(object engine.ObjectID, before int) (list []tenure) {
	for _, x := range t.onLease(object, before) {
		id, effect := LeaseNamed(x.Answer.Field("lease")), t.w.Spec(x.Verb).Effect
		l := tenure{runsOut: engine.Never}
		if len(list) > 0 {
			l = list[len(list)-1]
		}
		switch one := l.id == id && l.stands(x.Decided.At); {
		case effect == engine.AcquiresLease:
			if !one {
				l = tenure{id: id}
				list = append(list, l)
			}
			l.seconds, _ = t.number(x, "duration")
			l.given = append(slices.Clip(l.given), x)
		case BroughtBack(x):
			l = tenure{id: id, given: []*engine.Exchange{x}, seconds: l.seconds}
			list = append(list, l)
		case len(list) == 0:
			continue
		case effect == engine.ChangesLease && l.id != id:
			list[len(list)-1].ended = x
			l = tenure{id: id, given: []*engine.Exchange{x}, seconds: l.seconds, runsOut: l.runsOut}
			list = append(list, l)
		case effect == engine.ChangesLease:
			l.given = append(slices.Clip(l.given), x)
		case effect != engine.RenewsLease:
			l.ended = x
		}
		if effect == engine.AcquiresLease || effect == engine.RenewsLease {
			l.runsOut = engine.Never
			if l.seconds > 0 {
				l.runsOut = x.Decided.At.Add(time.Duration(l.seconds) * time.Second)
			}
		}
		list[len(list)-1] = l
	}
	return list
}

// leaseWork are the requests that did something to the lease of an object, or deleted that.
func leaseWork(w *engine.World, object engine.ObjectID) engine.Those {
	return w.Did(object, append(engine.EffectsThat(engine.Effect.OfLease), engine.Deletes)...)
}

// onLease are the newest of them before an event, in the order of their decisions.
func (t teller) onLease(object engine.ObjectID, before int) (list []*engine.Exchange) {
	for x := range leaseWork(t.w, object).Newest() {
		if x.Decided.Event < before {
			list = append(list, x)
		}
		if len(list) == everLook {
			break
		}
	}
	slices.SortFunc(list, func(a, b *engine.Exchange) int { return a.Decided.Event - b.Decided.Event })
	return list
}

// tenureBefore is the period of the lease of an object that began last before an event, whether it had ended by then or
// not; ok is false where none had begun.
func (t teller) tenureBefore(object engine.ObjectID, event int) (l tenure, ok bool) {
	list := t.tenures(object, event)
	if len(list) == 0 {
		return l, false
	}
	return list[len(list)-1], true
}

// hadBefore is the lease that a renewal brought back as its sender's, as that of who had it until it ended.
func (t teller) hadBefore(x *engine.Exchange) (h holding, ok bool) {
	if !BroughtBack(x) { // asked first: periods are looked for among all requests
		return h, false
	}
	l, ok := t.tenureBefore(x.Object, x.Decided.Event)
	if !ok {
		return h, false
	}
	its, sending := *x, *x.Sending
	sending.By = l.holder()
	its.Sending, t.x, t.c.Event = &sending, &its, x.Decided.Event
	got := l.given[len(l.given)-1]
	h = t.endOf(holding{got: got, last: t.startedLast(got)})
	return h, h.over
}

// tookFrom are the steps of the lease that a renewal brought back as its sender's: how the other had it, and its end.
// Nothing for what is no such renewal.
func (t teller) tookFrom(x *engine.Exchange) []Step {
	h, ok := t.hadBefore(x)
	if !ok {
		return nil
	}
	return append(t.tookFrom(h.got), t.happened(h.got.Decided), Step{Text: h.text, Event: h.end.Event, at: h.at})
}

// beforeBack is how another's lease had ended that a renewal brought back, and that its sender had been told the id by
// who had held it; nothing for any other request.
func (t teller) beforeBack(x *engine.Exchange) []Step {
	h, ok := t.hadBefore(x)
	if !ok {
		return nil
	}
	return []Step{{Text: h.text, Event: h.end.Event, at: h.at}, t.hadToldID(x, h.got)}
}

// tookBack is what a renewal brought back, behind what it did: another's lease that was over, or its sender's own.
// Empty where that had not ended, and for any other request.
func (t teller) tookBack(x *engine.Exchange) string {
	if h, ok := t.hadBefore(x); ok {
		return fmt.Sprintf(", under the id of %s, which was over", possessive(t.who(h.got.By)))
	}
	if t.w.Spec(x.Verb).Effect != engine.RenewsLease || !x.Took {
		return ""
	}
	if l, ok := t.tenureBefore(x.Object, x.Decided.Event); ok && l.runsOut <= x.Decided.At {
		return fmt.Sprintf(", which had ended at %s", l.runsOut)
	}
	return ""
}

// EndOfLease says how the lease that an answer gave its sender, or renewed for it, has ended by now; empty where it
// stands, and where it was not its sender's. by is the request that ended it, zero where its time ran out.
func EndOfLease(w *engine.World, x *engine.Exchange, id engine.Value) (ended string, by engine.Mark) {
	now, sending := *x, *x.Sending
	sending.Sent.At, now.Decided = w.Now(), engine.Mark{Event: w.Record() + 1, By: x.By, At: w.Now()}
	now.Sending = &sending
	t := teller{w: w, c: Finding{By: x.By, Request: x.Number, Event: w.Record() + 1, Object: x.Object}, x: &now}
	if h, ok := t.holdingOf(id); ok && h.over {
		return h.text, h.end
	}
	return "", by
}
