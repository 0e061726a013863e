package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// goesOver is whose work the trial replaced that the finding's sender has not read, with a mark or without; nil: nobody
// else's.
func (t *trial) goesOver() *engine.Exchange {
	m := t.unread
	if !t.accepted() {
		return nil
	}
	for _, f := range silentOf(t.found) {
		m = f.Victim
	}
	if x := t.w.Exchange(m.Request); x != nil && x.By != t.a.c.By && t.a.v.Title(x.By) != "" {
		return x
	}
	return nil
}

// goesOverUnread says whether the trial replaced another's work that the finding's sender has not read, even if that
// left no mark.
func (t *trial) goesOverUnread() bool {
	return slices.ContainsFunc([]string{t.unread.By, t.unmeant.Mark.By}, func(by string) bool {
		return by != t.a.c.By && t.a.v.Title(by) != ""
	})
}

// overAnothers is for a refusal behind which the same again would be accepted and go over what another has put there
// meanwhile: that is read first. ok is false where it would not.
func (a *adviser) overAnothers(t *trial) (Card, bool) {
	over := t.goesOver()
	if over == nil {
		return Card{}, false
	}
	then := "Check whether the change still fits, then send it" + a.underReadTag() + "."
	if a.spec.Group == engine.GroupDelete {
		then = "Settle whether that is to be deleted too."
	}
	say := fmt.Sprintf("The same again would go over %s's #%d, which %s has not read.", a.v.Title(over.By), over.Number,
		a.who())
	card, _ := a.readsOf(a.pathTo(a.x.Object), say+" Read what is there first. "+then, then)
	return card, true
}

// closedAway is a trial in which who stands in the way closes the handle through which it does. nil: that is no handle,
// or it cannot be closed so.
func (a *adviser) closedAway(since engine.Mark) *trial {
	if t := a.trial(); t.closes(since) {
		return t
	}
	return nil
}

// closes has who stands in the way close the handle through which it does, and says whether that went through.
func (t *trial) closes(since engine.Mark) bool {
	a, x := t.a, t.a.v.Exchange(since.Request)
	if x == nil {
		return false
	}
	handle := x.Answer.Field("handle")
	if x.Object.Kind == "handle" {
		handle = engine.Text(x.Object.Name)
	}
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.Closes || op.Object != "handle" || handle.IsZero() {
				continue
			}
			t.decide(engine.Send{By: x.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, handle.String())})
			return t.err == nil && t.last != nil && t.last.Answer.Accepted()
		}
	}
	return false
}
