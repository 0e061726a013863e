package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// outdatedRenewal is for a renewal of a lease that its own sender has ended with what it sent behind the renewal: that
// is its newest wish, and it goes on with no work under the lease. ok is false where the lease ended in another way.
func (a *adviser) outdatedRenewal() (card Card, ok bool) {
	if a.spec.Effect != engine.RenewsLease {
		return card, false
	}
	lease, ok := conflict.LeaseSent(a.v.Clone(), a.c)
	if by := a.sentBehind(lease.EndedBy.Request); ok && by != nil {
		return Card{Say: fmt.Sprintf("%s That was #%d, sent behind #%d: nothing is left to renew.", lease.Ended,
			by.Number, a.x.Number)}, true
	}
	return card, false
}

// outdatedPiece is for a piece of an upload that its own sender has aborted with what it sent behind the piece: it is
// no longer wanted. ok is false for anything else.
func (a *adviser) outdatedPiece() (card Card, ok bool) {
	by := a.sentBehind(a.c.Cause.Since.Request)
	if a.spec.Effect != engine.Stages || by == nil || a.v.Spec(by.Verb).Effect != engine.Aborts {
		return card, false
	}
	return Card{Say: fmt.Sprintf("%s's own #%d, sent behind #%d, aborted the upload: nothing of it is left to send.",
		a.who(), by.Number, a.x.Number)}, true
}

// sentBehind is a request of the finding's sender that it sent behind the finding's own; nil where the number is that
// of none.
func (a *adviser) sentBehind(number int) *engine.Exchange {
	if x := a.v.Exchange(number); x != nil && x.By == a.c.By && x.Sent.Event > a.x.Sent.Event {
		return x
	}
	return nil
}
