package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// takesLater is the work of another that a request of the finding's sender takes away and that was done behind the
// finding's own request: what that was meant for is not what it would meet. What was read since and named, by its
// version or as what the text was made from, is meant. Zero: it takes away none.
func (t *trial) takesLater(e engine.Event) (later engine.Mark) {
	x := t.w.Exchange(e.Request)
	if e.Kind != engine.Decided || x == nil || x.By != t.a.x.By {
		return later
	}
	named := 0
	if t.a.isAgain(x) { // whatever it names it named before: the same version may stand for another state by now
		named = -1
	}
	for _, n := range []int{x.Base, x.Guards} {
		if read := t.w.Exchange(n); read != nil && named >= 0 {
			named = max(named, read.Decided.Event)
		}
	}
	for _, c := range conflict.TookAway(t.w, e) {
		back := c.Name == engine.Undeleted && len(e.Compared) > 0 // it names what is back as it was
		if m := c.Mark; m.Event > t.a.x.Sent.Event && m.Event > named && !c.Same && !back {
			later = m
		}
	}
	return later
}

// isAgain says whether a request says the very same as the finding's.
func (a *adviser) isAgain(x *engine.Exchange) bool {
	return x.Verb == a.x.Verb && slices.EqualFunc(x.Args, a.x.Args, func(one, other engine.Arg) bool {
		return one.Name == other.Name && one.Value.Equal(other.Value)
	})
}

// overLater is for a refusal by what is over by now, where the same again would take away what another has written
// since it was sent: that is read, and the request goes on from it under its tag, or not at all. Nothing sends it for
// its writer: it was wished of what stood there before.
func (a *adviser) overLater(t *trial, over string) Card {
	what := "somebody"
	if x := t.w.Exchange(t.later.Request); x != nil && a.v.Title(x.By) != "" {
		what = a.requestOf(x)
	}
	does := "replace"
	if a.spec.Group == engine.GroupDelete {
		does = "delete"
	}
	then := fmt.Sprintf("%s, and %s changed meanwhile what the same again would %s.", over, what, does)
	card, _ := a.readsOf(a.pathTo(a.c.Object), then+" Read what is there now, before anything is sent again.",
		then+" "+a.stillMeant()+a.underReadTag()+".")
	return card
}

// stillMeant is what is to be found out of what has been read before the request goes on.
func (a *adviser) stillMeant() string {
	switch {
	case a.spec.Group == engine.GroupDelete:
		return "See whether it is still to be deleted, then delete it"
	case a.spec.Effect == engine.Copies:
		return "See whether it is still to be replaced, then copy"
	case a.spec.Effect == engine.Renames:
		return "See whether it is still to be replaced, then rename"
	}
	return "Check whether the change still fits, then send it"
}
