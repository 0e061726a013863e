package explore

import "slices"

// What the memo knows of the steps from a state is looked up without a world.

// lookUp puts down all steps from a state; false where it lacks one.
func (s *search) lookUp(p *piece, state uint32) bool {
	if s.ranked && s.packing.width == 1 {
		budget, shared := s.packing.front(s.words[state])
		if s.wholeOnly[budget] && s.memo.flights[shared] == 0 {
			return s.lookUpRanked(p, state, budget, shared)
		}
	}
	s.packing.unpack(p.numbers, s.wordsAt(state))
	m, budget, shared := s.memo, p.numbers[0], p.numbers[1]
	sleeps := false
	p.swept, p.word = p.swept[:0], s.packing.without(s.wordsAt(state)[0])
	for place, own := range p.numbers[2:] {
		if m.standing[own] != ready {
			sleeps = sleeps || m.standing[own] == asleep
			continue
		}
		from := len(p.steps)
		if twin := s.twin[place]; twin >= 0 && p.numbers[2+twin] == own { // the same, done by another
			for _, t := range p.steps[p.turns[twin][0]:p.turns[twin][1]] {
				p.steps = append(p.steps, taken{t.to, t.marks, t.move + uint32(place-twin)})
			}
		} else {
			for _, k := range s.kindsLeft[budget] {
				if !s.lookUpStep(p, state, place, asked{own, shared, k}) {
					return false
				}
			}
		}
		p.turns[place] = [2]int{from, len(p.steps)}
	}
	for n := range m.flights[shared] {
		for _, k := range s.flownKinds(budget) {
			if !s.lookUpFlight(p, state, n, k) {
				return false
			}
		}
	}
	if s.left[budget].Jumps == 0 || !sleeps && !m.timed[shared] {
		return true
	}
	if sleeps || m.flights[shared] > 0 {
		return false
	}
	return s.lookUpJump(p, state, jump) && (!s.budget.Before || s.lookUpJump(p, state, jumpBefore))
}

// lookUpStep looks up the steps of one kind of the writer at a place.
func (s *search) lookUpStep(p *piece, state uint32, place int, a asked) bool {
	steps, ok := s.memo.known(a)
	if !ok {
		return false
	}
	budget := p.numbers[0]
	if a.kind != whole {
		if budget, ok = s.spending.get(budget, uint32(a.kind)); !ok {
			return false
		}
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
func (s *search) takeKnown(p *piece, state uint32, step *known, place int, budget, move uint32) bool {
	m, before := s.memo, p.numbers[2:]
	var row []uint32 // what becomes of others by the step, where it is the same whatever is under way
	if step.flying == step.effect {
		if s.sweeps && s.packing.width == 1 {
			return s.takeSwept(p, state, step, place, budget, move)
		}
		row = m.after.row(step.effect)
	}
	p.next[0], p.next[1] = budget, step.shared
	next := p.next[2:][:len(before)]
	for i, own := range before {
		if int(own) < len(row) && row[own] != 0 {
			next[i] = row[own] - 1
		} else if step.flying == unmoved {
			next[i] = own
		} else if i != place {
			after, ok := m.behind(step, p.numbers[1], own)
			if !ok {
				return false
			}
			next[i] = after
		}
	}
	if place >= 0 {
		next[place] = step.own
	}
	p.add(s, p.next, step.kinds, via{state, move})
	return true
}

// rankedMost is how many equal writers are put in order by their numbers in one row.
const rankedMost = 8

// lookUpRanked is lookUp where all writers do the same, one word holds a state, and there are only requests that are
// decided and heard: nothing is under way, no budget is left. The place of each writer stands below its number while
// they are put in order.
func (s *search) lookUpRanked(p *piece, state, budget, shared uint32) bool {
	m, pk := s.memo, &s.packing
	var own [rankedMost]uint32
	word, mask, writers := s.words[state]>>((pk.budget+pk.shared)&63), uint64(1)<<(pk.own&63)-1, len(s.actors)
	for i := range own[:writers] {
		own[i] = uint32(word & mask)
		word >>= pk.own & 63
	}
	known := m.steps[whole].row(shared)
	from, to := len(p.steps), len(p.steps)
	for place, mine := range own[:writers] {
		if m.standing[mine] != ready {
			continue
		}
		if place > 0 && own[place-1] == mine { // the same, done by another
			for _, t := range p.steps[from:to] {
				p.steps = append(p.steps, taken{t.to, t.marks, t.move + 1})
			}
			from, to = to, len(p.steps)
			continue
		}
		if int(mine) >= len(known) || known[mine] == 0 {
			return false
		}
		from = len(p.steps)
		for n := range m.answers[known[mine]-1] {
			step := &m.answers[known[mine]-1][n]
			if !s.takeRanked(p, own[:writers], step, place, via{state, step.moves + uint32(place)}, budget) {
				return false
			}
		}
		to = len(p.steps)
	}
	return true
}

// takeRanked is takeKnown for lookUpRanked; own are the numbers of the writers.
func (s *search) takeRanked(p *piece, own []uint32, step *known, place int, from via, budget uint32) bool {
	var ranks [rankedMost]uint32
	if step.effect == unmoved {
		for i, n := range own {
			ranks[i] = n*rankedMost + uint32(i)
		}
	} else {
		row := s.memo.after.row(step.effect)
		for i, n := range own {
			if int(n) < len(row) && row[n] != 0 {
				ranks[i] = (row[n]-1)*rankedMost + uint32(i)
			} else if i != place {
				return false
			}
		}
	}
	ranks[place] = step.own*rankedMost + uint32(place)
	for i := 1; i < len(own); i++ {
		rank, j := ranks[i], i
		for ; j > 0 && ranks[j-1] > rank; j-- {
			ranks[j] = ranks[j-1]
		}
		ranks[j] = rank
	}
	at := p.count
	if at == len(p.from) {
		p.grow(s)
	}
	p.count++
	order := p.orders[at*len(own):][:len(own)]
	word, bits := uint64(0), s.packing.own&63
	for i := len(own) - 1; i >= 0; i-- {
		order[i] = uint8(ranks[i] % rankedMost)
		word = word<<bits | uint64(ranks[i]/rankedMost)
	}
	word = word<<((s.packing.budget+s.packing.shared)&63) | s.packing.begins(budget, step.shared)
	p.put(at, word, from)
	p.steps = append(p.steps, taken{uint32(at), step.kinds, from.move})
	return true
}

// swept is what becomes of all writers of a state by the steps with an effect, as if each were done by another. Where
// nobody is equal and one word holds a state, a step is that with the number of who did it put in its place.
type swept struct {
	effect uint32
	lacks  uint64 // by place: it is not known
	word   uint64
}

// sweep is what becomes of the writers of the present state by an effect, whatever is under way.
func (p *piece) sweep(s *search, effect uint32) swept {
	for _, e := range p.swept {
		if e.effect == effect {
			return e
		}
	}
	if effect == unmoved {
		return swept{word: p.word}
	}
	e := swept{effect: effect}
	row, at := s.memo.after.row(effect), s.packing.budget+s.packing.shared
	for i, own := range p.numbers[2:] {
		if int(own) < len(row) && row[own] != 0 {
			e.word |= uint64(row[own]-1) << (at & 63)
		} else if after, ok := s.memo.follows(others{own, effect}); ok {
			e.word |= uint64(after) << (at & 63)
		} else {
			e.lacks |= 1 << i
		}
		at += s.packing.own
	}
	p.swept = append(p.swept, e)
	return e
}

// takeSwept is takeKnown of a step that means the same for all others.
func (s *search) takeSwept(p *piece, state uint32, step *known, place int, budget, move uint32) bool {
	e := p.sweep(s, step.effect)
	if place < 0 { // nobody did it
		if e.lacks != 0 {
			return false
		}
	} else {
		if e.lacks&^(1<<place) != 0 {
			return false
		}
		e.word = s.packing.with(e.word, place, step.own)
	}
	p.addWord(s, e.word|s.packing.begins(budget, step.shared), step.kinds, via{state, move})
	return true
}

// lookUpJump looks up where a jump of the clock leads to.
func (s *search) lookUpJump(p *piece, state uint32, k kind) bool {
	if s.allOver(p.numbers[2:]) {
		return true
	}
	steps, ok := s.memo.known(asked{nobody, p.numbers[1], k})
	budget, paid := s.spending.get(p.numbers[0], uint32(k))
	if !ok || !paid {
		return false
	}
	for n := range steps {
		if !s.takeKnown(p, state, &steps[n], -1, budget, steps[n].moves) {
			return false
		}
	}
	return true
}

// allOver says whether nobody is left for whom a later moment could make a difference.
func (s *search) allOver(own []uint32) bool {
	return !slices.ContainsFunc(own, func(n uint32) bool { return !s.memo.standing[n].over() })
}
