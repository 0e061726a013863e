package explore

import (
	"slices"
)

// The states of one depth are expanded in batches. What the memo knows of their steps is looked up side by side, each
// piece of a batch by itself; what it does not know the engine carries out. Then each table looks up the states that
// the steps lead to, again side by side, and last those that are new get their numbers one after the other, in the
// order of the steps. So a search finds the same, number for number, with any number of workers.

const (
	pieces     = 8    // of a batch
	batchMost  = 8192 // states that are expanded at once
	batchSlow  = 256  // where the engine carries out much of their steps
	batchApart = 512  // so many are worth being shared
	unsettled  = 1 << 31
)

// batch are the states that are expanded together.
type batch struct {
	from, to uint32
	pieces   [pieces + 1]piece // the last one are the states whose steps the memo does not know
	spans    []span            // by state
}

// span is where the steps of a state stand.
type span struct {
	piece    uint32
	from, to uint32
}

// piece are the steps of some states.
type piece struct {
	steps  []taken
	words  []uint32 // of the states that they lead to, each writer at its place
	orders []uint8
	hashes []uint64
	ids    []uint32 // their numbers, or unsettled
	shares [shards][]uint32
	slow   []uint32 // states that the memo does not know enough of
}

// taken is a step, with the place of the state it leads to in its piece.
type taken struct{ to, marks, move uint32 }

// newcomer is a state that a batch found first, and its number once it has one.
type newcomer struct {
	found stand
	slot  uint32
	id    uint32
	known bool
}

// stand is a place in a piece.
type stand struct{ piece, at uint32 }

func (b *batch) wordsOf(at stand, width int) []uint32 {
	return b.pieces[at.piece].words[int(at.at)*width : (int(at.at)+1)*width]
}

func (p *piece) clear() {
	p.steps, p.words, p.orders, p.hashes, p.ids = p.steps[:0], p.words[:0], p.orders[:0], p.hashes[:0], p.ids[:0]
	for n := range p.shares {
		p.shares[n] = p.shares[n][:0]
	}
	p.slow = p.slow[:0]
}

// run is the search itself.
func (s *search) run() {
	s.begin()
	b := &batch{}
	most := batchMost
	for s.full == "" {
		from := s.layers[len(s.layers)-1]
		end := uint32(len(s.parents))
		if from == end {
			s.layers = s.layers[:len(s.layers)-1]
			break
		}
		s.layers = append(s.layers, end)
		for from < end && s.full == "" {
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
	for len(s.starts) <= len(s.parents) {
		s.starts = append(s.starts, uint32(len(s.edges)))
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
		b.pieces[n].clear()
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
		p.ids = slices.Grow(p.ids[:0], len(p.hashes))[:len(p.hashes)]
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
	if s.each != nil && !s.delving {
		s.lookAhead(list)
	}
	p := &b.pieces[pieces]
	for n, state := range list {
		at := &b.spans[state-b.from]
		at.piece = pieces
		if s.rules.Memo && s.quick(p, state, at) {
			continue
		}
		slow++
		at.from = uint32(len(p.steps))
		for _, next := range s.steps(state) {
			p.add(s, next.words, next.marks, s.moveID(next.move))
		}
		at.to = uint32(len(p.steps))
		if n%ticks == ticks-1 && !s.goesOn(s.depth(state), len(s.parents)-int(state)) {
			b.to = state + 1
			break
		}
	}
	return slow
}

// quick looks up all steps from a state; false where the memo does not know them.
func (s *search) quick(p *piece, state uint32, at *span) bool {
	at.from = uint32(len(p.steps))
	before := len(p.hashes)
	if !s.rules.Memo || s.budget.Bounded || !s.lookUp(p, s.at(state)) {
		p.forget(s, int(at.from), before)
		return false
	}
	at.to = uint32(len(p.steps))
	return true
}

// forget takes back what was put down behind some steps and the states that they lead to.
func (p *piece) forget(s *search, steps, states int) {
	for _, hash := range p.hashes[states:] {
		share := &p.shares[hash%shards]
		*share = (*share)[:len(*share)-1]
	}
	p.steps, p.words, p.hashes = p.steps[:steps], p.words[:states*s.width], p.hashes[:states]
	if len(s.groups) > 0 {
		p.orders = p.orders[:states*len(s.actors)]
	}
}

// lookUp puts down all steps from a state; false where it lacks one.
func (s *search) lookUp(p *piece, words []uint32) bool {
	shared, m := words[1], s.memo
	if m.flights[shared] > 0 {
		return false
	}
	sleeps := false
	var from, to int
	for place, own := range words[2:] {
		sleeps = sleeps || m.writers[own].standing == asleep
		if m.writers[own].standing != ready {
			continue
		}
		if twin := s.twin[place]; twin >= 0 && words[2+twin] == own { // the same, done by another
			for _, t := range p.steps[from:to] {
				p.steps = append(p.steps, taken{t.to, t.marks, t.move + uint32(place-twin)})
			}
			from, to = to, len(p.steps)
			continue
		}
		from = len(p.steps)
		for _, k := range s.kindsLeft[words[0]] {
			if !s.lookUpStep(p, words, place, asked{own, shared, k}) {
				return false
			}
		}
		to = len(p.steps)
	}
	if s.left[words[0]].Jumps == 0 || !sleeps && !m.timed[shared] {
		return true
	}
	if sleeps {
		return false
	}
	return s.lookUpJump(p, words, jump) && (!s.budget.Before || s.lookUpJump(p, words, jumpBefore))
}

// lookUpStep looks up the steps of one kind of the writer at a place.
func (s *search) lookUpStep(p *piece, words []uint32, place int, a asked) bool {
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
		if !s.allows(a.kind, step.reads, step.handled) {
			continue
		}
		p.words = append(p.words, budget, step.shared)
		for i, own := range words[2:] {
			after := step.own
			if i != place {
				if after, ok = s.memo.after.get(others{own, step.effect}.key()); !ok {
					return false
				}
			}
			p.words = append(p.words, after)
		}
		p.take(s, step.kinds, step.moves+uint32(place))
	}
	return true
}

// lookUpJump looks up where a jump of the clock leads to.
func (s *search) lookUpJump(p *piece, words []uint32, k kind) bool {
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
			after, ok := s.memo.after.get(others{own, steps[n].effect}.key())
			if !ok {
				return false
			}
			p.words = append(p.words, after)
		}
		p.take(s, steps[n].kinds, steps[n].moves)
	}
	return true
}

// add puts down a step and the state that it leads to.
func (p *piece) add(s *search, words []uint32, marks, move uint32) {
	p.words = append(p.words, words...)
	p.take(s, marks, move)
}

// take is add for words that stand in the piece already, at its end.
func (p *piece) take(s *search, marks, move uint32) {
	at := len(p.hashes)
	words := p.words[at*s.width:]
	if len(s.groups) > 0 {
		p.orders = append(p.orders, s.places...)
		s.sort(words, p.orders[at*len(s.actors):])
	}
	hash := hashed(words)
	p.hashes = append(p.hashes, hash)
	p.shares[hash%shards] = append(p.shares[hash%shards], uint32(at))
	p.steps = append(p.steps, taken{uint32(at), marks, move})
}

// join finds the states of a batch that one table has its share of.
func (s *search) join(b *batch, number int) {
	t, more := &s.tables[number], 0
	for n := range b.pieces {
		more += len(b.pieces[n].shares[number])
	}
	t.fresh = t.fresh[:0]
	if more == 0 {
		return
	}
	s.room(t, more)
	for n := range b.pieces {
		p := &b.pieces[n]
		for _, at := range p.shares[number] {
			here := stand{uint32(n), at}
			slot := s.slot(t, p.hashes[at], b.wordsOf(here, s.width), b)
			if t.slots[slot] == 0 {
				t.slots[slot] = unsettled | uint32(len(t.fresh))
				t.fresh = append(t.fresh, newcomer{found: here, slot: slot})
			}
			p.ids[at] = t.slots[slot] // what is known is one more than its number
		}
	}
}

// settle gives numbers to the states that a batch found, in the order of the steps that lead to them, and puts down the
// steps. Where there are as many states as there may be it ends behind the state whose steps were looked at then.
func (s *search) settle(b *batch) {
	for state := b.from; state < b.to; state++ {
		s.starts = append(s.starts, uint32(len(s.edges)))
		at := b.spans[state-b.from]
		p := &b.pieces[at.piece]
		for _, t := range p.steps[at.from:at.to] {
			id := p.ids[t.to]
			if id&unsettled == 0 {
				id--
			} else {
				id = s.number(b, p, t, state, id&^unsettled)
			}
			s.backward = s.backward || id <= state
			s.edges = append(s.edges, edge{id, t.marks})
			if new := s.marks.list[t.marks] &^ s.seen; new != 0 {
				s.seen |= new
				s.note(state, s.moves[t.move], new)
			}
		}
		s.expansions++
		if s.limits() {
			return
		}
	}
}

// number is the number of a state that a batch found.
func (s *search) number(b *batch, p *piece, t taken, state, entry uint32) uint32 {
	table := &s.tables[p.hashes[t.to]%shards]
	f := &table.fresh[entry]
	if !f.known {
		f.id, f.known = uint32(len(s.parents)), true
		table.slots[f.slot] = f.id + 1
		table.count++
		s.words = append(s.words, p.words[int(t.to)*s.width:(int(t.to)+1)*s.width]...)
		var order []uint8
		if len(s.groups) > 0 {
			order = p.orders[int(t.to)*len(s.actors) : (int(t.to)+1)*len(s.actors)]
		}
		s.add(via{state, t.move}, order)
	}
	return f.id
}

func (s *search) add(v via, order []uint8) {
	s.parents = append(s.parents, v)
	if len(s.groups) > 0 {
		s.orders = append(s.orders, order...)
	}
}

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

// ticks is how many states whose steps the engine carries out lie between two words about progress: a step of the
// engine takes microseconds, those of many writers may take a hundred of them.
const ticks = 64

func (s *search) goesOn(depth, frontier int) bool {
	if s.tick != nil && !s.tick(Progress{Depth: depth, States: len(s.parents), Frontier: frontier,
		Transitions: len(s.edges), Bytes: s.bytes(), Marks: s.first}) {
		s.full = "stopped"
		return false
	}
	return true
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
		if made&(1<<at) != 0 {
			s.first = append(s.first, MarkOf{Severity: k.severity, Kind: k.kind, Length: len(example),
				Example: example})
		}
	}
}

// steps are all steps from a state: those of each writer, those of messages that were under way, the clock.
func (s *search) steps(state uint32) (list []next) {
	words := slices.Clone(s.at(state))
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
