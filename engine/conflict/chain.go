package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// mostChanges bounds how many changes of others a story tells between what a request was made from and what it met: the
// first, which ended what was read, and the newest ones.
const mostChanges = 3

// withChain is the steps of a story with those without which they would not follow from one another: from the first of
// them to the answer, each end and each beginning of the thing and of what it lies in, who took, changed and gave back
// the lease that decided, who was handed the message; and of what decided by a version what else was saved there.
func (t teller) withChain(list []Step) []Step {
	if t.c.Kind == "" || t.never() != "" { // a wrong word is one whatever stood there
		return list
	}
	list = slices.DeleteFunc(list, func(s Step) bool { return s.Text == "" })
	first, told := t.c.Event, map[int]bool{}
	for _, s := range list {
		if s.Event != 0 {
			first, told[s.Event] = min(first, s.Event), true
		}
	}
	c := chain{teller: t, object: t.aboutKey(), lease: t.leaseDecided(told)}
	var changes []Step
	for _, x := range t.around(first-1, t.c.Event) {
		stood := !c.gone
		how := c.link(x)
		switch {
		case told[x.Decided.Event] || x.Is(t.x) || how == noLink:
		case how == changed:
			changes = append(changes, t.happened(x.Decided))
		case how == ended:
			list = append(list, t.wentWith(x, stood))
		default:
			list = append(list, t.happened(x.Decided))
		}
		if how != noLink || told[x.Decided.Event] {
			list = slices.Insert(list, 0, t.beforeBack(x)...) // in front of what it did with that
		}
	}
	return append(append(list, fewest(changes)...), c.ranOut())
}

// ranOut says that the lease which another took since ran out before the request was decided, so that nothing was held
// then: nobody's request tells of that.
func (c *chain) ranOut() Step {
	if c.holder == nil || c.holder.By == c.x.By || c.c.Kind != engine.StaleHolder {
		return Step{}
	}
	x, sending := *c.x, *c.x.Sending
	sending.By = c.holder.By
	x.Sending = &sending
	its := teller{w: c.w, c: c.c, x: &x, clockless: c.clockless}
	h, ok := its.holdingOf(c.holder.Answer.Field("lease"))
	if !ok || !h.over || !h.end.IsZero() {
		return Step{}
	}
	return Step{Text: h.text, at: h.at}
}

// fewest are steps of which no more than mostChanges are told: one in their midst says how many are left out.
func fewest(changes []Step) []Step {
	more := len(changes) - mostChanges
	if more <= 1 { // one takes no more room than to say that there is one
		return changes
	}
	left := changes[1]
	left.Text = fmt.Sprintf("%d more changes followed.", more)
	return slices.Concat(changes[:1], []Step{left}, changes[1+more:])
}

// link is what a request is in the chain of what happened to a thing.
type link uint8

const (
	noLink  link = iota
	ended        // the thing went, or what it lies in
	begun        // it stands there again, or what it lies in
	held         // its lease or its receipt became another's
	changed      // it says something else
)

// chain follows a thing through the requests, in their order.
type chain struct {
	teller
	object engine.ObjectID
	lease  engine.ObjectID // the thing whose lease decided; zero: none did

	holder *engine.Exchange // who took that lease last, and has not given it back

	gone, nowhere bool // the thing, and what it lies in, as far as the requests so far tell
}

// link is what the next request is in the chain.
func (c *chain) link(x *engine.Exchange) link {
	effect := c.w.Spec(x.Verb).Effect
	switch {
	case c.object.IsZero():
	case c.tookHolder(x, c.object):
		c.gone, c.nowhere = true, true
		return ended
	case tookAway(x, c.object) || c.deletesName(x, c.object) || MovedBy(c.w, x, c.object).Name != "":
		c.gone = true
		return ended
	case c.nowhere && c.madeHolder(x, c.object):
		c.nowhere = false
		return begun
	case c.gone && wroteAt(x, c.object):
		c.gone, c.nowhere = false, false
		return begun
	case c.object.Kind == "message" && (effect == engine.Updates && x.Object == c.object ||
		effect == engine.Receives && showsOf(x, c.object)):
		return held
	case c.byVersion() && wroteAt(x, c.object), c.byTags() && setTags(x, c.object):
		return changed
	}
	brought := BroughtBack(x)
	if x.Object != c.lease || !effect.OfLease() || effect == engine.RenewsLease && !brought || c.lease.IsZero() {
		return noLink
	}
	if c.holder = nil; effect == engine.AcquiresLease || brought {
		c.holder = x
	}
	return held
}

// byVersion says whether it was a version of the thing that decided, so that each that was saved is a cause.
func (t teller) byVersion() bool {
	return t.c.Kind == engine.StaleWrite || t.c.Kind == engine.GuardDefeated || t.c.Kind == engine.SameNumber
}

// byTags says whether it was the tags of the thing that a condition looked at, so that each who set them is a cause:
// they may be again what they were, and a condition asks for no more.
func (t teller) byTags() bool {
	return t.c.Part == "tags" && t.sentTags() != "" ||
		t.c.Cause != nil && strings.HasSuffix(t.c.Cause.Rule.Name, tagsRule)
}

// setTags says whether a request set the tags of a thing, or cleared them.
func setTags(x *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == object && p.Name == "tags" && p.Mark.Request == x.Number
	})
}

// leaseDecided is the thing whose lease a story is about, by its kind or by one of its steps; zero: it is about none.
func (t teller) leaseDecided(told map[int]bool) (lease engine.ObjectID) {
	of := t.c.Object
	if guardian := t.w.Guardian(of); !guardian.IsZero() {
		of = guardian
	}
	switch t.c.Kind {
	case engine.IsLeased, engine.LeaseOver, engine.BorrowedLease:
		return of
	case engine.StaleHolder:
		if h, ok := t.belief(); ok {
			return h.got.Object
		}
	}
	for _, x := range t.around(0, t.c.Event) {
		if told[x.Decided.Event] && t.w.Spec(x.Verb).Effect.OfLease() {
			return x.Object
		}
	}
	return lease
}

// wentWith is the step of what took the thing away. Where that is what it lay in, it says that the thing went with
// that, if it still stood.
func (t teller) wentWith(x *engine.Exchange, stood bool) Step {
	s := t.happened(x.Decided)
	if of := t.aboutKey(); t.tookHolder(x, of) {
		s.Text = fmt.Sprintf("%s deleted %s%s", t.who(x.By), Called(t.w, x.Object), t.when(x.Decided))
		if stood {
			s.Text += fmt.Sprintf(", and %s with it", Called(t.w, of))
		}
		s.Text += "."
	}
	return s
}

// tookHolder says whether a request deleted what a thing lies in.
func (t teller) tookHolder(x *engine.Exchange, object engine.ObjectID) bool {
	return t.w.Spec(x.Verb).Effect == engine.Deletes && x.Object.Kind != object.Kind && inside(object, x.Object) &&
		slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Gone && p.Object == x.Object && p.Mark.Request == x.Number
		})
}

// madeHolder says whether a request made what a thing lies in.
func (t teller) madeHolder(x *engine.Exchange, object engine.ObjectID) bool {
	return t.w.Spec(x.Verb).Effect == engine.Creates && x.Object.Kind != object.Kind && inside(object, x.Object)
}

// wroteAt says whether a request left something at a thing that was its own: all of it, its text or a property.
func wroteAt(x *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == object && !p.Gone && p.Mark.Request == x.Number &&
			(p.Name == "*" || strings.HasPrefix(p.Name, ".") || slices.Contains(engine.TextNames(), p.Name))
	})
}

// showsOf says whether an answer shows anything of a thing.
func showsOf(x *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == object })
}
