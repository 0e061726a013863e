package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// takesUnmeant is the work of another that a request of the finding's sender takes away and that this had not read when
// it sent the finding's own: what that was meant for is not what it would meet, whether it was done before or behind
// it. What was read since and named, by its version or as what the text was made from, is meant. Zero: it takes away
// none.
func (t *trial) takesUnmeant(e engine.Event) (unmeant engine.Part) {
	x := t.w.Exchange(e.Request)
	if e.Kind != engine.Decided || x == nil || x.By != t.a.x.By {
		return unmeant
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
		if c.Mark.Event > max(named, unmeant.Mark.Event) && !c.Same && !back && !t.meant(e, c) {
			unmeant = c.Part
		}
	}
	return unmeant
}

// meant says whether what an event takes away is what the finding's request was meant for when it was sent: its sender
// had read it, or named its version.
func (t *trial) meant(e engine.Event, c engine.Change) bool {
	missing := func(n int) bool { return n != 0 && t.w.Exchange(n) == nil } // a trial may begin in front of that
	if t.a.behind(c.Mark) || missing(t.a.x.Base) || slices.ContainsFunc(t.a.x.Made, missing) {
		return false
	}
	return e.Compared.Of(c.Object) && !e.Compared.Stand(c.Part) || conflict.HadRead(t.w, t.a.x, c.Part)
}

// isAgain says whether a request says the very same as the finding's.
func (a *adviser) isAgain(x *engine.Exchange) bool {
	return x.Verb == a.x.Verb && slices.EqualFunc(x.Args, a.x.Args, func(one, other engine.Arg) bool {
		return one.Name == other.Name && one.Value.Equal(other.Value)
	})
}

// overUnmeant is for a refusal by what is over by now, where the same again would take away what another has written
// and its sender had not read when it was sent: that is read, and the request goes on from it under its tag, or not at
// all. Nothing sends it for its writer: it was not wished of that.
func (a *adviser) overUnmeant(t *trial, over string) Card {
	then, read := a.unmeantThere(over, t.unmeant.Mark), a.pathTo(a.c.Object)
	if t.unmeant.Object.Kind == read.Kind { // it may be another one than met the refusal
		read = t.unmeant.Object
	}
	card, _ := a.readsOf(read, then+" Read what is there now, before anything is sent again.",
		then+" "+a.stillMeant()+a.underReadTag()+".")
	return card
}

// unmeantThere says behind what is over whose work the same again would take away, and whether that was done since the
// request or stood there unread.
func (a *adviser) unmeantThere(over string, m engine.Mark) string {
	what, does := "somebody", "replace"
	x := a.v.Exchange(m.Request)
	if x != nil && a.v.Title(x.By) != "" {
		what = a.requestOf(x)
	}
	if !a.behind(m) && what == "somebody" {
		return fmt.Sprintf("%s. What is there #%d did not know.", over, a.x.Number)
	} else if !a.behind(m) {
		return fmt.Sprintf("%s. %s is there, which #%d did not know.", over, what, a.x.Number)
	}
	if a.spec.Group == engine.GroupDelete {
		does = "delete"
	}
	return fmt.Sprintf("%s, and %s changed meanwhile what the same again would %s.", over, what, does)
}

// behind says whether a mark was set behind the sending of the finding's request.
func (a *adviser) behind(m engine.Mark) bool { return m.Event > a.x.Sent.Event }

// stillMeant is what is to be found out of what has been read before the request goes on.
func (a *adviser) stillMeant() string {
	switch {
	case a.spec.Group == engine.GroupDelete:
		return "See whether it is still to be deleted, then delete it"
	case a.spec.Effect == engine.Copies:
		return "See whether it is still to be replaced, then copy"
	case a.spec.Effect == engine.Renames:
		return "See whether it is still to be replaced, then rename"
	case a.spec.Effect == engine.Opens:
		return "See whether it is still to be replaced, then open it"
	}
	return "Check whether the change still fits, then send it"
}
