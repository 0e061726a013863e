package advice

import (
	"fmt"

	"interleave/engine"
)

// afterGoneEntry is for a group of which one request was refused that was to delete what is gone: nothing is left to
// delete there, and what else the group was to do was undone with it, so it goes out again without that request. ok is
// false for any other request.
//
// Source: engine/table/rules.md, "Entity group transactions".
func (a *adviser) afterGoneEntry() (card Card, ok bool) {
	met := a.compareds()
	if a.spec.Effect != engine.Groups || a.spec.Prompt() || a.v.Readable(met) {
		return card, false
	}
	next, left, deletes := a.again(), 0, false
	next = a.spec.Regroup(next, func(words []engine.Value) []engine.Value {
		inner := a.v.Spec(words[0].String())
		if inner != nil && inner.Group == engine.GroupDelete {
			of := engine.ObjectID{Kind: inner.Object, Name: a.spec.Inside(a.x.Args, words[1].String())}
			deletes = deletes || of == met
			if !a.v.Readable(of) {
				return nil
			}
		}
		left++
		return words
	})
	gone := a.v.Called(met) + " is gone already: nothing is left to delete there."
	switch {
	case !deletes:
		return card, false
	case left == 0:
		return Card{Say: gone, Others: listed(a.sameAgain())}, true
	}
	card, ok = a.offer(a.trial().send(next), "retry", gone+" Send the group again without that entry.",
		fmt.Sprintf("%s sent #%d again without that entry", a.who(), a.x.Number))
	if !ok {
		card.Say = gone + " What else the group was to do was undone with it, and is still to be sent without that " +
			"entry."
	}
	card.Others = listed(a.sameAgain())
	return card, true
}
