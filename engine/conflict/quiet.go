package conflict

import (
	"slices"

	"interleave/engine"
)

// Quiet says of an event that nobody was harmed by it, without the world before it: At finds nothing then. Most
// requests of programs are such, and whoever looks at many need not keep a world that stands in front of each. False
// says nothing. The world is the one behind the event or any later one on the branch.
func Quiet(w *engine.World, e *engine.Event) bool {
	switch e.Kind {
	case engine.Decided:
		return e.By == engine.Seed || quietDecision(w, e)
	case engine.Sent:
		return e.By == engine.Seed || e.Worked.IsZero()
	case engine.Lost, engine.GaveUp, engine.Acted, engine.Finished, engine.Ended:
		return e.By == engine.Seed
	}
	return true
}

// quietDecision is Quiet of a decision: an accepted request, the only try of its wish, that replaced nothing but its
// own sender's work and took nothing in, and names no lease. What it leaves out is what silent, borrowed, entries and
// effects look at.
func quietDecision(w *engine.World, e *engine.Event) bool {
	x := e.Exchange()
	if x == nil || e.Answer.Why != nil || e.Shadowed || len(e.Took)+len(e.Refused)+len(e.Carried) > 0 ||
		!x.DecidedOnce() || x.Wish != x.Number || len(x.Again) > 0 {
		return false
	}
	k := known{world: w, x: x}
	for i := range e.Changed {
		if c := &e.Changed[i]; c.For != 0 && c.For != e.Request || k.mayHarm(*c) {
			return false
		}
	}
	for i := range e.Showed {
		if mayBeTorn(&e.Showed[i]) {
			return false
		}
	}
	return namesNoLease(w.Spec(x.Verb), x)
}

// namesNoLease says whether a request can have gone by no lease of another's.
func namesNoLease(spec *engine.OpSpec, x *engine.Exchange) bool {
	switch spec.Effect {
	case engine.Reads, engine.BreaksLease:
		return true
	case engine.AcquiresLease:
		return false
	}
	return !slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		return spec.GuardOf(a.Name) == "lease"
	})
}
