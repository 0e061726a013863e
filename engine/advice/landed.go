package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// landedMost is of how many texts it is told that they stand under two names.
const landedMost = 3

// landedTwice tells of the newest requests that put a text under a name at which nothing was, where their sender had
// sent the same text under another such name before, had heard nothing of that, and it had been done: of two names
// there is no mark, for only the sender knows whether it is one work. Empty where there is none, or where the finding's
// own card says so.
func (a *adviser) landedTwice() string {
	var told []string
	for e := range a.v.Recent() {
		if len(told) == landedMost {
			break
		}
		if said := a.landsTwice(e); said != "" {
			told = append(told, said)
		}
	}
	return strings.Join(told, " ")
}

// landsTwice is landedTwice of one event.
func (a *adviser) landsTwice(e *engine.Event) string {
	const most = 64
	if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() || e.By == engine.Seed {
		return ""
	}
	second := &adviser{v: a.v, c: conflict.Finding{By: e.By, Whose: e.By, Event: e.Number, Request: e.Request},
		x: a.v.Exchange(e.Request)}
	second.spec = a.v.Spec(second.x.Verb)
	if second.ofGroup() {
		return second.groupLandsTwice(e.Number)
	}
	if !second.tookFreeName(second.x) {
		return ""
	}
	first := second.sameText(most, func(x *engine.Exchange) bool {
		sent, later := inOrder(x, second.x)
		return x.Took && x.Decided.Event < e.Number && !a.heardDone(sent, later)
	})
	if first == nil || !second.tookFreeName(first) || !second.stands(first) || !second.stands(second.x) {
		return ""
	}
	if a.x != nil && a.c.Severity != engine.SeveritySilent {
		done, also := a.atTwoNames()
		if done.Is(first) && also.Is(second.x) || done.Is(second.x) && also.Is(first) {
			return "" // the card itself says so
		}
	}
	if sent, _ := inOrder(first, second.x); !sent.Is(first) {
		return fmt.Sprintf("%s's #%d put the text of #%d into %s, and #%[3]d, which had been sent before it, put it "+
			"into %[5]s later. If it is one work, it stands there twice, and nobody is told.", second.who(),
			first.Number, e.Request, a.v.Called(first.Object), a.v.Called(second.x.Object))
	}
	return fmt.Sprintf("%s's #%d put the text of #%d into %s too. #%[3]d had put it into %[5]s, and %[1]s had not "+
		"heard that. If it is one work, it stands there twice, and nobody is told.", second.who(), e.Request,
		first.Number, a.v.Called(second.x.Object), a.v.Called(first.Object))
}

// inOrder are two requests in the order in which they were sent, whichever was done first.
func inOrder(x, y *engine.Exchange) (sent, later *engine.Exchange) {
	if x.Number > y.Number {
		return y, x
	}
	return x, y
}

// tookFreeName says whether a request made something where nothing was to be read, as one that asks for that does, and
// any other where the name is free, or was when it was sent, so that it came late over another's. What is written at a
// prompt is a value, as two counters have, and no work of its own.
func (a *adviser) tookFreeName(x *engine.Exchange) bool {
	if !x.Took || a.v.Spec(x.Verb).Prompt() || !a.v.Spec(x.Verb).Effect.Contents() {
		return false
	}
	w := a.v.Clone()
	for e := range a.v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		if older, newer, ok := e.On(w, x.Object.Kind, x.Object.Name); ok && e.Request == x.Number {
			return view.Readable(newer) && (!view.Readable(older) || !a.stoodAt(x.Object, x.Sent.Event))
		}
	}
	return false
}

// stoodAt says whether something was to be read under a name in front of a record.
func (a *adviser) stoodAt(object engine.ObjectID, record int) bool {
	w, _ := a.v.Before(record)
	return view.Readable(w.Object(object))
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
		return a.settlesUnlessShown(x, fmt.Sprintf("%s's own #%d was sent to the same name and had no answer, and "+
			"this refusal does not say whose work it met.", a.who(), x.Number))
	}
	return Card{}, false
}

// settlesUnlessShown has a try settled that had no answer, unless a read has told since what became of it.
func (a *adviser) settlesUnlessShown(try *engine.Exchange, why string) (Card, bool) {
	switch shown, tells := a.toldOf(try); tells {
	case foundNothing:
		return Card{}, false
	case asBefore, somethingElse:
		return a.afterShown(try, shown), true
	}
	return a.settles(try, why)
}
