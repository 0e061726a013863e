package explore

import (
	"math/big"
	"math/bits"
)

// counts are the numbers of ways to the states, each of so many words of 64 bits, the lowest first.
type counts struct {
	width int
	words []uint64
}

func (c *counts) of(state uint32) []uint64 {
	return c.words[int(state)*c.width : (int(state)+1)*c.width]
}

func (c *counts) none(state uint32) bool {
	for _, w := range c.of(state) {
		if w != 0 {
			return false
		}
	}
	return true
}

// number is a count by itself.
func (c *counts) number(state uint32) *big.Int {
	n := new(big.Int)
	for at := c.width - 1; at >= 0; at-- {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(c.of(state)[at]))
	}
	return n
}

// add adds the ways to one state to those to another; false where they are too many for the width.
func (c *counts) add(to, from uint32) bool {
	a, b, carry := c.of(to), c.of(from), uint64(0)
	for at := range a {
		a[at], carry = bits.Add64(a[at], b[at], carry)
	}
	return carry == 0
}

// ways are in how many ways each state can be reached, by steps that make none of the marks of a set.
func (s *search) ways(order []uint32, without kindSet) *counts {
	for width := 2; ; width *= 2 {
		if c := s.waysIn(width, order, without); c != nil {
			return c
		}
	}
}

// waysIn is ways with so many words for each; nil where some state needs more.
func (s *search) waysIn(width int, order []uint32, without kindSet) *counts {
	c := &counts{width: width, words: make([]uint64, width*len(s.parents))}
	c.words[0] = 1
	left := make([]bool, len(s.marks.list))
	for n, set := range s.marks.list {
		left[n] = set&without == 0
	}
	for _, state := range order {
		for _, e := range s.from(state) {
			if left[e.marks] && !c.add(e.to, state) {
				return nil
			}
		}
	}
	return c
}

// total is the number of orders that come to an end.
func (s *search) total(ways *counts) *big.Int {
	sum := new(big.Int)
	for state := range uint32(len(s.parents)) {
		if s.isEnd(state) {
			sum.Add(sum, ways.number(state))
		}
	}
	return sum
}

// sorted are the states in an order in which no step goes back; endless where there is none.
func (s *search) sorted() (order []uint32, endless bool) {
	if !s.backward {
		order = make([]uint32, len(s.parents))
		for n := range order {
			order[n] = uint32(n)
		}
		return order, false
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

// countsAtOnce is how many kinds of marks are counted between two words about progress where there is much to count.
const countsAtOnce = 4

// countAll is in how many ways each state can be reached, and in how many orders each kind of mark comes up, by the
// number of the kind; nothing where the search was stopped meanwhile.
func (s *search) countAll(order []uint32) (ways *counts, marked []*big.Int) {
	without := make([]*big.Int, len(s.marks.all))
	much := len(s.edges) > batchMost
	for from := 0; from <= len(without); from += countsAtOnce {
		s.sideBySide(much, min(countsAtOnce, len(without)+1-from), func(n int) {
			if n += from; n == 0 {
				ways = s.ways(order, 0)
				return
			}
			without[n-1] = s.total(s.ways(order, 1<<(n-1)))
		})
		if much && !s.goesOn(s.depth(uint32(len(s.parents)-1)), 0) {
			return nil, nil
		}
	}
	all := s.total(ways)
	for _, n := range without {
		marked = append(marked, n.Sub(all, n))
	}
	return ways, marked
}
