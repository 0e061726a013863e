package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// writtenSince is what another wrote after the sender's own lease was over, where a renewal of it was refused: to go on
// under a new lease without having read that would go over it. nil: nothing.
func (a *adviser) writtenSince() *engine.Exchange {
	if a.spec.Effect != engine.RenewsLease {
		return nil
	}
	return conflict.WroteMeanwhile(a.v.Clone(), a.c)
}

// leftToRead says what another wrote meanwhile, and that it is still to be read; empty: there is none, or its sender
// has read it, or put its own in the place of it, since.
func (a *adviser) leftToRead() string {
	x := a.writtenSince()
	if x == nil {
		return ""
	}
	for y := range a.v.HeardAbout(a.c.By, x.Object) {
		if spec := a.v.Spec(y.Verb); y.Object == x.Object && y.Sent.Event > x.Decided.Event && y.Answer.Accepted() &&
			(spec.Effect == engine.Reads || a.whole(spec)) {
			return ""
		}
	}
	return fmt.Sprintf("read %s, which %s changed meanwhile with #%d", a.v.Called(x.Object), a.v.Title(x.By), x.Number)
}

// toReadAgain is what a refused renewal leaves to be read under the next lease: what another wrote meanwhile, else what
// its sender had read of what the lock guards, for whoever holds the lease now may be about to write it. ok is false
// where there is nothing of either.
func (a *adviser) toReadAgain() (object engine.ObjectID, ok bool) {
	if x := a.writtenSince(); x != nil {
		return x.Object, true
	}
	w := a.v.Clone()
	for x := range a.v.HeardBy(a.c.By) {
		if a.spec.Effect == engine.RenewsLease && a.v.Spec(x.Verb).Effect == engine.Reads &&
			w.Guardian(x.Object) == a.c.Object && a.v.Readable(x.Object) {
			return x.Object, true
		}
	}
	return object, false
}
