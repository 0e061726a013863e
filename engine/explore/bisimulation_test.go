package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Twins walks at random through what may happen, and holds against each other the moments that have the same bytes but
// came about in other ways: what can be done there, what it comes to and which marks it makes must be the same. It
// gives how many pairs there were, and where two differ what they differ in.
func Twins(in Input, b Budget, chance *rand.Rand, walks, length int) (pairs int, wrong []string) {
	s := newSearch(in, b, nil)
	seen := map[string]*twin{}
	for range walks {
		g, left := s.root.clone(), b
		var history []string
		for range length {
			f := s.formOf(g)
			key := fmt.Sprintf("%v %x", left, f.bytes())
			if other := seen[key]; other == nil {
				seen[key] = &twin{g.clone(), slices.Clone(history)}
			} else if !slices.Equal(other.history, history) {
				pairs++
				if diff := differ(s, other.stage, g, left); diff != "" {
					wrong = append(wrong, fmt.Sprintf("%v\nand\n%v:\n%s", other.history, history, diff))
				}
			}
			m, ok := anyMove(s, g, left, chance)
			if !ok {
				break
			}
			left = left.less(m.cost())
			history = append(history, fmt.Sprint(m))
		}
	}
	return pairs, wrong
}

type twin struct {
	stage   *stage
	history []string
}

// bytes are a form in one piece.
func (f form) bytes() []byte {
	return append(slices.Clone(f.shared), slices.Concat(f.own...)...)
}

// anyMove takes one of the steps that are possible.
func anyMove(s *search, g *stage, left Budget, chance *rand.Rand) (move, bool) {
	e := &enumerating{search: s}
	moves := e.allAt(g)
	chance.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		if !left.pays(m.cost()) {
			continue
		}
		before := len(g.done)
		if _, ok := g.carryOut(m); ok {
			g.done = nil
			return m, true
		}
		g.back(before)
	}
	return move{}, false
}

// differ says in which step two moments differ; empty: in none.
func differ(s *search, a, b *stage, left Budget) string {
	e := &enumerating{search: s}
	for _, m := range e.allAt(a) {
		if !left.pays(m.cost()) {
			continue
		}
		if one, two := s.after(a, m), s.after(b, m); one != two {
			same := 0
			for same < min(len(one), len(two)) && one[same] == two[same] {
				same++
			}
			from := max(same-60, 0)
			return fmt.Sprintf("%v leads to\n%s\nand to\n%s", m, one[from:], two[from:])
		}
	}
	return ""
}

// after is what a step comes to, as text.
func (s *search) after(g *stage, m move) string {
	base := len(g.done)
	defer func() { g.back(base) }()
	open, ok := g.carryOut(m)
	if !ok {
		return "impossible"
	}
	var marks []string
	for _, f := range g.marks(base) {
		marks = append(marks, string(f.Severity)+string(f.Kind))
	}
	slices.Sort(marks)
	f := s.formOf(g)
	return fmt.Sprintf("%v %s %v %q", open, strings.Join(marks, " "), Contents(g.w), f.bytes())
}
