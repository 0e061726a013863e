package explore

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// states are the moments that were found, breadth first: what is left of the budget, what all share, and each writer's
// own, as numbers.
type states struct {
	width      int
	table      []uint32 // the number of each state and one more, by its words; 0: free
	words      []uint32 // width for each state
	parents    []via
	orders     []uint8 // for each state: from which place of its parent each writer came
	depths     []int32
	starts     []uint32 // by state: its first edge; one more at the end
	expansions int      // so many states have all their steps
	edges      []edge
	budgets    names
	left       []Budget // by number
	moves      []move
	numbers    map[string]uint32
	groups     [][]int         // places of writers who do the same
	cut        map[uint32]bool // states behind which only steps come that a bound leaves out
}

// via is how a state was found first.
type via struct{ parent, move uint32 }

// edge is one step from a state; the marks that it makes are a set by number.
type edge struct{ to, marks uint32 }

// next is a step that is possible, with the state that it leads to before equal writers change places.
type next struct {
	move  move
	words []uint32
	marks uint32
}

func (s *search) budgetID(b Budget) uint32 {
	var key []byte
	for _, n := range []int{b.Faults, b.Copies, b.Lates, b.Jumps, b.Stops, b.Switches, b.turn} {
		key = binary.AppendUvarint(key, uint64(n))
	}
	id, fresh := s.budgets.id(key)
	if fresh {
		s.left = append(s.left, b)
	}
	return id
}

func (s *search) moveID(m move) uint32 {
	key := []byte{byte(m.kind), byte(m.actor + 1), byte(m.message)}
	for _, n := range m.choose {
		key = binary.AppendUvarint(key, uint64(n))
	}
	if id, ok := s.numbers[string(key)]; ok {
		return id
	}
	id := uint32(len(s.moves))
	s.numbers[string(key)] = id
	s.moves = append(s.moves, m)
	return id
}

// state is the number of a state, and how its writers changed places; fresh says that it was not known.
func (s *search) state(words []uint32) (id uint32, order []uint8, fresh bool) {
	order = s.sort(words)
	if 3*(len(s.parents)+2) > 2*len(s.table) {
		s.grow()
	}
	slot := s.slot(words)
	if id := s.table[slot]; id > 0 {
		return id - 1, order, false
	}
	id = uint32(len(s.parents))
	s.table[slot] = id + 1
	s.words = append(s.words, words...)
	return id, order, true
}

// slot is where a state stands in the table, or would stand.
func (s *search) slot(words []uint32) uint32 {
	hash := uint64(len(words))
	for _, n := range words {
		high, low := bits.Mul64(hash^uint64(n), 0x9E3779B97F4A7C15)
		hash = high ^ low
	}
	mask := uint32(len(s.table) - 1)
	for at := uint32(hash) & mask; ; at = (at + 1) & mask {
		if id := s.table[at]; id == 0 || slices.Equal(s.at(id-1), words) {
			return at
		}
	}
}

// grow makes the table twice as large.
func (s *search) grow() {
	s.table = make([]uint32, max(1024, 2*len(s.table)))
	for id := range s.parents {
		s.table[s.slot(s.at(uint32(id)))] = uint32(id) + 1
	}
}

// sort puts equal writers into the order of their numbers, and says from which place each came.
func (s *search) sort(words []uint32) []uint8 {
	order := make([]uint8, len(s.actors))
	for i := range order {
		order[i] = uint8(i)
	}
	own := words[2:]
	for _, group := range s.groups {
		for i := 1; i < len(group); i++ {
			for j := i; j > 0 && own[group[j-1]] > own[group[j]]; j-- {
				a, b := group[j-1], group[j]
				own[a], own[b] = own[b], own[a]
				order[a], order[b] = order[b], order[a]
			}
		}
	}
	return order
}

func (s *search) at(state uint32) []uint32 {
	return s.words[int(state)*s.width : (int(state)+1)*s.width]
}

// bytes is about how much memory the search uses: what its tables take, and what counting the orders will take. A
// good half more is what the memory holds beside them while they grow.
func (s *search) bytes() int64 {
	tables := int64(cap(s.words)+len(s.table)+cap(s.depths)+cap(s.starts))*4 + int64(cap(s.parents)+cap(s.edges))*8 +
		int64(cap(s.orders)) + int64(len(s.parents))*waysSize
	memo := s.memo.forms.size + s.memo.owns.size + s.memo.effects.size + int64(len(s.memo.steps))*160 +
		int64(len(s.memo.after))*40
	return (tables + memo) * 7 / 4
}

// waysSize is about what the number of ways to a state takes.
const waysSize = 64

// begin puts down the first state.
func (s *search) begin() {
	s.width = 2 + len(s.actors)
	for i := range s.actors {
		var group []int
		for j, a := range s.actors {
			if a.class == i {
				group = append(group, j)
			}
		}
		if len(group) > 1 {
			s.groups = append(s.groups, group)
		}
	}
	s.numbers, s.budgets, s.cut = map[string]uint32{}, newNames(), map[uint32]bool{}
	f := s.formOf(s.root)
	words := []uint32{s.budgetID(s.budget), s.memo.shared(f, func() *sharedEnd { return s.memo.sharedEnd(s.root.w) })}
	for i := range s.actors {
		words = append(words, s.memo.own(f.own[i], func() *writerEnd {
			return &writerEnd{s.root.standing(i), s.root.last(i), s.root.split(i)}
		}))
	}
	_, order, _ := s.state(words)
	s.add(via{}, order, 0)
}

// run is the search itself.
func (s *search) run() {
	s.begin()
	behind := uint32(0)
	for state := uint32(0); int(state) < len(s.parents); state++ {
		if s.full != "" || state%ticks == ticks-1 && !s.goesOn(state) {
			break
		}
		if s.each != nil && state == behind {
			behind = s.lookAhead(state)
		}
		found := len(s.first)
		s.expand(state)
		s.expansions++
		if len(s.first) > found {
			s.goesOn(state)
		}
	}
	for len(s.starts) <= len(s.parents) {
		s.starts = append(s.starts, uint32(len(s.edges)))
	}
}

// limits ends the search where it has as many states or bytes as it may have.
func (s *search) limits() {
	if len(s.parents) >= s.budget.States {
		s.full = "states"
	}
	if len(s.parents)%ticks == 0 && s.bytes() > s.budget.Bytes {
		s.full = "memory"
	}
}

// ticks is how many states lie between two words about progress: a step of the engine takes microseconds, those of many
// writers may take a hundred of them.
const ticks = 64

func (s *search) goesOn(state uint32) bool {
	if s.tick != nil && !s.tick(Progress{Depth: int(s.depths[state]), States: len(s.parents),
		Frontier: len(s.parents) - int(state), Transitions: len(s.edges), Bytes: s.bytes(),
		Marks: s.first}) {
		s.full = "stopped"
		return false
	}
	return true
}

func (s *search) add(v via, order []uint8, depth int32) {
	s.parents = append(s.parents, v)
	s.orders = append(s.orders, order...)
	s.depths = append(s.depths, depth)
}

// expand finds all steps from a state.
func (s *search) expand(state uint32) {
	s.starts = append(s.starts, uint32(len(s.edges)))
	for _, n := range s.steps(state) {
		id, order, fresh := s.state(n.words)
		if fresh {
			s.add(via{state, s.moveID(n.move)}, order, s.depths[state]+1)
			s.limits()
		}
		s.edges = append(s.edges, edge{id, n.marks})
		if new := s.marks.list[n.marks] &^ s.seen; new != 0 {
			s.seen |= new
			s.note(state, n.move, new)
		}
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
		for _, k := range here.kinds() {
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
