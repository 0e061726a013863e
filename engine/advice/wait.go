package advice

import (
	"fmt"

	"interleave/engine"
)

// afterWait moves the clock to the end of what stands in the way and sends the same again.
func (a *adviser) afterWait(say string) Card {
	until, moved := a.until(), ""
	if end, how := a.movedEnd(); how != "" {
		until, moved = end, how
		say = moved + say
	}
	if until == 0 || until == engine.Never {
		return Card{Say: say, Others: listed(a.sameAgain())}
	}
	t, end := a.trial(), until.SeenFrom(a.v.Now())
	if until > t.w.Now() {
		t.put(engine.Clock{To: until})
	} else if card, ok := a.free(); ok {
		return card
	}
	did := fmt.Sprintf("%s waited until %s and sent the same again", a.who(), end)
	if card, ok := a.offer(t.send(a.again()), "wait",
		fmt.Sprintf("%sWait until %s, then send the same again.", moved, end), did); ok {
		card.Others = listed(a.sameAgain())
		return card
	}
	if over := t.goesOver(); over != nil && until > a.v.Now() {
		say = fmt.Sprintf("%sWait until %s, and read then what is there: the same again would go over %s's #%d, which "+
			"%s has not read.", moved, end, a.v.Title(over.By), over.Number, a.who())
		read := a.trial()
		read.put(engine.Clock{To: until})
		card := Card{Say: say}
		if send, ok := a.readOf(read, a.x.Object); ok && read.send(send).accepted() &&
			read.harmless() { // what is under way may be let through once the wait is over
			card = read.card("wait", say, fmt.Sprintf("%s waited until %s and read what is there", a.who(), end))
		}
		card.Others = listed(a.sameAgain())
		return card
	}
	if why := t.why(); why != nil && (why.Rule.Kind == engine.IsGone || why.Rule.Fault.Status == 404) {
		say = a.whatBecame("What was there is gone")
		if until > a.v.Now() && a.v.Exists(a.x.Object) {
			say = fmt.Sprintf("%sWait until %s. %s", moved, end, a.whatBecame("What was there will be gone"))
		}
	}
	if until <= a.v.Now() { // what it would be then is what it would be now
		return Card{Say: say, Others: listed(a.sameAgain())}
	}
	return Card{Say: say, Others: listed(a.sameAgain(), fmt.Sprintf("At %s it would get %s.", end, t.reply()))}
}

// movedEnd is when what stands in the way ends where another request has moved that since, and which one did: the
// moment that the refusal told is too early then. The text is empty where none has.
func (a *adviser) movedEnd() (end engine.Instant, how string) {
	was := a.c.Cause
	now := a.trial().send(a.again()).why()
	if a.c.Kind != engine.Unfinished || now == nil || now.Rule != was.Rule || now.Since.Event == was.Since.Event ||
		now.Until == engine.Never || now.Until <= was.Until {
		return 0, ""
	}
	x := a.v.Exchange(now.Since.Request)
	if x == nil || a.v.Title(x.By) == "" {
		return 0, ""
	}
	return now.Until, fmt.Sprintf("%s's #%d (%s) moved the end of that to %s. ", a.v.Title(x.By), x.Number, x.Verb,
		now.Until.SeenFrom(a.v.Now()))
}
