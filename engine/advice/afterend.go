package advice

import (
	"fmt"
	"strings"

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
		case why.Rule.Kind == engine.StaleWrite:
			card, _ := a.readsOf(a.pathTo(a.c.Object), fmt.Sprintf("%s, and what is there has another %s by now. Read "+
				"it. %s", over, a.versionWord(), a.underNewVersion()), a.underNewVersion())
			card.Others = listed(a.sameAgain())
			return card, true
		case why.Rule.Kind == engine.AlreadyThere && a.spec.Group != engine.GroupDelete &&
			a.makerSince(a.x.Object) != nil:
			return a.madeMeanwhile(over), true
		case why.Rule.Kind != engine.IsGone && why.Rule.Fault.Status != 404:
			return Card{Say: over + ".", Others: listed(a.sameAgain())}, true
		}
		return a.afterEndNothing(over), true
	}
	if !t.accepted() || !t.blind && len(silentOf(t.found)) == 0 {
		return Card{}, false
	}
	say := over + "."
	for _, f := range silentOf(t.found) {
		if who := a.v.Title(f.Victim.By); who != "" && f.Victim.Request != 0 && f.Victim.By != a.c.By &&
			a.behind(f.Victim) {
			say = fmt.Sprintf("%s, and %s's #%d changed meanwhile what the same again would replace.", over, who,
				f.Victim.Request)
			break
		}
	}
	card, _ := a.readsOf(a.pathTo(a.c.Object), say+" Read what is there now, before anything is sent again.",
		"Check whether the change still fits, then send it"+a.underReadTag()+".")
	return card, true
}

// madeMeanwhile is for a request to make something whose name was not free yet, where another has made it since.
func (a *adviser) madeMeanwhile(over string) Card {
	made := a.makerSince(a.x.Object)
	say := fmt.Sprintf("%s, and %s is there anew since %s's #%d.", over, a.v.Called(a.x.Object), a.v.Title(made.By),
		made.Number)
	card, _ := a.readsOf(a.x.Object, say+" Read it and decide whether it will do.", say+" Decide whether it will do.")
	card.Others = listed(a.sameAgain())
	return card
}

// underNewVersion is what is left to do with what was read anew.
func (a *adviser) underNewVersion() string {
	if _, then := a.withoutChange(); then != "" {
		return then
	}
	return a.putIn()
}

// whenCopied is for what a copy under way stands against, where the end of that leaves another version than the request
// names: to wait is not enough. ok is false where it leaves what the request may go over, or is over by now.
func (a *adviser) whenCopied() (Card, bool) {
	copies := a.v.Exchange(a.c.Cause.Since.Request)
	if copies == nil || a.v.Spec(copies.Verb).Effect != engine.Copies {
		return Card{}, false
	}
	t := a.trial()
	t.put(engine.Finish{Name: copies.Name})
	why := t.send(a.again()).why()
	if over := t.goesOver(); over != nil {
		return Card{Say: fmt.Sprintf("Wait until it is finished, and read then what is there: the same again would go "+
			"over %s's #%d, which %s has not read.", a.v.Title(over.By), over.Number, a.who()),
			Others: listed(a.sameAgain())}, true
	}
	if why == nil || why.Rule.Kind != engine.StaleWrite {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("Wait until it is finished, and read then: it leaves another %s. %s", a.versionWord(),
		a.underNewVersion()), Others: listed(a.sameAgain(), fmt.Sprintf("Once it is finished it would get %s.",
		t.reply()))}, true
}

// afterEndNothing is for what stood in the way for a time, where the same again would find nothing: the handle that it
// went through is closed, the thing has another name by now, or it is gone.
func (a *adviser) afterEndNothing(over string) Card {
	if again := a.loss(a.x.Object.Kind).Closed; again != "" {
		return a.afterOwnClose(over, again)
	}
	if went, _ := a.since(a.x.Object); went != nil {
		if now, by, ok := a.movedTo(went, a.x.Object); ok && a.v.Title(by.By) != "" {
			say := fmt.Sprintf("%s. %s is %s now, by %s's #%d.", over, a.x.Object.Name, now.Name, a.v.Title(by.By),
				by.Number)
			then := "Send the request for that name, if it is still wanted."
			if a.spec.Effect == engine.Reads {
				then = ""
			}
			card, _ := a.readsOf(now, strings.TrimSpace(say+" Read it there. "+then), strings.TrimSpace(say+" "+then))
			card.Others = listed(a.sameAgain())
			return card
		}
	}
	return Card{Say: over + ". " + a.whatBecame("What was there is gone"), Others: listed(a.sameAgain())}
}

// afterOwnClose is for a request through a handle that something stood against, and that is closed by now: the file may
// be there as it was, and so may what stood in the way.
func (a *adviser) afterOwnClose(over, again string) Card {
	switch since, stands, known := a.stillInTheWay(); {
	case stands && a.v.Title(since.By) != "":
		over = fmt.Sprintf("%s's #%d is still in the way. ", a.v.Title(since.By), since.Request)
	case known:
		over += ". "
	default:
		over = ""
	}
	card := a.afterClosed(again)
	card.Say = over + card.Say
	return card
}

// stillInTheWay is what the same would meet through a handle that is opened anew: whose it is, and whether it is what
// stood in the way. known is false where the file could not be opened.
func (a *adviser) stillInTheWay() (since engine.Mark, stands, known bool) {
	open := a.openerOf(a.x)
	if open == nil || !a.v.Readable(open.Object) {
		return since, false, false
	}
	args := open.Args
	if a.v.Spec(open.Verb).Takes("disposition") {
		args = engine.With(args, "disposition", engine.Text("OPEN"))
	}
	t := a.trial().send(engine.Send{By: open.By, Verb: open.Verb, Args: args})
	if !t.accepted() {
		return since, false, false
	}
	again := a.again()
	again.Words.Again = ""
	for i, arg := range a.x.Resolved() {
		if arg.Value.String() == a.x.Object.Name {
			again.Args = engine.With(again.Args, a.x.Args[i].Name, engine.Ref(t.last.Name+".handle", false))
		}
	}
	if why := t.send(again).why(); why != nil && why.Rule.Kind == a.c.Kind {
		return why.Since, true, true
	}
	return since, false, t.err == nil
}
