package explore

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
)

// Counted is what an enumeration without merging finds: how many orders there are, how many end so, how many have a
// mark of that kind.
type Counted struct {
	Schedules int
	Outcomes  map[string]int
	Marks     map[string]int
	Length    map[string]int
	Efforts   map[string]effort // of the most readable among the shortest
}

// Enumerate follows every order by itself, up to a number of them. It shares the carrying out of a step with Search and
// nothing else: no form, no memory, no counting.
func Enumerate(in Input, b Budget, most int) (c Counted, ok bool) {
	s := &search{budget: b, rules: AllRules(), memo: newMemo(), guard: in.Guard, instead: in.Instead, waits: in.Waits}
	s.prepare(in)
	e := &enumerating{search: s, most: most,
		c: Counted{Outcomes: map[string]int{}, Marks: map[string]int{}, Length: map[string]int{},
			Efforts: map[string]effort{}}}
	ok = e.walk(b, 0, map[string]bool{})
	return e.c, ok
}

type enumerating struct {
	*search
	c    Counted
	way  []move
	most int
}

// try follows all orders that begin with a step.
func (e *enumerating) try(m move, left Budget, depth int, marks map[string]bool) (moved, within bool) {
	g, cost := e.root, m.cost()
	if !left.pays(cost) {
		return false, true
	}
	p := &place{search: e.search, left: left, stage: g}
	within = true
	p.eachChoice(m, func(move) {
		x := g.w.Exchange(g.w.Requests())
		if m.actor >= 0 && !p.allows(m.kind, reads(g.w, x.Verb), handles(g, m.actor)) {
			return
		}
		moved = true
		now := maps.Clone(marks)
		for _, f := range g.marks(0) {
			if f.Kind == "" {
				continue
			}
			kind := string(f.Severity) + " " + string(f.Kind)
			now[kind] = true
			n, ok := e.c.Length[kind]
			if hard := effortOf(append(slices.Clone(e.way), m)); !ok || n > depth+1 ||
				n == depth+1 && hard.compare(e.c.Efforts[kind]) < 0 {
				e.c.Length[kind], e.c.Efforts[kind] = depth+1, hard
			}
		}
		mine := g.done
		g.done = nil
		e.way = append(e.way, m)
		within = within && e.walk(left.less(cost), depth+1, now)
		e.way = e.way[:len(e.way)-1]
		g.done = mine
	})
	return moved, within
}

// walk follows all orders from here; false where there are too many.
func (e *enumerating) walk(left Budget, depth int, marks map[string]bool) bool {
	any := false
	for _, m := range e.all() {
		moved, within := e.try(m, left, depth, marks)
		if !within {
			return false
		}
		any = any || moved
	}
	if !any {
		e.c.Schedules++
		e.c.Outcomes[e.outcomeOf(e.root)]++
		for kind := range marks {
			e.c.Marks[kind]++
		}
	}
	return e.c.Schedules <= e.most
}

// all are all steps that could be possible.
func (e *enumerating) all() []move { return e.allAt(e.root) }

func (e *enumerating) allAt(g *stage) (list []move) {
	words := e.budget.Words
	for i := range e.actors {
		for k := whole; k <= stop; k++ {
			if k == lostRequest && words.Answers || k == lostAnswer && words.Requests {
				continue
			}
			list = append(list, move{kind: k, actor: i})
		}
	}
	for n := range g.w.Flight() {
		for k := whole; k <= finish; k++ {
			if k == jump || k == jumpBefore || k == lostRequest && words.Answers || k == lostAnswer && words.Requests {
				continue
			}
			list = append(list, move{kind: k, actor: -1, message: n})
		}
	}
	list = append(list, move{kind: jump, actor: -1})
	if e.budget.Before {
		list = append(list, move{kind: jumpBefore, actor: -1})
	}
	return list
}

func (s *search) outcomeOf(g *stage) string {
	var last []Status
	for i, a := range s.actors {
		status := g.last(i)
		if st := g.standing(i); st != done && st != stopped {
			status = Stuck
		}
		last = append(last, Status{a.id, status})
	}
	return fmt.Sprint(Contents(g.w), last)
}

// Compare says where a search and an enumeration differ; empty where they agree.
func Compare(r *Result, c Counted) string {
	var wrong []string
	differ := func(what string, got *big.Int, want int) {
		if got == nil || got.Cmp(big.NewInt(int64(want))) != 0 {
			wrong = append(wrong, fmt.Sprintf("%s: %s, one by one %d", what, got, want))
		}
	}
	differ("orders", r.Schedules, c.Schedules)
	found := map[string]bool{}
	for _, o := range r.Outcomes {
		key := fmt.Sprint(o.End, o.Last)
		found[key] = true
		differ(key, o.Schedules, c.Outcomes[key])
	}
	for key := range c.Outcomes {
		if !found[key] {
			wrong = append(wrong, "not found: "+key)
		}
	}
	for _, m := range append(r.Counted(), r.Refused...) {
		key := string(m.Severity) + " " + string(m.Kind)
		found[key] = true
		differ(key, m.Schedules, c.Marks[key])
		if m.Length != c.Length[key] {
			wrong = append(wrong, fmt.Sprintf("%s: shortest %d, one by one %d", key, m.Length, c.Length[key]))
		}
	}
	for key := range c.Marks {
		if !found[key] {
			wrong = append(wrong, "not found: "+key)
		}
	}
	slices.Sort(wrong)
	return strings.Join(wrong, "\n")
}

// Without is in how many orders none of some kinds of marks comes up.
func Without(in Input, b Budget, kinds ...string) *big.Int {
	s := newSearch(in, b, nil)
	s.run()
	order, _ := s.sorted()
	var set kindSet
	for at, k := range s.marks.all {
		if slices.Contains(kinds, string(k.kind)) {
			set |= 1 << at
		}
	}
	return s.totalOf(s.ways(order, set), s.ended())
}

// effortOf is how hard an order is to read.
func effortOf(way []move) (sum effort) {
	last := -1
	for _, m := range way {
		one := stepEffort(spot{turn: last}, m)
		sum = effort{sum.troubles + one.troubles, sum.jumps + one.jumps, sum.switches + one.switches}
		if m.actor >= 0 {
			last = m.actor
		}
	}
	return sum
}

// EffortOf is how hard an example is to read, by what its steps say. What was under way before is nobody's turn.
func EffortOf(steps []Step) effort {
	var way []move
	ids := []string{}
	for _, s := range steps {
		m := move{actor: -1}
		for k := whole; k <= finish; k++ {
			if k.String() == s.What {
				m.kind = k
			}
		}
		_, sent := s.Inputs[0].(engine.Send)
		_, planned := s.Inputs[0].(engine.Next)
		if sent || planned {
			if !slices.Contains(ids, s.By) {
				ids = append(ids, s.By)
			}
			m.actor = slices.Index(ids, s.By)
		}
		way = append(way, m)
	}
	return effortOf(way)
}

// Tripled is the number of ways through so many states with three steps from each to the next, and of those that make
// no mark, which one step in three does.
func Tripled(states int) (all, unmarked *big.Int) {
	s := &search{}
	s.marks.list = []kindSet{0, 1}
	s.parents, s.expansions = make([]via, states), states
	for n := range uint32(states - 1) {
		s.starts = append(s.starts, s.edges.reserve(3))
		copy(s.edges.at(s.starts[n], s.edges.next), []edge{{n + 1, 0}, {n + 1, 0}, {n + 1, 1}})
	}
	s.starts = append(s.starts, s.edges.next, s.edges.next)
	return s.totalOf(s.ways(nil, 0), s.ended()), s.totalOf(s.ways(nil, 1), s.ended())
}
