package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"interleave/engine"
)

// Twins walks at random through what may happen, and holds against each other the moments that have the same bytes but
// came about in other ways: what can be done there, what it comes to and which marks it makes must be the same. It
// gives how many pairs there were, and where two differ what they differ in.
func Twins(in Input, b Budget, chance *rand.Rand, walks, length int) (pairs int, wrong []string) {
	s := newSearch(in, b, nil)
	keeps := keepsTo(in, b)
	s.rules.Reread, s.rules.Swaps = s.rules.Reread && keeps.Reread, s.rules.Swaps && keeps.Swaps
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

// keepsTo are the rules that a search keeps to: it begins again without where a request did not show what was taken for
// read, or was no compare-and-swap.
func keepsTo(in Input, b Budget) Rules {
	b.States = 3000
	s := newSearch(in, b, nil)
	s.ahead = map[work]carried{}
	s.run()
	return s.rules
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

// Unmoving walks at random through what may happen, and looks at the steps that leave what all share as it was: behind
// each of them what is the own of whoever did not do it must say the same. It gives how many such steps there were, and
// which say something else. Where one tells another what it heard nothing is remembered, and so there are none.
func Unmoving(in Input, b Budget, chance *rand.Rand, walks, length int) (steps int, wrong []string) {
	s := newSearch(in, b, nil)
	if !s.rules.Memo {
		return 0, nil
	}
	shared := func(g *stage, f form) uint32 {
		return s.memo.shared(f, func() *sharedEnd { return s.memo.sharedEnd(g.w, f) })
	}
	for range walks {
		g, left := s.root.clone(), b
		for range length {
			before, requests := s.formOf(g), g.w.Requests()
			at := shared(g, before)
			var senders []string
			for _, m := range g.w.Flight() {
				senders = append(senders, g.w.Exchange(m.Request).By)
			}
			m, ok := anyMove(s, g, left, chance)
			if !ok {
				break
			}
			left = left.less(m.cost())
			mover := ""
			if m.actor >= 0 {
				mover = s.ids[m.actor]
			} else if m.kind != jump && m.kind != jumpBefore {
				mover = senders[m.message]
			}
			now := s.formOf(g)
			after := shared(g, now)
			effect, _ := s.memo.effect(at, after, before.facts, now.facts, before.facts.record, requests, mover)
			if effect != unmoved {
				continue
			}
			steps++
			for i, id := range s.ids {
				if id == mover || slices.Contains(senders, id) || s.untold(g, i) {
					continue
				}
				if !slices.Equal(before.own[i], now.own[i]) {
					wrong = append(wrong, fmt.Sprintf("%v: of %s %q became %q", m, id, before.own[i], now.own[i]))
				}
			}
		}
	}
	return steps, wrong
}

// untold says whether a writer's lines refer to what was answered to another who does not tell it: such a line cannot
// be sent, whatever came of that.
func (s *search) untold(g *stage, i int) bool {
	live, named := s.liveOf(g, i)
	return slices.ContainsFunc(live, func(u engine.Use) bool {
		x := named(u.Name)
		return x != nil && x.By != s.ids[i]
	})
}
