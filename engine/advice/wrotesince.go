package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
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
