package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// afterOwnReplaced is for a delete of what its sender itself had put there, as a lock, and another has put its own in
// the place of: to send it with the new version would delete that. Who had read it first may have gone on with the same
// thing, which is no lock then: that is a person's to tell. ok is false where its sender had not put it there.
//
// Source: Redis, SET, "Patterns": a lock is deleted only while it holds what its owner put there.
func (a *adviser) afterOwnReplaced() (card Card, ok bool) {
	own := a.ownPut()
	if own == nil || a.v.Title(a.c.Cause.Since.By) == "" || a.c.Cause.Since.By == a.c.By {
		return card, false
	}
	m := a.c.Cause.Since
	for range remadeLook {
		was, found := a.replacedBy(m)
		x := a.v.Exchange(m.Request)
		if !found || was.Gone || x == nil || a.v.Title(x.By) == "" || !a.whole(a.v.Spec(x.Verb)) && !a.leftWhole(x) {
			break // something of it may be left
		}
		if !a.wasShown(x, was.Mark) {
			return Card{Say: fmt.Sprintf("%s's #%d replaced unread what %s had put there with #%d. Stop: nothing of "+
				"%[3]s's is left to delete.", a.v.Title(x.By), x.Number, a.who(), own.Number),
				Others: listed(a.sameAgain())}, true
		}
		if was.Mark.Request == own.Number {
			break
		}
		m = was.Mark
	}
	if !a.spec.Prompt() { // no line is left at a prompt
		return card, false
	}
	since := a.c.Cause.Since
	then := fmt.Sprintf("If it was a lock of %s's, stop: %s's #%d has changed it. Otherwise see whether it is still "+
		"to be deleted, then send it with %s.", a.who(), a.v.Title(since.By), since.Request, a.newVersion())
	card, _ = a.reads(a.readWord(a.c.Object)+". "+then, then)
	card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
	return card, true
}

// ownPut is the request by which the finding's sender had put there the text that it went by; nil: that was another's.
func (a *adviser) ownPut() *engine.Exchange {
	base := a.v.BaseOf(a.x, a.c.Object)
	if base == nil {
		return nil
	}
	for _, p := range base.Shows {
		if p.Object == a.c.Object && !p.Gone && p.Mark.By == a.c.By && slices.Contains(engine.TextNames(), p.Name) {
			return a.v.Exchange(p.Mark.Request)
		}
	}
	return nil
}

// wasShown says whether a request was made from an answer that showed its writer a text of the finding's object.
func (a *adviser) wasShown(x *engine.Exchange, text engine.Mark) bool {
	base := a.v.BaseOf(x, a.c.Object)
	return base != nil && slices.ContainsFunc(base.Shows, func(p engine.Part) bool {
		return p.Object == a.c.Object && p.Mark == text
	})
}
