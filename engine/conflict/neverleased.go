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
	for x := range t.w.OfLease(id).On(thing).Newest() {
		if x.Object == thing { // given, or proposed: a late copy of an acquire may have been granted it
			return ""
		}
	}
	of := engine.ObjectID{}
	for x := range t.w.OfLease(id).Oldest() {
		if x.Took && LeaseNamed(x.Answer.Field("lease")) == id {
			of = x.Object
			break
		}
	}
	never := fmt.Sprintf("No lease of %s ever had the id %s", Called(t.w, thing), t.value(c.Want))
	if of.Name != "" {
		never += fmt.Sprintf(": it was given for %s", Called(t.w, of))
	}
	return never + "."
}
