package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// firstReplaced is for what was done twice where another had replaced the first doing: no read shows that one any more,
// and what is there now may be made from it. Empty where it stands, or adds to what is there.
func (a *adviser) firstReplaced(first *engine.Exchange) string {
	x := a.overFirst(first)
	if effect := a.spec.Effect; x == nil || effect != engine.Writes && effect != engine.Commits {
		return ""
	}
	again := fmt.Sprintf("#%d did it again in %s", a.x.Number, a.v.Called(a.x.Object))
	if first.Object == a.x.Object {
		again = fmt.Sprintf("#%d put it there again", a.x.Number)
	}
	who := a.v.Title(x.By)
	return fmt.Sprintf("What #%d had put into %s %s's #%d has replaced, and %s. Settle with %s what is to stand.",
		first.Number, a.v.Called(first.Object), who, x.Number, again, who)
}

// overFirst is the request of another that replaced the text of a first doing before the finding's request was decided;
// nil: none did.
func (a *adviser) overFirst(first *engine.Exchange) *engine.Exchange {
	for e := range a.v.Between(first.Decided.Event, a.c.Event) {
		x := a.v.Exchange(e.Request)
		if e.Kind != engine.Decided || x == nil || x.By == a.c.By || a.v.Title(x.By) == "" {
			continue
		}
		if slices.ContainsFunc(e.Own(), func(c engine.Change) bool {
			return c.Object == first.Object && c.Mark.Event == first.Decided.Event &&
				slices.Contains(engine.TextNames(), c.Name)
		}) {
			return x
		}
	}
	return nil
}
