package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// removalsLook is how many requests around a finding's it is looked for what else became of a thing: the same at any
// length of the history.
const removalsLook = 256

// around are the accepted requests decided between two records, in the order of their decisions.
func (t teller) around(after, before int) (list []*engine.Exchange) {
	for n := max(1, t.x.Number-removalsLook); n <= min(t.w.Requests(), t.x.Number+removalsLook); n++ {
		if x := t.w.Exchange(n); x.Took && x.Decided.Event > after && x.Decided.Event < before {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b *engine.Exchange) int { return a.Decided.Event - b.Decided.Event })
	return list
}

// wentFurther is what became of a thing under the name to which it had been moved when a request met nothing under its
// old one: it was moved on, deleted there, or another was put in its place unread.
func (t teller) wentFurther() (list []*engine.Exchange) {
	since := t.c.Cause.Since
	x, object := t.w.Exchange(since.Request), t.aboutKey()
	if x == nil {
		return nil
	}
	object = MovedBy(t.w, x, object)
	for _, next := range t.around(since.Event, t.c.Event) {
		if object.Name == "" {
			break
		}
		if to := MovedBy(t.w, next, object); to.Name != "" || tookAway(next, object) || t.putOver(next, object, x) {
			list, object = append(list, next), to
		}
	}
	return list
}

// putOver says whether a request put another thing in the place of what a rename had brought under a name: all of it,
// by who had not read it there. Who had goes on with the same thing.
func (t teller) putOver(next *engine.Exchange, object engine.ObjectID, moved *engine.Exchange) bool {
	if _, piece := next.Op().(engine.Stretcher); piece || !leftAnother(next, object) {
		return false
	}
	switch t.w.Spec(next.Verb).Effect {
	case engine.Creates, engine.Writes, engine.Renames:
	default:
		return false
	}
	text := make([]engine.Change, 0, len(engine.TextNames()))
	for _, name := range engine.TextNames() {
		text = append(text, engine.Change{Part: engine.Part{Object: object, Name: name}})
	}
	k := knowledge(t.w, next, text)
	return !slices.ContainsFunc(k.base, func(b *engine.Exchange) bool { return b.Decided.Event > moved.Decided.Event })
}

// hiddenBefore is the delete that had taken away what a request was made from, where another deleted the same name once
// more: each delete of a bucket that keeps versions puts its marker there. nil: nobody had.
//
// Source: engine/bucket/rules.md, "Versioning".
func (t teller) hiddenBefore(again engine.Mark) (first *engine.Exchange) {
	object, after := t.c.Object, 0
	if base := t.basis(); base != nil {
		after = base.Decided.Event
	}
	for _, x := range t.around(after, again.Event) {
		switch {
		case tookAway(x, object) && first == nil && t.w.Spec(x.Verb).Effect == engine.Deletes:
			first = x
		case leftAnother(x, object):
			first = nil
		}
	}
	return first
}

// deletedAgain says who had deleted a thing before the one whose delete was met, as `Ben deleted lake/k at 00:01.0, and
// Cal once more at 00:02.0`.
func (t teller) deletedAgain() string {
	did := t.did(t.c.Cause.Since)
	first := t.hiddenBefore(t.c.Cause.Since)
	if last := t.w.Exchange(t.c.Cause.Since.Request); first == nil || last == nil || last.Number == first.Number ||
		last.Object != first.Object || last.Verb != first.Verb && !tookAway(last, t.c.Object) || // what it was in
		t.w.Spec(last.Verb).Effect != engine.Deletes {
		return sentence(did)
	}
	if t.c.Cause.Since.By == first.By {
		return sentence(t.did(first.Decided) + ", and once more" + t.when(t.c.Cause.Since))
	}
	return sentence(fmt.Sprintf("%s, and %s once more%s", t.did(first.Decided), t.who(t.c.Cause.Since.By),
		t.when(t.c.Cause.Since)))
}

// andFurther are sentences on what became of a thing that was moved away, each with a blank in front.
func (t teller) andFurther() string {
	var said strings.Builder
	for _, x := range t.wentFurther() {
		said.WriteString(" " + sentence(t.did(x.Decided)))
	}
	return said.String()
}

// stepsOfRemoval are what else removed the thing, before what the request met and after it.
func (t teller) stepsOfRemoval() (steps []Step) {
	if t.c.Kind != engine.IsGone {
		return nil
	}
	if first := t.hiddenBefore(t.c.Cause.Since); first != nil {
		steps = append(steps, t.happened(first.Decided))
	}
	for _, x := range t.wentFurther() {
		steps = append(steps, t.happened(x.Decided))
	}
	return steps
}

// hiddenFirst is, of a delete that a request undid, the one that had deleted the same before it.
func (t teller) hiddenFirst() Step {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil || t.deletes() || t.w.Spec(victim.Verb).Effect != engine.Deletes {
		return Step{}
	}
	if first := t.hiddenBefore(t.c.Victim); first != nil {
		return t.happened(first.Decided)
	}
	return Step{}
}
