package explore

import (
	"slices"
)

// The states of one depth are expanded in batches. What the memo knows of their steps is looked up side by side, each
// piece of a batch by itself; what it does not know the engine carries out. Then each table looks up the states that
// the steps lead to, again side by side, and last those that are new get their numbers one after the other, in the
// order of the steps. So a search finds the same, number for number, with any number of workers.

const (
	pieces     = 16      // of a batch
	batchMost  = 16384   // states that are expanded at once
	batchSlow  = 256     // where the engine carries out much of their steps
	batchApart = 128     // so many are worth being shared
	lineApart  = 32      // with room for so many numbers more, what two workers write lies apart
	unsettled  = 1 << 31 // a state without a number as yet: its table, and which of those that it found
	first      = 1 << 30 // of those that are the same the one that was found first
	tableFrom  = 27      // the bits in front of these say which it is of those that the table found
)

// batch are the states that are expanded together.
type batch struct {
	from, to uint32
	pieces   [pieces + 1]piece // the last one are the states whose steps the memo does not know
	spans    []span            // by state
	parts    []part
}

// span is where the steps of a state stand.
type span struct {
	piece    uint32
	from, to uint32
}

// piece are the steps of some states.
type piece struct {
	steps  []taken
	count  int      // of the states that they lead to; there is room for more
	words  []uint64 // of those
	orders []uint8
	from   []via    // by which step they were met first in the piece
	ids    []uint32 // one more than their numbers; or unsettled
	shares [shards][]share
	turns  [][2]int // by place: where its steps from the present state stand
	slow   []uint32 // states that the memo does not know enough of
	swept  []swept  // of the present state
	word   uint64   // its first one, with the writers' own alone

	numbers, next []uint32 // of the present state, and of one that a step leads to, each writer at its place
	_             [64]byte // what two workers write lies apart
}

// share is a state of a piece that one table looks up.
type share struct {
	at   uint32 // its place in the piece
	hash uint32 // the part of its hash that says where it stands in the table
}

// taken is a step, with the place of the state it leads to in its piece.
type taken struct{ to, marks, move uint32 }

// newcomer is a state that a batch found first, and its number once it has one.
type newcomer struct {
	found stand
	slot  uint32
	id    uint32 // one more than its number; 0: none as yet
}

// newcomer is what a batch found first of a state without a number.
func (s *search) newcomer(id uint32) (*table, *newcomer) {
	t := &s.tables[id>>tableFrom%shards]
	return t, &t.fresh[id&(1<<tableFrom-1)]
}

// stand is a place in a piece.
type stand struct{ piece, at uint32 }

func (p *piece) wordsOf(at uint32, width int) []uint64 {
	return p.words[int(at)*width : (int(at)+1)*width]
}

// run is the search itself.
func (s *search) run() {
	s.begin()
	s.tally = s.begun
	b := &batch{}
	most := batchMost
	for s.full == "" && !s.wrong() {
		from := s.layers[len(s.layers)-1]
		end := uint32(len(s.parents))
		if from == end {
			s.layers = s.layers[:len(s.layers)-1]
			break
		}
		s.layers = append(s.layers, end)
		for from < end && s.full == "" && !s.wrong() {
			b.from, b.to = from, min(end, from+uint32(most))
			slow := s.expand(b)
			from = b.to
			if s.full == "" && s.goesOn(s.depth(from-1), len(s.parents)-s.expansions) {
				s.memory()
			}
			if most = batchMost; slow >= batchSlow/4 {
				most = batchSlow
			}
		}
	}
	if s.wrong() {
		s.again()
		return
	}
	for len(s.starts) <= len(s.parents) {
		s.starts = append(s.starts, s.edges.next)
	}
}

// sideBySide does n pieces of work, with the workers where there is enough of it.
func (s *search) sideBySide(enough bool, n int, f func(int)) {
	if enough && s.each != nil {
		s.each(n, f)
		return
	}
	for i := range n {
		f(i)
	}
}

// expand finds all steps from the states of a batch; slow is how many of them the engine had to be asked for.
func (s *search) expand(b *batch) (slow int) {
	count := int(b.to - b.from)
	b.spans = slices.Grow(b.spans[:0], count)[:count]
	for n := range b.pieces {
		b.pieces[n].begin(s)
	}
	apart := count >= batchApart
	s.sideBySide(apart, pieces, func(n int) {
		p := &b.pieces[n]
		for at := n * count / pieces; at < (n+1)*count/pieces; at++ {
			b.spans[at].piece = uint32(n)
			if !s.quick(p, b.from+uint32(at), &b.spans[at]) {
				p.slow = append(p.slow, b.from+uint32(at))
			}
		}
	})
	slow = s.slowly(b)
	for n := range b.pieces {
		p := &b.pieces[n]
		p.ids = slices.Grow(p.ids[:0], p.count)[:p.count]
	}
	s.sideBySide(apart, shards, func(n int) { s.join(b, n) })
	s.settle(b)
	return slow
}

// slowly has the engine carry out what the memo does not know. A stopped search ends in front of the state that it was
// at.
func (s *search) slowly(b *batch) (slow int) {
	var list []uint32
	for n := range pieces {
		list = append(list, b.pieces[n].slow...)
	}
	if len(list) == 0 {
		return 0
	}
	s.delving = s.rules.Memo && !s.budget.Bounded && s.delved < delveAll // or ahead: whoever the workers are
	s.asksAt = list[0]
	if s.each != nil && !s.delving && !s.lookAhead(list) {
		b.to = list[0]
		return 0
	}
	p := &b.pieces[pieces]
	for _, state := range list {
		s.asksAt = state
		at := &b.spans[state-b.from]
		at.piece = pieces
		if s.rules.Memo && s.quick(p, state, at) {
			continue
		}
		slow++
		at.from = uint32(len(p.steps))
		steps := s.steps(state)
		if s.narrow() {
			s.widen(b)
		}
		for _, next := range steps {
			p.add(s, next.words, next.marks, via{state, s.moveID(next.move)})
		}
		at.to = uint32(len(p.steps))
		if !s.isAsked() {
			b.to = state + 1
			break
		}
	}
	return slow
}

// begin makes a piece ready for other states.
func (p *piece) begin(s *search) {
	p.steps, p.ids, p.count = p.steps[:0], p.ids[:0], 0
	p.words = longer(p.words[:0], len(p.from)*s.packing.width)
	for n := range p.shares {
		p.shares[n] = p.shares[n][:0]
	}
	p.slow = p.slow[:0]
	if p.numbers == nil {
		n := 2 + len(s.actors)
		p.numbers, p.next = make([]uint32, n, n+lineApart), make([]uint32, n, n+lineApart)
		p.turns = make([][2]int, len(s.actors), len(s.actors)+lineApart)
	}
}

// quick looks up all steps from a state; false where the memo does not know them.
func (s *search) quick(p *piece, state uint32, at *span) bool {
	if !s.rules.Memo || s.budget.Bounded {
		return false
	}
	at.from = uint32(len(p.steps))
	before := p.count
	if !s.lookUp(p, state) {
		p.forget(int(at.from), before)
		return false
	}
	at.to = uint32(len(p.steps))
	return true
}

// forget takes back what was put down behind some steps and the states that they lead to.
func (p *piece) forget(steps, states int) {
	for n := range p.shares {
		list := p.shares[n]
		for len(list) > 0 && int(list[len(list)-1].at) >= states {
			list = list[:len(list)-1]
		}
		p.shares[n] = list
	}
	p.steps, p.count = p.steps[:steps], states
}

// add puts down a step and the state that it leads to, each writer at its place; their numbers may change places.
func (p *piece) add(s *search, numbers []uint32, marks uint32, from via) {
	at := p.count
	if at == len(p.from) {
		p.grow(s)
	}
	p.count++
	if n := len(s.actors); len(s.groups) > 0 {
		s.sort(numbers, p.orders[at*n:(at+1)*n])
	}
	words := p.wordsOf(uint32(at), s.packing.width)
	s.packing.pack(words, numbers)
	p.from[at] = from
	p.deal(at, words)
	p.steps = append(p.steps, taken{uint32(at), marks, from.move})
}

// addWord is add where nobody is equal and one word holds a state.
func (p *piece) addWord(s *search, word uint64, marks uint32, from via) {
	at := p.count
	if at == len(p.from) {
		p.grow(s)
	}
	p.count++
	p.put(at, word, from)
	p.steps = append(p.steps, taken{uint32(at), marks, from.move})
}

// put puts down a state that one word holds.
func (p *piece) put(at int, word uint64, from via) {
	p.words[at], p.from[at] = word, from
	hash := folded(0, word)
	list := &p.shares[hash%shards]
	*list = append(*list, share{uint32(at), uint32(hash >> 3)})
}

// deal gives a state of the piece to the table that looks it up.
func (p *piece) deal(at int, words []uint64) {
	hash := hashed(words)
	list := &p.shares[hash%shards]
	*list = append(*list, share{uint32(at), uint32(hash >> 3)})
}

// repack packs the states of a piece anew.
func (p *piece) repack(s *search, old packing) {
	was := p.words
	p.words = make([]uint64, len(p.from)*s.packing.width)
	for n := range p.shares {
		p.shares[n] = p.shares[n][:0]
	}
	numbers := make([]uint32, 2+len(s.actors))
	for at := range p.count {
		old.unpack(numbers, was[at*old.width:])
		words := p.wordsOf(uint32(at), s.packing.width)
		s.packing.pack(words, numbers)
		p.deal(at, words)
	}
}

// grow makes room in a piece for more states.
func (p *piece) grow(s *search) {
	more := max(256, len(p.from))
	p.from = longer(p.from, more)
	p.words = longer(p.words, more*s.packing.width)
	if len(s.groups) > 0 {
		p.orders = longer(p.orders, more*len(s.actors))
	}
}

// join finds the states of a batch that one table has its share of.
func (s *search) join(b *batch, number int) {
	t := &s.tables[number]
	t.fresh, t.firsts = t.fresh[:0], [pieces + 1]uint32{}
	t.room()
	width := s.packing.width
	for n := range b.pieces {
		p := &b.pieces[n]
		for some := range slices.Chunk(p.shares[number], 64) {
			s.touch(t, some)
			for _, one := range some {
				at := s.slot(t, one.hash, p.words[int(one.at)*width:(int(one.at)+1)*width], b)
				id := t.slots[at].id()
				if id == 0 {
					id = unsettled | uint32(number)<<tableFrom | uint32(len(t.fresh))
					t.slots[at] = slotOf(one.hash, id)
					t.fresh = append(t.fresh, newcomer{found: stand{uint32(n), one.at}, slot: at})
					t.firsts[n]++
					id |= first
					t.room()
				}
				p.ids[one.at] = id
			}
		}
	}
}

// beyondCache is how many places a table has that does not stand in the processor's own memory.
const beyondCache = 1 << 15

// touch looks at where some states are looked up, one after the other without waiting for any: most of the time of a
// look-up is that its place and its state come from the memory, and so they come together.
func (s *search) touch(t *table, some []share) {
	if len(t.slots) < beyondCache {
		return
	}
	var found [64]slot
	mask := uint32(len(t.slots) - 1)
	for n := range some {
		found[n] = t.slots[some[n].hash&mask]
	}
	sum := uint64(0)
	for n, known := range found[:len(some)] {
		if id := known.id(); id != 0 && id&unsettled == 0 && known.hash() == some[n].hash {
			sum += s.words[int(id-1)*s.packing.width]
		}
	}
	t.touched = sum
}

// settle gives numbers to the states that a batch found, one after the other, and puts down its steps, side by side.
func (s *search) settle(b *batch) {
	fresh := 0
	for n := range s.tables {
		fresh += len(s.tables[n].fresh)
	}
	if len(s.parents)+fresh >= s.budget.States {
		s.settleUpTo(b)
		return
	}
	apart := int(b.to-b.from) >= batchApart
	count := int(b.to - b.from)
	from := s.number(count, fresh)
	s.sideBySide(apart, pieces+1, func(n int) { s.numberPiece(b, n, from[n]) })
	for n, at := range b.spans[:count] {
		s.starts[int(b.from)+n] = s.edges.reserve(int(at.to - at.from))
	}
	b.parts = b.parts[:0]
	for n := range pieces {
		b.parts = append(b.parts, part{from: b.from + uint32(n*count/pieces), to: b.from + uint32((n+1)*count/pieces)})
	}
	s.sideBySide(apart, pieces, func(n int) { s.putDown(b, &b.parts[n]) })
	for n := range s.tables {
		t := &s.tables[n]
		t.count, t.fresh = t.count+len(t.fresh), t.fresh[:0]
	}
	s.expansions = int(b.to)
	for n := range b.parts {
		s.backward = s.backward || b.parts[n].backward
		if b.parts[n].made&^s.seen != 0 {
			s.noteFirst(b.parts[n].from, b.parts[n].to, b)
		}
	}
}

// part are some states of a batch, and what their steps come to.
type part struct {
	from, to uint32
	made     kindSet
	backward bool
}

// putDown puts down the steps of a part.
func (s *search) putDown(b *batch, at *part) {
	backward, made := false, kindSet(0)
	for state := at.from; state < at.to; state++ {
		span := b.spans[state-b.from]
		p, steps := &b.pieces[span.piece], span.to-span.from
		list := s.edges.at(s.starts[state], s.starts[state]+steps)
		for n, t := range p.steps[span.from:span.to] {
			id := p.ids[t.to]
			if id&unsettled != 0 {
				_, found := s.newcomer(id)
				id = found.id
			}
			id--
			backward = backward || id <= state
			made |= s.marks.list[t.marks]
			list[n] = edge{id, t.marks}
		}
	}
	at.backward, at.made = backward, made
}

// noteFirst notes the steps of some states that are the first to make a kind of mark.
func (s *search) noteFirst(from, to uint32, b *batch) {
	for state := from; state < to; state++ {
		at := b.spans[state-b.from]
		for _, t := range b.pieces[at.piece].steps[at.from:at.to] {
			s.noteNew(state, t)
		}
	}
}

func (s *search) noteNew(state uint32, t taken) {
	if made := s.marks.list[t.marks] &^ s.seen; made != 0 {
		s.seen |= made
		s.note(state, s.moves[t.move], made)
	}
}

// settleUpTo is settle where there may be as many states as there can be: it ends behind the state whose steps were
// looked at then.
func (s *search) settleUpTo(b *batch) {
	for state := b.from; state < b.to; state++ {
		at := b.spans[state-b.from]
		place := s.edges.reserve(int(at.to - at.from))
		s.starts = append(s.starts, place)
		p, list := &b.pieces[at.piece], s.edges.at(place, s.edges.next)
		for n, t := range p.steps[at.from:at.to] {
			if p.ids[t.to]&unsettled != 0 {
				p.ids[t.to] = s.numberOne(b, p, t.to)
			}
			id := p.ids[t.to] - 1
			s.backward = s.backward || id <= state
			list[n] = edge{id, t.marks}
			s.noteNew(state, t)
		}
		s.expansions++
		if s.limits() {
			return
		}
	}
}

// number makes room for so many states that a batch found, and for where the steps of those that it expanded stand. It
// says which number comes before those of each piece.
func (s *search) number(expanded, fresh int) (from [pieces + 1]uint32) {
	next := uint32(len(s.parents))
	for piece := range from {
		from[piece] = next
		for n := range s.tables {
			next += s.tables[n].firsts[piece]
		}
	}
	const lists = 4
	s.sideBySide(fresh >= batchApart, lists, func(list int) {
		switch list {
		case 0:
			s.words = longer(s.words, fresh*s.packing.width)
		case 1:
			s.parents = longer(s.parents, fresh)
		case 2:
			s.starts = longer(s.starts, expanded)
		case 3:
			if len(s.groups) > 0 {
				s.orders = longer(s.orders, fresh*len(s.actors))
			}
		}
	})
	return from
}

// numberPiece gives numbers to the states that a piece found first, in the order of its steps.
func (s *search) numberPiece(b *batch, number int, next uint32) {
	p := &b.pieces[number]
	width := s.packing.width
	for at, id := range p.ids {
		if id&(unsettled|first) != unsettled|first {
			continue
		}
		words := p.words[at*width : (at+1)*width]
		copy(s.words[int(next)*width:], words)
		s.parents[next] = p.from[at]
		if n := len(s.actors); len(s.groups) > 0 {
			copy(s.orders[int(next)*n:(int(next)+1)*n], p.orders[at*n:])
		}
		next++
		t, found := s.newcomer(id)
		found.id, p.ids[at] = next, next
		t.slots[found.slot] = slotOf(t.slots[found.slot].hash(), next)
	}
}

// longer is a list with some places more. It grows to twice its size while it is small, and by a quarter once that
// would be much of the memory that a search may take.
func longer[T any](list []T, more int) []T {
	if need := len(list) + more; need > cap(list) && need < 1<<21 {
		grown := make([]T, len(list), max(need, 2*cap(list)))
		copy(grown, list)
		list = grown
	}
	return slices.Grow(list, more)[:len(list)+more]
}

// numberOne is the number of a state that a batch found, one more.
func (s *search) numberOne(b *batch, p *piece, at uint32) uint32 {
	words := p.wordsOf(at, s.packing.width)
	t, f := s.newcomer(p.ids[at])
	if f.id == 0 {
		s.words = append(s.words, words...)
		var order []uint8
		if n := len(s.actors); len(s.groups) > 0 {
			order = b.pieces[f.found.piece].orders[int(f.found.at)*n : (int(f.found.at)+1)*n]
		}
		s.add(b.pieces[f.found.piece].from[f.found.at], order)
		f.id = uint32(len(s.parents))
		t.slots[f.slot] = slotOf(t.slots[f.slot].hash(), f.id)
		t.count++
	}
	return f.id
}

func (s *search) add(v via, order []uint8) {
	s.parents = append(s.parents, v)
	if len(s.groups) > 0 {
		s.orders = append(s.orders, order...)
	}
}

// note keeps a step from a state as the first that makes some kinds of marks. No shorter order makes them: states are
// looked at by their depth.
func (s *search) note(state uint32, last move, made kindSet) {
	moves, who := s.path(state)
	if last.actor >= 0 {
		last.actor = int(who[last.actor])
	}
	example := s.inputs(append(moves, last))
	for at, k := range s.marks.all {
		if made&(1<<at) != 0 && !k.isSaw() {
			s.first = append(s.first, MarkOf{Severity: k.severity, Kind: k.kind, Length: len(example),
				Example: example})
		}
	}
}

// steps are all steps from a state: those of each writer, those of messages that were under way, the clock.
func (s *search) steps(state uint32) (list []next) {
	words := s.at(state)
	here := &place{search: s, state: state, words: words, left: s.left[words[0]]}
	var beyond []int
	for p := range s.actors {
		if here.beyond(p) {
			beyond = append(beyond, p)
			continue
		}
		for _, k := range s.kindsLeft[words[0]] {
			list = append(list, here.own(p, k)...)
		}
	}
	list = append(list, here.beside()...)
	if len(list) == 0 && slices.ContainsFunc(beyond, func(p int) bool { return len(here.own(p, whole)) > 0 }) {
		s.cut[state] = true
	}
	return list
}

// beyond says whether a writer may take no step, as too many have taken turns already.
func (p *place) beyond(at int) bool {
	return p.budget.Bounded && p.left.Switches == 0 && p.left.turn != 0 && p.left.turn != at+1
}
