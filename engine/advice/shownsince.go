package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// changedSince is for an answer by which it was to be told whether a try was done, where another has changed since what
// it showed: what it told of the try still counts, and whose the thing is has to be read again. ok is false where none
// has.
func (a *adviser) changedSince(try, shown *engine.Exchange, text string, carried bool) (card Card, ok bool) {
	by := a.changerSince(try.Object, shown)
	if by == nil {
		return card, false
	}
	did := fmt.Sprintf("%s's #%d has replaced that since.", a.v.Title(by.By), by.Number)
	if !a.whole(a.v.Spec(by.Verb)) {
		did = fmt.Sprintf("%s's #%d has changed it since.", a.v.Title(by.By), by.Number)
	}
	say := fmt.Sprintf("#%d has read it, and ", shown.Number)
	switch same := shown.Answer.Text().String() == text; {
	case carried && same:
		say = fmt.Sprintf("What #%d showed is what #%d was to write, and ", shown.Number, try.Number)
	case carried && !shown.Answer.Text().IsZero():
		say = fmt.Sprintf("What #%d showed is not the text of #%d, and ", shown.Number, try.Number)
	}
	then := fmt.Sprintf("Check whether the change of #%d is still in it.", try.Number)
	if a.asksAbsence() && a.mayClaim(text) {
		then = "If what is there now claims it for somebody else, stop."
	}
	card, ok = a.readsOf(try.Object, say+did+" Read it again. "+then, then)
	card.Others = listed(a.sameAgain())
	return card, ok
}

// changerSince is the newest request of another that changed what an answer showed of the text of an object; nil: none
// did, or it does not stand there.
func (a *adviser) changerSince(object engine.ObjectID, shown *engine.Exchange) *engine.Exchange {
	t := a.trial()
	read, ok := a.readOf(t, object)
	if !ok || !t.send(read).accepted() {
		return nil
	}
	var newest engine.Mark
	for _, p := range t.last.Shows {
		if p.Object == object && !p.Gone && p.Mark.Event > max(newest.Event, shown.Decided.Event) &&
			!slices.ContainsFunc(shown.Shows, func(was engine.Part) bool {
				return was.Same(p) && was.Mark.Event == p.Mark.Event
			}) {
			newest = p.Mark
		}
	}
	if x := a.v.Exchange(newest.Request); x != nil && x.By != a.c.By && a.v.Title(x.By) != "" {
		return x
	}
	return nil
}

// showedIt is an older answer than one, behind a try without an answer, that showed just the text of the try; nil: none
// did.
func (a *adviser) showedIt(try, before *engine.Exchange, text string) *engine.Exchange {
	for x := range a.v.HeardBy(try.By) {
		switch {
		case x.Heard.Event < try.Sent.Event:
			return nil
		case x.Number < before.Number && x.Object == try.Object && x.Decided.Event > try.Sent.Event &&
			!x.Answer.Text().IsZero() && x.Answer.Text().String() == text:
			return x
		}
	}
	return nil
}
