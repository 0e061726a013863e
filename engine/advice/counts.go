package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A number that was reckoned from the one before has nobody's name: whether a count is in it, a read does not tell, and
// one's own is not told from another's.

// nextTime is how a count is made safe to repeat.
const nextTime = "Next time keep an id of each count beside the number, or count under the version of a read."

// whoseCount is what no read of a count tells.
const whoseCount = " whose count is in it: settle by what that stands for whether it is missing."

// countUnseen is for a count without an answer, of a number that its sender had never read: a read shows nothing that
// it could be compared with. ok is false for what is no count, and where it had read it.
func (a *adviser) countUnseen() (Card, bool) {
	if a.spec.Effect == engine.Appends && a.spec.Prompt() && a.v.BaseOf(a.x, a.c.Object) == nil {
		return a.appendUnseen()
	}
	if a.spec.Effect == engine.Groups && a.spec.Prompt() {
		return a.countsUnseen()
	}
	if a.spec.Effect != engine.Adds || a.v.BaseOf(a.x, a.c.Object) != nil {
		return Card{}, false
	}
	if card, ok := a.countsOnce(); ok {
		return card, true
	}
	say := fmt.Sprintf("%s had not read %s before #%d: what a read shows now does not tell whether "+
		"that is in it. Settle by what the count stands for whether it is missing. %s", a.who(), a.place(),
		a.x.Number, nextTime)
	return Card{Say: say, Others: listed(a.twice())}, true
}

// countsUnseen is the same for a transaction or a script that only counts: of keys of which its sender had read none.
func (a *adviser) countsUnseen() (Card, bool) {
	var names []string
	keys := a.scriptCounts()
	if a.isTransaction() {
		keys = a.queuedFor(a.x)
	}
	for _, key := range keys {
		if a.isTransaction() && !conflict.OnlyCounts(a.v.Clone(), a.x, key) || a.v.BaseOf(a.x, key) != nil {
			return Card{}, false
		}
		if name := a.v.Called(key); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("#%d only counts, and %s had not read %s before it: what a read shows now does not "+
		"tell whether that is in it. Settle by what the count stands for whether it is missing. %s", a.x.Number,
		a.who(), strings.Join(names, " or "), nextTime), Others: listed(a.twice())}, true
}

// countsOnce sends a count without an answer again under the version that it names: of the two only one can be done.
// ok is false where it names none, and where what came in between lets it count twice.
func (a *adviser) countsOnce() (Card, bool) {
	guard := conflict.LineGuard(a.v.Clone(), a.x)
	if guard == "" {
		return Card{}, false
	}
	t := a.trial().send(a.again())
	if t.err != nil || t.last.Heard.IsZero() || t.accepted() == t.refuses() || t.blind || !t.harmless() {
		return Card{}, false
	}
	card := t.card("retry", fmt.Sprintf("Send the same again: under %s only one of the two can be done, unless the "+
		"key is removed or its version set back. If it is refused, #%d was done or somebody else was first, and no "+
		"read tells which: settle by what the count stands for whether it is missing.", guard, a.x.Number),
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number))
	if why := t.why(); why != nil {
		if kind := why.Rule.Kind; kind != engine.OwnEcho && kind != engine.StaleWrite {
			return Card{}, false
		}
		card.Foretold = t.reply()
	}
	return card, true
}

// countedSince says of a count without an answer that its sender has counted the same number with other words since,
// as with a script in the place of INCR: nobody knows but that one whether the two are one count. Empty where it has
// not, and of what is no count.
//
// Source: engine/conflict/rules.md, done-twice (the same words, or again=).
func (a *adviser) countedSince() string {
	const look = 64 // of its newest requests
	if len(a.numbers()) == 0 {
		return ""
	}
	left := look
	for y := range a.v.RequestsOf(a.c.By) {
		if left--; left < 0 || y.Number <= a.x.Number {
			return ""
		}
		if y.Wish == a.x.Wish || !y.Took {
			continue
		}
		other := &adviser{v: a.v, c: a.c, x: y, spec: a.v.Spec(y.Verb)}
		for _, key := range other.numbers() {
			if slices.Contains(a.numbers(), key) && a.adds(key) == other.adds(key) {
				return fmt.Sprintf(" #%d has counted %s since. Where it was to count the same, and #%d was done too, "+
					"that is in it twice: settle that before anything is sent again.", y.Number, a.v.Called(key),
					a.x.Number)
			}
		}
	}
	return ""
}

// adds is by how much a request would count a number, as it was sent; 0 where a try does not tell.
func (a *adviser) adds(key engine.ObjectID) int64 {
	t := a.before(a.x.Sent.Event)
	old, ok := numberIn(t.w, key)
	t.put(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args, As: "tried"})
	t.put(engine.Deliver{Names: []string{"tried"}})
	if now, is := numberIn(t.w, key); ok && is && t.err == nil {
		return now - old
	}
	return 0
}

// numbers are what a request counts, where that is all it does.
func (a *adviser) numbers() (keys []engine.ObjectID) {
	switch {
	case a.spec.Effect == engine.Adds:
		return []engine.ObjectID{a.x.Object}
	case a.isTransaction():
		for _, key := range a.queuedFor(a.x) {
			if conflict.OnlyCounts(a.v.Clone(), a.x, key) {
				keys = append(keys, key)
			}
		}
		return keys
	}
	return a.scriptCounts()
}

// appendUnseen is for what was to be put behind a text that its sender had never read: the same may have stood at its
// end before.
func (a *adviser) appendUnseen() (Card, bool) {
	then := fmt.Sprintf("If what #%d was to add is not there, it was not done, unless others have changed it "+
		"since. If it is there, it may have stood there before, or be another's: only an id in it tells.", a.x.Number)
	card, _ := a.reads(fmt.Sprintf("%s had not read %s before #%d. Read it. %s", a.who(), a.place(), a.x.Number, then),
		then)
	card.Others = listed(a.twiceUnseen())
	return card, true
}

// countEcho is for a count that a bound refused, where an earlier try without an answer had taken effect: its sender
// was not told that, and what is there does not tell it. ok is false for anything else.
func (a *adviser) countEcho() (Card, bool) {
	try := a.firstUnanswered()
	if try == nil || a.c.Cause.Since.IsZero() || a.spec.Effect != engine.Adds || a.c.Cause.Rule.Kind != "" {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("#%d had no answer. If it was done, the bound refused #%d for that, and nothing is "+
		"left to send: that there is no room left does not say that it was not done. Settle by what the count stands "+
		"for which of the two it was. %s", try.Number, a.x.Number, nextTime), Others: listed(a.sameAgain())}, true
}

// countedTwice is for a count that took effect twice; ok is false for anything else.
func (a *adviser) countedTwice(first *engine.Exchange) (Card, bool) {
	if !a.onlyCounts() {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("#%d and #%d both counted, and no read tells that: a number has nobody's name. "+
		"Take one of the two back by hand. %s", first.Number, a.x.Number, nextTime)}, true
}
