package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A request without an answer may be done long after its sender has stopped waiting, over what another has put there
// meanwhile. Who then reads its own text there learns that it was done, and not what it cost.

// afterShown says what an answer that shows what stands there tells about a try that had no answer, and what that did
// to another's work.
func (a *adviser) afterShown(try, shown *engine.Exchange) Card {
	card := a.compareShown(try, shown)
	card.Say += a.didHarm(try)
	return card
}

// didHarm says of a try without an answer, which its sender has been shown to be done, whose work that replaced
// unread, with a blank in front: who has not heard of it is to be told. Empty where nobody is.
func (a *adviser) didHarm(try *engine.Exchange) string {
	if !try.Took || !a.shownDone(try) || !a.showsNow(try) {
		return ""
	}
	var unaware []string
	for _, id := range a.v.Unaware(try) {
		unaware = append(unaware, a.v.Title(id))
	}
	did := a.v.Overwrote(try)
	switch {
	case did == "" || len(unaware) == 0:
		return ""
	case len(unaware) == 1:
		return fmt.Sprintf(" It did harm: #%d %s. Tell %s, who does not know.", try.Number, did, unaware[0])
	}
	return fmt.Sprintf(" It did harm: #%d %s. Tell %s, who do not know.", try.Number, did, conflict.And(unaware))
}

// shownDone says whether the answer to a try, or one that shows what it wrote, has told its sender that it was done.
func (a *adviser) shownDone(try *engine.Exchange) bool {
	if !try.Heard.IsZero() && try.Answer.Accepted() {
		return true
	}
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event < try.Decided.Event {
			break
		}
		if showsOf(x, try) {
			return true
		}
	}
	return false
}

// showsNow says whether a read shows now what a try wrote, or a part of that, as a property of a row.
func (a *adviser) showsNow(try *engine.Exchange) bool {
	t := a.trial()
	read, ok := a.readOf(t, try.Object)
	return ok && t.send(read).accepted() && showsOf(t.last, try)
}

// showsOf says whether an answer shows what a request wrote.
func showsOf(x, wrote *engine.Exchange) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == wrote.Object && !p.Gone && p.Mark.Request == wrote.Number
	})
}
