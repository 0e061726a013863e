package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// withoutSource is for a rename, a copy or a piece of another thing that met something at its target, and whose source
// has gone since it was refused: whatever becomes of the target, there is nothing to be put there. ok is false where
// the source stands, where a version or a snapshot of it was named, which may outlive it, or where a try without an
// answer may have moved it.
func (a *adviser) withoutSource() (card Card, ok bool) {
	source := a.x.Object // which a line names first
	switch effect := a.spec.Effect; {
	case a.firstUnanswered() != nil, a.c.Cause.Rule.Looks == engine.AtSource:
		return card, false
	case a.spec.Prompt() && effect != engine.Renames && effect != engine.Copies:
		return card, false
	case !a.spec.Prompt():
		if source = conflict.Source(a.x); source.Name == "" || a.namesSourceVersion() {
			return card, false
		}
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

// namesSourceVersion says whether the request names one version or snapshot of what it copies from.
func (a *adviser) namesSourceVersion() bool {
	return !a.sent("source-snapshot").IsZero() || !a.sent("source-version-id").IsZero() ||
		strings.Contains(sourceOf(a.x), "?")
}
