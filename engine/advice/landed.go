package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// landedTwice tells of the newest request that put a text under a name that was to be free, where its sender had sent
// the same text under another name before, had heard nothing of that, and it had been done: of two names there is no
// mark, for only the sender knows whether it is one work. Empty where there is none, or where the finding's own card
// says so.
func (a *adviser) landedTwice() string {
	const look, most = 64, 64
	log := a.v.Log()
	for i := log.Len() - 1; i >= max(log.Len()-look, 0); i-- {
		e := log.At(i).Event()
		if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() || e.By == engine.Seed {
			continue
		}
		second := &adviser{v: a.v, c: conflict.Finding{By: e.By, Whose: e.By, Event: e.Number, Request: e.Request},
			x: a.v.Exchange(e.Request)}
		second.spec = a.v.Spec(second.x.Verb)
		if !only(second, "if-none-match") || !second.x.Took {
			continue
		}
		first := second.sameText(most, func(x *engine.Exchange) bool {
			return x.Number < e.Request && x.Took && x.Decided.Event < e.Number && !a.heardDone(x, second.x)
		})
		if first == nil || !second.stands(first) || !second.stands(second.x) {
			continue
		}
		if a.x != nil && a.x.Wish == first.Wish && a.c.Severity != engine.SeveritySilent {
			return ""
		}
		return fmt.Sprintf("%s's #%d put the text of #%d into %s too. #%[3]d had put it into %[5]s, and %[1]s had not "+
			"heard that. If it is one work, it stands there twice, and nobody is told.", second.who(), e.Request,
			first.Number, a.v.Called(second.x.Object), a.v.Called(first.Object))
	}
	return ""
}

// heardDone says whether the sender of a later request had heard of a wish that it was done when it sent that.
func (a *adviser) heardDone(x, later *engine.Exchange) bool {
	return slices.ContainsFunc(triesOf(a.v, x), func(try *engine.Exchange) bool {
		return !try.Heard.IsZero() && try.Heard.Event < later.Sent.Event && try.Answer.Accepted()
	})
}

// unsettledHere is for a refusal to who sent something else to the same name before, and heard nothing of it: what
// stands there may be its own. ok is false where nothing went unsettled, or what was read since says that it is gone.
func (a *adviser) unsettledHere() (Card, bool) {
	most := 64
	for x := range a.v.RequestsOf(a.c.By) {
		if most--; most < 0 || !only(a, "if-none-match") {
			break
		}
		if x.Number >= a.x.Number || x.Verb != a.x.Verb || x.Object != a.x.Object || x.Wish == a.x.Wish ||
			!a.unsettled(x) {
			continue
		}
		switch shown, tells := a.toldOf(x); tells {
		case foundNothing:
			return Card{}, false
		case asBefore, somethingElse:
			return a.afterShown(x, shown), true
		}
		return a.settles(x, fmt.Sprintf("%s's own #%d was sent to the same name and had no answer, and this refusal "+
			"does not say whose work it met.", a.who(), x.Number))
	}
	return Card{}, false
}
