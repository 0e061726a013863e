package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// afterUnheardMove is for a version that its own sender had moved on by another change, whose answer it has not heard:
// it cannot know whose work the refusal met, so that what is there is compared with both of its changes. ok is false
// for anything else, and where something else has come there since.
func (a *adviser) afterUnheardMove() (card Card, ok bool) {
	own := conflict.UnheardMove(a.v.Clone(), a.c)
	if own == nil || !own.Heard.IsZero() || a.movedSince(a.compareds()) {
		return card, false
	}
	why := fmt.Sprintf("%s's own #%d had no answer, and this refusal does not say whose work it met. ", a.who(),
		own.Number)
	if _, bare := a.withoutChange(); bare == "" && (a.spec.Effect == engine.Groups || view.OneText(a.spec)) &&
		!a.spec.Prompt() {
		if card, ok = a.redrive(); !ok || card.Action != "redrive" {
			then := fmt.Sprintf("here it is #%d's, put #%d's change into it, or over it, and %s with the new "+
				"%s; where "+
				"it claims it for somebody else, stop; else put the changes of both into it.", own.Number, a.x.Number,
				a.sends(), a.versionWord())
			card, _ = a.readsOf(a.compareds(), why+"Read what is there. W"+then, "W"+then)
			card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
			return card, true
		}
		card.Others = append(card.Others, listed(a.sameAgain(), "Or keep what is there and stop.")...)
	} else {
		card = a.staleAnew()
	}
	card.Say = why + card.Say
	return card, true
}
