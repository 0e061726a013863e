package advice

import (
	"fmt"

	"interleave/engine"
)

// readsBeforeDelete is for a delete that another's lease keeps out until a moment: its holder may write until then, so
// who waits reads before it deletes, unless the delete names the version that it is meant for. ok is false for that
// one, and where the read was tried and shows nothing.
func (a *adviser) readsBeforeDelete(until engine.Instant) (Card, bool) {
	holder := a.c.Cause.Since.By
	if !a.deletes() || a.names() || until <= a.v.Now() || until == engine.Never || holder == a.c.By ||
		a.v.Title(holder) == "" {
		return Card{}, false
	}
	t := a.trialAt(until)
	read, ok := a.readOf(t, a.c.Object)
	if !ok {
		return Card{}, false
	}
	end := until.SeenFrom(a.v.Now())
	card, ok := a.offer(t.send(read), "wait", fmt.Sprintf("Wait until %s, then read what is there, as %s may have "+
		"changed it until then: if it is still to be deleted, send the same again.", end, a.v.Title(holder)),
		fmt.Sprintf("%s waited until %s and read", a.who(), end))
	card.Others = listed(a.sameAgain())
	return card, ok
}
