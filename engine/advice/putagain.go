package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// putAgain is for a second try that put there just what stood there: the work is there once. ok is false where it
// changed something, or where each doing adds to what is there.
func (a *adviser) putAgain(first *engine.Exchange) (Card, bool) {
	if a.spec.Effect == engine.Appends || a.spec.Effect == engine.Deletes || a.c.Victim.Request != first.Number {
		return Card{}, false
	}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		if before, _ := a.v.Before(a.c.Event); e.Request == a.x.Number && len(e.Own()) > 0 &&
			conflict.AsItWas(before, *e) {
			return Card{Say: fmt.Sprintf("#%d put there again what #%d had put there: it is there once, and nothing "+
				"has to be taken back.", a.x.Number, first.Number)}, true
		}
	}
	return Card{}, false
}
