package explore

import (
	"math/big"
	"slices"

	"interleave/engine"
)

// Other says whether it could have been otherwise.
type Other struct {
	Avoid, All *big.Int // orders without the mark, and all; nil: unknown, the search ended early or a loop has no end
	Found      bool     // some order avoids it
	Nearest    []Step   // of those that avoid it the one in which the fewest requests stand elsewhere
	Moves      int      // how many do
}

// Otherwise finds the orders that avoid a kind of mark, and the one of them that is nearest to what happened: the
// writers in the order in which their requests were decided.
func Otherwise(in Input, happened []string, severity engine.Severity, kind engine.Trouble, b Budget, tick Tick) Other {
	rules := AllRules()
	rules.Symmetry = false // who is who counts here
	in.Rules = &rules
	s := newSearch(in, b, tick)
	s.run()
	order, endless := s.sorted()
	if s.full != "" || endless {
		return Other{}
	}
	var without kindSet
	if at := slices.Index(s.marks.all, markKind{severity, kind}); at >= 0 {
		without = 1 << at
	}
	other := Other{All: s.total(s.ways(order, 0)), Avoid: s.total(s.ways(order, without))}
	if other.Found = other.Avoid.Sign() > 0; other.Found {
		other.Nearest, other.Moves = s.nearest(order, without, s.sequence(happened))
	}
	return other
}

// sequence are the writers of an order by their places.
func (s *search) sequence(happened []string) []int {
	list := make([]int, len(happened))
	for i, id := range happened {
		list[i] = slices.Index(s.ids, id)
	}
	return list
}

// nearest is the order without marks of a set that has the most steps in common with another, in the same order; moves
// is how many of the other's it has not.
func (s *search) nearest(order []uint32, without kindSet, other []int) (steps []Step, moves int) {
	type choice struct {
		common int32 // with what is left of the other order; -1: no way on
		edge   int32
		behind int32 // what is left of it begins there
	}
	width := len(other) + 1
	best := make([]choice, len(s.parents)*width)
	for _, state := range slices.Backward(order) {
		edges, at := s.from(state), int(state)*width
		var moves []move
		if len(edges) > 0 {
			for _, n := range s.steps(state) {
				moves = append(moves, n.move)
			}
		}
		for from := range width {
			found := choice{common: -1}
			if s.isEnd(state) {
				found.common = 0
			}
			take := func(n, behind int, common int32) {
				if rest := best[int(edges[n].to)*width+behind].common; rest >= 0 && rest+common > found.common {
					found = choice{rest + common, int32(n), int32(behind)}
				}
			}
			for n, e := range edges {
				if s.marks.list[e.marks]&without != 0 {
					continue
				}
				if met := slices.Index(other[from:], moves[n].actor); met >= 0 && moves[n].actor >= 0 {
					take(n, from+met+1, 1)
				}
				take(n, from, 0)
			}
			best[at+from] = found
		}
	}
	var way []move
	state, from := uint32(0), 0
	for !s.isEnd(state) {
		c := best[int(state)*width+from]
		way = append(way, s.steps(state)[c.edge].move)
		state, from = s.from(state)[c.edge].to, int(c.behind)
	}
	return s.inputs(way), len(other) - int(best[0].common)
}
