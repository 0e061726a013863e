package conflict

import "interleave/engine"

// isAbsentStill says whether an answer showed that a part was not there, and nothing of what another took away since
// comes back by what is made there now: whoever put something there in between and removed it, the same absence is
// replaced. What comes back is what the sender itself had put there meanwhile and another removed, and what a delete
// marker hid, by who takes that away.
func (k known) isAbsentStill(h *engine.Exchange, shown, p engine.Part) bool {
	switch {
	case !shown.Gone || !p.Gone || k.world.Spec(k.x.Verb).Effect == engine.Deletes:
		return false
	case p.Mark.Event < h.Decided.Event: // the very absence that was shown, as of what holds the thing
		return true
	}
	return !k.ownLater(p.Mark) && !k.putThere(p.Object, h.Decided.Event)
}

// putThere says whether the sender has put something into an object since an event, by whatever request, whether it has
// heard of that or not.
func (k known) putThere(object engine.ObjectID, since int) bool {
	by := k.world.Writer(k.x.By)
	if by == nil {
		return false
	}
	for n := int(by.Last); n > 0; {
		x := k.world.Exchange(n)
		at := x.Object == object || inside(object, x.Object)
		if at && x.Altered && x.Decided.Event > since && k.world.Spec(x.Verb).Effect != engine.Deletes {
			return true
		}
		n = x.Before
	}
	return false
}
