package explore

import (
	"cmp"
	"slices"
)

// effort is what makes an order harder to read: what is lost, doubled, late or stopped in it, jumps of the clock, and
// how often another writer goes on.
type effort struct{ troubles, jumps, switches int }

func (e effort) compare(o effort) int {
	return cmp.Or(cmp.Compare(e.troubles, o.troubles), cmp.Compare(e.jumps, o.jumps),
		cmp.Compare(e.switches, o.switches))
}

// readableMost is how many states may lie on shortest orders for the most readable of them to be looked for.
const readableMost = 20_000

// readable is the search for the order that is read most easily among the shortest that make a mark.
type readable struct {
	*search
	kind  kindSet
	steps map[uint32][]next
	on    map[uint32]bool   // states on shortest orders
	last  int               // the depth in front of the last step
	rest  map[spot]effort   // what is still to come behind a spot
	ways  map[spot][]onward // the steps with the least of it
}

// spot is a state with the place of the writer that went last; -1: none did.
type spot struct {
	state uint32
	turn  int
}

// onward is a step, the spot that it leads to, and how equal writers changed places by it.
type onward struct {
	move  move
	to    spot
	order []uint8
}

// readable is, among the shortest orders that make a mark, the one with the fewest faults, then the fewest jumps of the
// clock, then the fewest changes of the writer, then the first writers. nil where they are too many to compare, or
// somebody has stopped the search.
func (s *search) readable(kind kindSet, length int) []move {
	r := &readable{search: s, kind: kind, steps: map[uint32][]next{}, on: map[uint32]bool{}, last: length - 1,
		rest: map[spot]effort{}, ways: map[spot][]onward{}}
	from := s.expansions
	if length < len(s.layers) {
		from = min(from, int(s.layers[length]))
	}
	for state := from - 1; state >= 0; state-- {
		depth := s.depth(uint32(state))
		leads := func(e edge) bool {
			if depth == r.last {
				return s.marks.list[e.marks]&kind != 0
			}
			return r.on[e.to] && s.depth(e.to) == depth+1
		}
		if slices.ContainsFunc(s.from(uint32(state)), leads) {
			if r.on[uint32(state)] = true; len(r.on) > readableMost {
				return nil
			}
		}
	}
	at := spot{0, -1}
	if r.effort(at); !r.isAsked() {
		return nil
	}
	w := s.walk(length)
	for len(w.moves) < length {
		first := slices.MinFunc(r.ways[at], func(a, b onward) int {
			return cmp.Compare(r.writer(a, w.who), r.writer(b, w.who))
		})
		w.step(first.move, first.order)
		at = first.to
	}
	return w.moves
}

// writer is whose step it is; nobody's come last.
func (r *readable) writer(o onward, who []uint8) int {
	if o.move.actor < 0 {
		return len(who)
	}
	return int(who[o.move.actor])
}

// effort is the least that comes behind a spot on the way to the mark.
func (r *readable) effort(at spot) effort {
	if known, ok := r.rest[at]; ok || !r.isAsked() {
		return known
	}
	steps, ok := r.steps[at.state]
	if !ok {
		steps = r.search.steps(at.state)
		r.steps[at.state] = steps
	}
	var least effort
	var ways []onward
	for n, e := range r.from(at.state) {
		ends := r.depth(at.state) == r.last
		if ends && r.marks.list[e.marks]&r.kind == 0 ||
			!ends && (!r.on[e.to] || r.depth(e.to) != r.depth(at.state)+1) {
			continue
		}
		o := r.onward(at, steps[n], e.to)
		sum := stepEffort(at, o.move)
		if !ends {
			rest := r.effort(o.to)
			sum = effort{sum.troubles + rest.troubles, sum.jumps + rest.jumps, sum.switches + rest.switches}
		}
		if ways == nil || sum.compare(least) < 0 {
			least, ways = sum, nil
		}
		if sum == least {
			ways = append(ways, o)
		}
	}
	r.rest[at], r.ways[at] = least, ways
	return least
}

func (r *readable) onward(at spot, n next, to uint32) onward {
	o := onward{move: n.move, to: spot{to, at.turn}, order: make([]uint8, len(r.actors))}
	r.sort(slices.Clone(n.words), o.order)
	turn := at.turn
	if n.move.actor >= 0 {
		turn = n.move.actor
	}
	if turn >= 0 {
		o.to.turn = slices.Index(o.order, uint8(turn))
	}
	return o
}

func stepEffort(at spot, m move) (e effort) {
	cost := m.cost()
	e = effort{troubles: cost.Faults + cost.Copies + cost.Lates + cost.Stops, jumps: cost.Jumps}
	if m.actor >= 0 && at.turn >= 0 && at.turn != m.actor {
		e.switches = 1
	}
	return e
}
