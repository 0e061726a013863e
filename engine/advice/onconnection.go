package advice

import (
	"fmt"

	"interleave/engine"
)

// endedOnConnection is for a refusal that says that nothing of the kind is open on the sender's own connection, where
// an earlier try had no answer: that one has ended it, whether it was carried out or refused. ok is false where none
// went unanswered.
func (a *adviser) endedOnConnection() (Card, bool) {
	try := a.firstUnanswered()
	if try == nil || a.c.Cause.Rule.Looks != engine.AtConnection || a.spec.Effect != engine.Groups {
		return Card{}, false
	}
	say := fmt.Sprintf("#%d has arrived, and ended what was begun on the connection: it was carried out, or refused "+
		"because a watched key had been touched.", try.Number)
	then := fmt.Sprintf("Check whether the change of #%d is in it: only if it is not, WATCH, and send MULTI, the "+
		"commands and EXEC again.", try.Number)
	card, ok := a.readsWhatTryChanges(try, say+" Read what it was to change. "+then, then)
	if !ok {
		card.Say = say + " " + then
	}
	return card, true
}
