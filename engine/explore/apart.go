package explore

import (
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
)

// Writers whose requests touch different objects need not be interleaved: whatever the one group does, the other meets
// the same. Each group is searched alone, and what was found is put together: ends and marks of the one go with each
// order of the other, and two orders of m and n steps can be merged in as many ways as n of m + n places are chosen.
//
// Writers are put into groups once, at the start. A state whose unfinished writers touch different objects only from
// there on, as behind a lock that they shared, is not taken apart. To follow one of its groups alone (a persistent set)
// would find the marks, and count wrong: an order stands then for as many as there are ways to merge what its groups
// do. That hangs on how many steps each of them takes: every state would need its ways by their lengths, for each kind
// of mark, and ends in pairs. It could be done by what stands here, state by state. It would save little: of the 19,064
// states of the 333 races of the library (400 of each at most, without faults) 161 in 12 races are such.

const (
	apartSteps = 5_000_000 // how much counting orders by their lengths may take: steps times lengths
	apartEnds  = 512       // how many outcomes may be put together
)

// groupsApart are the writers by the objects that their requests can touch; fewer than two: they are one group, or it
// is not known.
func groupsApart(in Input, b Budget) [][]string {
	if b.Faults+b.Copies+b.Lates+b.Jumps+b.Stops > 0 || b.Bounded || b.Samples > 0 || in.Guard != nil ||
		in.Instead != nil || in.Waits != nil || len(in.Wanted) > 0 || len(in.World.Flight()) > 0 {
		return nil // a budget is shared by all, and so is what travels
	}
	if slices.ContainsFunc(in.Programs, func(p Program) bool { return len(p.Beside) > 0 }) {
		return nil // what is sent at once travels from the beginning on, and is told by its place among all of it
	}
	var ids []string
	touched := map[string][]engine.ObjectID{}
	texts := map[string]string{} // all that a writer's requests say
	for _, x := range in.World.Writers() {
		a := in.actor(x.ID)
		known := !slices.ContainsFunc(a.items, func(in engine.Input) bool {
			switch in.(type) {
			case engine.Send, engine.Plan:
				return false
			}
			return true // what one tells, or does outside, another may meet
		})
		a.requests(in.World, func(verb string, args []engine.Arg) {
			spec := in.World.Spec(verb)
			object := spec.About(args)
			known = known && standsAlone(object, spec) && in.World.Guardian(object).IsZero()
			touched[x.ID] = append(touched[x.ID], object)
			texts[x.ID] += strings.Join(argsText(args), " ") + "\n"
		})
		if !known || len(x.Open) > 0 { // what was never answered may be asked again
			return nil
		}
		if len(touched[x.ID]) > 0 {
			ids = append(ids, x.ID)
		}
	}
	return together(ids, touched, texts)
}

// standsAlone says whether a request is about one object by its name, and about nothing that lies around it.
func standsAlone(object engine.ObjectID, spec *engine.OpSpec) bool {
	alone := object.Kind == "blob" || object.Kind == "entity" || object.Kind == "object"
	return alone && !spec.Prompt() && spec.Effect != engine.Groups && !spec.Lists && object.Name != "" &&
		!strings.ContainsAny(object.Name, "${}")
}

// together puts writers into groups: those who name an object of another are of one.
func together(ids []string, touched map[string][]engine.ObjectID, texts map[string]string) (groups [][]string) {
	for _, id := range ids {
		group := []string{id}
		var rest [][]string
		for _, other := range groups {
			if slices.ContainsFunc(other, func(o string) bool {
				return mentionsAny(texts[id], touched[o]) || mentionsAny(texts[o], touched[id])
			}) {
				group = append(group, other...)
			} else {
				rest = append(rest, other)
			}
		}
		groups = append(rest, group)
	}
	return groups
}

func mentionsAny(text string, objects []engine.ObjectID) bool {
	return slices.ContainsFunc(objects, func(o engine.ObjectID) bool { return strings.Contains(text, o.Name) })
}

// lengths are in how many ways something is reached, by the number of steps.
type lengths []*big.Int

func (l lengths) plus(o lengths) lengths {
	sum := slices.Clone(l)
	for n, count := range o {
		if n == len(sum) {
			sum = append(sum, new(big.Int))
		}
		sum[n] = new(big.Int).Add(sum[n], count)
	}
	return sum
}

// merged are the ways in which an order of the one and an order of the other become one.
func (l lengths) merged(o lengths) lengths {
	all := make(lengths, len(l)+len(o)-1)
	for n := range all {
		all[n] = new(big.Int)
	}
	for m, one := range l {
		for n, other := range o {
			if one.Sign() > 0 && other.Sign() > 0 {
				ways := new(big.Int).Binomial(int64(m+n), int64(n))
				all[m+n].Add(all[m+n], ways.Mul(ways, one).Mul(ways, other))
			}
		}
	}
	return all
}

func (l lengths) sum() *big.Int {
	sum := new(big.Int)
	for _, n := range l {
		sum.Add(sum, n)
	}
	return sum
}

// ending is one outcome of a group.
type ending struct {
	end          []Content
	last         []Status // of the group's writers
	orders       lengths
	without      map[markKind]lengths // of these, those that make no mark of a kind that the group knows
	stuck, split bool
	way          []move
}

// lacking are the orders to an ending that make no mark of a kind.
func (e ending) lacking(kind markKind) lengths {
	if without, knows := e.without[kind]; knows {
		return without
	}
	return e.orders
}

// group is the search of some writers alone.
type group struct {
	*search
	order  []uint32
	ends   []ending
	orders lengths
}

// searchApart searches groups of writers one after the other; nil where putting them together would be more than to
// interleave them.
func searchApart(in Input, b Budget, ids [][]string, each Each, tick Tick) *Result {
	r := &Result{Budget: newSearch(in, b, nil).budget}
	var groups []*group
	for _, only := range ids {
		in.only = only
		before := *r
		g := &group{search: newSearch(in, b, func(p Progress) bool {
			p.Depth, p.States, p.Transitions = p.Depth+before.Depth, p.States+before.States,
				p.Transitions+before.Transitions
			p.Marks = append(slices.Clip(before.Marks), p.Marks...)
			p.tally = nil // those of some writers alone are none
			return tick == nil || tick(p)
		})}
		g.each, g.ahead = each, map[work]carried{}
		g.run()
		r.States, r.Transitions, r.Depth = r.States+len(g.parents), r.Transitions+g.edges.count,
			r.Depth+g.depth(uint32(len(g.parents)-1))
		r.Ordered = r.Ordered || g.ordered
		g.addMarks(r)
		if r.Stopped = g.full; r.Stopped != "" {
			if len(groups) == len(ids)-1 {
				r.Covered = g.covered() // the others were followed to their ends
			}
			r.sortMarks()
			return r
		}
		endless := false
		if g.order, endless = g.sorted(); endless || g.edges.count*(g.depth(uint32(len(g.parents)-1))+1) > apartSteps {
			return nil
		}
		groups = append(groups, g)
	}
	in.only = nil
	r.States -= len(groups) - 1 // they begin at one moment
	if !r.together(in, groups) {
		return nil
	}
	return r
}

// addMarks adds the kinds that a group found, or a shorter or more readable order of a kind that is there.
func (g *group) addMarks(r *Result) {
	mine := &Result{}
	for _, m := range g.first {
		at := slices.Index(g.marks.all, markKind{m.Severity, m.Kind})
		if way := g.readable(1<<at, m.Length); way != nil {
			m.Example = g.inputs(way)
		}
		mine.Marks = append(mine.Marks, m)
	}
	if m, split := g.firstSplit(); split {
		mine.Marks = append(mine.Marks, m)
	}
	for _, m := range mine.Marks {
		at := slices.IndexFunc(r.Marks, func(o MarkOf) bool { return o.Severity == m.Severity && o.Kind == m.Kind })
		switch {
		case at < 0:
			r.Marks = append(r.Marks, m)
		case m.Length < r.Marks[at].Length || m.Length == r.Marks[at].Length &&
			switchesIn(m.Example) < switchesIn(r.Marks[at].Example):
			r.Marks[at] = m
		}
	}
}

// switchesIn is how often another writer goes on.
func switchesIn(steps []Step) (n int) {
	for at := 1; at < len(steps); at++ {
		if steps[at].By != steps[at-1].By {
			n++
		}
	}
	return n
}

// byLength are in how many ways of each length each end is reached, by steps that make none of the marks of a set.
func (g *group) byLength(without kindSet) map[uint32]lengths {
	ways := make([]lengths, len(g.parents))
	ways[0] = lengths{one()}
	ends := map[uint32]lengths{}
	for n := range g.parents {
		state := nth(g.order, n)
		if g.isEnd(state) && ways[state] != nil {
			ends[state] = ways[state]
		}
		for _, e := range g.from(state) {
			if ways[state] != nil && g.marks.list[e.marks]&without == 0 {
				longer := append(lengths{new(big.Int)}, ways[state]...)
				ways[e.to] = longer.plus(ways[e.to])
			}
		}
		ways[state] = nil
	}
	return ends
}

// endings are the outcomes of a group; merged says that some stand for those in which equal writers change places.
func (g *group) endings() (merged bool) {
	at := map[string]int{}
	by, lacking := g.byLength(0), map[markKind]map[uint32]lengths{}
	for n, kind := range g.marks.all {
		lacking[kind] = g.byLength(1 << n)
	}
	for state := range uint32(len(g.parents)) {
		orders, ok := by[state]
		if !ok {
			continue
		}
		words := g.at(state)
		all := [][]uint32{words[2:]}
		if g.variants(words[2:]) <= arrangedMost {
			all = g.arrangements(words[2:])
		} else {
			merged = true
		}
		split := slices.ContainsFunc(words[2:], func(own uint32) bool { return g.memo.writers[own].split })
		share := func(of lengths) lengths {
			shares := append(slices.Clone(of), new(big.Int)) // at least one, where there is no order
			for n := range shares {
				shares[n] = g.share(shares[n], 1, len(all))
			}
			return shares
		}
		for _, own := range all {
			e := ending{end: g.memo.contents[words[1]], orders: share(orders), split: split,
				without: map[markKind]lengths{}, way: g.exampleWay(state, own)}
			for kind, by := range lacking {
				e.without[kind] = share(by[state])
			}
			last, _ := g.lasts(own)
			for i, l := range last {
				if !g.root.stopped[i] {
					e.last, e.stuck = append(e.last, l), e.stuck || l.Status == Stuck
				}
			}
			key := (Outcome{End: e.end, Last: e.last}).key(e.split)
			if n, ok := at[key]; ok {
				g.ends[n].add(e)
				continue
			}
			at[key] = len(g.ends)
			g.ends = append(g.ends, e)
		}
	}
	for _, e := range g.ends {
		for _, pieces := range e.orders {
			g.shared(pieces)
		}
		for _, without := range e.without {
			for _, pieces := range without {
				g.shared(pieces)
			}
		}
	}
	return merged
}

// add adds the orders of an ending that is the same.
func (e *ending) add(o ending) {
	e.orders = e.orders.plus(o.orders)
	for kind, without := range o.without {
		e.without[kind] = e.without[kind].plus(without)
	}
}
