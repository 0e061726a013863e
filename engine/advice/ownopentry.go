package advice

import (
	"cmp"
	"fmt"
	"strings"

	"interleave/engine"
)

// A lease of another's may stand in the way of what its sender, or its library, had sent before and heard nothing of.
// Whoever then ends that lease and sends it once more does it twice, over what others have done since.

// replaces says whether the request puts something in the place of what is there, adds to it or takes it away, so that
// it matters what has been done there already.
func (a *adviser) replaces() bool {
	return a.redoes() || a.deletes() || a.spec.Effect == engine.Appends || a.spec.Effect == engine.Renames
}

// openTry is the oldest own try of the same wish of which its sender has heard nothing, where no other was heard to be
// done; nil: none is open.
func (a *adviser) openTry() *engine.Exchange {
	if a.toldDone() {
		return nil
	}
	return a.firstUnanswered()
}

// wasDone is for who was refused by a lease, and has heard by now that another try of the same wish was done. ok is
// false where it has not.
func (a *adviser) wasDone() (card Card, ok bool) {
	for _, x := range triesOf(a.v, a.x) {
		if x != a.x && x.By == a.c.By && x.Took && !x.Heard.IsZero() && x.Answer.Accepted() && a.replaces() {
			return Card{Say: fmt.Sprintf("Stop: #%d was done%s, as its answer says, and nothing is left to send.",
				x.Number, a.when(x.Decided.At))}, true
		}
	}
	return card, false
}

// settlesOpenTry is for who was refused by a lease of another's and has an own try open: a read, against which no lease
// stands, settles that before anything is done to the lease. otherwise is what is left where it was not done. ok is
// false where no try is open.
//
// Source: engine/blob/rules.md, "Using a blob while leased": a read without an id is let through.
func (a *adviser) settlesOpenTry(otherwise string) (Card, bool) {
	try, block := a.openTry(), engine.ValueOf(a.x.Resolved(), "block").String()
	stages := a.spec.Effect == engine.Stages && block != ""
	if try == nil || !a.replaces() && !stages {
		return Card{}, false
	}
	if try.GaveUp.IsZero() && a.inFlight(try) {
		return Card{Say: fmt.Sprintf("#%d is under way: wait for its answer before anything is done to the lease, or "+
			"it may be done behind that as well. Where it is refused too: %s", try.Number, lowered(otherwise))}, true
	}
	if stages && !a.inFlight(try) {
		return Card{Say: fmt.Sprintf("#%d had no answer, and this refusal does not say whether it was done. List what "+
			"is staged first, `%s: get-block-list %s list=uncommitted`: if block %s is there with that length, "+
			"nothing is left to send. If it is not: %s", try.Number, a.c.By, lineWord(a.x.Object.Name), block,
			lowered(otherwise))}, true
	}
	if shown, tells := a.toldOf(try); tells == asBefore && !a.inFlight(try) {
		return Card{Say: fmt.Sprintf("#%d shows what was there before #%d: that was not done. %s", shown.Number,
			try.Number, otherwise)}, true
	}
	late := ""
	if a.inFlight(try) {
		late = "It is still under way: what arrives behind the end of the lease may be done then. "
	}
	then := fmt.Sprintf("If what #%d was to change is in it, nothing is left to send. If it is not: %s", try.Number,
		lowered(otherwise))
	if a.deletes() {
		then = fmt.Sprintf("If #%d was done, what is there now was made since, and may be somebody else's: settle "+
			"that first. If it was not: %s", try.Number, lowered(otherwise))
	}
	card, _ := a.readsWhatTryChanges(try, fmt.Sprintf("#%d had no answer, and this refusal does not say whether it "+
		"was done. %sRead what is there first. %s", try.Number, late, then), late+then)
	return card, true
}

// whileEndless is for a lease that stands in the way and does not end by itself, the own or another's.
func (a *adviser) whileEndless(card Card) Card {
	if a.c.Cause.Since.By == a.c.By {
		card.Say = cmp.Or(a.releasesOwn(), a.untilFree("The lease is one's own, under an id that was never heard."))
	} else if first, ok := a.settlesOpenTry(a.neverEnds()); ok {
		card = first
	} else {
		card.Say = a.neverEnds()
	}
	card.Others = append(append(card.Others, a.underItsID()...), a.staysBehind()...)
	return card
}

// lowered is a sentence as it goes on behind a colon.
func lowered(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// behindBreak says, with a blank in front, whose work the same again would go over once the lease is broken, as it was
// tried. Empty where it would go over none that its sender does not know, or be refused.
func (a *adviser) behindBreak(broken *trial) string {
	if broken == nil || !a.replaces() {
		return ""
	}
	t := broken.fork().send(a.again())
	if !t.accepted() {
		return ""
	}
	whose := t.unread.By
	if whose == "" {
		whose = t.unmeant.Mark.By
	}
	for _, f := range silentOf(t.found) {
		if f.Kind != engine.DoneTwice && f.Whose != a.c.By {
			whose = f.Whose
		}
	}
	name := a.v.Title(whose)
	if name == "" || whose == a.c.By {
		return ""
	}
	does := "go over"
	if a.deletes() {
		does = "delete"
	}
	return fmt.Sprintf(" Read behind that, before it is sent: as it is, it would %s %s's work.", does, name)
}
