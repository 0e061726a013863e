package view

import (
	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/wire"
)

// Wire is a request and its answer as they would travel; answered is false where the service has not answered yet. Of a
// conflict on a copy of the request the answer is the one that the copy got.
func (v *View) Wire(request int, of *conflict.Finding) (asked, said wire.Raw, answered bool) {
	x := v.world.Exchange(request)
	if x == nil {
		return asked, said, false
	}
	spec, args := v.world.Spec(x.Verb), x.Resolved()
	a, at := x.Answer, x.Decided.At
	answered = !x.Decided.IsZero()
	if of != nil {
		if e, ok := v.eventOf(of.Event, request); ok && e.Answer != nil {
			a, at, answered = *e.Answer, e.At, true
		}
	}
	asked = wire.Request(spec, args, wire.Context{At: x.Sent.At, Request: x.Number, Answer: a, Spec: v.world.Spec})
	if answered {
		said = wire.Answer(spec, args, a, wire.Context{At: at, Request: x.Number, Spec: v.world.Spec})
	}
	return asked, said, answered
}

// eventOf is what was decided about a request in a record of the path.
func (v *View) eventOf(record, request int) (engine.Event, bool) {
	for i := v.behind(record) - 1; i >= 0 && v.path.entries.recordAt(i) == record; i-- {
		if e := v.path.entries.At(i).Event(); e.Request == request && e.Answer != nil {
			return *e, true
		}
	}
	return engine.Event{}, false
}
