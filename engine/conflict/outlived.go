package conflict

import "interleave/engine"

// outlived says whether work was written since the sender was given a lease that it believes in and that has ended, on
// the object or on what guards it: it took that lease to be kept from such work, and reads nothing under it. What stood
// there before, it would have replaced under the lease too.
func (k known) outlived(c engine.Change) bool {
	if c.Gone || c.Mark.By == k.x.By {
		return false
	}
	for _, object := range []engine.ObjectID{c.Object, k.world.Guardian(c.Object)} {
		if object.IsZero() || !k.staleHolder(object) {
			continue
		}
		t := teller{w: k.world, x: k.x, c: Finding{By: k.x.By, Event: k.world.Record() + 1}}
		if given := t.lastGiven(object); given != nil && given.Decided.Event < c.Mark.Event {
			return true
		}
	}
	return false
}
