package conflict

import (
	"slices"

	"interleave/engine"
)

// setBetween are the requests between two doings of the same that took away what the first had left, or put something
// else in its place: what stands there then is not the work of both. The newest three, in their order.
func (t teller) setBetween(first *engine.Exchange) (list []*engine.Exchange) {
	const most = 3
	for _, x := range t.around(first.Decided.Event, t.c.Event) {
		took := tookAway(x, t.c.Object) || t.deletesName(x, t.c.Object)
		if x.Wish != t.x.Wish && (took || t.putsAnother(x) || t.movedToo(x)) {
			list = append(list, x)
		}
	}
	return list[max(0, len(list)-most):]
}

// putsAnother says whether a request put something else in the place of what the finding's request wrote, or of all of
// it, whatever it was made from.
func (t teller) putsAnother(x *engine.Exchange) bool {
	_, piece := x.Op().(engine.Stretcher)
	switch t.w.Spec(x.Verb).Effect {
	case engine.Creates:
		return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == t.c.Object && p.Mark.Request == x.Number && !p.Gone
		})
	case engine.Writes, engine.Copies, engine.Commits, engine.Renames:
		return !piece && leftAnother(x, t.c.Object) || t.overOne(x)
	case engine.Merges, engine.Describes, engine.Permits:
		return t.overOne(x)
	case engine.Groups:
		return leftAnother(x, t.c.Object) && !OnlyCounts(t.w, x, t.c.Object)
	}
	return false
}

// movedToo says whether a request put something under a name that the finding's request, a rename, took it from.
func (t teller) movedToo(x *engine.Exchange) bool {
	return t.spec().Effect == engine.Renames && slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Mark.Request == x.Number && !p.Gone && MovedBy(t.w, t.x, p.Object).Name != ""
	})
}

// overOne says whether a request wrote any part that the finding's request wrote as well.
func (t teller) overOne(x *engine.Exchange) bool {
	return slices.ContainsFunc(t.x.Shows, func(own engine.Part) bool {
		return own.Mark.Request == t.x.Number && own.Object == t.c.Object &&
			slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Mark.Request == x.Number && p.Meets(own) })
	})
}

// SetBetween is the newest request between two doings of the same that took away what the first had left, or put
// something else in its place; nil: there is none. The world is the one after the finding or any later one.
func SetBetween(w *engine.World, c Finding) *engine.Exchange {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if first := t.firstDoing(); first != nil {
		return t.newestBetween(first)
	}
	return nil
}

// newestBetween is the newest of those requests, or the delete that the second doing undid; nil: there is none.
func (t teller) newestBetween(first *engine.Exchange) *engine.Exchange {
	if between := t.setBetween(first); len(between) > 0 {
		return between[len(between)-1]
	}
	return t.takenAway(first)
}

// addedBetween are the requests of others between two doings of the same which only add to what is there that changed
// the same thing and left in it what the first had done, in their order: their work stands between the two.
func (t teller) addedBetween(first *engine.Exchange) (list []*engine.Exchange) {
	if effect := t.spec().Effect; effect != engine.Appends && effect != engine.Adds {
		return nil
	}
	between := t.setBetween(first)
	for _, x := range t.around(first.Decided.Event, t.c.Event) {
		if x.By != t.x.By && t.changedThing(x, t.c.Object) && !slices.ContainsFunc(between, x.Is) &&
			!x.Is(t.takenAway(first)) {
			list = append(list, x)
		}
	}
	return list
}

// AddedBetween are those requests of a finding of what was done twice. The world is the one after it or any later one.
func AddedBetween(w *engine.World, c Finding) []*engine.Exchange {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if first := t.firstDoing(); first != nil {
		return t.addedBetween(first)
	}
	return nil
}
