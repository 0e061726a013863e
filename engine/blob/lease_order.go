package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// orderWords is what is wrong with the words of a lease operation, whatever lease it meets.
//
// Source: lease/rules.md, "Lease basics"; that this comes before the state of the lease is chosen (lease/rules.md,
// "States and actions").
func validateOrder(o lease.Order) *engine.Cause {
	_, okLease := lease.ID(o.Lease)
	_, okID := lease.ID(o.ID)
	switch {
	case o.Action == lease.Acquire && !o.Seconds.Set:
		return &engine.Cause{Rule: noDuration}
	case o.Action == lease.Acquire && !o.FitsDuration():
		return wrong(badDuration, o.Seconds.Raw())
	case o.Action == lease.Break && !o.FitsPeriod():
		return wrong(badPeriod, o.Seconds.Raw())
	case !o.Lease.Set && (o.Action == lease.Renew || o.Action == lease.Change || o.Action == lease.Release):
		return &engine.Cause{Rule: noLeaseHeader}
	case !okLease:
		return wrong(badLeaseID, o.Lease.Raw())
	case o.Action == lease.Change && !o.ID.Set:
		return &engine.Cause{Rule: noProposed}
	case !okID:
		return wrong(badProposed, o.ID.Raw())
	}
	return nil
}

// orderRules are what an order's words may break, in order.
func orderRules(a lease.Action) []*engine.Rule {
	return [...][]*engine.Rule{
		lease.Acquire: {noDuration, badDuration, badProposed},
		lease.Renew:   {noLeaseHeader, badLeaseID},
		lease.Change:  {noLeaseHeader, badLeaseID, noProposed, badProposed},
		lease.Release: {noLeaseHeader, badLeaseID},
		lease.Break:   {badPeriod},
	}[a]
}
