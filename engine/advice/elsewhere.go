package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// alsoElsewhere says that the same text went to another name since, where a try of it had been done, and that both
// stand: only its sender knows whether that is one work done twice. Empty where it is not so.
func (a *adviser) alsoElsewhere() string {
	done, also := a.atTwoNames()
	if also == nil {
		return ""
	}
	return fmt.Sprintf("%s, and #%d was done as well: if that is the same work, "+
		"it was done twice, and one of the two has to be taken back by hand.", a.hasPut(also), done.Number)
}

// atTwoNames are the request that put the text under another name and the one that had been done before: a try of the
// finding's wish, or, where none was, the newest that its sender had sent to another name and heard nothing of. nil:
// the text does not stand under two names by its sender.
func (a *adviser) atTwoNames() (done, also *engine.Exchange) {
	const most = 64
	if done, also = a.doneTry(), a.putSince(); also == nil || !a.tookFreeName(also) {
		return nil, nil
	}
	if done == nil && a.onlyMakes() {
		done = a.sameText(most, func(x *engine.Exchange) bool {
			return x.Number < a.x.Wish && x.Took && a.unsettled(x)
		})
	}
	if done == nil || !a.tookFreeName(done) || !a.stands(done) {
		return nil, nil
	}
	return done, also
}

// putSince is a request of the same text since the first try, to whatever name, that took effect and stands; nil: there
// is none.
func (a *adviser) putSince() *engine.Exchange {
	const most = 64
	also := a.sameText(most, func(x *engine.Exchange) bool { return x.Number > a.x.Wish && x.Took })
	if also == nil || !a.stands(also) {
		return nil
	}
	return also
}

// doneTry is the newest try of the finding's wish, with those behind it, that took effect; nil: none did.
func (a *adviser) doneTry() *engine.Exchange {
	for _, x := range slices.Backward(triesOf(a.v, a.x)) {
		if x.By == a.x.By && x.Object == a.x.Object && x.Took {
			return x
		}
	}
	return nil
}

// stands says whether what a request wrote is what a read of it shows now.
func (a *adviser) stands(x *engine.Exchange) bool {
	if a.v.Spec(x.Verb).Effect == engine.Appends {
		return a.v.Readable(x.Object) && !a.replacedSince(x)
	}
	t := a.trial()
	read, ok := a.readOf(t, x.Object)
	if !ok {
		return a.v.Readable(x.Object)
	}
	return t.send(read).accepted() && slices.ContainsFunc(t.last.Shows, func(p engine.Part) bool {
		return p.Object == x.Object && p.Mark.Request == x.Number && slices.Contains(engine.TextNames(), p.Name)
	})
}

// replacedSince says whether a request behind one changed its object otherwise than by putting more beside what is
// there.
func (a *adviser) replacedSince(x *engine.Exchange) bool {
	for later := range a.v.RequestsAbout(x.Object).From(x.Number + 1).Oldest() {
		switch a.v.Spec(later.Verb).Effect {
		case engine.Appends, engine.Describes, engine.Receives, engine.Updates:
		default:
			if later.Altered && later.Object == x.Object {
				return true
			}
		}
	}
	return false
}

// unlessElsewhere takes the action from a card that would send the request once more, where the same text stands under
// another name by now: sent again, one work would stand there twice.
func (a *adviser) unlessElsewhere(card Card) Card {
	if !slices.ContainsFunc(card.Inputs, func(i engine.Input) bool {
		send, ok := i.(engine.Send)
		return ok && send.By == a.x.By && send.Verb == a.x.Verb
	}) {
		return card
	}
	if say := a.wentElsewhere(); say != "" {
		return Card{Say: say}
	}
	return card
}

// putInstead is what the finding's sender has put under another name since, of the same text, where no try of the
// finding's own wish was done; nil: nothing.
func (a *adviser) putInstead() *engine.Exchange {
	if !only(a, "if-none-match") || a.doneTry() != nil {
		return nil
	}
	return a.putSince()
}

// standsElsewhere says in front of what became of a name that the same text stands under another by now, with a blank
// behind. Empty where it does not.
func (a *adviser) standsElsewhere() string {
	also := a.putSince()
	if also == nil || !a.onlyMakes() {
		return ""
	}
	return a.hasPut(also) + ". "
}

// wentElsewhere says that the finding's sender has put the same text under another name since, where no try of the
// finding's own wish was done: only the sender knows whether it is one work. Who took a 409 for the word that the first
// name is taken is told what stands there: nothing, which is a gap in a log, or another's. Empty where it is not so.
func (a *adviser) wentElsewhere() string {
	also := a.putInstead()
	if also == nil {
		return ""
	}
	put := fmt.Sprintf("#%d has put the same text into %s", also.Number, a.v.Called(also.Object))
	if both := a.byBoth(put); both != "" {
		return both
	}
	if a.c.Kind == engine.TwoAtOnce {
		const says = "That did not say that anything is there. "
		if !a.v.Readable(a.x.Object) {
			return fmt.Sprintf("%s%s, and nothing stands at %s. If that is the same work, send it only once: in a "+
				"log, whose readers stop at a name that is missing, fill that, or take #%d back and send #%d again; "+
				"elsewhere #%[4]d is enough.", says, put, a.v.Called(a.x.Object), also.Number, a.x.Number)
		}
		if made := a.makerSince(a.x.Object); made != nil {
			return fmt.Sprintf("%s%s, and %s is there by now, by %s. If it is the same work, nothing is left to send.",
				says, put, a.v.Called(a.x.Object), a.requestOf(made))
		}
	}
	return put + ": if that is the same work, do not send it again; settle which name counts."
}
