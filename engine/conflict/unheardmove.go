package conflict

import (
	"fmt"

	"interleave/engine"
)

// UnheardMove is the change by which the sender of a refused request had itself moved on what that names without having
// heard so, where that is what the request met: the referee knows whose it is, and the sender does not. nil: it met
// another's, a try of the same wish, or what its sender had heard of.
func UnheardMove(w *engine.World, c Finding) *engine.Exchange {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if own := t.unheardMove(); own != nil && own.Number == c.Cause.Since.Request {
		return own
	}
	return nil
}

// UnheardChange is the newest change of the sender's own, of which it has not heard, between what a request goes by
// that was refused for its version and that refusal, whoever came after it; nil: there is none.
func UnheardChange(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.unheardMove()
}

// unheardMove is the newest such change between what the request goes by and its decision, whoever came after it.
func (t teller) unheardMove() (own *engine.Exchange) {
	if t.c.Kind != engine.StaleWrite || t.c.Cause == nil || t.x == nil || t.aboutSource() || t.failedLater() {
		return nil
	}
	from, key := t.goesBy(), t.aboutKey()
	if key.Name == "" {
		return nil
	}
	for _, x := range t.around(from, t.c.Event) {
		if x.By == t.x.By && x.Wish != t.x.Wish && t.changedThing(x, key) && !t.heardBy(x, t.c.Event) {
			own = x
		}
	}
	return own
}

// heardBy says whether the answer to a request had been heard before a record.
func (t teller) heardBy(x *engine.Exchange, record int) bool {
	return !x.Heard.IsZero() && x.Heard.Event < record
}

// whyUnheard says how it comes that a request had not been heard when the finding was made, and since when.
func (t teller) whyUnheard(x *engine.Exchange) (why string, at engine.Mark) {
	switch {
	case x.Lost.Event > x.Decided.Event && x.Lost.Event < t.c.Event:
		return "its answer was lost", x.Mark(x.Lost)
	case !x.GaveUp.IsZero() && x.GaveUp.Event < t.c.Event:
		return "it had given up waiting", x.Mark(x.GaveUp)
	}
	return "its answer was under way", x.Decided
}

// movedUnheard says of a refusal that its sender's own change had moved on what it named, which that had not heard of.
// Empty where it is not so.
func (t teller) movedUnheard() string {
	own := t.unheardMove()
	if own == nil || own.Number != t.c.Cause.Since.Request {
		return ""
	}
	who := t.who(t.x.By)
	why, _ := t.whyUnheard(own)
	if why == "it had given up waiting" {
		why = who + " had given up waiting for it"
	}
	return fmt.Sprintf("%s That was %s own #%d: %s. %s", sentence(t.did(t.c.Cause.Since)), possessive(who), own.Number,
		why, t.refused())
}
