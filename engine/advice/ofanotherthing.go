package advice

import (
	"fmt"
	"strings"

	"interleave/engine/conflict"
)

// ofAnotherThing is for what was sent under a lease whose thing was removed, and another made anew since: what stands
// there is not what the lease was of, and to lease that would go on with the work of before. ok is false where it was
// not so, or its sender made it.
func (a *adviser) ofAnotherThing(ended string) (Card, bool) {
	own, ok := conflict.LeaseSent(a.v.Clone(), a.c)
	if !ok {
		return Card{}, false
	}
	went, _ := a.between(a.c.Object, own.Started)
	made := a.madeAfter(a.c.Object, own.Started)
	if went == nil || made == nil || made.By == a.c.By || a.v.Title(made.By) == "" {
		return Card{}, false
	}
	say := strings.TrimSpace(fmt.Sprintf("%s %s's #%d made %s anew, after #%d had removed it: that is another thing.",
		ended, a.v.Title(made.By), made.Number, a.place(), went.Number))
	then := fmt.Sprintf("Stop the work, and settle first whether #%d belongs to what is there now.", a.x.Number)
	card, _ := a.readsOf(a.c.Object, say+" Read it. "+then, say+" "+then)
	card.Others = listed(a.sameAgain())
	return card, true
}
