package advice

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// covers says whether a later request, with those of the same sender before it, has put something in the place of all
// that the finding's was to write: what went to other bytes, or to other properties, settles nothing of it.
func (a *adviser) covers(x *engine.Exchange) bool {
	spec := a.v.Spec(x.Verb)
	if a.whole(spec) {
		return true
	}
	if from, to, piece := stretch(a.x); piece {
		return a.bytesWritten(x, from, to)
	}
	if _, _, piece := stretch(x); piece {
		return !a.whole(a.spec)
	}
	if spec.Effect != engine.Merges {
		return true
	}
	set := properties(spec, x)
	return !slices.ContainsFunc(properties(a.spec, a.x), func(name string) bool { return !slices.Contains(set, name) })
}

// bytesWritten says whether the sender's writes since the finding, a later one the last, have written all bytes of a
// stretch.
func (a *adviser) bytesWritten(last *engine.Exchange, from, to int64) bool {
	type span struct{ from, to int64 }
	var list []span
	for n := a.x.Number + 1; n <= last.Number; n++ {
		x := a.v.Exchange(n)
		if x.By != a.x.By || x.Object != a.x.Object || !x.Took || x.Heard.IsZero() {
			continue
		}
		if from, to, piece := stretch(x); piece {
			list = append(list, span{from, to})
		}
	}
	slices.SortFunc(list, func(a, b span) int { return int(a.from - b.from) })
	for _, s := range list {
		if s.from <= from {
			from = max(from, s.to)
		}
	}
	return from >= to
}

// stretch is which bytes of its object a request writes; ok is false where it writes no piece.
func stretch(x *engine.Exchange) (from, to int64, ok bool) {
	op, piece := x.Op().(engine.Stretcher)
	if !piece {
		return 0, 0, false
	}
	return op.Stretch()
}

// properties are the names of those that a request sets in a row.
func properties(spec *engine.OpSpec, x *engine.Exchange) (names []string) {
	text, _ := view.Carried(spec, x.Args)
	row, _ := view.RowOf(text)
	for _, p := range row {
		names = append(names, strings.TrimPrefix(p.Name, "."))
	}
	return names
}
