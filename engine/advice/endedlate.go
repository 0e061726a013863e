package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// idForEach is what would have kept a release of the sender's own that came late from ending the lease that it took
// after it had sent that, with a blank in front; empty where none did.
//
// Source: engine/lease/rules.md, "States and actions".
func (a *adviser) idForEach() string {
	w := a.v.Clone()
	lease, own := conflict.LeaseSent(w, a.c)
	ended := a.v.Exchange(lease.EndedBy.Request)
	if !own || ended == nil || ended.By != a.c.By || a.v.Spec(ended.Verb).Effect != engine.ReleasesLease ||
		!conflict.EndedLate(w, ended) {
		return ""
	}
	return fmt.Sprintf(" Next time take each lease under a new id: #%d, sent for the one before, would then have been "+
		"refused.", ended.Number)
}

// endsLate is what a release or a break that may still be under way can do, with a blank in front: no tag moves by it,
// and none keeps it from a lease that is taken in the meantime. Empty for any other request.
//
// Source: engine/lease/rules.md, "States and actions".
func (a *adviser) endsLate() string {
	switch a.spec.Effect {
	case engine.ReleasesLease:
		return fmt.Sprintf(" Take the next lease under a new id: #%d ends none but its own then.", a.x.Number)
	case engine.BreaksLease:
		return " It names no lease: whichever stands when it arrives is broken."
	}
	return ""
}
