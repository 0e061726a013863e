package explore

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
)

// key is an outcome in one text.
func (o Outcome) key(split bool) string { return fmt.Sprint(o.End, o.Last, split) }

// together puts together what groups of writers that have nothing in common came to; false where it is too much.
func (r *Result) together(in Input, groups []*group) bool {
	r.Schedules, r.StuckIn, r.Ends = new(big.Int), new(big.Int), 1
	count := 1
	for _, g := range groups {
		merged := g.endings()
		r.Asleep = append(r.Asleep, g.sleepers()...)
		r.Merged = r.Merged || merged
		if count *= len(g.ends); count > apartEnds || slices.ContainsFunc(g.ends, numbersNames) {
			return false
		}
	}
	begin := Contents(in.World)
	whole := newSearch(in, r.Budget, nil)
	outcomes, marked := map[string]int{}, map[markKind]*big.Int{}
	var each func(rest []*group, so ending)
	each = func(rest []*group, so ending) {
		if len(rest) > 0 {
			for _, e := range rest[0].ends {
				each(rest[1:], so.with(begin, e))
			}
			return
		}
		orders := so.orders.sum()
		r.Schedules.Add(r.Schedules, orders)
		if so.stuck {
			r.StuckIn.Add(r.StuckIn, orders)
		}
		o := Outcome{End: so.end, Last: inOrder(whole, so.last), Schedules: orders}
		at, ok := outcomes[o.key(false)]
		if !ok {
			at = len(r.Outcomes)
			outcomes[o.key(false)] = at
			o.Schedules, o.Example = new(big.Int), whole.replayed(so.way)
			r.Outcomes = append(r.Outcomes, o)
		}
		r.Outcomes[at].Schedules.Add(r.Outcomes[at].Schedules, orders)
		for kind, met := range so.marks() {
			r.Outcomes[at].meets(kind, met)
			if marked[kind] == nil {
				marked[kind] = new(big.Int)
			}
			marked[kind].Add(marked[kind], met)
		}
	}
	each(groups, ending{end: begin, orders: lengths{one()}})
	r.Ends = len(r.Outcomes)
	r.valuesOf()
	for n, m := range r.Marks {
		r.Marks[n].Schedules = cmp.Or(marked[markKind{m.Severity, m.Kind}], new(big.Int))
	}
	r.sortEnds()
	whole.tellStuck(r)
	r.sortMarks()
	return true
}

// numbersNames says whether names or texts at an end have the numbers of their places among all.
func numbersNames(e ending) bool {
	return slices.ContainsFunc(e.end, func(c Content) bool {
		return strings.Contains(c.Object.Name, "#") || strings.Contains(c.Text, "#")
	})
}

// with is what two groups came to, the second of them by itself from the beginning.
func (e ending) with(begin []Content, o ending) ending {
	sum := ending{end: changed(begin, e.end, o.end), last: append(slices.Clip(e.last), o.last...),
		orders: e.orders.merged(o.orders), without: map[markKind]lengths{}, stuck: e.stuck || o.stuck,
		split: e.split || o.split, way: append(slices.Clip(e.way), o.way...)}
	for _, known := range []map[markKind]lengths{e.without, o.without} {
		for kind := range known {
			if sum.without[kind] == nil {
				sum.without[kind] = e.lacking(kind).merged(o.lacking(kind))
			}
		}
	}
	return sum
}

// changed are the objects of one end with what another changed since the beginning.
func changed(begin, one, other []Content) (list []Content) {
	find := func(in []Content, id engine.ObjectID) int {
		return slices.IndexFunc(in, func(c Content) bool { return c.Object == id })
	}
	for _, c := range one {
		was, is := find(begin, c.Object), find(other, c.Object)
		switch {
		case was >= 0 && is < 0: // it is gone
			continue
		case is >= 0 && (was < 0 || begin[was].Text != other[is].Text):
			c = other[is]
		}
		list = append(list, c)
	}
	for _, c := range other {
		if find(one, c.Object) < 0 && find(begin, c.Object) < 0 {
			list = append(list, c)
		}
	}
	sortContents(list)
	return list
}

// inOrder are statuses in the order of the writers, with those of writers who did nothing.
func inOrder(s *search, last []Status) (list []Status) {
	for i, a := range s.actors {
		at := slices.IndexFunc(last, func(l Status) bool { return l.Writer == a.id })
		if at < 0 {
			list = append(list, Status{a.id, s.root.last(i)})
			continue
		}
		list = append(list, last[at])
	}
	return list
}

// valuesOf are the ends whatever the writers heard.
func (r *Result) valuesOf() {
	at := map[string]int{}
	for _, o := range r.Outcomes {
		key := fmt.Sprint(o.End)
		n, ok := at[key]
		if !ok {
			n = len(r.Values)
			at[key] = n
			r.Values = append(r.Values, ValueOf{End: o.End, Schedules: new(big.Int)})
		}
		r.Values[n].Schedules.Add(r.Values[n].Schedules, o.Schedules)
	}
}

// marks are the orders to an ending by the kinds of marks that they make.
func (e ending) marks() map[markKind]*big.Int {
	marks := map[markKind]*big.Int{}
	for kind, without := range e.without {
		marks[kind] = new(big.Int).Sub(e.orders.sum(), without.sum())
	}
	if e.split {
		marks[splitUpdate] = e.orders.sum()
	}
	return marks
}

func sortContents(list []Content) {
	slices.SortStableFunc(list, func(a, b Content) int {
		return cmp.Or(cmp.Compare(a.Object.Kind, b.Object.Kind), cmp.Compare(a.Object.Name, b.Object.Name))
	})
}
