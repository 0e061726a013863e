package explore

import "cmp"

// limits ends the search where it has as many states as it may have.
func (s *search) limits() bool {
	if len(s.parents) < s.budget.States {
		return false
	}
	s.full = "states"
	return true
}

// memory ends the search where it takes as many bytes as it may take.
func (s *search) memory() {
	if s.bytes() > s.budget.Bytes {
		s.full = "memory"
	}
}

// ticks is how many steps of the engine lie between two words about progress: a step takes some tens of microseconds,
// where others use the processors too a millisecond.
const ticks = 16

// isAsked says whether the search goes on, while the engine carries out steps from the state that is looked at: it asks
// once enough of them were carried out. A state may have many, and more are carried out behind them.
func (s *search) isAsked() bool {
	if !s.told && s.worked >= ticks {
		s.worked = 0
		s.goesOn(s.depth(s.asksAt), len(s.parents)-int(s.asksAt))
	}
	return !s.told
}

func (s *search) goesOn(depth, frontier int) bool {
	if s.tick != nil && !s.tick(Progress{Depth: depth, States: len(s.parents), Frontier: frontier,
		Transitions: s.edges.count, Bytes: s.bytes(), Marks: s.met(), tally: s.tally}) {
		s.told = true
		s.full = cmp.Or(s.full, StoppedByHand)
		return false
	}
	return true
}
