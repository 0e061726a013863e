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

// around are the accepted requests decided between two records, in the order of their decisions: what a line does that
// was queued, EXEC does.
func (t teller) around(after, before int) (list []*engine.Exchange) {
	for n := max(1, t.x.Number-removalsLook); n <= min(t.w.Requests(), t.x.Number+removalsLook); n++ {
		if x := t.w.Exchange(n); done(x) && x.Decided.Event > after && x.Decided.Event < before {
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

// hiddenBefore are the deletes that had taken away what a request was made from, where another deleted the same name
// once more: each delete of a bucket that keeps versions puts its marker there. In their order, each writer's first
// alone, and none of the one that the mark is of but the first of all; empty: nobody had.
//
// Source: engine/bucket/rules.md, "Versioning".
func (t teller) hiddenBefore(again engine.Mark) (list []*engine.Exchange) {
	object, after := t.c.Object, 0
	if base := t.basis(); base != nil {
		after = base.Decided.Event
	}
	named := func(by string) bool {
		return slices.ContainsFunc(list, func(x *engine.Exchange) bool { return x.By == by })
	}
	for _, x := range t.around(after, again.Event) {
		switch {
		case t.deletesName(x, object), tookAway(x, object) && t.w.Spec(x.Verb).Effect == engine.Deletes:
			if len(list) == 0 || x.By != again.By && !named(x.By) {
				list = append(list, x)
			}
		case leftAnother(x, object):
			list = nil
		}
	}
	return list
}

// deletesName says whether a request deleted a thing by its name, alone or in a list: in a bucket that keeps versions
// also one that was deleted before.
func (t teller) deletesName(x *engine.Exchange, object engine.ObjectID) bool {
	if !Deleted(t.w.Spec(x.Verb), x) {
		return false
	}
	return t.deletesInList(x, object) ||
		x.Object == object && t.versionTaken(x) == "" && thing(t.w, x) == Called(t.w, object)
}

// Deleted says whether a delete was carried out: of a name in a bucket that keeps versions also where that was deleted
// before. A line that was queued has deleted nothing, whatever becomes of it.
//
// Source: engine/tair/rules.md, "Values", last line; Redis, "Transactions".
func Deleted(spec *engine.OpSpec, x *engine.Exchange) bool {
	return spec.Effect == engine.Deletes && done(x)
}

// done says whether a request was accepted and did something itself: what is queued waits for EXEC or DISCARD.
func done(x *engine.Exchange) bool {
	return x.Took && (x.Altered || x.Answer.Field("reply").String() != "QUEUED")
}

// deletesInList says whether a request names a thing in a list of what it is to delete, and no version of it.
func (t teller) deletesInList(x *engine.Exchange, object engine.ObjectID) bool {
	ofVersion := func(a engine.Arg) bool { return a.Name == versionID }
	return x.Took && slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		p, _ := t.w.Spec(x.Verb).Param(a.Name)
		return p.Content && slices.ContainsFunc(engine.NamedOf(a.Value), func(one engine.Named) bool {
			return x.Object.Name+"/"+one.Name == object.Name && !slices.ContainsFunc(one.With, ofVersion)
		})
	})
}

// deletedAgain says who had deleted a thing before the one whose delete a mark is, as `Ben deleted lake/k at 00:01.0,
// then Cal at 00:02.0`; of one who had done so before as well, that it was once more.
func (t teller) deletedAgain(again engine.Mark) string {
	did, earlier := t.did(again), t.hiddenBefore(again)
	last := t.w.Exchange(again.Request)
	if len(earlier) == 0 || last == nil || !t.deletesName(last, t.c.Object) { // it took what the thing was in
		return sentence(did)
	}
	said := t.did(earlier[0].Decided)
	for _, x := range earlier[1:] {
		said += fmt.Sprintf(", then %s%s", t.who(x.By), t.when(x.Decided))
	}
	switch {
	case again.By != earlier[0].By:
		said += fmt.Sprintf(", then %s", t.who(again.By))
	case len(earlier) > 1:
		said += fmt.Sprintf(", then %s once more", t.who(again.By))
	default:
		said += ", and once more"
	}
	return sentence(said + t.when(again))
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
	steps = append(append(steps, t.noMoreKept()), t.eachOf(t.madeBetween())...)
	steps = append(steps, t.eachOf(t.hiddenBefore(t.c.Cause.Since))...)
	return append(steps, t.eachOf(t.wentFurther())...)
}

// madeBetween are the request that removed what a request was made from, and the one that made another thing of the
// same name, where that was removed in its turn; nothing where it was not so.
func (t teller) madeBetween() (list []*engine.Exchange) {
	base, object := t.basis(), t.aboutKey()
	if base == nil || !base.Answer.Accepted() || object.Name == "" {
		return nil
	}
	for _, x := range t.around(base.Decided.Event, t.c.Cause.Since.Event) {
		switch {
		case len(list) == 0 && tookAway(x, object):
			list = append(list, x)
		case len(list) == 1 && leftAnother(x, object):
			return append(list, x)
		}
	}
	return nil
}

// eachOf is what each of several requests did, as steps.
func (t teller) eachOf(list []*engine.Exchange) (steps []Step) {
	for _, x := range list {
		steps = append(steps, t.happened(x.Decided))
	}
	return steps
}

// hiddenFirst are, of a delete that a request undid, those that had deleted the same before it.
func (t teller) hiddenFirst() []Step {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil || t.deletes() || t.w.Spec(victim.Verb).Effect != engine.Deletes {
		return nil
	}
	return t.eachOf(t.hiddenBefore(t.c.Victim))
}
