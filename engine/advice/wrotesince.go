package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// wroteSince says what whoever lost work to the finding's request has written there since: who has put the same there
// again has nothing to be told. Empty where they wrote nothing there.
func (a *adviser) wroteSince() string {
	lost := a.v.Exchange(a.c.Victim.Request)
	if lost == nil || a.c.Whose == a.c.By {
		return ""
	}
	who := a.v.Title(a.c.Whose)
	over := func(p engine.Part) bool {
		return p.Object == a.c.Object && p.Name == a.c.Part && !p.Gone && slices.ContainsFunc(lost.Shows,
			func(q engine.Part) bool { return q.Mark.Request == lost.Number && q.Meets(p) })
	}
	for n := a.v.Requests(); n > a.x.Number; n-- {
		x := a.v.Exchange(n)
		if x.By != a.c.Whose || !x.Took || x.Decided.Event <= a.c.Event ||
			!slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Mark.Request == n && over(p) }) {
			continue
		}
		if a.putsSame(lost, x) {
			return fmt.Sprintf("%s's #%d has put there again since what #%d had put there: nothing is left to tell.",
				who, n, lost.Number)
		}
		return fmt.Sprintf("%s's #%d has written there since: tell %[1]s what #%d replaced, if any of #%d is missing "+
			"in that.", who, n, a.x.Number, lost.Number)
	}
	return ""
}

// putsSame says whether a later request put just what an earlier one had put, and into the same place.
func (a *adviser) putsSame(lost, x *engine.Exchange) bool {
	return x.Object == lost.Object && x.Verb == lost.Verb && slices.Equal(a.asked(x), a.asked(lost))
}

// restored says by whom what the finding's request had replaced stands again as it was before it, or what it had
// brought back has been removed again: whoever did that, nothing is left to tell. Empty where it does not.
func (a *adviser) restored() string {
	x, gone := a.restoredBy()
	lost := a.v.Exchange(a.c.Victim.Request)
	switch {
	case x == nil || a.v.Title(x.By) == "":
		return ""
	case gone:
		return fmt.Sprintf("%s's #%d has removed it again since: nothing is left to tell.", a.v.Title(x.By), x.Number)
	case lost != nil && x.By == lost.By && a.putsSame(lost, x):
		return fmt.Sprintf("%s's #%d has put there again since what #%d had put there: nothing is left to tell.",
			a.v.Title(x.By), x.Number, lost.Number)
	}
	return fmt.Sprintf("Since %s's #%d it stands there again as it was before #%d: nothing is left to tell.",
		a.v.Title(x.By), x.Number, a.x.Number)
}

// restoredBy is the request since which the finding's object is as it was before the finding; gone: it was not there
// then, and is not now. nil: it is not, nothing but the finding's own request has touched it, or what that did is not
// to be seen in the thing.
func (a *adviser) restoredBy() (x *engine.Exchange, gone bool) {
	w := a.v.Clone()
	var before, after engine.Record
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		for touched, r := range e.Touched(w) {
			if touched == a.c.Object {
				before, after = r[0], r[1]
			}
		}
	}
	gone = !view.Readable(before)
	same := func(r engine.Record) bool {
		return gone == !view.Readable(r) && (gone ||
			conflict.SameContent(before, r) && conflict.SameEnds(before, r))
	}
	if same(after) || !same(w.Object(a.c.Object)) {
		return nil, gone
	}
	for e := range a.v.Between(a.c.Event, a.v.Last+1) { // the newest first
		for touched, r := range e.Touched(w) {
			switch {
			case touched != a.c.Object:
			case !same(r[1]):
				return x, gone
			default:
				x = a.v.Exchange(e.Request)
			}
		}
	}
	return x, gone
}
