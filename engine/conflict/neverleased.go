package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// neverLeased says of the lease id that a refused request named that no lease of the thing ever had it, and what it was
// given for where that is another thing; empty where one had it, or may have had, and where none was named. Who had a
// lease there has nothing to do with that.
func (t teller) neverLeased() string {
	c := t.c.Cause
	id, named := c.Want.Token()
	if !named || !slices.Contains(leases[:], c.Rule.Name) || t.spec().Effect == engine.AcquiresLease {
		return ""
	}
	thing := t.c.Object
	if sent := engine.ValueOf(t.x.Resolved(), "source-lease"); LeaseNamed(sent) == id {
		if thing = Source(t.x); LeaseNamed(engine.ValueOf(t.x.Resolved(), "lease")) == id {
			return "" // the cause does not say which of the two it looked at
		}
	}
	of := engine.ObjectID{}
	for n := t.w.Requests(); n > 0; n-- {
		x := t.w.Exchange(n)
		effect := t.w.Spec(x.Verb).Effect
		given := x.Took && GivesLease(t.w, x) && LeaseNamed(x.Answer.Field("lease")) == id
		asked := effect == engine.AcquiresLease || effect == engine.ChangesLease
		proposed := asked && slices.ContainsFunc(carried(t.w, x, "id"),
			func(v engine.Value) bool { return LeaseNamed(v) == id })
		switch {
		case x.Object == thing && (given || proposed): // a late copy of an acquire may have been granted it
			return ""
		case given:
			of = x.Object
		}
	}
	never := fmt.Sprintf("No lease of %s ever had the id %s", Called(t.w, thing), t.value(c.Want))
	if of.Name != "" {
		never += fmt.Sprintf(": it was given for %s", Called(t.w, of))
	}
	return never + "."
}
