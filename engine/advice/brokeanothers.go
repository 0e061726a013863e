package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// brokeAnothers says that a later break has ended a lease which another took after the first was sent: that was not
// meant. A break names no lease, so the service takes whichever stands. Empty where it has not.
//
// Source: rules.md of blob and share, break: it carries no lease id.
func (a *adviser) brokeAnothers(x *engine.Exchange) string {
	if a.v.Spec(x.Verb).Effect != engine.BreaksLease || a.spec.Effect != engine.BreaksLease || !x.Took {
		return ""
	}
	under := func(event int) view.LeaseState {
		w, _ := a.v.Before(event)
		return view.OfWorld(w).Truth(x.Object).Lease
	}
	meant, broken := under(a.x.Sent.Event), under(x.Decided.Event)
	holder := a.v.Title(broken.Holder)
	if broken.State != "leased" || broken.Holder == x.By || holder == "" || broken.ID == meant.ID {
		return ""
	}
	return fmt.Sprintf("%s's #%d has broken a lease that %s took after #%d was sent. Tell %[3]s, who may still work "+
		"under it: if #%[4]d was done, what was meant had been broken before.", a.who(), x.Number, holder, a.x.Number)
}
