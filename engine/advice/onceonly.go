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
