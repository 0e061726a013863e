package advice

import (
	"fmt"

	"interleave/engine"
)

// leavesOpen is for an answer that does not say whether the request was done, or how much of it: to its sender that is
// as no answer is. ok is false for one that does, and for a read, which changes nothing.
//
// Source: engine/blob/rules.md, "Error codes", the row of OperationTimedOut; engine/bucket/rules.md, "Which answer,
// which reaction", its row of 500.
func (a *adviser) leavesOpen() (Card, bool) {
	switch effect := a.spec.Effect; {
	case !a.c.Cause.Rule.Open || !a.spec.Changes() && effect != engine.Groups && effect != engine.Receives &&
		!effect.OfLease():
		return Card{}, false
	case a.c.Cause.Rule.Name == "clear":
		return a.repeats(), true
	}
	card := a.inDoubt()
	card.Say = fmt.Sprintf("%s does not say whether #%d was done. ", a.c.Cause.Rule.Fault, a.x.Number) + card.Say
	return card, true
}

// repeats is for a request that each time does a part of what it asks for: the same again until it is accepted.
//
// Source: engine/queue/rules.md, "Order, delivery, concurrency", O14.
func (a *adviser) repeats() Card {
	const most = 20
	t := a.trial().send(a.again())
	rounds := 1
	for ; rounds < most && t.last != nil && t.why() != nil && t.why().Rule == a.c.Cause.Rule; rounds++ {
		t.send(a.again())
	}
	say := "Part of it is done, and the answer does not say how much: send the same again until it is answered " +
		"204."
	if !t.accepted() {
		return Card{Say: say}
	}
	did := fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)
	if rounds > 1 {
		did += fmt.Sprintf(", %d times", rounds)
	}
	if a.behind(t.unmeant.Mark) {
		return Card{Say: fmt.Sprintf("%s But %s has put messages there since, which the same again would remove too: "+
			"settle first whether they may go.", say, a.v.Title(t.unmeant.Mark.By))}
	}
	if x := a.v.Exchange(t.unmeant.Mark.Request); x != nil {
		return Card{Say: fmt.Sprintf("%s But that removes %s too, which #%d did not know: settle first whether that "+
			"may go.", say, a.requestOf(x), a.x.Number)}
	}
	if !t.harmless() || t.blind {
		return Card{Say: say + " It removes also what others have put there: settle first whether that may go."}
	}
	return t.card("retry", say, did)
}
