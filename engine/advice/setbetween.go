package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// setBetween is for what adds to what is there, a count or a text, and was done a second time after something else had
// been put in the place of what the first had left: what the first had added is not there beside it then, or only who
// put that there can say. ok is false for anything else, and where all that came between left it as it was.
func (a *adviser) setBetween(first *engine.Exchange) (card Card, ok bool) {
	added, adds := a.addedBy(first)
	by := a.replacedBetween(first, added == "")
	if !adds || by == nil || a.v.Exchange(by.Request) == nil { // what the clock has ended is not done twice
		return card, false
	}
	name, x := a.v.Called(a.c.Object), a.v.Exchange(by.Request)
	_, left, _ := by.On(a.v.Clone(), a.c.Object.Kind, a.c.Object.Name)
	who, did := a.v.Title(x.By), "put something else there"
	switch moved := conflict.MovedBy(a.v.Clone(), x, a.c.Object); {
	case who != "" && moved.Name != "" && a.v.Readable(moved):
		return Card{Say: fmt.Sprintf("%s's #%d had moved %s to %s, with what #%d did, and #%d did it again: the same "+
			"is in both, and one of the two has to be %s.", who, x.Number, name, a.v.Called(moved), first.Number,
			a.x.Number, a.amends())}, true
	case who == "" || a.v.Spec(x.Verb).Effect == engine.Deletes:
		return card, false
	case !view.Readable(left):
		did = "taken away what was there"
	case added == "" || strings.Contains(conflict.TextIn(left), added):
		knows := fmt.Sprintf("only %s can say. Settle that first:", who)
		if x.By == a.c.By {
			knows = fmt.Sprintf("%s knows:", who)
		}
		return Card{Say: fmt.Sprintf("%s's #%d put something else there between the two: whether what #%d did is in "+
			"that, %s only if it is, #%d is too much%s", who, x.Number, first.Number, knows, a.x.Number,
			a.tooMuch(added))}, true
	}
	say := fmt.Sprintf("%s's #%d had %s, and with that what #%d did was gone. #%d did it again: it is there once.", who,
		x.Number, did, first.Number, a.x.Number)
	if x.By != a.c.By {
		return Card{Say: say + fmt.Sprintf(" Settle with %s whether it is to be there.", who)}, true
	}
	return a.readsOther(a.c.Object, fmt.Sprintf("Read %s. %s", name, say), "If it is not to be there, it has to be "+
		a.amends()+"."), true
}

// tooMuch is what becomes of what stands there twice: a text that was added, or a count, which is empty.
func (a *adviser) tooMuch(added string) string {
	if added == "" {
		return ", and has to be taken back by hand. " + nextTime
	}
	if how := a.takesOut(); how != "" {
		return ": take one out (" + how + ")."
	}
	return ": add an entry that corrects it."
}

// addedBy is the text that a request put before or behind what was there; empty for a count. ok is false where it did
// neither.
func (a *adviser) addedBy(first *engine.Exchange) (text string, ok bool) {
	switch {
	case a.onlyCounts():
		return "", true
	case a.spec.Effect != engine.Appends && a.spec.Effect != engine.Groups || a.spec.Makes != "":
		return "", false
	}
	text, ok = a.addedAt(first, first.Decided.Event)
	if _, again := a.addedAt(a.x, a.c.Event); !again { // a transaction may set what is there as well
		return "", false
	}
	return text, ok
}

// addedAt is the text that a request put before or behind what was there, by an event.
func (a *adviser) addedAt(x *engine.Exchange, event int) (text string, ok bool) {
	for e := range a.v.Between(event-1, event+1) {
		was, is, touched := e.On(a.v.Clone(), a.c.Object.Kind, a.c.Object.Name)
		if !touched || e.Request != x.Number {
			continue
		}
		before, after := "", conflict.TextIn(is)
		if view.Readable(was) {
			before = conflict.TextIn(was)
		}
		if behind, is := strings.CutPrefix(after, before); is {
			return behind, behind != "" && (before != "" || a.spec.Effect == engine.Appends)
		}
		text, ok = strings.CutSuffix(after, before)
		return text, ok && text != ""
	}
	return "", false
}

// onlyCounts says whether all that the finding's request does to its object is to count.
func (a *adviser) onlyCounts() bool {
	return a.spec.Effect == engine.Adds || conflict.OnlyCounts(a.v.Clone(), a.x, a.c.Object) ||
		slices.Contains(a.scriptCounts(), a.c.Object)
}

// replacedBetween is the newest event between what was done first and the finding by which the object no longer held
// all that was there before it; of a number any that did not count. nil: there was none.
func (a *adviser) replacedBetween(first *engine.Exchange, number bool) *engine.Event {
	w := a.v.Clone()
	for e := range a.v.Between(first.Decided.Event, a.c.Event) {
		x := a.v.Exchange(e.Request)
		was, is, touched := e.On(w, a.c.Object.Kind, a.c.Object.Name)
		if !touched || x != nil && x.Wish == a.x.Wish {
			continue
		}
		before, after := conflict.TextIn(was), conflict.TextIn(is)
		switch {
		case view.Readable(was) != view.Readable(is):
			return e
		case before == after:
		case !number && !strings.Contains(after, before), number && !a.countsToo(x):
			return e
		}
	}
	return nil
}

// countsToo says of another request whether all that it did to the finding's object was to count.
func (a *adviser) countsToo(x *engine.Exchange) bool {
	if x == nil {
		return false
	}
	other := *a
	other.x, other.spec = x, a.v.Spec(x.Verb)
	return other.onlyCounts()
}
