package advice

import (
	"cmp"
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// changedSince is for an answer by which it was to be told whether a try was done, where another has changed since what
// it showed: what it told of the try still counts, and whose the thing is has to be read again. ok is false where none
// has.
func (a *adviser) changedSince(try, shown *engine.Exchange, text string) (card Card, ok bool) {
	by := a.changerSince(try.Object, shown)
	if by == nil {
		return card, false
	}
	did := fmt.Sprintf("%s's #%d has replaced that since.", a.v.Title(by.By), by.Number)
	if !a.whole(a.v.Spec(by.Verb)) {
		did = fmt.Sprintf("%s's #%d has changed it since.", a.v.Title(by.By), by.Number)
	}
	say, _ := a.sameAsWritten(try, shown)
	say = cmp.Or(say, fmt.Sprintf("#%d has read it", shown.Number)) + ", and "
	then := fmt.Sprintf("Check whether the change of #%d is still in it.", try.Number)
	if a.asksAbsence() && a.mayClaim(text) {
		then = "If what is there now claims it for somebody else, stop."
	}
	card, ok = a.readsOf(try.Object, say+did+" Read it again. "+then, then)
	card.Others = listed(a.sameAgain())
	return card, ok
}

// sameAsWritten says whether an answer showed what a try was to write; empty where it has no text to compare.
func (a *adviser) sameAsWritten(try, shown *engine.Exchange) (say string, same bool) {
	text, carried := a.toWrite(try)
	differs, unseen := a.besideText(try, shown)
	does := "write"
	if a.v.Spec(try.Verb).Effect == engine.Copies {
		does = "copy"
	}
	switch body := shown.Answer.Text(); {
	case carried && body.String() == text && differs != "":
		return fmt.Sprintf("What #%d showed is not what #%d was to %s: %s", shown.Number, try.Number, does,
			differs), false
	case carried && (body.String() == text || try.Object.Kind == "entity" && holdsAll(body.String(), text)):
		say = fmt.Sprintf("What #%d showed is what #%d was to %s", shown.Number, try.Number, does)
		if unseen != "" {
			say = fmt.Sprintf("What #%d showed is what #%d was to %s, but for %s, which it does not show",
				shown.Number, try.Number, does, unseen)
		}
		return say, true
	case carried && !body.IsZero() && does == "write":
		return fmt.Sprintf("What #%d showed is not the text of #%d", shown.Number, try.Number), false
	}
	return "", false
}

// toWrite is the text that a try was to write as a whole; ok is false where it carries none.
func (a *adviser) toWrite(try *engine.Exchange) (text string, ok bool) {
	switch spec := a.v.Spec(try.Verb); {
	case a.spec.Prompt():
		return view.Written(spec, try.Op(), try.Resolved())
	case spec.Effect == engine.Commits:
		return a.piecesComeTo(try)
	case spec.Effect == engine.Copies:
		return a.copied(try)
	default:
		return view.Carried(spec, try.Args)
	}
}

// shownBeforeEnd says what an answer told of a try without an answer that showed what is gone by now while it stood
// there; empty where none showed it.
func (a *adviser) shownBeforeEnd(try *engine.Exchange, how end) string {
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event < try.Sent.Event {
			break
		}
		if x.Decided.Event < try.Sent.Event || x.Decided.Event > how.record ||
			!slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
				return p.Object == try.Object && !p.Gone && slices.Contains(engine.TextNames(), p.Name)
			}) {
			continue
		}
		switch say, same := a.sameAsWritten(try, x); {
		case same:
			return fmt.Sprintf("%s: if it held an id of that try, #%d was done.", say, try.Number)
		case say != "":
			return say + "."
		}
		return fmt.Sprintf("#%d showed what stood there: what #%d alone wrote tells in it whether that was done.",
			x.Number, try.Number)
	}
	return ""
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

// orPutSince is for who found nothing where another has put something since, so that the same again would go over that:
// it is read first. Where the same again was tried and helps, that stays.
func (a *adviser) orPutSince(try, shown *engine.Exchange, knows string, again Card) Card {
	by := a.changerSince(try.Object, shown)
	if by == nil || again.Action != "" {
		return again
	}
	then := fmt.Sprintf("If what is there now claims it for somebody else, stop; otherwise check whether the change "+
		"of #%d is still missing.", try.Number)
	card, ok := a.readsOf(try.Object, fmt.Sprintf("%s %s has put something there since: read that. %s", knows,
		a.requestOf(by), then), then)
	if !ok {
		return again
	}
	card.Others = again.Others
	return card
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
