package explore

// packing is how the numbers of a state stand in its words of 64 bits: what is left of the budget, what all share, and
// each writer's own, none of them in two words.
type packing struct {
	budget, shared, own uint // bits of each of them, 1 to 32
	width               int  // words of a state
}

// packingFor is a packing in which so many numbers of each sort have their place.
func packingFor(writers, budgets, shared, owns int) packing {
	p := packing{bitsFor(budgets), bitsFor(shared), bitsFor(owns), 1}
	for at, n := p.budget+p.shared, 0; n < writers; n++ {
		if at+p.own > 64 {
			at, p.width = 0, p.width+1
		}
		at += p.own
	}
	return p
}

// bitsFor are bits in which there is room for numbers to come: a packing that has become too narrow costs a walk over
// all states.
func bitsFor(count int) uint {
	bits := uint(4)
	for count > 1<<bits {
		bits += 4
	}
	return bits
}

// holds says whether so many numbers of each sort have their place.
func (p *packing) holds(budgets, shared, owns int) bool {
	return budgets <= 1<<p.budget && shared <= 1<<p.shared && owns <= 1<<p.own
}

// pack puts the numbers of a state into its words: its budget, what all share, and each writer's own.
func (p *packing) pack(words []uint64, numbers []uint32) {
	word, at, next := uint64(numbers[0])|uint64(numbers[1])<<(p.budget&63), p.budget+p.shared, 0
	bits := p.own
	for _, own := range numbers[2:] {
		if at+bits > 64 {
			words[next] = word
			word, at, next = 0, 0, next+1
		}
		word |= uint64(own) << (at & 63)
		at += bits
	}
	words[next] = word
}

// begins is what a state's first word says of what is left of the budget and of what all share.
func (p *packing) begins(budget, shared uint32) uint64 {
	return uint64(budget) | uint64(shared)<<(p.budget&63)
}

// front is what is left of the budget, and what all share, by a state's first word.
func (p *packing) front(word uint64) (budget, shared uint32) {
	return uint32(word & (1<<(p.budget&63) - 1)), uint32(word >> (p.budget & 63) & (1<<(p.shared&63) - 1))
}

// without is a state's first word without that.
func (p *packing) without(word uint64) uint64 {
	from := (p.budget + p.shared) & 63
	return word >> from << from
}

// with is a state in one word with another number for the writer at a place.
func (p *packing) with(word uint64, place int, own uint32) uint64 {
	at := (p.budget + p.shared + p.own*uint(place)) & 63
	return word&^((1<<(p.own&63)-1)<<at) | uint64(own)<<at
}

// unpack puts the numbers of a state where there is place for them.
func (p *packing) unpack(numbers []uint32, words []uint64) {
	word, at, next := words[0], p.budget+p.shared, 1
	numbers[0] = uint32(word & (1<<p.budget - 1))
	numbers[1] = uint32(word >> p.budget & (1<<p.shared - 1))
	mask := uint64(1)<<(p.own&63) - 1
	own := numbers[2:]
	if p.width == 1 {
		for n := range own {
			own[n] = uint32(word >> (at & 63) & mask)
			at += p.own
		}
		return
	}
	for n := range own {
		if at+p.own > 64 {
			word, at = words[next], 0
			next++
		}
		own[n] = uint32(word >> (at & 63) & mask)
		at += p.own
	}
}

// narrow says whether some number has no place in the words of a state.
func (s *search) narrow() bool {
	return !s.packing.holds(len(s.left), len(s.memo.contents), len(s.memo.writers))
}

// widen packs all states anew, so that each number has its place; b are those that have no number as yet, nil: there
// are none.
func (s *search) widen(b *batch) {
	old := s.packing
	s.packing = packingFor(len(s.actors), len(s.left), len(s.memo.contents), len(s.memo.writers))
	for n := range pieces + 1 {
		if b != nil {
			b.pieces[n].repack(s, old)
		}
	}
	was := s.words
	s.words = make([]uint64, len(was)/old.width*s.packing.width)
	numbers := make([]uint32, 2+len(s.actors))
	for state := range uint32(len(was) / old.width) {
		old.unpack(numbers, was[int(state)*old.width:])
		s.packing.pack(s.wordsAt(state), numbers)
	}
	for n := range s.tables {
		clear(s.tables[n].slots)
		s.tables[n].count = 0
	}
	for state := range uint32(len(s.parents)) {
		hash := hashed(s.wordsAt(state))
		t := &s.tables[hash%shards]
		t.room()
		t.slots[s.slot(t, uint32(hash>>3), s.wordsAt(state), nil)] = slotOf(uint32(hash>>3), state+1)
		t.count++
	}
}
