package advice

import (
	"fmt"

	"interleave/engine"
)

// afterBusy is for a request that the service was too busy to judge, where the same again would be refused by now for
// what somebody did: its words are right. ok is false for any other answer, and where the words themselves are wrong.
//
// Source: engine/bucket/rules.md, "Which answer, which reaction"; engine/blob/rules.md, "Error codes".
func (a *adviser) afterBusy(again *trial) (card Card, ok bool) {
	fault, why := a.c.Cause.Rule, again.why()
	if fault.Name != "fault" || fault.Fault.Status != 503 || why == nil {
		return card, false
	}
	by := a.v.Exchange(why.Since.Request)
	if by == nil || why.Rule.Kind == "" {
		return card, false
	}
	what := fmt.Sprintf("%s's #%d", a.v.Title(by.By), by.Number)
	switch {
	case by.By == a.c.By:
		what = fmt.Sprintf("%s's own #%d", a.who(), by.Number)
	case a.v.Title(by.By) == "":
		what = "what the scene began with"
	}
	answer, then := fault.Fault.String(), ""
	if a.spec.Prompt() { // which has no status
		answer = fault.Fault.Code
	}
	say := fmt.Sprintf("Nothing in the request is wrong: %s means that it was not judged.", answer)
	switch {
	case why.Rule.Kind == engine.AlreadyThere && a.spec.Group != engine.GroupDelete && by.By != a.c.By:
		say += fmt.Sprintf(" By now %s is there. Read it, then settle which of the two is to stand.", what)
		then = "Settle which of the two is to stand."
	case why.Rule.Kind == engine.StaleWrite && a.spec.Effect.Contents():
		then = a.putIn()
		say += fmt.Sprintf(" By now %s has changed what is there. Read it. %s", what, then)
	default:
		return Card{Say: fmt.Sprintf("%s By now %s (%s) stands in its way.", say, what, by.Verb),
			Others: listed(a.sameAgain())}, true
	}
	card, _ = a.reads(say, then)
	card.Others = listed(a.sameAgain())
	return card, true
}
