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
	now := engine.Mark{At: k.world.Now(), Event: k.world.Record() + 1}
	if !k.x.Decided.IsZero() { // the world may be a later one
		now = k.x.Decided
	}
	t := teller{w: k.world, x: k.x, c: Finding{By: k.x.By, Event: now.Event}}
	for _, object := range []engine.ObjectID{c.Object, k.world.Guardian(c.Object)} {
		if _, believes := k.world.Writer(k.x.By).Believes(object); object.IsZero() || !believes {
			continue
		}
		for _, l := range slices.Backward(t.tenures(object, now.Event)) {
			if given := l.givenTo(k.x.By); given != nil {
				if !l.stands(now.At) && given.Decided.Event < c.Mark.Event {
					return true
				}
				break
			}
		}
	}
	return false
}
