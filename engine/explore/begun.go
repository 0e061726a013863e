package explore

import (
	"fmt"
	"strings"
)

// beginnings counts how many orders there are as far as all of them were followed.
type beginnings struct {
	steps  int       // that all orders were followed
	ways   []float64 // by state, to those at which so many steps end; the numbers are exact up to 2 to the 53rd
	next   []float64 // of one step more
	at     []uint32  // the states with any ways
	ended  float64   // orders of fewer steps
	orders float64   // all of them
	work   int       // edges that were gone along
}

// begunMost is how many times the edges of a search may be gone along to count the beginnings of its orders: where the
// same state is reached by orders of many lengths each length goes along its edges again.
const begunMost = 4

// Counted is the progress with Orders and Followed, where those are counted. It may be called only within the Tick that
// hears of it, and takes a time that grows with the states found since it was called before.
func (p Progress) Counted() Progress {
	if p.tally != nil {
		p.Orders, p.Followed = p.tally()
	}
	p.tally = nil
	return p
}

// OrdersSoFar says how many orders there are so far, as `924 orders so far`; empty: they are not counted.
func (p Progress) OrdersSoFar() string {
	const digits = 1e9
	switch {
	case p.Orders == 0:
		return ""
	case p.Orders < digits:
		return Plural(int(p.Orders), "order") + " so far"
	}
	return strings.Replace(fmt.Sprintf("%.1e orders so far", p.Orders), "e+", "e", 1)
}

// begun is how many beginnings of so many steps all orders have, as far as every one of them was followed.
func (s *search) begun() (orders float64, steps int) {
	b := &s.begins
	if b.at == nil {
		b.at, b.ways, b.orders = []uint32{0}, []float64{1}, 1
	}
	for b.steps < len(s.layers)-1 && int(s.layers[b.steps+1]) < len(s.starts) && b.work <= begunMost*s.edges.count {
		b.step(s)
	}
	if b.work > begunMost*s.edges.count {
		return 0, 0
	}
	return b.orders, b.steps
}

// step follows all beginnings one step further: every state that they lead to has all its steps.
func (b *beginnings) step(s *search) {
	b.ways = longer(b.ways, len(s.parents)-len(b.ways))
	b.next = longer(b.next, len(s.parents)-len(b.next))
	var next []uint32
	b.orders = b.ended
	for _, state := range b.at {
		from := s.from(state)
		if len(from) == 0 && !s.cut[state] {
			b.ended += b.ways[state]
			b.orders += b.ways[state]
		}
		for _, e := range from {
			if b.next[e.to] == 0 {
				next = append(next, e.to)
			}
			b.next[e.to] += b.ways[state]
			b.orders += b.ways[state]
		}
		b.work += len(from)
		b.ways[state] = 0
	}
	b.ways, b.next, b.at = b.next, b.ways, next
	b.steps++
}
