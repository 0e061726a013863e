package explore

import (
	"slices"

	"interleave/engine"
)

// avoiding says which orders are looked at for the nearest.
type avoiding struct {
	without kindSet // those without these marks
	calm    bool    // and at whose end nobody is stuck
	still   bool    // and in which the clock stands
}

// near is the nearest of some orders to another.
type near struct {
	steps         []Step
	has           kindSet // the marks that it has
	moves         int     // how many of the other's steps it has not
	stuck, passes bool    // somebody is stuck at its end; the clock goes on in it
	some          bool    // of those without any trouble: in some the clock stands
}

// isStuck says whether somebody at an end can never go on. Who waits for the clock may, once it is allowed to, and who
// waits for an answer that was lost in what happened is stuck there too.
func (s *search) isStuck(state uint32, unheard []bool) bool {
	for at, own := range s.at(state)[2:] {
		switch s.memo.writers[own].standing {
		case done, stopped, asleep:
		case hangs:
			if !unheard[at] {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// unheardIn says who heard nothing more in what happened, by the writers' places.
func (s *search) unheardIn(happened []fate) []bool {
	unheard := make([]bool, len(s.actors))
	for _, f := range happened {
		if f.actor >= 0 {
			unheard[f.actor] = isLost(f.what)
		}
	}
	return unheard
}

// passes says whether a step is one of the clock.
func (m move) passes() bool { return m.kind == jump || m.kind == jumpBefore }

// nearestOf is the nearest order without the marks of the first of some sets for which there is any: without any
// trouble, without a harm, without the mark. To be refused is to be told; who is stuck does less than it was to do; to
// lose another message is worse than any of these. In an order without any trouble the clock goes on only where it does
// in all, or where it is nearer so.
func (s *search) nearestOf(order []uint32, sets []kindSet, other []fate) (found near, ok bool) {
	clean, quiet, without := sets[0], sets[1], sets[2]
	for n, avoids := range []avoiding{{without: clean, calm: true}, {without: quiet, calm: true}, {without: clean},
		{without: quiet}, {without: without, calm: true}, {without: without}} {
		if found, ok = s.nearest(order, avoids, other); !ok {
			continue
		}
		if n == 0 && found.passes {
			still, stands := s.nearest(order, avoiding{clean, true, true}, other)
			if found.some = stands; stands && still.moves <= found.moves {
				found = still
			}
		}
		break
	}
	return found, ok
}

// troublesOf are the troubles of an order, in words.
func (s *search) troublesOf(of near) (list []string) {
	if of.stuck {
		list = append(list, "a writer who is stuck")
	}
	for at, k := range s.marks.all {
		switch {
		case of.has&(1<<at) == 0 || k.severity == engine.SeverityUnknown || k.isSaw():
		case k.isPlain():
			list = append(list, PlainWords(k.kind))
		case k.severity == noMark:
			list = append(list, replacedUnread)
		default:
			list = append(list, k.kind.Words())
		}
	}
	return list
}

// nearest is the order of some that has the most steps in common with another, in the same order. It loses for no
// writer what that one had not lost in the other: ok is false where each order does.
func (s *search) nearest(order []uint32, avoids avoiding, other []fate) (found near, ok bool) {
	type choice struct {
		common int32 // steps that are in what is left of the other order too; -1: no way on
		edge   int32
		behind int32 // what is left of it begins there
	}
	width := len(other) + 1
	kept := int32(width) // what was lost and stays so counts for more than all that stands where it stood
	unheard := s.unheardIn(other)
	best := make([]choice, len(s.parents)*width)
	sent := s.sentBefore()
	for n := len(s.parents) - 1; n >= 0; n-- {
		state := nth(order, n)
		edges, at := s.from(state), int(state)*width
		var moves []move
		if len(edges) > 0 {
			for _, n := range s.steps(state) {
				moves = append(moves, n.move)
			}
		}
		for from := range width {
			found := choice{common: -1}
			if s.isEnd(state) && !(avoids.calm && s.isStuck(state, unheard)) {
				found.common = 0
			}
			take := func(n, behind int, common int32) {
				if rest := best[int(edges[n].to)*width+behind].common; rest >= 0 && rest+common > found.common {
					found = choice{rest + common, int32(n), int32(behind)}
				}
			}
			for n, e := range edges {
				if s.marks.list[e.marks]&avoids.without != 0 || avoids.still && moves[n].passes() {
					continue
				}
				same := s.fateOf(state, moves[n])
				if isLost(same.what) && same.actor >= 0 && same.name == "" {
					same.nth = sent[state][same.actor]
				}
				if isLost(same.what) && !slices.Contains(other, same) {
					continue
				}
				if met := slices.Index(other[from:], same); met >= 0 && same.actor >= 0 {
					worth := int32(1)
					if isLost(same.what) {
						worth = kept
					}
					take(n, from+met+1, worth)
				}
				take(n, from, 0)
			}
			best[at+from] = found
		}
	}
	if best[0].common < 0 {
		return found, false
	}
	var way []move
	state, from := uint32(0), 0
	for !s.isEnd(state) {
		c := best[int(state)*width+from]
		m := s.steps(state)[c.edge].move
		way, found.passes = append(way, m), found.passes || m.passes()
		found.has |= s.marks.list[s.from(state)[c.edge].marks]
		state, from = s.from(state)[c.edge].to, int(c.behind)
	}
	common := best[0].common
	found.moves = len(other) - int(common/kept+common%kept)
	found.steps, found.stuck = s.inputs(way), s.isStuck(state, unheard)
	return found, true
}
