package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// untilItsEnd is for who asked for an absence and met what ends by itself, as a lock with an expiry does: at its end
// the same again is accepted. The end that counts is the one that it would meet now: that may have been moved since. ok
// is false where what is there does not end.
func (a *adviser) untilItsEnd() (Card, bool) {
	if end := a.c.Cause.Until; end == 0 || end == engine.Never {
		return Card{}, false
	}
	t := a.trial().send(a.again())
	if card, ok := a.offer(t, "retry", fmt.Sprintf("What stood at %s is gone. Send the same again, if it is still "+
		"wanted.", a.place()), fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card, true
	}
	why := t.why()
	if why == nil || why.Rule != a.c.Cause.Rule || why.Until <= a.v.Now() || why.Until == engine.Never {
		return Card{}, false
	}
	end := why.Until.SeenFrom(a.v.Now())
	t = a.trial()
	t.put(engine.Clock{To: why.Until})
	return a.offer(t.send(a.again()), "wait", fmt.Sprintf("%s ends by itself at %s, unless its expiry is moved. Where "+
		"it is a lock, wait until then and send the same again; else read what is there and decide whether it will "+
		"do.", a.place(), end), fmt.Sprintf("%s waited until %s and sent the same again", a.who(), end))
}

// ownLockOver is for who was to move the end of a lock that it had taken, as a renewal does, where the lock had come
// to its end by its own time: what others have done under its name since took nothing from it. ok is false for
// anything else, and where it has taken the lock anew.
//
// Source: engine/tair/rules.md, EX and PX, NX.
func (a *adviser) ownLockOver() (card Card, ok bool) {
	own, over := a.lockTaken(), (*engine.Event)(nil)
	if made := a.standsBy(a.c.Object); own == nil || made != nil && made.By == a.c.By {
		return card, false
	}
	w := a.v.Clone()
	for e := range a.v.Between(own.Decided.Event, a.x.Decided.Event) { // the newest first
		for touched, r := range e.Touched(w) {
			if touched == a.c.Object && view.Stands(r[0]) && !view.Stands(r[1]) {
				over = e
			}
		}
	}
	if over == nil || over.Kind != engine.Ended {
		return card, false
	}
	return Card{Say: fmt.Sprintf("%s, as #%d had taken it, is over by its own time since %s. Stop what is done under "+
		"it.%s If it is still wanted, take it anew as #%[2]d did, only where nothing is.", a.place(), own.Number,
		over.At.SeenFrom(a.v.Now()), a.anew()), Others: listed(a.sameAgain())}, true
}

// lockTaken is the request by which the sender of one that sets when a key ends had made that where nothing was, as it
// has heard: the newest that put anything there. nil: that was another, or one that did not ask for it.
func (a *adviser) lockTaken() *engine.Exchange {
	if a.c.Kind != engine.IsGone || !a.spec.Prompt() || a.spec.Effect != engine.Describes {
		return nil
	}
	for x := range a.v.SentBefore(a.x) {
		if x.Object != a.c.Object || !x.Took || !a.v.Spec(x.Verb).Effect.Contents() {
			continue
		}
		absent := strings.HasSuffix(x.Verb, "NX") || slices.ContainsFunc(x.Resolved(), func(arg engine.Arg) bool {
			return slices.ContainsFunc(engine.LineWords(arg.Value), func(word engine.Value) bool {
				return strings.EqualFold(word.String(), "NX")
			})
		})
		if !absent || x.Heard.IsZero() || x.Heard.Event > a.x.Sent.Event {
			return nil
		}
		return x
	}
	return nil
}

// mayHaveEnded is for who asked for an absence under an expiry and has seen that what is there is not what its own try
// without an answer was to write: that may have ended by itself, so that nobody's keeping to the condition tells
// whether it had been done. ok is false where it sets no expiry.
//
// Source: engine/tair/rules.md, EX and PX.
func (a *adviser) mayHaveEnded(unseen string) (Card, bool) {
	if !setsExpiry(a.x) {
		return Card{}, false
	}
	if a.trial().send(a.again()).accepted() {
		return Card{Say: fmt.Sprintf("%s What stood at %s is gone: send the same again, if it is still wanted.", unseen,
			a.place()), Others: listed(a.twice())}, true
	}
	return Card{Say: unseen + " Where it is a lock, send the same again when it is free; else decide whether what is " +
		"there will do.", Others: listed(a.sameAgain())}, true
}

// setsExpiry says whether a line names when what it sets is to end.
func setsExpiry(x *engine.Exchange) bool {
	return slices.ContainsFunc(x.Resolved(), func(arg engine.Arg) bool {
		return slices.ContainsFunc(engine.LineWords(arg.Value), func(word engine.Value) bool {
			return slices.Contains([]string{"EX", "PX", "EXAT", "PXAT"}, strings.ToUpper(word.String()))
		})
	})
}

// keptAlive says of a request that has gone through that what it keeps alive is another's, whose time its sender has
// moved: of its own nothing is left. Empty where it is not.
func (a *adviser) keptAlive(x *engine.Exchange) string { return a.keptAliveAt(x.Decided.Event) }

// keptAliveAt is keptAlive of the decision that an event is.
func (a *adviser) keptAliveAt(event int) string {
	w := a.v.Clone()
	for e := range a.v.Between(event-1, event+1) {
		said, theirs := conflict.Prolonged(w, *e)
		if said == "" {
			continue
		}
		said += " Where it is a lock, stop what is done under it: it is held no more."
		if conflict.Sooner(w, *e, theirs.Object) {
			said += fmt.Sprintf(" Tell %s, whose time was cut short by that.", a.v.Title(theirs.Mark.By))
		}
		return said
	}
	return ""
}

// endAgain is for what set a second time when a thing ends: it stands there once, and counts from the newest. Where
// another has made what is there since, that one's time was moved. ok is false for anything else.
func (a *adviser) endAgain() (Card, bool) {
	if a.c.Part != "expiry" || a.c.Gone {
		return Card{}, false
	}
	if said := a.keptAliveAt(a.c.Event); said != "" {
		return Card{Say: said}, true
	}
	if card, ok := a.twiceOver(); ok {
		return card, true
	}
	was, left := a.aroundHarm()
	how := "once more when %s ends, counted from then"
	if conflict.SameEnds(was, left) {
		how = "the same end of %s once more"
	}
	return Card{Say: fmt.Sprintf("#%d set "+how+". Nothing has to be taken back.", a.x.Number,
		a.v.Called(a.c.Object))}, true
}
