package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// overSameText is for a text that was replaced by the very same, which a read shows: nothing has to be put back. ok is
// false where another text stands there since, or nobody else is concerned.
func (a *adviser) overSameText() (Card, bool) {
	whose := a.v.Title(a.c.Whose)
	if a.c.Whose == a.c.By || whose == "" || a.c.Kind == engine.SameNumber ||
		!slices.Contains(engine.TextNames(), a.c.Part) {
		return Card{}, false
	}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		if e.Kind == engine.Decided && e.Request == a.c.Request && conflict.SameText(a.v.Clone(), *e, a.c.Object) {
			return Card{Say: fmt.Sprintf("#%d put there the very text that %s had put there, and a read shows it. "+
				"Where both were to count, as two who each add 1, one is missing: settle that with %[2]s.", a.x.Number,
				whose)}, true
		}
	}
	return Card{}, false
}

// putBack says whether the work that was replaced was the very text that the request was made from.
func (a *adviser) putBack() bool {
	base, victim := a.v.BaseOf(a.x, a.c.Object), a.v.Exchange(a.c.Victim.Request)
	if base == nil || victim == nil {
		return false
	}
	text, carried := view.Carried(a.v.Spec(victim.Verb), victim.Args)
	return carried && base.Answer.Accepted() && text == base.Answer.Text().String() && text != ""
}
