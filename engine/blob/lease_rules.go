package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// both is a refusal of which either another's lease or the end of an own one is the reason.
func both(r *engine.Rule) *lease.Verdict {
	return &lease.Verdict{Leased: r.As(engine.IsLeased), Over: r.As(engine.LeaseOver)}
}

func standing(r *engine.Rule) *lease.Verdict { return &lease.Verdict{Leased: r.As(engine.IsLeased)} }
func past(r *engine.Rule) *lease.Verdict     { return &lease.Verdict{Over: r.As(engine.LeaseOver)} }

// Refusals of the lease operations (lease/rules.md, "States and actions").
var (
	alreadyPresent = standing(engine.NewRule("lease", machine, "", 409, "LeaseAlreadyPresent",
		"There is already a lease present."))
	breakingNotAcquired = standing(engine.NewRule("lease", machine, "", 409, "LeaseIsBreakingAndCannotBeAcquired",
		"The lease id matched, but the lease is being broken and cannot be acquired until it is."))
	brokenNotRenewed = past(engine.NewRule("lease", machine, "", 409, "LeaseIsBrokenAndCannotBeRenewed",
		"The lease id matched, but the lease was broken on purpose and cannot be renewed."))
	breakingNotChanged = past(engine.NewRule("lease", machine, "", 409, "LeaseIsBreakingAndCannotBeChanged",
		"The lease id matched, but the lease is being broken and cannot be changed."))
	idMismatch = both(engine.NewRule("lease id", machine, "", 409, "LeaseIdMismatchWithLeaseOperation",
		"The lease id that was given is not that of the lease."))
	notPresent = past(engine.NewRule("lease", machine, "", 409, "LeaseNotPresentWithLeaseOperation",
		"There is currently no lease."))
)

// leaseMachine is the machine of blobs and containers: an id that is compared with no lease is another.
var leaseMachine = &lease.Machine{Present: alreadyPresent, NotAcquired: breakingNotAcquired,
	NotRenewed: brokenNotRenewed, NotChanged: breakingNotChanged,
	Mismatch: idMismatch, NotPresent: notPresent, Unknown: idMismatch}

// containerLeases is that machine as the page on containers has it.
var containerLeases = leaseMachine.On(containerMachine)

const brokenCode = "412 is certain, the code for the id of a broken lease, or a foreign one of an expired lease, is " +
	"not; adopted: not present"

const tableSays409 = "one table of the documents says 409; the list of codes says 412, and so do tests of the live " +
	"service by its makers"

// Refusals of uses (rules.md, "Using a blob while leased").
var (
	idMissing, leaseLost = standing(idMissingRule(leasedBlob)), leaseLostRule(leasedBlob)

	otherLease = both(engine.Unsure(engine.NewRule("lease id", leasedBlob, "", 412, "LeaseIdMismatchWithBlobOperation",
		"The lease id that was given is not that of the blob's lease."), tableSays409))
	noLease       = past(noLeaseRule())
	noLeaseUnsure = past(engine.Unsure(noLeaseRule(), brokenCode))
	noLeaseToMake = past(engine.Unsure(noLeaseRule(),
		"the documents have 412 for a lease id on a blob that is not there, without a code; the live service was "+
			"seen to create it. Only with lease-on-nothing=refused"))

	noLeaseToCopy = past(engine.Unsure(noLeaseRule(),
		"the documents have 412 for a lease id on a destination that is not there, without a code; "+
			"adopted: not present"))
)

// Refusals of uses of a container (rules.md, "Using a container while leased").
var (
	containerIDMissing = standing(engine.Differs(idMissingRule(leasedContainer), "the page \"Delete Container\" has "+
		"409 for a missing id; the page \"Lease Container\" and tests of the live service have 412, which is followed"))
	containerLeaseLost = leaseLostRule(leasedContainer)

	otherContainerLease = both(engine.Unsure(
		engine.NewRule("lease id", leasedContainer, "", 412, "LeaseIdMismatchWithContainerOperation",
			"The lease id that was given is not that of the container's lease."), tableSays409))
	noContainerLease       = past(noContainerLeaseRule())
	noContainerLeaseUnsure = past(engine.Unsure(noContainerLeaseRule(), brokenCode))
)

func idMissingRule(of engine.Source) *engine.Rule {
	return engine.NewRule("lease id", of, "", 412, "LeaseIdMissing",
		"There is currently a lease, but no lease id was given.")
}

func leaseLostRule(of engine.Source) *lease.Verdict {
	return past(engine.NewRule("lease id", of, "", 412, "LeaseLost",
		"A lease id was given, but that lease has expired."))
}

func noLeaseRule() *engine.Rule {
	return engine.NewRule("lease id", leasedBlob, "", 412, "LeaseNotPresentWithBlobOperation",
		"A lease id was given, but the blob has no lease.")
}

func noContainerLeaseRule() *engine.Rule {
	return engine.NewRule("lease id", leasedContainer, "", 412, "LeaseNotPresentWithContainerOperation",
		"A lease id was given, but the container has no lease.")
}
