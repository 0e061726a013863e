package advice

import (
	"cmp"
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// goneForGood is for what is gone where it is no question whether it is wanted again: a message, whose work was done or
// not, and a lease on what is gone. ok is false for anything else.
func (a *adviser) goneForGood() (card Card, ok bool) {
	since := a.c.Cause.Since
	expired := a.v.Exchange(since.Request) == nil
	by, loss := a.v.Title(since.By), a.loss(a.c.Object.Kind)
	switch effect := a.spec.Effect; {
	case a.c.Cause.Rule.Looks == engine.AtType && a.typeFits():
		const again = "What is there now is of the type that this is for, and is another thing."
		card, _ = a.reads(again+" Read it first.", again+" "+a.stillMeant()+a.underReadTag()+".")
		card.Others = listed(a.sameAgain())
		return card, true
	case a.c.Cause.Rule.Looks == engine.AtType:
		return Card{Say: "What is there now is of another type. Settle first which of the two is wanted.",
			Others: listed(a.sameAgain())}, true
	case expired && a.didWork():
		return Card{Say: fmt.Sprintf("It expired. "+loss.Worked, a.who())}, true
	case expired && loss.Expired != "":
		return Card{Say: loss.Expired}, true
	case loss.Swept != "" && a.v.Exchange(since.Request).Object != a.c.Object && a.didWork():
		say := fmt.Sprintf(loss.Worked, a.who())
		if since.By != a.c.By && by != "" {
			say += fmt.Sprintf(" Tell %s, whose #%d took it away%s.", by, since.Request,
				a.withOthers(a.v.Exchange(since.Request), a.c.Object.Kind))
		}
		return Card{Say: say}, true
	case loss.Swept != "" && a.v.Exchange(since.Request).Object != a.c.Object:
		return Card{Say: fmt.Sprintf(loss.Swept, by, a.withOthers(a.v.Exchange(since.Request), a.c.Object.Kind))}, true
	case loss.Removed != "" && a.doneByBoth(since.By):
		return Card{Say: fmt.Sprintf(loss.Removed, by) + a.outsideOften()}, true
	case loss.Removed != "":
		return Card{Say: fmt.Sprintf(loss.Removed, by)}, true
	case effect == engine.ReleasesLease, effect == engine.BreaksLease, effect == engine.RenewsLease:
		return Card{Say: fmt.Sprintf("It is gone%s: nothing is left to %s.", a.leaseOfGone(), inVain(effect))}, true
	}
	return card, false
}

// leaseOfGone says how the lease went of what is gone: with it, or before.
func (a *adviser) leaseOfGone() string {
	if end := conflict.EndBeforeGone(a.v.Clone(), a.c); end != "" {
		return ". Before that, " + strings.TrimSuffix(end, ".")
	}
	return ", and its lease with it"
}

// typeFits says whether something else than its type decides by now what the same again is answered.
func (a *adviser) typeFits() bool {
	t := a.trial().send(a.again())
	return t.err == nil && !t.last.Decided.IsZero() && (t.why() == nil || t.why().Rule.Looks != engine.AtType)
}

func (a *adviser) afterGone() Card {
	if card, ok := a.goneForGood(); ok {
		return card
	}
	loss, sent := a.loss(a.c.Object.Kind), a.loss(a.x.Object.Kind)
	if conflict.SnapshotGone(a.v.Clone(), a.c) {
		return a.afterSnapshot()
	}
	if _, of, ok := conflict.VersionGone(a.v.Clone(), a.c); ok {
		return a.afterKeptState("version", of)
	}
	if a.spec.Effect == engine.Renames && a.earlierTry() != nil { // what is gone is not what was meant
		if card, ok := a.afterUnansweredTry(); ok {
			return card
		}
	}
	if card, ok := a.afterMove(); ok {
		return card
	}
	if card, ok := a.thereAgain(); ok {
		return card
	}
	switch effect := a.spec.Effect; {
	case a.spec.Group == "delete" && effect != engine.Aborts && a.unansweredTry() != nil:
		card, _ := a.afterUnansweredTry()
		return card
	case a.spec.Group == "delete" && effect != engine.Aborts:
		return Card{Say: "It is gone already: nothing is left to delete."}
	case a.c.Cause.Rule.Name == "upload":
		return a.afterUpload()
	case effect == engine.Commits && a.c.Cause.Rule.Name == "block list":
		return a.afterLostBlocks()
	case loss.Closed+sent.Closed != "":
		return a.afterClosed(cmp.Or(loss.Closed, sent.Closed))
	case effect == engine.Reads:
		return Card{Say: "It is gone. Stop."}
	}
	if card, ok := a.afterGoneEntry(); ok {
		return card
	}
	if card := a.afterWait(""); card.Action != "" {
		return card
	}
	card := a.createAnew()
	card.Say = a.replacedThere() + card.Say
	return card
}
