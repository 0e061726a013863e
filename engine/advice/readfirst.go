package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// readFirst tries what a writer that had read nothing could have done: read before the work that was replaced, and send
// with the tag that the read showed what a strategy of the service puts in the place of the operation that was sent, or
// that operation itself where nothing stops it as it was sent. What asks that nothing be there would have refused every
// writer, the first too. Of what was done twice both tries come behind that read, whatever its sender had read long
// before, where nothing that it knew lets the first one through and stops the second.
func (a *adviser) readFirst(k *view.Known, itself bool) (list []string) {
	object, first, base := a.c.Object, a.v.Exchange(a.met().Request), a.madeFrom()
	twice := a.firstDone() != nil
	if try := a.earlierTry(); try != nil && (twice || first == nil || try.Number < first.Number) {
		first = try
	}
	_, knows := k.Reading(object)
	if first == nil || (knows || a.v.BaseOf(a.x, object) != nil) && !(twice && itself) {
		return nil
	}
	if twice { // that read is the newest
		base = nil
	}
	t := a.before(min(first.Sent.Event, a.x.Sent.Event))
	read, ok := a.readOf(t, object)
	if !ok || !t.send(read).accepted() {
		return nil
	}
	before := t.w.Clone()
	t.put(engine.Send{By: first.By, Verb: first.Verb, Args: first.Args, As: "first"})
	t.put(engine.Deliver{Names: []string{"first"}}) // its answer may be heard by nobody, as that of a lost try
	if t.err != nil || !t.w.Named("first").Took {
		return nil
	}
	heard := t.known()
	for _, s := range a.guardedFrom(heard, base) {
		if s.Verb == a.x.Verb && !itself {
			continue
		}
		one := *t
		one.w, one.found = t.w.Clone(), nil
		one.decide(s)
		if one.err != nil || one.last == nil || one.last.Decided.IsZero() || !one.stopped(heard) ||
			one.always(s, before) {
			continue
		}
		here := a.before(a.c.Event) // behind all that came in between, with what it would have named
		named := engine.Send{By: a.x.By, Verb: s.Verb, Args: one.last.Resolved()}
		here.decide(named)
		if here.err == nil && here.last != nil && !here.last.Decided.IsZero() && here.stopped(heard) &&
			!a.refusesFirst(here, named) {
			list = append(list, fmt.Sprintf("%s, from a read before #%d. The answer would be %s.", a.told(&one, s),
				first.Number, short(here)))
		}
	}
	return list
}

// firstDone is the try that had done it first, of what was done twice; nil: it is another finding.
func (a *adviser) firstDone() *engine.Exchange {
	if a.c.Kind != engine.DoneTwice {
		return nil
	}
	return a.earlierTry()
}

// refusesFirst says whether what refuses the second of what was done twice would have refused the first as well, as a
// position that had moved by then: nothing would have been done at all.
func (a *adviser) refusesFirst(second *trial, s engine.Send) bool {
	first := a.firstDone()
	if first == nil {
		return false
	}
	t := a.before(first.Decided.Event)
	t.decide(s)
	return t.why() != nil && t.why().Rule.Fault == second.last.Answer.Why.Rule.Fault
}
