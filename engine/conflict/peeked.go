package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Peeked is the read by which one of the two who did the work of a message came to it: the one that its writer named
// for that work, or, where that one was never handed the message, the newest that had shown it. A read hides nothing
// and gives no receipt. nil: it worked by an answer that handed it the message, or nothing tells.
//
// Source: engine/queue/rules.md, "State" (what a peek sees) and Q17.
func Peeked(w *engine.World, c Finding, by string) *engine.Exchange {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	return t.peeked(by, t.workOf(by))
}

// Received says whether one of the two who did the work of a message had been handed it for that.
func Received(w *engine.World, c Finding, by string) bool {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	return !t.unreceived(by, t.workOf(by))
}

// workOf is the event by which one of the two did the work.
func (t teller) workOf(by string) int {
	if by == t.c.Whose {
		return t.c.Victim.Event
	}
	return t.c.Event
}

// unreceived says whether a writer worked on a message that it had not been handed, or by a read that showed it.
func (t teller) unreceived(by string, work int) bool {
	return t.handedOut(by, work) == nil || t.peeked(by, work) != nil
}

func (t teller) peeked(by string, work int) *engine.Exchange {
	if named := t.namedForWork(by, work); named != nil {
		if t.w.Spec(named.Verb).Effect == engine.Reads {
			return named
		}
		return nil
	}
	if t.handedOut(by, work) != nil {
		return nil
	}
	for x := range t.w.AboutBy(by, engine.ObjectID{Kind: "message", Name: t.c.Object.Name}).Newest() {
		if !x.Heard.IsZero() && x.Heard.Event < work && t.w.Spec(x.Verb).Effect == engine.Reads &&
			slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
				return p.Object.Kind == "message" && p.Object.Name == t.c.Object.Name && !p.Gone
			}) {
			return x
		}
	}
	return nil
}

// namedForWork is the request whose answer a writer named when it said that the work was done; nil: it named none.
func (t teller) namedForWork(by string, work int) *engine.Exchange {
	for _, d := range t.w.Doings() {
		for _, s := range d.Said {
			if d.Name == t.c.Object.Name && s.By == by && s.Event == work {
				return t.w.Exchange(s.From)
			}
		}
	}
	return nil
}

// peekedAt says by which read one of the two came to the message; nothing where it was handed it.
func (t teller) peekedAt(by string, work int) Step {
	x := t.peeked(by, work)
	if x == nil {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s peeked at the message with #%d%s: that hides it from nobody.", t.who(by),
		x.Number, t.when(x.Decided)), Event: x.Decided.Event}
}
