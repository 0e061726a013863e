package advice

import (
	"fmt"

	"interleave/engine"
)

// withoutSource is for a rename or a copy that met something under the new name, and whose source has gone since it was
// refused: whatever becomes of that name, there is nothing to be put there. ok is false where the source stands, or
// where a try without an answer may have moved it.
func (a *adviser) withoutSource() (card Card, ok bool) {
	source := a.x.Object // which a line names first
	switch effect := a.spec.Effect; {
	case effect != engine.Renames && effect != engine.Copies, a.firstUnanswered() != nil:
		return card, false
	case !a.spec.Prompt():
		source.Name = sourceOf(a.x)
	}
	if a.spec.Effect == engine.Renames {
		if card, ok := a.afterOtherThing(); ok {
			return card, true
		}
	}
	_, say, moved := a.wentSince(source)
	switch left := inVain(a.spec.Effect); {
	case say == "" || !moved && a.v.Readable(source):
		return card, false
	case moved:
		say += ". Copy from there, if it is still wanted."
	case left != "":
		say = fmt.Sprintf("%s: nothing is left to %s.", say, left)
	default:
		say += ": nothing is left to copy."
	}
	return Card{Say: say, Others: listed(a.sameAgain())}, true
}
