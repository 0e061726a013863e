package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// onceOnly takes the action from a card that would send what its sender has sent already, where that is under way or
// had no answer: a second one would be refused by the work of the first, or do it twice.
func (a *adviser) onceOnly(card Card) Card {
	if card.Earlier || len(card.Inputs) == 0 {
		return card
	}
	send, ok := a.lastChange(card.Inputs)
	if !ok {
		return card
	}
	for x := range a.v.RequestsOf(send.By) {
		if x.Number <= a.x.Number {
			break
		}
		if x.Verb != send.Verb || !x.Heard.IsZero() || !sameArgs(x.Args, send.Args) {
			continue
		}
		if x.Lost.IsZero() && x.GaveUp.IsZero() {
			return Card{Say: fmt.Sprintf("#%d sends that, and is under way: wait for its answer.", x.Number)}
		}
		if x.Wish == a.x.Wish {
			return Card{Say: fmt.Sprintf("#%d sent the same again, and had no answer. What to do now stands at that.",
				x.Number)}
		}
	}
	return card
}

// tryUnderWay says that another try of the same wish has been sent behind the refused one, and is under
// way: whether it would be accepted now, and what to read before the next one, its answer tells. ok is false where none
// is.
func (a *adviser) tryUnderWay() (Card, bool) {
	if a.c.Severity != engine.SeverityRefused {
		return Card{}, false
	}
	for _, n := range slices.Backward(a.v.Exchange(a.x.Wish).Again) {
		try := a.v.Exchange(n)
		if try.By == a.x.By && !a.x.Heard.IsZero() && try.Number > a.x.Number && try.Heard.IsZero() &&
			try.Lost.IsZero() && try.GaveUp.IsZero() {
			return Card{Say: fmt.Sprintf("#%d tries it again, and is under way: wait for its answer.", n)}, true
		}
	}
	return Card{}, false
}

// lastChange is the newest of some inputs that is more than a read; ok is false where none is.
func (a *adviser) lastChange(inputs []engine.Input) (send engine.Send, ok bool) {
	for _, in := range slices.Backward(inputs) {
		if s, sends := in.(engine.Send); sends && a.v.Spec(s.Verb).Effect != engine.Reads {
			return s, true
		}
	}
	return send, false
}

func sameArgs(a, b []engine.Arg) bool {
	return slices.EqualFunc(a, b, func(x, y engine.Arg) bool {
		return x.Name == y.Name && x.Value.String() == y.Value.String()
	})
}
