package explore

// What the memo knows of the steps from a state is looked up without a world.

// lookUp puts down all steps from a state; false where it lacks one.
func (s *search) lookUp(p *piece, state uint32) bool {
	words, m := s.at(state), s.memo
	shared := words[1]
	sleeps := false
	if p.turns == nil {
		p.turns = make([][2]int, len(s.actors))
	}
	for place, own := range words[2:] {
		sleeps = sleeps || m.writers[own].standing == asleep
		if m.writers[own].standing != ready {
			continue
		}
		if twin := s.twin[place]; twin >= 0 && words[2+twin] == own { // the same, done by another
			from := len(p.steps)
			for _, t := range p.steps[p.turns[twin][0]:p.turns[twin][1]] {
				p.steps = append(p.steps, taken{t.to, t.marks, t.move + uint32(place-twin)})
			}
			p.turns[place] = [2]int{from, len(p.steps)}
			continue
		}
		from := len(p.steps)
		for _, k := range s.kindsLeft[words[0]] {
			if !s.lookUpStep(p, state, place, asked{own, shared, k}) {
				return false
			}
		}
		p.turns[place] = [2]int{from, len(p.steps)}
	}
	for n := range m.flights[shared] {
		for _, k := range s.kindsLeft[words[0]] {
			if !s.lookUpFlight(p, state, n, k) {
				return false
			}
		}
		if !s.lookUpFlight(p, state, n, finish) {
			return false
		}
	}
	if s.left[words[0]].Jumps == 0 || !sleeps && !m.timed[shared] {
		return true
	}
	if sleeps || m.flights[shared] > 0 {
		return false
	}
	return s.lookUpJump(p, state, jump) && (!s.budget.Before || s.lookUpJump(p, state, jumpBefore))
}

// lookUpStep looks up the steps of one kind of the writer at a place.
func (s *search) lookUpStep(p *piece, state uint32, place int, a asked) bool {
	words := s.at(state)
	steps, ok := s.memo.known(a)
	if !ok {
		return false
	}
	budget, ok := s.spending.get(uint64(words[0])<<4 | uint64(a.kind))
	if !ok {
		return false
	}
	for n := range steps {
		step := &steps[n]
		if s.allows(a.kind, step.reads, step.handled) &&
			!s.takeKnown(p, state, step, place, budget, step.moves+uint32(place)) {
			return false
		}
	}
	return true
}

// takeKnown puts down a step that is remembered, of the writer at a place; false where it is not known what becomes of
// another by it.
func (s *search) takeKnown(p *piece, state uint32, step *known, place int, budget, move uint32) (ok bool) {
	p.words = append(p.words, budget, step.shared)
	words := s.at(state)
	for i, own := range words[2:] {
		after := step.own
		if i != place {
			if after, ok = s.memo.after.get(s.memo.on(step, words[1], own)); !ok {
				return false
			}
		}
		p.words = append(p.words, after)
	}
	p.take(s, step.kinds, via{state, move})
	return true
}

// lookUpJump looks up where a jump of the clock leads to.
func (s *search) lookUpJump(p *piece, state uint32, k kind) bool {
	words := s.at(state)
	if s.allOver(words[2:]) {
		return true
	}
	steps, ok := s.memo.known(asked{nobody, words[1], k})
	budget, paid := s.spending.get(uint64(words[0])<<4 | uint64(k))
	if !ok || !paid {
		return false
	}
	for n := range steps {
		p.words = append(p.words, budget, steps[n].shared)
		for _, own := range words[2:] {
			after, ok := s.memo.after.get(s.memo.on(&steps[n], words[1], own))
			if !ok {
				return false
			}
			p.words = append(p.words, after)
		}
		p.take(s, steps[n].kinds, via{state, steps[n].moves})
	}
	return true
}
