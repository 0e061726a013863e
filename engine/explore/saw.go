package explore

import (
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// An end may ask for answers that somebody heard on the way to it, as a 412 that was tried again: which those were no
// end tells. So a search marks the steps that show one, and an order to the end counts where it has all of them.

// SawMost is how many such answers an end may ask for: with each more the ways to all states are counted twice as
// often.
const SawMost = 4

const sawWord = "saw "

// sawOf is the kind of the mark of an answer that an end asks for.
func sawOf(s Status) markKind {
	return markKind{noMark, engine.Trouble(sawWord + s.Writer + " " + s.Status)}
}

func (k markKind) isSaw() bool {
	return k.severity == noMark && strings.HasPrefix(string(k.kind), sawWord)
}

// sawNow are the marks of the answers that an end asks for and somebody hears with an event that was just done.
func (g *stage) sawNow(e engine.Event) (found []conflict.Finding) {
	if e.Kind != engine.Heard {
		return nil
	}
	x := g.w.Exchange(e.Request)
	if x.Heard.Event != e.Number { // another answer to it that nobody waits for any more
		return nil
	}
	for _, want := range g.s.in.Wanted {
		for _, saw := range want.Saw {
			if saw.Writer == x.By && saw.Status == status(g.w, x) {
				k := sawOf(saw)
				found = append(found, conflict.Finding{Severity: k.severity, Kind: k.kind})
			}
		}
	}
	return found
}

// sawSize is about what it takes for a state to look for a way on which all is heard that an end asks for: from where
// it was reached, and its place in the queue, for each part of what there is to hear.
func (s *search) sawSize() (size int64) {
	for _, want := range s.memo.wanted {
		if n := len(want.Saw); n > 0 {
			size = max(size, 8<<n)
		}
	}
	return size
}

// sawBy says whether an end asks for an answer to a writer: then nobody is its equal.
func (in Input) sawBy(writer string) bool {
	return slices.ContainsFunc(in.Wanted, func(w Want) bool {
		return slices.ContainsFunc(w.Saw, func(s Status) bool { return s.Writer == writer })
	})
}

// unseen are the wanted ends, each with what is still to be heard where the search begins.
func (in Input) unseen() (list []Want) {
	for _, want := range in.Wanted {
		want.Saw = slices.DeleteFunc(slices.Clone(want.Saw), func(s Status) bool {
			w := in.World.Writer(s.Writer)
			if w == nil {
				return false
			}
			for n := w.Newest; n > 0; n = in.World.Exchange(n).HeardBefore {
				if status(in.World, in.World.Exchange(n)) == s.Status {
					return true
				}
			}
			return false
		})
		list = append(list, want)
	}
	return list
}

// sawSets are the marks of all answers that an end asks for; ok is false where one of them came in no order.
func (s *search) sawSets(want Want) (sets []kindSet, ok bool) {
	for _, saw := range want.Saw {
		at := slices.Index(s.marks.all, sawOf(saw))
		if at < 0 {
			return nil, false
		}
		if set := kindSet(1) << at; !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	return sets, true
}

// wantedState is a state that says what an end asks for, with the ways in which equal writers can stand there: all, and
// those in which each heard last what is asked for.
type wantedState struct {
	state uint32
	all   int
	so    [][]uint32
}

// mayWork says whether somebody who waits for the clock at an end may still say that work is done.
func (s *search) mayWork(own []uint32) bool {
	return slices.ContainsFunc(own, func(n uint32) bool { return s.memo.writers[n].works })
}

func (s *search) wantedStates(n int, want Want) (list []wantedState) {
	for _, state := range s.ended() {
		words := s.at(state)
		if s.memo.wants[words[1]]&(1<<n) == 0 || want.settled && s.mayWork(words[2:]) {
			continue
		}
		all := [][]uint32{words[2:]}
		if len(want.Heard) > 0 && s.variants(words[2:]) <= arrangedMost {
			all = s.arrangements(words[2:])
		}
		so := slices.DeleteFunc(slices.Clone(all), func(own []uint32) bool {
			last, _ := s.lasts(own)
			return !want.heard(last)
		})
		if len(so) > 0 {
			list = append(list, wantedState{state, len(all), so})
		}
	}
	return list
}

// wanted counts the ends that were asked for. Where equal writers change places, what they heard is that of each way.
func (s *search) wanted(r *Result, order []uint32, ways *counts) {
	for n, want := range s.memo.wanted {
		states := s.wantedStates(n, want)
		one := s.wantedEnd(states, want, order, ways)
		if !one.Found && len(want.Saw) > 0 {
			if unseen := s.wantedEnd(states, Want{}, order, ways); unseen.Found {
				one.Unseen = &unseen
			}
		}
		r.Wanted = append(r.Wanted, one)
	}
}

func (s *search) wantedEnd(states []wantedState, want Want, order []uint32, ways *counts) (one WantedEnd) {
	if ways != nil {
		one.Schedules = new(big.Int)
	}
	sets, seen := s.sawSets(want)
	if !seen || len(states) == 0 {
		return one
	}
	if len(sets) == 0 {
		one.Found, one.Example = true, s.example(states[0].state, states[0].so[0])
	} else if way := s.wayWith(sets, states); way != nil {
		one.Found, one.Example = true, s.inputs(way)
	}
	if ways == nil || !one.Found {
		return one
	}
	for some := range 1 << len(sets) { // all orders, but those without the one or the other, and so on
		without, minus := kindSet(0), false
		for at, set := range sets {
			if some&(1<<at) != 0 {
				without, minus = without|set, !minus
			}
		}
		c := ways
		if some > 0 {
			c = s.ways(order, without)
		}
		for _, at := range states {
			orders := s.share(c.number(at.state), len(at.so), at.all)
			if minus {
				orders.Neg(orders)
			}
			one.Schedules.Add(one.Schedules, orders)
		}
	}
	s.shared(one.Schedules)
	return one
}

// wayWith is one of the shortest orders to one of some ends in which every one of some marks comes up; nil: there is
// none.
func (s *search) wayWith(sets []kindSet, ends []wantedState) []move {
	bits := make([]uint32, len(s.marks.list)) // by number of the marks of a step
	for n, marks := range s.marks.list {
		for at, set := range sets {
			if marks&set != 0 {
				bits[n] |= 1 << at
			}
		}
	}
	at := map[uint32]int{} // by state: which of the ends it is, from 1
	for n, end := range ends {
		at[end.state] = n + 1
	}
	shift := len(sets)
	all := uint32(1)<<shift - 1
	from := make([]uint32, len(s.parents)<<shift) // by state and what came up: one more than where it was reached from
	from[0] = 1
	for queue := []uint32{0}; len(queue) > 0; queue = queue[1:] {
		spot := queue[0]
		if end := at[spot>>shift]; end > 0 && spot&all == all {
			moves, who := s.along(from, bits, spot, shift)
			return s.placed(moves, who, s.at(spot >> shift)[2:], ends[end-1].so[0])
		}
		for _, e := range s.from(spot >> shift) {
			if to := e.to<<shift | spot&all | bits[e.marks]; from[to] == 0 {
				from[to] = spot + 1
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// along are the steps of a way that was found back from its end, by the writers as they stand at its places at first,
// and which of them each place is at last.
func (s *search) along(from, bits []uint32, end uint32, shift int) (moves []move, who []uint8) {
	spots := []uint32{end}
	for spot := end; spot != 0; spot = from[spot] - 1 {
		spots = append(spots, from[spot]-1)
	}
	slices.Reverse(spots)
	w := s.walk(len(spots))
	for n, spot := range spots[:len(spots)-1] {
		state, to := spot>>shift, spots[n+1]
		at := slices.IndexFunc(s.from(state), func(e edge) bool {
			return e.to == to>>shift && (spot|bits[e.marks])&(1<<shift-1) == to&(1<<shift-1)
		})
		step, order := s.steps(state)[at], make([]uint8, len(s.actors))
		s.sort(slices.Clone(step.words), order)
		w.step(step.move, order)
	}
	return w.moves, w.who
}
