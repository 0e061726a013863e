package conflict

import (
	"slices"

	"interleave/engine"
)

// outlived says whether work was written since the sender was given a lease that it believes in and that has ended, on
// the object or on what guards it: it took that lease to be kept from such work, and reads nothing under it. What stood
// there before, it would have replaced under the lease too.
func (k known) outlived(c engine.Change) bool {
	if c.Gone || c.Mark.By == k.x.By {
		return false
	}
	t := teller{w: k.world, x: k.x, c: Finding{By: k.x.By, Event: k.world.Record() + 1}}
	if !k.x.Decided.IsZero() { // the world is a later one
		t.c.Event = k.x.Decided.Event
	}
	for _, object := range []engine.ObjectID{c.Object, k.world.Guardian(c.Object)} {
		if object.IsZero() || !k.staleHolder(object) {
			continue
		}
		given := t.lastGiven(object)
		if given != nil && given.Decided.Event < c.Mark.Event && (k.x.Decided.IsZero() || !t.stood(object)) {
			return true
		}
	}
	return false
}

// stood says whether a lease that a request's sender was given stood when the request was decided.
func (t teller) stood(object engine.ObjectID) bool {
	for _, l := range slices.Backward(t.tenures(object, t.c.Event)) {
		if l.givenTo(t.x.By) != nil {
			return l.stands(t.x.Decided.At)
		}
	}
	return false
}
