package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"interleave/engine"
)

// sampling follows single orders, each chosen by chance, and counts what they come to. It is for what is too large to
// be searched: what it does not find may still be there.
type sampling struct {
	*search
	chance   *rand.Rand
	longest  int // steps of the longest order so far
	orders   int
	outcomes map[string]*sampledEnd
	values   map[string]*sampledEnd
	kinds    []sampledKind // by number of the kind
	wants    []sampledEnd  // by Input.Wanted
	unseen   []sampledEnd  // the same, without all that was to be heard on the way
	splits   sampledKind
	stuck    int
}

type sampledEnd struct {
	outcome Outcome
	way     []move
	times   int
}

type sampledKind struct {
	times, length int
	way           []move
}

// sample follows as many orders as the budget says, or until it is told to stop or the memory is full.
func (s *search) sample() *Result {
	s.begin()
	d := &sampling{search: s, chance: rand.New(rand.NewPCG(s.budget.Seed, 11)), outcomes: map[string]*sampledEnd{},
		values: map[string]*sampledEnd{}, wants: make([]sampledEnd, len(s.memo.wanted)),
		unseen: make([]sampledEnd, len(s.memo.wanted))}
	s.tally = func() (float64, int) { return float64(d.orders), d.longest }
	for d.orders < s.budget.Samples && s.full == "" {
		d.one()
		if d.orders%ticks == 0 {
			s.goesOn(d.longest, 1)
			s.limits()
			s.memory()
		}
	}
	return d.result()
}

// one follows one order to its end.
func (d *sampling) one() {
	ranks, changes := d.priorities()
	state, way, met := uint32(0), []move(nil), kindSet(0)
	for {
		steps := d.steps(state)
		if len(steps) == 0 {
			break
		}
		if slices.Contains(changes, len(way)) { // who goes first goes last from here on
			ranks = append(ranks[1:], ranks[0])
		}
		n := d.choose(steps, ranks)
		way = append(way, n.move)
		made := d.marks.list[n.marks]
		for at := range d.marks.all {
			if made&^met&(1<<at) != 0 {
				d.met(at, way)
			}
		}
		met |= made
		id, order, fresh := d.state(n.words)
		if fresh {
			d.add(via{state, d.moveID(n.move)}, order)
		}
		state = id
	}
	d.orders++
	d.longest = max(d.longest, len(way))
	d.end(state, way, met)
}

// priorities are the order in which writers go, the clock and what is under way among them as nobody, and the steps
// before which the first of them becomes the last. Without priorities there is none: each step is chosen by itself.
func (d *sampling) priorities() (ranks []int, changes []int) {
	if d.budget.Priorities == 0 {
		return nil, nil
	}
	ranks = d.chance.Perm(len(d.actors) + 1)
	for range d.budget.Priorities - 1 {
		changes = append(changes, d.chance.IntN(max(d.longest, 2*len(d.actors))))
	}
	return ranks, changes
}

// choose takes one of the steps: of the first writer that has any, or of all.
func (d *sampling) choose(steps []next, ranks []int) next {
	for _, who := range ranks {
		var own []next
		for _, n := range steps {
			if n.move.actor == who || n.move.actor < 0 && who == len(d.actors) {
				own = append(own, n)
			}
		}
		if len(own) > 0 {
			return own[d.chance.IntN(len(own))]
		}
	}
	return steps[d.chance.IntN(len(steps))]
}

func (d *sampling) met(kind int, way []move) {
	for len(d.kinds) <= kind {
		d.kinds = append(d.kinds, sampledKind{})
	}
	d.kinds[kind].add(way)
}

func (k *sampledKind) add(way []move) {
	if k.times++; k.length == 0 || len(way) < k.length {
		k.length, k.way = len(way), slices.Clone(way)
	}
}

// end counts what an order came to.
func (d *sampling) end(state uint32, way []move, met kindSet) {
	words := d.at(state)
	content := d.memo.contents[words[1]]
	last, stuck := d.lasts(words[2:])
	split := slices.ContainsFunc(words[2:], func(own uint32) bool { return d.memo.writers[own].split })
	count := func(in map[string]*sampledEnd, key string) {
		if in[key] == nil {
			in[key] = &sampledEnd{outcome: Outcome{End: content, Last: last}, way: way}
		}
		in[key].times++
		for n, kind := range d.marks.all {
			if met&(1<<n) != 0 && kind.severity != noMark {
				in[key].outcome.mark(kind).Samples++
			}
		}
		if split {
			in[key].outcome.mark(splitUpdate).Samples++
		}
	}
	count(d.outcomes, fmt.Sprint(content, last))
	count(d.values, fmt.Sprint(content))
	if stuck {
		d.stuck++
	}
	for n, want := range d.memo.wanted {
		if d.memo.wants[words[1]]&(1<<n) == 0 || !want.heard(last) || want.settled && d.mayWork(words[2:]) {
			continue
		}
		sets, seen := d.sawSets(want)
		in := &d.wants[n]
		if !seen || slices.ContainsFunc(sets, func(set kindSet) bool { return met&set == 0 }) {
			in = &d.unseen[n]
		}
		in.way = way
		in.times++
	}
	if split {
		d.splits.add(way)
	}
}

func (d *sampling) wantedEnd(end sampledEnd) WantedEnd {
	one := WantedEnd{Found: end.times > 0, Samples: end.times}
	if one.Found {
		one.Example = d.inputs(end.way)
	}
	return one
}

func (d *sampling) result() *Result {
	r := &Result{States: len(d.parents), Stopped: d.full, Budget: d.budget, Ordered: d.ordered,
		Samples: d.orders,
		Depth:   d.longest, SampledStuck: d.stuck, Asleep: d.sleepers(), Beside: d.amid}
	for _, end := range d.outcomes {
		end.outcome.Samples, end.outcome.Example = end.times, d.inputs(end.way)
		r.Outcomes = append(r.Outcomes, end.outcome)
	}
	for _, end := range d.values {
		r.Values = append(r.Values, ValueOf{End: end.outcome.End, Samples: end.times})
	}
	for n, end := range d.wants {
		one := d.wantedEnd(end)
		if unseen := d.wantedEnd(d.unseen[n]); unseen.Found && !one.Found {
			one.Unseen = &unseen
		}
		r.Wanted = append(r.Wanted, one)
	}
	slices.SortFunc(r.Outcomes, func(a, b Outcome) int {
		if a.Samples != b.Samples {
			return b.Samples - a.Samples
		}
		return strings.Compare(fmt.Sprint(a.End, a.Last), fmt.Sprint(b.End, b.Last))
	})
	d.tellStuck(r)
	d.tellPatient(r)
	slices.SortFunc(r.Values, func(a, b ValueOf) int {
		if a.Samples != b.Samples {
			return b.Samples - a.Samples
		}
		return strings.Compare(fmt.Sprint(a.End), fmt.Sprint(b.End))
	})
	for at, k := range d.kinds {
		kind := d.marks.all[at]
		if k.times > 0 && !kind.isSaw() {
			r.Marks = append(r.Marks, MarkOf{Severity: kind.severity, Kind: kind.kind, Samples: k.times,
				Length:  k.length,
				Example: d.inputs(k.way)})
		}
	}
	if k := d.splits; k.times > 0 {
		r.Marks = append(r.Marks, MarkOf{Severity: engine.SeveritySilent, Kind: engine.SplitUpdate, Samples: k.times,
			Length: k.length, Example: d.inputs(k.way)})
	}
	r.sortMarks()
	return r
}
