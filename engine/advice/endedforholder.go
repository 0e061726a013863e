package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// endedForHolder says who ended the lease that stood in the way for the one who held it, whom that does not stop, and
// who that is. Empty where its holder ended it itself, or the clock did.
func (a *adviser) endedForHolder() (ended, holder string) {
	by, id := a.endedBy()
	holder = a.v.Title(id)
	if by == nil || holder == "" || id == a.c.By {
		return "", ""
	}
	how := "broke the lease"
	if a.v.Spec(by.Verb).Effect == engine.ReleasesLease {
		how = fmt.Sprintf("released %s's lease", holder)
	}
	return fmt.Sprintf("%s %s with #%d, which does not stop the one who held it.", a.v.Title(by.By), how, by.Number),
		holder
}

// readsFirst is what who takes the lease of another that was ended for it does behind that: its holder may have left
// something half done.
func (a *adviser) readsFirst(holder string) string {
	if a.spec.Effect != engine.AcquiresLease {
		return ""
	}
	return fmt.Sprintf(", and read what %s left before anything is changed", holder)
}

// endedBy is the newest request by which the lease that stood in the way was broken, or given back by an id that its
// sender had only read or been told, and who held it: that one may not have heard of it. nil where none did, or its
// holder did it itself. A break may have been under way when the request was refused.
func (a *adviser) endedBy() (ended *engine.Exchange, holder string) {
	ends := a.v.Did(a.c.Object, engine.BreaksLease, engine.ReleasesLease)
	for x := range ends.From(a.c.Cause.Since.Request).Newest() {
		switch a.v.Spec(x.Verb).Effect {
		case engine.BreaksLease:
			w, _ := a.v.Before(x.Decided.Event)
			if held := view.OfWorld(w).Truth(a.c.Object).Lease.Holder; held != x.By {
				return x, held
			}
		case engine.ReleasesLease:
			if holder := conflict.ReleasedFrom(a.v.Clone(), x); holder != "" {
				return x, holder
			}
		}
	}
	return nil, ""
}

// settlesEnd says what stands in front of it to acquire a lease again that was broken, or given back, by another: the
// lease was ended for something, and whoever did it would be locked out. Empty where that is nothing to settle.
func (a *adviser) settlesEnd() string {
	lease, own := conflict.LeaseSent(a.v.Clone(), a.c)
	if !own {
		return ""
	}
	return a.settlesWith(a.v.Exchange(lease.EndedBy.Request))
}

// settlesWith is the same of the request that ended the lease; empty where that is the sender's own, or the clock did.
func (a *adviser) settlesWith(x *engine.Exchange) string {
	if x == nil || x.By == a.c.By || a.v.Title(x.By) == "" {
		return ""
	}
	return fmt.Sprintf("settle with %s who goes on. If that is %s, acquire the lease", a.v.Title(x.By), a.who())
}
