package explore

// Where orders with more changes of the writer are not looked at, some are followed up to the change that would be too
// much, and are none that is counted: a mark that only they meet is in no order, and no beginning of one is an example.

// firstWhole finds anew, of a search within a number of changes, the first step that makes each kind of mark in an
// order that comes to its end; order is one in which no step goes back. Nothing is changed where no order does.
func (s *search) firstWhole(order []uint32) {
	ends := make([]bool, len(s.parents)) // from which some order comes to its end
	for n := len(s.parents) - 1; n >= 0; n-- {
		state := nth(order, n)
		ends[state] = s.isEnd(state)
		for _, e := range s.from(state) {
			ends[state] = ends[state] || ends[e.to]
		}
	}
	if !ends[0] {
		return
	}
	s.first, s.seen = nil, 0
	for state := range uint32(s.expansions) {
		for n, e := range s.from(state) {
			if made := s.marks.list[e.marks] &^ s.seen; made != 0 && ends[e.to] {
				s.seen |= made
				s.note(state, s.steps(state)[n].move, made)
			}
		}
	}
}
