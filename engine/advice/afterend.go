package advice

import (
	"fmt"

	"interleave/engine"
)

// afterEnd is for a refusal by what stood in the way for a time, where that is over by now: the same again would no
// longer be refused for it. Where it would replace what was written meanwhile, that is read first; where it would be
// refused for something else, that is told. ok is false where it still stands.
func (a *adviser) afterEnd() (Card, bool) {
	t := a.trial().send(a.again())
	if t.err != nil || t.last == nil || t.last.Decided.IsZero() {
		return Card{}, false
	}
	const over = "What stood in the way is over"
	if why := t.last.Answer.Why; why != nil {
		switch {
		case why.Rule.Kind == a.c.Kind:
			return Card{}, false
		case why.Rule.Kind != engine.IsGone && why.Rule.Fault.Status != 404:
			return Card{Say: over + ".", Others: listed(a.sameAgain())}, true
		case !a.spec.Changes():
			return Card{Say: over + ". What was there is gone: nothing is left to read."}, true
		}
		return Card{Say: over + ". What was there is gone. Create it again if it is still wanted, or stop.",
			Others: listed(a.sameAgain())}, true
	}
	if !t.accepted() || !t.blind && len(silentOf(t.found)) == 0 {
		return Card{}, false
	}
	say := over + "."
	for _, f := range silentOf(t.found) {
		if who := a.v.Title(f.Victim.By); who != "" && f.Victim.Request != 0 && f.Victim.By != a.c.By {
			say = fmt.Sprintf("%s, and %s's #%d changed meanwhile what the same again would replace.", over, who,
				f.Victim.Request)
			break
		}
	}
	card, _ := a.readsOf(a.pathTo(a.c.Object), say+" Read what is there now, before anything is sent again.",
		"Check whether the change still fits, then send it"+a.underReadTag()+".")
	return card, true
}
