package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// readFirst tries what a writer that had read nothing could have done: read before the work that was replaced, and send
// with the tag that the read showed what a strategy of the service puts in the place of the operation that was sent, or
// that operation itself where nothing stops it as it was sent. What asks that nothing be there would have refused every
// writer, the first too.
func (a *adviser) readFirst(k *view.Known, itself bool) (list []string) {
	object, first := a.c.Object, a.v.Exchange(a.met().Request)
	if try := a.earlierTry(); try != nil && (first == nil || try.Number < first.Number) {
		first = try
	}
	if _, knows := k.Reading(object); knows || first == nil || a.v.BaseOf(a.x, object) != nil {
		return nil
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
	for _, s := range a.guarded(heard) {
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
		here.decide(engine.Send{By: a.x.By, Verb: s.Verb, Args: one.last.Resolved()})
		if here.err == nil && here.last != nil && !here.last.Decided.IsZero() && here.stopped(heard) {
			list = append(list, fmt.Sprintf("%s, from a read before #%d. The answer would be %s.", a.told(&one, s),
				first.Number, short(here)))
		}
	}
	return list
}
