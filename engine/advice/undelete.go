package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// undelete brings back what was deleted while its service keeps that.
//
// Source: engine/blob/rules.md, "Soft delete".
const undelete = "undelete-blob"

// withUndelete adds to a card until when what was deleted can be brought back: it was tried now.
func (a *adviser) withUndelete(card Card) Card {
	until, kept := view.Record(a.v.Properties(a.c.Object)).Find("kept-until")
	deletes := a.spec.Effect == engine.Deletes && a.c.Severity == engine.SeveritySilent
	gone := a.c.Kind == engine.IsGone && a.spec.Group != engine.GroupDelete
	if !kept || !deletes && !gone || a.spec.Verb == undelete || a.v.Readable(a.c.Object) {
		return card
	}
	t := a.trial().send(engine.Send{By: a.c.By, Verb: undelete, Args: engine.Args("path", a.c.Object.Name)})
	if !t.accepted() || !view.OfWorld(t.w).Readable(a.c.Object) {
		return card
	}
	card.Others = append(card.Others, fmt.Sprintf("Until %s %s brings back what was deleted.",
		until.At.SeenFrom(a.v.Now()), undelete))
	return card
}

// nothingKept is for an undelete that found nothing, and would find nothing now: what was deleted is not kept, or the
// time for which it was is over. What another deleted is settled with that one before it is made again. ok is false for
// any other request, and where it would go through.
func (a *adviser) nothingKept() (card Card, ok bool) {
	until, kept := view.Record(a.v.Properties(a.c.Object)).Find("kept-until")
	if a.spec.Verb != undelete || a.c.Object != a.x.Object || kept && until.At > a.v.Now() ||
		a.v.Readable(a.c.Object) || a.trial().send(a.again()).accepted() {
		return card, false
	}
	say := fmt.Sprintf("Nothing of %s is kept that could be brought back.", a.place())
	if kept {
		say = fmt.Sprintf("What was deleted was kept until %s: nothing of %s can be brought back any more.",
			until.At.SeenFrom(a.v.Now()), a.place())
	}
	again := " If it is still wanted, it has to be made again from what somebody still has."
	if how, ended := a.cameToEnd(a.c.Object, a.c.Cause.Since.Event-1); ended && a.byAnother(how) {
		again = a.settleWanted(how) + " If it is, it has to be made again from what somebody still has."
	}
	return Card{Say: say + again, Others: listed(a.sameAgain())}, true
}

// thereAsItWas says whether what the finding's victim had written can be read again, though the request had removed it.
func (a *adviser) thereAsItWas() bool {
	t := a.trial()
	send, readable := a.readOf(t, a.c.Object)
	if !readable || a.c.Victim.Request == 0 || !slices.Contains(engine.TextNames(), a.c.Part) {
		return false
	}
	t.decide(send)
	return t.err == nil && t.last != nil && t.last.Answer.Accepted() && t.showsWork(a.c.Victim)
}

// broughtBackWords say that nothing is lost any more, and who is still to be told.
func (a *adviser) broughtBackWords(whose string) string {
	say := fmt.Sprintf("What #%d removed is there again as it was", a.x.Number)
	for n := a.x.Number + 1; a.v.Exchange(n) != nil; n++ {
		if x := a.v.Exchange(n); x.Verb == undelete && x.Object == a.c.Object && x.Took && x.By == a.c.Whose {
			return fmt.Sprintf("%s: %s's #%d has brought it back. Nothing is left to send.", say, whose, n)
		}
	}
	return fmt.Sprintf("%s. Tell %s, who may have gone on without it.", say, whose)
}

// undeleteUndone says what the request did to what another had brought back.
func (a *adviser) undeleteUndone() string {
	did := "wrote over"
	if a.spec.Effect == engine.Deletes {
		did = "deleted"
	}
	return fmt.Sprintf("#%d %s what #%d had brought back", a.x.Number, did, a.c.Victim.Request)
}

// afterBroughtBack is for who asked that nothing be there, and met what somebody had brought back as it was: that it is
// there again is the work of that one, whoever had made it. ok is false where nobody had, or it is no longer that.
func (a *adviser) afterBroughtBack() (card Card, ok bool) {
	back := conflict.BroughtBackBy(a.v.Clone(), a.c)
	if back == nil || a.v.Title(back.By) == "" || back.By == a.c.By && back.Heard.IsZero() ||
		view.Record(a.v.Properties(a.c.Object)).Mark("changed."+engine.Undeleted).Request != back.Number {
		return card, false
	}
	say := fmt.Sprintf("%s was gone, and is back as it was since %s.", a.place(), a.requestOf(back))
	then := fmt.Sprintf("Settle with %s whether it is to stay.", a.v.Title(back.By))
	if back.By == a.c.By {
		then = "Decide whether it is to stay."
	}
	if a.spec.Takes("if-match") {
		then += " If the change is to go into it, send that with If-Match of its tag."
	}
	card, _ = a.reads(say+" Read it. "+then, say+" "+then)
	card.Others = listed(a.sameAgain())
	return card, true
}
