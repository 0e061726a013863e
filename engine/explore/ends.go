package explore

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
)

// gathering are the ends of a search, gathered by what they say. Those that are alike come to the same, whatever else
// their writers knew: they are counted together.
type gathering struct {
	*search
	found            *Result
	outcomes, values map[string]int // places in found, by what they say
	all              []*alikeEnds
	of               []uint32 // by the place of a state among those that are ended: its place in all
}

// alikeEnds are the ends with the same objects at which the writers stand alike and heard the same last.
type alikeEnds struct {
	content  []Content
	text     string
	orders   *big.Int   // to all of them; nil: not counted
	met      []*big.Int // by number of a kind of mark: of these, those that make one
	halved   *big.Int   // of these, those with a wish that is done in part; nil: none
	outcomes []int      // that they stand for, one for each way in which equal writers can have changed places
	stuck    bool
}

// gather finds the outcomes of a search, which are not counted yet.
func (s *search) gather(r *Result) *gathering {
	g := &gathering{search: s, found: r, outcomes: map[string]int{}, values: map[string]int{}}
	known, texts, heard := map[string]uint32{}, map[uint32]string{}, newNames()
	lasts := map[uint32]uint32{} // by own form
	words := make([]uint32, 2+len(s.actors))
	var key []byte
	for _, state := range s.ended() {
		r.Ends++
		s.packing.unpack(words, s.wordsAt(state))
		key = binary.LittleEndian.AppendUint32(key[:0], words[1])
		for _, own := range words[2:] {
			last, ok := lasts[own]
			if !ok {
				w := &s.memo.writers[own]
				last, _ = heard.id(fmt.Appendf(nil, "%d %d %s", w.standing, w.tied, w.last))
				lasts[own] = last
			}
			key = binary.LittleEndian.AppendUint32(key, last)
		}
		if s.variants(words[2:]) > arrangedMost {
			r.Merged, key = true, append(key, 'm')
		}
		at, ok := known[string(key)]
		if !ok {
			text, ok := texts[words[1]]
			if !ok {
				text = fmt.Sprint(s.memo.contents[words[1]])
				texts[words[1]] = text
			}
			at = uint32(len(g.all))
			known[string(key)] = at
			g.all = append(g.all, g.alike(state, words, text))
		}
		g.of = append(g.of, at)
	}
	return g
}

// alike are the ends that are like a state, with the outcomes that they stand for.
func (g *gathering) alike(state uint32, words []uint32, text string) *alikeEnds {
	r, content := g.found, g.memo.contents[words[1]]
	e := &alikeEnds{content: content, text: text}
	all := [][]uint32{words[2:]}
	if g.variants(words[2:]) <= arrangedMost {
		all = g.arrangements(words[2:])
	}
	for _, own := range all {
		last, hangs := g.lasts(own)
		e.stuck = e.stuck || hangs
		key := text + fmt.Sprint(last)
		at, ok := g.outcomes[key]
		if !ok {
			at = len(r.Outcomes)
			g.outcomes[key] = at
			r.Outcomes = append(r.Outcomes, Outcome{End: content, Last: last, Example: g.example(state, own)})
		}
		e.outcomes = append(e.outcomes, at)
	}
	return e
}

// sums are the ways to the ends that are alike, by their places in all.
func (g *gathering) sums(ways *counts) (sums []*big.Int) {
	words := make([][]uint64, len(g.all))
	for n, state := range g.ended() {
		words[g.of[n]] = ways.addTo(words[g.of[n]], state)
	}
	for _, sum := range words {
		sums = append(sums, numberOf(sum))
	}
	return sums
}

// counted takes the ways to the ends without the marks of a kind; those without any restriction come first, as -1.
func (g *gathering) counted(kind int, sums []*big.Int) {
	for n, e := range g.all {
		if kind < 0 {
			e.orders = sums[n]
			continue
		}
		e.met[kind] = sums[n].Sub(e.orders, sums[n])
	}
}

// marked is in how many orders a kind of mark comes up.
func (g *gathering) marked(kind int) *big.Int {
	sum := new(big.Int)
	for _, e := range g.all {
		sum.Add(sum, e.met[kind])
	}
	return sum
}

// count adds the orders of ends that are alike to what they stand for.
func (g *gathering) count() {
	r := g.found
	r.Schedules, r.StuckIn = new(big.Int), new(big.Int)
	for n := range r.Outcomes {
		r.Outcomes[n].Schedules = new(big.Int)
	}
	for _, e := range g.all {
		r.Schedules.Add(r.Schedules, e.orders)
		at, ok := g.values[e.text]
		if !ok {
			at = len(r.Values)
			g.values[e.text] = at
			r.Values = append(r.Values, ValueOf{End: e.content, Schedules: new(big.Int)})
		}
		r.Values[at].Schedules.Add(r.Values[at].Schedules, e.orders)
		if e.stuck {
			r.StuckIn.Add(r.StuckIn, e.orders)
		}
		for _, at := range e.outcomes {
			o := &r.Outcomes[at]
			part := func(of *big.Int) *big.Int { return g.share(of, 1, len(e.outcomes)) }
			o.Schedules.Add(o.Schedules, part(e.orders))
			for n, met := range e.met {
				o.meets(g.marks.all[n], part(met))
			}
			if e.halved != nil {
				o.meets(splitUpdate, part(e.halved))
			}
		}
	}
	for _, o := range r.Outcomes {
		g.shared(o.Schedules)
		for _, m := range o.Marks {
			g.shared(m.Schedules)
		}
	}
}

// splitUpdate is the mark of a wish that is done in part at the end.
var splitUpdate = markKind{engine.SeveritySilent, engine.SplitUpdate}

// meets counts orders of an end that meet a kind of mark. What is no mark is counted for all ends together alone.
func (o *Outcome) meets(kind markKind, orders *big.Int) {
	if kind.severity == noMark || orders.Sign() == 0 {
		return
	}
	m := o.mark(kind)
	if m.Schedules == nil {
		m.Schedules = new(big.Int)
	}
	m.Schedules.Add(m.Schedules, orders)
}

// mark is the count of a kind among the marks of an end.
func (o *Outcome) mark(kind markKind) *MarkCount {
	at, known := slices.BinarySearchFunc(o.Marks, kind, func(c MarkCount, kind markKind) int {
		return markKind{c.Severity, c.Kind}.compare(kind)
	})
	if !known {
		o.Marks = slices.Insert(o.Marks, at, MarkCount{Severity: kind.severity, Kind: kind.kind})
	}
	return &o.Marks[at]
}

// sortEnds puts first what most orders come to.
func (r *Result) sortEnds() {
	slices.SortStableFunc(r.Outcomes, func(a, b Outcome) int {
		if by := compareCounts(b.Schedules, a.Schedules); by != 0 {
			return by
		}
		return strings.Compare(fmt.Sprint(a.End, a.Last), fmt.Sprint(b.End, b.Last))
	})
	slices.SortStableFunc(r.Values, func(a, b ValueOf) int {
		return cmp.Or(compareCounts(b.Schedules, a.Schedules), strings.Compare(fmt.Sprint(a.End), fmt.Sprint(b.End)))
	})
}

// lasts are what the writers heard last, each standing as own says; stuck where one waits for what cannot come.
func (s *search) lasts(own []uint32) (last []Status, stuck bool) {
	for i, n := range own {
		end := s.memo.writers[n]
		if end.standing != done && end.standing != stopped {
			end.last, stuck = Stuck, true
		}
		if end.standing == asleep {
			s.asleep[i] = true
		}
		last = append(last, Status{s.actors[i].id, end.last})
	}
	return last, stuck
}

// sleepers are the writers whose plans wait for the clock at some end that was looked at.
func (s *search) sleepers() (list []string) {
	for i, a := range s.actors {
		if s.asleep[i] {
			list = append(list, a.id)
		}
	}
	return list
}

// split finds the shortest order with a wish over several requests that is done in part, and counts those at whose end
// one is. The shortest goes up to the step behind which its writer has nothing left to do, so that nobody can mend it.
func (g *gathering) split(ways *counts) {
	m, ok := g.firstSplit()
	if !ok {
		return
	}
	if ways != nil {
		m.Schedules = new(big.Int)
		for n, state := range g.ended() {
			if e := g.all[g.of[n]]; g.isSplit(state, true) {
				orders := ways.number(state)
				m.Schedules.Add(m.Schedules, orders)
				if e.halved == nil {
					e.halved = new(big.Int)
				}
				e.halved.Add(e.halved, orders)
			}
		}
	}
	g.found.Marks = append(g.found.Marks, m)
}

// firstSplit is the first state with such a wish, as a mark; ok is false where there is none.
func (s *search) firstSplit() (m MarkOf, ok bool) {
	if !slices.ContainsFunc(s.memo.writers, func(w writerEnd) bool { return w.split }) {
		return m, false
	}
	m = MarkOf{Severity: splitUpdate.severity, Kind: splitUpdate.kind}
	for state := range uint32(len(s.parents)) {
		if depth := s.depth(state); (!ok || depth < m.Length) && s.isSplit(state, s.isEnd(state)) {
			m.Length, m.Example, ok = depth, s.example(state, s.at(state)[2:]), true
		}
	}
	return m, ok
}

// isSplit says whether a wish is done in part in a state, for good.
func (s *search) isSplit(state uint32, end bool) bool {
	return slices.ContainsFunc(s.at(state)[2:], func(own uint32) bool {
		w := s.memo.writers[own]
		return w.split && (end || w.standing == done || w.standing == stopped || w.standing == hangs)
	})
}
