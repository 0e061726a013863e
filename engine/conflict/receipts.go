package conflict

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
)

// hiddenUnlessSet is for how many seconds a message is hidden where its receiver says no time.
const hiddenUnlessSet = 30

// ownReceipt are the steps of a receipt that the sender was given: when, and until when nobody could receive the
// message.
func (t teller) ownReceipt() []Step {
	got := t.receiptFrom()
	if got == nil {
		return nil
	}
	list := []Step{{Text: fmt.Sprintf("%s %s%s%s.", t.who(got.By), t.doing(got, &got.Answer), t.when(got.Decided),
		t.shownAtOnce(got)),
		Event: got.Decided.Event, at: got.Decided.At}}
	seconds, ok := t.number(got, "visibilitytimeout")
	if !ok && t.w.Spec(got.Verb).Effect == engine.Receives {
		seconds = hiddenUnlessSet
	}
	replacing, last := t.ownUpdates(got)
	if replacing != nil && replacing.Number != t.c.Cause.Since.Request { // else it is told as what refused
		list = append(list, t.updateGave(replacing, t.x))
		got = last
		seconds, _ = t.number(last, "visibilitytimeout")
		if seconds == 0 {
			list = append(list, t.putBackBy(last))
		}
	}
	end := got.Decided.At.Add(time.Duration(seconds) * time.Second)
	expired := t.w.Exchange(t.c.Cause.Since.Request) == nil
	if t.c.Kind == engine.IsGone && expired && end > t.c.Cause.Since.At {
		return append(list, Step{Text: fmt.Sprintf("%s #%d hid the message from all until %s, past its expiry.",
			possessive(t.who(got.By)), got.Number, end), Event: got.Decided.Event, at: got.Decided.At})
	}
	if seconds > 0 && end <= t.c.Cause.Since.At {
		list = append(list, Step{Text: fmt.Sprintf("Until %s nobody could receive the message, and only %s "+
			"receipt could delete it.", end, possessive(t.who(got.By))), at: end})
	}
	return list
}

// newerReceipt is the newest update of the message by which the sender of a refused request was given a newer receipt
// than the one that was refused; nothing where another was handed the message.
func (t teller) newerReceipt(refused *engine.Exchange) Step {
	x := t.w.Exchange(refused.Answer.Why.Since.Request)
	if x == nil || StrayReceipt(t.w, refused) || x.By != refused.By || t.w.Spec(x.Verb).Effect != engine.Updates {
		return Step{}
	}
	return t.updateGave(x, refused)
}

// updateGave is that step of an update.
func (t teller) updateGave(x, refused *engine.Exchange) Step {
	has := "has a newer receipt"
	switch {
	case x.Heard.IsZero():
		has = "had a newer receipt, and was not heard"
	case x.Heard.Event > refused.Sent.Event:
		has = fmt.Sprintf("had a newer receipt, and was not heard before #%d was sent", refused.Number)
	}
	return Step{Text: fmt.Sprintf("%s updated the message%s: its answer, #%d, %s.", t.who(x.By),
		strings.TrimSuffix(t.when(x.Decided), fmt.Sprintf(" with #%d", x.Number)), x.Number, has),
		Event: x.Decided.Event, at: x.Decided.At}
}

// hidden are the steps of a message that came back by itself to who did its work: an update that had hidden it for
// longer, where a refused request does not tell of that, and when it was visible again. Nothing where it was handed out
// earlier than its hiding ends.
func (t teller) hidden(kept *engine.Exchange) []Step {
	_, after := t.handedInOrder()
	next := t.handedOut(after, t.c.Event)
	if next == nil {
		return nil
	}
	x := t.hidBefore(next)
	if x == nil {
		return nil
	}
	for _, f := range x.Answer.Fields {
		if !strings.HasSuffix(f.Name, "next-visible") || !t.isOfMessage(x, f.Name) {
			continue
		}
		at, ok := f.Value.Instant()
		if !ok || at > next.Decided.At || at <= x.Decided.At {
			return nil
		}
		last := x.Decided.Event // of those told that were over by then
		if t.c.Victim.At < at {
			last = max(last, t.c.Victim.Event)
		}
		if kept != nil && kept.Decided.At < at {
			last = max(last, kept.Decided.Event)
		}
		if lost, _ := t.messageLost(); lost != nil && lost.Sent.At < at {
			last = max(last, lost.Sent.Event)
		}
		steps := []Step{{Text: fmt.Sprintf("The message was visible again at %s.", at), Event: last, at: at}}
		if t.handsOut(x) || kept != nil && kept.Answer.Why.Since.Request == x.Number {
			return steps
		}
		return append([]Step{{Text: fmt.Sprintf("%s hid the message for longer%s, until %s.", t.who(x.By),
			t.when(x.Decided), at), Event: x.Decided.Event, at: x.Decided.At}}, steps...)
	}
	return nil
}

// hidBefore is the newest request that hid the message before another handed it out; nil: none did.
func (t teller) hidBefore(next *engine.Exchange) *engine.Exchange {
	for n := next.Number - 1; n > 0; n-- {
		x := t.w.Exchange(n)
		if x.Took && x.Decided.Event < next.Decided.Event && (t.handsOut(x) ||
			x.Object.Name == t.c.Object.Name && t.w.Spec(x.Verb).Effect == engine.Updates) {
			return x
		}
	}
	return nil
}

// isOfMessage says whether a field of an answer is about the message whose work was done, as one that hands out several
// has fields of each.
func (t teller) isOfMessage(x *engine.Exchange, field string) bool {
	of, _, several := strings.Cut(field, ".")
	name := t.c.Object.Name
	return !several || x.Answer.Field(of).String() == name || x.Answer.Field(of+".id").String() == name
}

// ownUpdates are the update by which the sender itself replaced the receipt that it sent later, and its newest one
// before what stood in the way, which says until when the message was hidden; nil: it was not the sender that did.
func (t teller) ownUpdates(got *engine.Exchange) (replacing, last *engine.Exchange) {
	sent := t.receiptOf(t.x)
	for x := t.w.Exchange(t.x.Before); x != nil && x.Number > got.Number; x = t.w.Exchange(x.Before) {
		if !x.Took || x.Object != t.x.Object || t.w.Spec(x.Verb).Effect != engine.Updates ||
			x.Decided.Event > t.c.Cause.Since.Event {
			continue
		}
		if last == nil {
			last = x
		}
		if t.receiptOf(x).Equal(sent) {
			return x, last
		}
	}
	return nil, nil
}

// receiptOf is the receipt that a request sent; nothing where it sent none.
func (t teller) receiptOf(x *engine.Exchange) engine.Value {
	for _, a := range x.Resolved() {
		if p, ok := t.w.Spec(x.Verb).Param(a.Name); ok && p.Guard == "receipt" {
			return a.Value
		}
	}
	return engine.Value{}
}

// handedInOrder are the two who did the work of a message, in the order in which they were handed it: who did the work
// first may have been handed it last.
func (t teller) handedInOrder() (before, after string) {
	first, second := t.handedOut(t.c.Whose, t.c.Victim.Event), t.handedOut(t.c.By, t.c.Event)
	if first != nil && second != nil && second.Decided.Event < first.Decided.Event {
		return t.c.By, t.c.Whose
	}
	return t.c.Whose, t.c.By
}

// receiptRefused is the request of one who did the work that was refused for an old receipt, or by a policy, so that
// the message stayed; nil: none was.
func (t teller) receiptRefused(by string) *engine.Exchange {
	return t.refusedFor(t.lastFirst(by), func(*engine.Exchange) bool { return true })
}

// lastFirst is the newest request of one who did the work, of who did it twice the newest before it was handed out
// again; 0: there is none.
func (t teller) lastFirst(by string) int {
	writer := t.w.Writer(by)
	if writer == nil {
		return 0
	}
	if next := t.handedOut(by, t.c.Event); t.alone() && next != nil {
		return next.Before
	}
	return int(writer.Last)
}

// renewalRefused is the refused renewal in front of what was refused later, which is why the message came back; nil:
// none was, or another had been handed the message by then.
func (t teller) renewalRefused(later *engine.Exchange) *engine.Exchange {
	_, after := t.handedInOrder()
	next := t.handedOut(after, t.c.Event)
	if later == nil || next == nil {
		return nil
	}
	return t.refusedFor(later.Before, func(x *engine.Exchange) bool {
		seconds, _ := t.number(x, "visibilitytimeout") // of none it was to be given back
		return t.w.Spec(x.Verb).Effect == engine.Updates && seconds > 0 && x.Decided.Event < next.Decided.Event
	})
}

// refusedFor is the newest request from one on that was refused for its receipt of the message whose work was done, or
// by a policy, since its sender was handed that; nil: none that fits.
func (t teller) refusedFor(n int, fits func(*engine.Exchange) bool) *engine.Exchange {
	for x := t.w.Exchange(n); x != nil && !t.handsOut(x); x = t.w.Exchange(x.Before) {
		why := x.Answer.Why
		if why != nil && (t.ofReceipt(x) || why.Rule.Kind == engine.ByPolicy) &&
			x.Object.Name == t.c.Object.Name && x.Decided.Event < t.c.Event && fits(x) {
			return x
		}
	}
	return nil
}

// putBack is the step of who was handed the message before and made it visible again itself; nothing where the other
// was not handed it after that.
func (t teller) putBack(by string) Step {
	_, after := t.handedInOrder()
	next := t.handedOut(after, t.c.Event)
	if next == nil {
		return Step{}
	}
	for x := t.w.Exchange(t.lastFirst(by)); x != nil && !t.handsOut(x); x = t.w.Exchange(x.Before) {
		if x.Object.Name == t.c.Object.Name && x.Decided.Event < next.Decided.Event && PutsBack(t.w, x) {
			return t.putBackBy(x)
		}
	}
	return Step{}
}

func (t teller) putBackBy(x *engine.Exchange) Step {
	return Step{Text: fmt.Sprintf("%s's #%d made the message visible again%s.", t.who(x.By), x.Number,
		strings.TrimSuffix(t.when(x.Decided), fmt.Sprintf(" with #%d", x.Number))), Event: x.Decided.Event,
		at: x.Decided.At}
}

// PutsBack says whether a request made a message visible again at once, as an update that hides it for no time does.
func PutsBack(w *engine.World, x *engine.Exchange) bool {
	t := teller{w: w, x: x}
	seconds, ok := t.number(x, "visibilitytimeout")
	return x.Took && w.Spec(x.Verb).Effect == engine.Updates && ok && seconds == 0
}
