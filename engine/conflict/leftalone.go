package conflict

import (
	"slices"

	"interleave/engine"
)

// leftAlone is a part as it stood before a request that knew it and set it to just that, as one that replaces a row for
// the sake of another property: such a request has no work in it that could be lost.
func (k known) leftAlone(p engine.Part) (engine.Part, bool) {
	x := k.world.Exchange(p.Mark.Request)
	if x == nil || len(x.Left) == 0 || x.Wish == k.x.Wish {
		return p, false
	}
	at := slices.IndexFunc(x.Left, func(l engine.LeftAlone) bool { return p.Same(l.Part) })
	if at < 0 {
		return p, false
	}
	left := x.Left[at].Part
	return left, left.Mark.Event < p.Mark.Event && x.Left[at].Knew(func() bool {
		return knowledge(k.world, x, []engine.Change{{Part: left}}).knows(left)
	})
}

// ofMaker is a change with whose work it is that stood there: of what a request only carried along, as the metadata
// that it had read and sent again with another text, the work of who had set it.
func (k known) ofMaker(c engine.Change) engine.Change {
	for left, ok := k.leftAlone(c.Part); ok; left, ok = k.leftAlone(c.Part) {
		c.Part = left
	}
	return c
}

// carriedOut says whether an event carried out anything: a request was accepted, or refused with a part of it done.
func carriedOut(e engine.Event) bool {
	return e.Kind == engine.Decided && e.Answer != nil && (e.Answer.Accepted() || len(e.Changed) > 0)
}
