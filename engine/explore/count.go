package explore

import (
	"math/big"
	"math/bits"
	"slices"
)

// counts are the numbers of ways to the states, each of so many words of 64 bits, the lowest first.
type counts struct {
	width int
	words []uint64
}

func (c *counts) number(state uint32) *big.Int { return numberOf(c.of(state)) }

func (c *counts) of(state uint32) []uint64 {
	from := int(state) * c.width
	return c.words[from : from+c.width]
}

// addTo adds a count to words with room for the sum of all; nil: of nothing.
func (c *counts) addTo(sum []uint64, state uint32) []uint64 {
	if sum == nil {
		sum = make([]uint64, c.width+1)
	}
	sum[c.width] += addMasked(sum[:c.width], c.of(state), ^uint64(0)) // there are fewer states than it counts to
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

// ways are in how many ways each state can be reached by steps that make none of some marks; order is one in which no
// step goes back, nil: that of the states.
func (s *search) ways(order []uint32, without kindSet) *counts {
	masks := make([]uint64, len(s.marks.list)) // by number of the marks of a step: all bits where it makes none of them
	for n, marks := range s.marks.list {
		if marks&without == 0 {
			masks[n] = ^uint64(0)
		}
	}
	c := &counts{width: 2, words: make([]uint64, 2*len(s.parents))}
	c.words[0] = 1
	for n := s.fill(c, order, 0, masks); n < len(s.parents); n = s.fill(c, order, n, masks) {
		c.widen()
	}
	return c
}

// widen makes room for numbers of twice as many words.
func (c *counts) widen() {
	wide := counts{2 * c.width, make([]uint64, 2*len(c.words))}
	for state := range uint32(len(c.words) / c.width) {
		copy(wide.of(state), c.of(state))
	}
	*c = wide
}

// fill adds up the ways from a place of the order on. It ends at a state from which a step leads to a number that there
// is no room for: then nothing is added from there.
func (s *search) fill(c *counts, order []uint32, at int, masks []uint64) int {
	if c.width == 2 {
		return s.fillTwo(c.words, order, at, masks)
	}
	for ; at < len(s.parents); at++ {
		state := nth(order, at)
		from, over := c.of(state), uint64(0)
		for _, e := range s.from(state) {
			over |= addMasked(c.of(e.to), from, masks[e.marks])
		}
		if over != 0 {
			s.takeBack(c, state, masks)
			break
		}
	}
	return at
}

// fillTwo is fill of two words, which most numbers have.
func (s *search) fillTwo(words []uint64, order []uint32, at int, masks []uint64) int {
	for ; at < len(s.starts)-1; at++ {
		state := nth(order, at)
		low, high, over := words[2*state], words[2*state+1], uint64(0)
		for _, e := range s.from(state) {
			to, mask, carry := (*[2]uint64)(words[2*e.to:]), masks[e.marks], uint64(0)
			to[0], carry = bits.Add64(to[0], low&mask, 0)
			to[1], carry = bits.Add64(to[1], high&mask, carry)
			over |= carry
		}
		if over != 0 {
			s.takeBack(&counts{2, words}, state, masks)
			break
		}
	}
	return at
}

// takeBack takes back what was added from a state: a number that was too large has come round, and comes back.
func (s *search) takeBack(c *counts, state uint32, masks []uint64) {
	for _, e := range s.from(state) {
		takeMasked(c.of(e.to), c.of(state), masks[e.marks])
	}
}

// addMasked adds the bits of a number that a mask has in each word; over is 1 where the sum has more words.
func addMasked(to, from []uint64, mask uint64) (over uint64) {
	for n, word := range from {
		to[n], over = bits.Add64(to[n], word&mask, over)
	}
	return over
}

// takeMasked takes back what addMasked added.
func takeMasked(to, from []uint64, mask uint64) {
	borrow := uint64(0)
	for n, word := range from {
		to[n], borrow = bits.Sub64(to[n], word&mask, borrow)
	}
}

// totalOf is the number of orders that come to one of some ends.
func (s *search) totalOf(ways *counts, ends []uint32) *big.Int {
	var sum []uint64
	for _, state := range ends {
		sum = ways.addTo(sum, state)
	}
	return numberOf(sum)
}

// sorted are the states in an order in which no step goes back, nil where that is their own; endless where there is
// none.
func (s *search) sorted() (order []uint32, endless bool) {
	if !s.backward {
		return nil, false
	}
	if levels := s.levels(); levels != nil {
		return s.byLevel(levels), false
	}
	in := make([]uint32, len(s.parents))
	for state := range uint32(len(s.starts) - 1) {
		for _, e := range s.from(state) {
			in[e.to]++
		}
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

// levels are numbers for where a writer stands, so that each of its own steps leads to a larger one and no step of
// another to a smaller one. nil: there are none, or the memo does not have every step of the search.
func (s *search) levels() []uint32 {
	m := s.memo
	if !s.rules.Memo || s.named || s.budget.Bounded || !s.wholeOnly[s.start[0]] || m.steps[whole].beyond.count > 0 ||
		m.after.beyond.count > 0 || slices.Max(m.flights) > 0 {
		return nil
	}
	levels := make([]uint32, len(m.writers))
	rises := func(from, to, by uint32) bool {
		rises := levels[to] < levels[from]+by
		if rises {
			levels[to] = levels[from] + by
		}
		return rises
	}
	for range len(levels) + 1 {
		rose := false
		for _, row := range m.steps[whole].rows {
			for own, at := range row {
				if at == 0 {
					continue
				}
				for _, step := range m.answers[at-1] {
					rose = rises(uint32(own), step.own, 1) || rose
				}
			}
		}
		for _, row := range m.after.rows {
			for own, after := range row {
				rose = after != 0 && rises(uint32(own), after-1, 0) || rose
			}
		}
		if !rose {
			return levels
		}
	}
	return nil
}

// byLevel are the states in the order of the sums of their writers' levels, which each step makes larger.
func (s *search) byLevel(levels []uint32) (order []uint32) {
	sums := make([]uint32, len(s.parents))
	s.sideBySide(len(sums) > batchMost, pieces, func(n int) {
		numbers := make([]uint32, 2+len(s.actors))
		for state := n * len(sums) / pieces; state < (n+1)*len(sums)/pieces; state++ {
			s.packing.unpack(numbers, s.wordsAt(uint32(state)))
			for _, own := range numbers[2:] {
				sums[state] += levels[own]
			}
		}
	})
	next := make([]uint32, slices.Max(sums)+2)
	for _, sum := range sums {
		next[sum+1]++
	}
	for n := range len(next) - 1 {
		next[n+1] += next[n]
	}
	order = make([]uint32, len(sums))
	for state, sum := range sums {
		order[next[sum]] = uint32(state)
		next[sum]++
	}
	return order
}

// nth is the state at a place of an order; nil is the order of the states themselves.
func nth(order []uint32, n int) uint32 {
	if order == nil {
		return uint32(n)
	}
	return order[n]
}

// walksAtOnce is how many sets of marks are counted between two words about progress: what is counted takes as much of
// the memory as the states themselves.
const walksAtOnce = 2

// countAll is in how many ways each state can be reached; it counts the orders to each end, and those that make each
// kind of mark. nil where the search was stopped meanwhile.
func (s *search) countAll(order []uint32, g *gathering) (ways *counts) {
	s.tally, s.begins = nil, beginnings{} // the memory is for what is counted now
	for _, e := range g.all {
		e.met = make([]*big.Int, len(s.marks.all))
	}
	much := s.edges.count > batchMost
	kinds := len(s.marks.all) + 1
	sums := make([][]*big.Int, kinds)
	for from := 0; from < kinds; from += walksAtOnce {
		to := min(from+walksAtOnce, kinds)
		s.sideBySide(much, to-from, func(n int) {
			n += from
			set := kindSet(0)
			if n > 0 {
				set = 1 << (n - 1)
			}
			c := s.ways(order, set)
			if n == 0 {
				ways = c
			}
			sums[n] = g.sums(c)
		})
		if much && !s.goesOn(s.depth(uint32(len(s.parents)-1)), 0) {
			return nil
		}
		for n := from; n < to; n++ {
			g.counted(n-1, sums[n])
		}
	}
	return ways
}
