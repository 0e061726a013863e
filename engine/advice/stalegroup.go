package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// afterStaleGroup is for a group of which one request named a version that has moved: what that one was to change is
// put into what is there, or is one of two that cannot be put together, and the whole group goes out again, for none of
// it was done. ok is false for any other request, and where that one was made from nothing that was read.
//
// Source: engine/table/rules.md, "Entity group transactions".
func (a *adviser) afterStaleGroup() (card Card, ok bool) {
	sides, t := a.v.ThreeWay(a.c), a.trial()
	if a.spec.Effect != engine.Groups || a.spec.Prompt() || !sides.Read {
		return card, false
	}
	send, readable := a.readOf(t, sides.Object)
	if !readable {
		return card, false
	}
	t.send(send)
	read, heard := t.known().Reading(sides.Object)
	if t.err != nil || !heard || read.Gone || !read.HasBody {
		return card, false
	}
	for _, inner := range a.spec.Carries(a.x.Resolved(), a.v.Spec) {
		if inner.Of != sides.Object {
			continue
		}
		one := *a
		one.c.Object, one.spec = inner.Of, inner.Spec
		card, _ = a.readsBy(a.trial(), send, one.staleRow(sides, read.Body, a.readWord(sides.Object), a.sends()),
			capital(one.staleRow(sides, read.Body, "", a.sends())))
	}
	card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
	return card, card.Say != ""
}

// staleRow says what becomes of the change of one of a group's rows in what is there now, behind a read of that, and
// how it is sent.
func (a *adviser) staleRow(sides view.ThreeWay, now, again, sends string) string {
	colon, comma := again, again
	if again != "" {
		colon, comma = again+": ", again+", "
	}
	base, mine, then := sides.Base.Text, sides.Mine.Text, fmt.Sprintf("%s with the new %s.", sends, a.versionWord())
	if a.spec.Group == engine.GroupDelete {
		return fmt.Sprintf("%ssee whether it is still to be deleted, then %s", comma, then)
	}
	if _, same := together(a.c.Object, base, mine, now); same != "" {
		return fmt.Sprintf("%sboth changed %s. %s", colon, same, capital(a.clashing(base, mine, now, then)))
	}
	if what, _ := sameChange(a.c.Object, base, mine, now); what != "" {
		return fmt.Sprintf("%sboth changed %s. Where both are to count, as two who each add 1, one is missing: add "+
			"it; where it claims something, stop; else leave it, and %s", colon, what, then)
	}
	return fmt.Sprintf("%sput %s's change into what is there, and %s", comma, a.who(), then)
}
