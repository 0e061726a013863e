package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// afterOwnMove is for a version that its own sender had moved on, which nobody else has changed: it knows what it put
// there, and there is nobody to settle it with. ok is false for anything else.
func (a *adviser) afterOwnMove() (card Card, ok bool) {
	own, alone := conflict.OwnMove(a.v.Clone(), a.c)
	if !alone || a.spec.Effect == engine.Reads || a.spec.Effect == engine.Groups && a.c.Cause.Rule.Name != "WATCH" {
		return card, false
	}
	object := a.compareds()
	if a.c.Cause.Rule.Name == "WATCH" {
		object = own.Object
	}
	if a.movedSince(object) {
		return card, false
	}
	met := fmt.Sprintf("What it met is %s's own #%d", a.who(), own.Number)
	word := a.versionWord()
	_, bare := a.withoutChange()
	again, merged := a.redrive()
	switch {
	case a.c.Cause.Rule.Name == "WATCH":
		return Card{Say: fmt.Sprintf("%s: EXEC asks that nobody touched the key since WATCH, oneself neither. Put "+
			"such a change between MULTI and EXEC, or send it before WATCH. WATCH, then read again, then send "+
			"MULTI, the commands and EXEC again.", met)}, true // a read without a WATCH before it guards nothing
	case word == "position", word == "number":
		return card, false
	case bare != "":
		card, _ = a.readsOf(object, fmt.Sprintf("%s. %s. %s", met, a.readWord(object), bare), bare)
	case merged && (again.Action != "read" || a.spec.Prompt()): // what two did to the same lines is one's own here
		card = again
		card.Say = fmt.Sprintf("%s. %s", met, card.Say)
	case !own.Answer.Field("etag").IsZero() && word != "value":
		card.Say = fmt.Sprintf("%s, whose answer said the newer %s. Where #%d was made without it, put the two "+
			"together, and %s with that %[2]s.", met, word, a.x.Number, a.sends())
	default:
		then := fmt.Sprintf("ut the change into it, and %s with that %s.", a.sends(), word)
		say := fmt.Sprintf("%s. %s for its %s, p%s", met, a.readWord(object), word, then)
		card, _ = a.readsOf(object, say, "P"+then)
	}
	card.Others = append(card.Others, listed(a.sameAgain(), "Or keep what is there and stop.")...)
	return card, true
}

// movedSince says whether an object has changed behind the finding, or is not there.
func (a *adviser) movedSince(object engine.ObjectID) bool {
	for e := range a.v.Between(a.c.Event, a.v.Last+1) {
		if slices.ContainsFunc(e.Changed, func(c engine.Change) bool { return c.Object == object }) {
			return true
		}
	}
	return !view.Readable(a.v.Clone().Object(object))
}
