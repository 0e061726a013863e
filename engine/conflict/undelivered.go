package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// What a writer sends in time to keep what it has, or to say that it is done with it, and that does not arrive in time,
// is why the thing goes to another: no answer tells of it, so that only the story can.

// undelivered is the newest request of a writer behind an event that fits, was sent before an end, and was not decided
// by another event: it was lost on its way, or still under way by then. Nil: there is none.
func (t teller) undelivered(by string, after, until int, end engine.Instant,
	fits func(*engine.Exchange) bool) *engine.Exchange {
	for x := range t.w.RequestsOf(by) {
		if x.Sent.Event <= after {
			break
		}
		if x.Number != t.c.Request && x.Sent.Event < until && x.Sent.At < end && fits(x) &&
			(x.Decided.IsZero() || x.Decided.Event >= until) {
			return x
		}
	}
	return nil
}

// notArrived is that as a step: what it was to do, and what became of it.
func (t teller) notArrived(x *engine.Exchange, toDo string, by int) Step {
	if x == nil {
		return Step{}
	}
	sent := strings.TrimSuffix(t.when(x.Sent), fmt.Sprintf(" with #%d", x.Number))
	return Step{Text: fmt.Sprintf("%s sent #%d%s, which was to %s: it %s.", t.who(x.By), x.Number, sent, toDo,
		wasLost(x, by)), Event: x.Sent.Event, at: x.Sent.At}
}

func wasLost(x *engine.Exchange, by int) string {
	if x.Lost.IsZero() || x.Lost.Event > by || !x.Decided.IsZero() { // then a copy of it was lost
		return "had not arrived by then"
	}
	return "was lost on its way"
}

// ofMessageToo says whether a request was to delete the message of the finding, or to hide it for longer.
func (t teller) ofMessageToo(x *engine.Exchange) bool {
	effect := t.w.Spec(x.Verb).Effect
	return x.Object.Kind == "message" && x.Object.Name == t.c.Object.Name &&
		(effect == engine.Deletes || effect == engine.Updates && !PutsBack(t.w, x))
}

// wasFor is what a request on a message was to do.
func (t teller) wasFor(x *engine.Exchange) string {
	if t.w.Spec(x.Verb).Effect == engine.Updates {
		return "hide the message for longer"
	}
	return "delete the message"
}

// messageLost is the newest request on the message whose work was done twice by who was handed it first, which had not
// arrived when the message was handed out again; nil: none.
func (t teller) messageLost() (x *engine.Exchange, until int) {
	before, after := t.handedInOrder()
	first, next := t.handedAt(before, t.c.Event), t.handedOut(after, t.c.Event)
	if t.alone() {
		first = t.handedAt(before, t.c.Victim.Event)
	}
	if first == 0 || next == nil || next.Decided.Event <= first {
		return nil, 0
	}
	until = next.Decided.Event
	return t.undelivered(before, first, until, engine.Never, t.ofMessageToo), until
}

// Undelivered is the request that was to delete the message of a work that was done twice, or to hide it for longer,
// and had not arrived when the message was handed out again; nil: none.
func Undelivered(w *engine.World, c Finding) *engine.Exchange {
	x, _ := teller{w: w, c: c, x: w.Exchange(c.Request)}.messageLost()
	return x
}

// tellUndelivered tells that of work that was done twice.
func (t teller) tellUndelivered(told *Narrative) {
	x, until := t.messageLost()
	if x == nil {
		return
	}
	lost, step := wasLost(x, until), t.notArrived(x, t.wasFor(x), until)
	if !x.Decided.IsZero() && x.Decided.Event < t.c.Event { // it came before the work was done again, and was no good
		came := "came at " + x.Decided.At.String()
		step.Text = strings.TrimSuffix(step.Text, lost+".") + came + "."
		lost = came + ", when it had been handed out again"
	}
	told.Steps = append(told.Steps, step)
	if first, ok := strings.CutSuffix(told.First, " Nobody was told."); ok {
		told.First = fmt.Sprintf("%s %s #%d, which was to %s, %s. Nobody was told.", first, possessive(t.who(x.By)),
			x.Number, t.wasFor(x), lost)
	}
}

// unheardOfLost says, in front of what its sender cannot know, that it has heard nothing of that.
func (t teller) unheardOfLost() string {
	if x, _ := t.messageLost(); x != nil {
		return fmt.Sprintf("has heard nothing of #%d, and ", x.Number)
	}
	return ""
}

// renewalLost is the step of a renewal that the sender of a refused request had sent before its lease ended, and that
// had not arrived by then; empty: there is none.
func (t teller) renewalLost(h holding) Step {
	if !h.over || !h.end.IsZero() { // it was ended: a renewal would not have kept it
		return Step{}
	}
	x := t.undelivered(t.x.By, h.last.Decided.Event, t.c.Event, h.at, func(x *engine.Exchange) bool {
		return x.Object == h.got.Object && t.w.Spec(x.Verb).Effect == engine.RenewsLease
	})
	return t.notArrived(x, "renew it", t.c.Event)
}

// hidUntil says of an update of a message until when it hid that from all; empty for anything else.
func (t teller) hidUntil(x *engine.Exchange) string {
	if t.w.Spec(x.Verb).Effect != engine.Updates || x.Object.Kind != "message" {
		return ""
	}
	for _, f := range x.Answer.Fields {
		if at, ok := f.Value.Instant(); ok && strings.HasSuffix(f.Name, "next-visible") && at > x.Decided.At {
			return fmt.Sprintf(", which hid it until %s", at)
		}
	}
	return ""
}
