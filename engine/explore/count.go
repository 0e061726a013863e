package explore

import (
	"math/big"
	"math/bits"
	"slices"
)

// counts are the numbers of ways to the states by steps that make none of the marks of some sets: one after the other
// for each set, each number of so many words of 64 bits, the lowest first.
type counts struct {
	width, sets int
	words       []uint64
}

// number is the count of a state without the marks of a set, by the place of the set.
func (c *counts) number(state uint32, set int) *big.Int { return numberOf(c.of(state, set)) }

// of are the words of a count.
func (c *counts) of(state uint32, set int) []uint64 {
	from := (int(state)*c.sets + set) * c.width
	return c.words[from : from+c.width]
}

// addTo adds a count to words with room for the sum of all; nil: of nothing.
func (c *counts) addTo(sum []uint64, state uint32, set int) []uint64 {
	if sum == nil {
		sum = make([]uint64, c.width+1)
	}
	carry := uint64(0)
	for n, word := range c.of(state, set) {
		sum[n], carry = bits.Add64(sum[n], word, carry)
	}
	sum[c.width] += carry // there are fewer states than it counts to
	return sum
}

// numberOf is a number by its words of 64 bits, the lowest first.
func numberOf(words []uint64) *big.Int {
	n := new(big.Int)
	for _, word := range slices.Backward(words) {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(word))
	}
	return n
}

// ways are in how many ways each state can be reached, by steps that make none of the marks of each set; order is one
// in which no step goes back, nil: that of the states.
func (s *search) ways(order []uint32, without ...kindSet) *counts {
	for width := 2; ; width *= 2 {
		c := &counts{width: width, sets: len(without), words: make([]uint64, width*len(without)*len(s.parents))}
		for set := range without {
			c.words[set*width] = 1
		}
		if s.fill(c, order, without) {
			return c
		}
	}
}

// fill adds up the ways; false where some state has more than there is room for.
func (s *search) fill(c *counts, order []uint32, without []kindSet) bool {
	left := make([]uint64, len(s.marks.list)) // by number of the marks of a step: the sets that it has nothing of
	for n, marks := range s.marks.list {
		for at, set := range without {
			if marks&set == 0 {
				left[n] |= 1 << at
			}
		}
	}
	over := uint64(0)
	stride := c.sets * c.width
	for n := range len(s.parents) {
		state := int(nth(order, n))
		from := c.words[state*stride : (state+1)*stride]
		for _, e := range s.from(uint32(state)) {
			to := c.words[int(e.to)*stride : (int(e.to)+1)*stride]
			sets := left[e.marks]
			if c.width == 2 && c.sets == 2 {
				over |= addTwo((*[4]uint64)(to), (*[4]uint64)(from), sets)
				continue
			}
			for at := 0; at < len(from); at += c.width {
				if sets&1 != 0 {
					carry := uint64(0)
					for n := at; n < at+c.width; n++ {
						to[n], carry = bits.Add64(to[n], from[n], carry)
					}
					over |= carry
				}
				sets >>= 1
			}
		}
		if over != 0 {
			return false
		}
	}
	return true
}

// addTwo adds those of two numbers of two words each that a set names; over: one has become too large.
func addTwo(to, from *[4]uint64, sets uint64) (over uint64) {
	first, second := -(sets & 1), -(sets >> 1 & 1)
	var carry uint64
	to[0], carry = bits.Add64(to[0], from[0]&first, 0)
	to[1], over = bits.Add64(to[1], from[1]&first, carry)
	to[2], carry = bits.Add64(to[2], from[2]&second, 0)
	to[3], carry = bits.Add64(to[3], from[3]&second, carry)
	return over | carry
}

// total is the number of orders that come to an end, without the marks of a set by its place.
func (s *search) total(ways *counts, set int) *big.Int {
	var sum []uint64
	for state := range uint32(len(s.parents)) {
		if s.isEnd(state) {
			sum = ways.addTo(sum, state, set)
		}
	}
	return numberOf(sum)
}

// sorted are the states in an order in which no step goes back, nil where that is their own; endless where there is
// none.
func (s *search) sorted() (order []uint32, endless bool) {
	if !s.backward {
		return nil, false
	}
	in := make([]uint32, len(s.parents))
	for _, e := range s.edges {
		in[e.to]++
	}
	order = make([]uint32, 0, len(in))
	order = append(order, 0)
	if in[0] > 0 {
		return nil, true
	}
	for n := 0; n < len(order); n++ {
		for _, e := range s.from(order[n]) {
			if in[e.to]--; in[e.to] == 0 {
				order = append(order, e.to)
			}
		}
	}
	return order, len(order) < len(in)
}

// nth is the state at a place of an order; nil is the order of the states themselves.
func nth(order []uint32, n int) uint32 {
	if order == nil {
		return uint32(n)
	}
	return order[n]
}

// What is counted takes as much of the memory as the states themselves: of the sets of marks so many are counted in one
// walk over the steps, and of the walks so many are done before another word about progress.
const (
	setsAtOnce  = 2
	walksAtOnce = 2
)

// countAll is in how many ways each state can be reached, and in how many orders each kind of mark comes up, by the
// number of the kind; nothing where the search was stopped meanwhile.
func (s *search) countAll(order []uint32) (ways *counts, marked []*big.Int) {
	sets := []kindSet{0}
	for n := range s.marks.all {
		sets = append(sets, 1<<n)
	}
	walks := slices.Collect(slices.Chunk(sets, setsAtOnce))
	without := make([][]*big.Int, len(walks))
	much := len(s.edges) > batchMost
	for from := 0; from < len(walks); from += walksAtOnce {
		s.sideBySide(much, min(walksAtOnce, len(walks)-from), func(n int) {
			n += from
			c := s.ways(order, walks[n]...)
			if n == 0 {
				ways = c
			}
			for set := range walks[n] {
				without[n] = append(without[n], s.total(c, set))
			}
		})
		if much && !s.goesOn(s.depth(uint32(len(s.parents)-1)), 0) {
			return nil, nil
		}
	}
	counted := slices.Concat(without...)
	for _, n := range counted[1:] {
		marked = append(marked, n.Sub(counted[0], n))
	}
	return ways, marked
}
