package explore

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sort"
)

// states are the moments that were found, breadth first: what is left of the budget, what all share, and each writer's
// own, as numbers.
type states struct {
	packing    packing
	tables     [shards]table
	words      []uint64 // packing.width for each state
	parents    []via
	orders     []uint8  // for each state: from which place of its parent each writer came; none where nobody is equal
	layers     []uint32 // by depth: its first state
	starts     []uint32 // by state: its first edge; one more at the end
	expansions int      // so many states have all their steps
	edges      edges
	endings    []uint32 // states in which nobody can go on; nil: they were not looked for as yet
	backward   bool     // some edge leads to a state that was found before its own
	budgets    names
	left       []Budget // by number
	kindsLeft  [][]kind // by number of a budget: the ways in which a request can go
	wholeOnly  []bool   // by number of a budget: nothing is left of it
	spending   grid     // by budget and kind: the budget behind it
	moves      []move
	numbers    map[numbered]uint32
	groups     [][]int         // places of writers who do the same
	inRow      []bool          // by group: no other writer stands between them
	ranked     bool            // all do the same, and there are not too many writers
	sweeps     bool            // nobody is equal, and there are not too many writers
	twin       []int           // by place: the place in front of it in its group; -1: none
	cut        map[uint32]bool // states behind which only steps come that a bound leaves out
}

// shards are the tables in which states are looked up, each with its share: several workers may fill them at once.
const shards = 8

// table finds states by their words.
type table struct {
	slots   []slot // 0: free
	count   int
	touched uint64     // nothing but what keeps touch from being left out
	fresh   []newcomer // states that the batch has found, without a number as yet
	firsts  [pieces + 1]uint32
	_       [64]byte // what two workers write lies apart
}

// slot is a place in a table: the number of a state and one more, or with unsettled an entry of fresh, and above it the
// part of the state's hash that says where it stands. Who looks for a state looks at no other but where that is the
// same.
type slot uint64

func slotOf(hash, id uint32) slot { return slot(hash)<<32 | slot(id) }

func (s slot) id() uint32   { return uint32(s) }
func (s slot) hash() uint32 { return uint32(s >> 32) }

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
		s.kindsLeft = append(s.kindsLeft, s.kinds(b))
		s.wholeOnly = append(s.wholeOnly, len(s.kinds(b)) == 1 && b.Jumps == 0)
	}
	return id
}

// spent is the number of what is left of a budget behind a step of a kind.
func (s *search) spent(budget uint32, k kind) uint32 {
	id, ok := s.spending.get(budget, uint32(k))
	if !ok {
		id = s.budgetID(s.left[budget].less(move{kind: k}.cost()))
		s.spending.put(budget, uint32(k), id)
	}
	return id
}

// numbered is a step without the place of its writer.
type numbered struct {
	kind    kind
	message int // -1: of a writer
	choose  uint32
}

// movesID is the number of a writer's step at the first place; those at the other places follow.
func (s *search) movesID(k kind, choose []int) uint32 {
	return s.movesOf(numbered{k, -1, s.memo.choice(choose)}, len(s.actors), choose)
}

// moveID is the number of a step.
func (s *search) moveID(m move) uint32 {
	if m.actor >= 0 {
		return s.movesID(m.kind, m.choose) + uint32(m.actor)
	}
	return s.movesOf(numbered{m.kind, m.message, s.memo.choice(m.choose)}, 1, m.choose)
}

func (s *search) movesOf(n numbered, places int, choose []int) uint32 {
	if id, ok := s.numbers[n]; ok {
		return id
	}
	id := uint32(len(s.moves))
	s.numbers[n] = id
	for place := range places {
		m := move{kind: n.kind, actor: place, choose: choose}
		if n.message >= 0 {
			m.actor, m.message = -1, n.message
		}
		s.moves = append(s.moves, m)
	}
	return id
}

// state is the number of a state, and how its writers changed places; fresh says that it was not known.
func (s *search) state(words []uint32) (id uint32, order []uint8, fresh bool) {
	order = make([]uint8, len(s.actors))
	s.sort(words, order)
	if s.narrow() {
		s.widen(nil)
	}
	packed := make([]uint64, s.packing.width)
	s.packing.pack(packed, words)
	hash := hashed(packed)
	t := &s.tables[hash%shards]
	t.room()
	at := s.slot(t, uint32(hash>>3), packed, nil)
	if id := t.slots[at].id(); id > 0 {
		return id - 1, order, false
	}
	id = uint32(len(s.parents))
	t.slots[at] = slotOf(uint32(hash>>3), id+1)
	t.count++
	s.words = append(s.words, packed...)
	return id, order, true
}

// hashed makes one number of words; its lowest bits choose the table, those above them the place in it.
func hashed(words []uint64) uint64 {
	hash := uint64(0)
	for _, word := range words {
		hash = folded(hash, word)
	}
	return hash
}

func folded(hash, word uint64) uint64 {
	high, low := bits.Mul64(hash^word^0xD6E8FEB86659FD93, 0x9E3779B97F4A7C15)
	return high ^ low
}

// slot is where a state stands in a table, or would stand; hash is what stands above the lowest bits. The batch's are
// those that have no number as yet.
func (s *search) slot(t *table, hash uint32, words []uint64, b *batch) uint32 {
	slots := t.slots
	mask := uint32(len(slots) - 1)
	width := uint32(len(words))
	for at := hash & mask; ; at = (at + 1) & mask {
		known := slots[at&mask]
		if known == 0 {
			return at
		}
		if known.hash() != hash {
			continue
		}
		var there []uint64
		if id := known.id(); id&unsettled != 0 {
			found := t.fresh[id&(1<<tableFrom-1)].found
			there = b.pieces[found.piece].words[found.at*width:]
		} else {
			there = s.words[(id-1)*width:]
		}
		if there[0] == words[0] && (width == 1 || slices.Equal(there[1:width], words[1:])) {
			return at
		}
	}
}

// room makes a table large enough for one state more.
func (t *table) room() {
	if 3*(t.count+len(t.fresh)+1) <= 2*len(t.slots) {
		return
	}
	old := t.slots
	t.slots = make([]slot, max(256, 2*len(old)))
	mask := uint32(len(t.slots) - 1)
	for _, known := range old {
		if known == 0 {
			continue
		}
		at := known.hash() & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = known
		if id := known.id(); id&unsettled != 0 {
			t.fresh[id&(1<<tableFrom-1)].slot = at
		}
	}
}

// sort puts equal writers into the order of their numbers, and says from which place each came.
func (s *search) sort(numbers []uint32, order []uint8) {
	for n := range order {
		order[n] = uint8(n)
	}
	own := numbers[2:]
	for n, group := range s.groups {
		if s.inRow[n] {
			sortRow(own[group[0]:][:len(group)], order[group[0]:][:len(group)])
			continue
		}
		for i := 1; i < len(group); i++ {
			for j := i; j > 0 && own[group[j-1]] > own[group[j]]; j-- {
				a, b := group[j-1], group[j]
				own[a], own[b] = own[b], own[a]
				order[a], order[b] = order[b], order[a]
			}
		}
	}
}

// sortRow sorts numbers that are nearly in order, and what belongs to each with it.
func sortRow(own []uint32, order []uint8) {
	order = order[:len(own)]
	for i := 1; i < len(own); i++ {
		n, j := own[i], i
		if own[i-1] <= n {
			continue
		}
		from := order[i]
		for ; j > 0 && own[j-1] > n; j-- {
			own[j], order[j] = own[j-1], order[j-1]
		}
		own[j], order[j] = n, from
	}
}

// at are the numbers of a state: of what is left of the budget, of what all share, and of each writer's own.
func (s *search) at(state uint32) []uint32 {
	numbers := make([]uint32, 2+len(s.actors))
	s.packing.unpack(numbers, s.wordsAt(state))
	return numbers
}

// wordsAt are the words of a state.
func (s *search) wordsAt(state uint32) []uint64 {
	return s.words[int(state)*s.packing.width : (int(state)+1)*s.packing.width]
}

// depth is how many steps the shortest way to a state has.
func (s *search) depth(state uint32) int {
	return sort.Search(len(s.layers), func(n int) bool { return s.layers[n] > state }) - 1
}

// order is from which place of its parent each writer of a state came.
func (s *search) order(state uint32) []uint8 {
	if len(s.groups) == 0 {
		return s.places
	}
	return s.orders[int(state)*len(s.actors) : (int(state)+1)*len(s.actors)]
}

// bytes is about how much memory the search uses: what its tables take, and what counting the orders will take. A
// good half more is what the memory holds beside them while they grow.
func (s *search) bytes() int64 {
	tables := int64(cap(s.words)+cap(s.parents))*8 + s.edges.size() + int64(cap(s.starts))*4 + int64(cap(s.orders)) +
		int64(len(s.parents))*(waysSize+s.sawSize())
	for n := range s.tables {
		tables += int64(len(s.tables[n].slots)) * 8
	}
	memo := s.memo.forms.size + s.memo.owns.size + s.memo.effects.size + int64(len(s.memo.answers))*80 +
		s.memo.after.size()
	for n := range s.memo.steps {
		memo += s.memo.steps[n].size()
	}
	return (tables + memo) * 7 / 4
}

// waysSize is about what the numbers of ways to a state take, and its place in the order in which they are counted.
// What counts beginnings while the search goes on is less, and gone by then.
const waysSize = 16*walksAtOnce + 4

// begin puts down the first state.
func (s *search) begin() {
	s.packing = packingFor(len(s.actors), 1, 1, 1)
	s.twin, s.places = make([]int, len(s.actors)), make([]uint8, len(s.actors))
	for i := range s.actors {
		s.twin[i], s.places[i] = -1, uint8(i)
		var group []int
		for j, a := range s.actors {
			if a.class == i {
				group = append(group, j)
			}
		}
		if len(group) > 1 {
			s.groups = append(s.groups, group)
			s.inRow = append(s.inRow, group[len(group)-1]-group[0] == len(group)-1)
		}
	}
	s.ranked = len(s.groups) == 1 && len(s.groups[0]) == len(s.actors) && len(s.actors) <= rankedMost
	s.sweeps = len(s.groups) == 0 && len(s.actors) <= 64
	for _, group := range s.groups {
		for n := 1; n < len(group); n++ {
			s.twin[group[n]] = group[n-1]
		}
	}
	s.numbers, s.budgets, s.cut = map[numbered]uint32{}, newNames(), map[uint32]bool{}
	f := s.sharedForm(s.root)
	words := []uint32{s.budgetID(s.budget), s.memo.shared(f,
		func() *sharedEnd { return s.memo.sharedEnd(s.root.w, f) })}
	for i := range s.actors {
		own, tied := s.ownForm(f, s.root, i)
		words = append(words, s.memo.own(own, func() *writerEnd { return s.root.writerEnd(i, f, tied) }))
	}
	s.start = slices.Clone(words)
	_, order, _ := s.state(words)
	s.add(via{}, order)
	s.layers = append(s.layers, 0)
}
