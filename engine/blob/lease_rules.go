package blob

import "interleave/engine"

// both is a refusal of which either another's lease or the end of an own one is the reason.
func both(r *engine.Rule) *verdict {
	return &verdict{leased: as(r, isLeased), over: as(r, leaseOver)}
}

func standing(r *engine.Rule) *verdict { return &verdict{leased: as(r, isLeased)} }
func past(r *engine.Rule) *verdict     { return &verdict{over: as(r, leaseOver)} }

// rules are a verdict's rules.
func (v *verdict) rules() (list []*engine.Rule) {
	for _, r := range []*engine.Rule{v.leased, v.over} {
		if r != nil {
			list = append(list, r)
		}
	}
	return list
}

// Refusals of the lease operations (section 4).
var (
	alreadyPresent      = standing(rule("lease", machine, "", 409, "LeaseAlreadyPresent", "There is already a lease present."))
	breakingNotAcquired = standing(rule("lease", machine, "", 409, "LeaseIsBreakingAndCannotBeAcquired",
		"The lease id matched, but the lease is being broken and cannot be acquired until it is."))
	brokenNotRenewed = past(rule("lease", machine, "", 409, "LeaseIsBrokenAndCannotBeRenewed",
		"The lease id matched, but the lease was broken on purpose and cannot be renewed."))
	breakingNotChanged = past(rule("lease", machine, "", 409, "LeaseIsBreakingAndCannotBeChanged",
		"The lease id matched, but the lease is being broken and cannot be changed."))
	idMismatch = both(rule("lease id", machine, "", 409, "LeaseIdMismatchWithLeaseOperation",
		"The lease id that was given is not that of the lease."))
	notPresent = past(rule("lease", machine, "", 409, "LeaseNotPresentWithLeaseOperation", "There is currently no lease."))
)

const brokenCode = "412 is certain, the code for the id of a broken lease, or a foreign one of an expired lease, is not; adopted: not present"

const tableSays409 = "one table of the documents says 409; the list of codes says 412, and so do tests of the live service by its makers"

// Refusals of uses (sections 4.1 and 4.2).
var (
	idMissing = standing(rule("lease id", leasedBlob, "", 412, "LeaseIdMissing", "There is currently a lease and no lease id was given."))
	leaseLost = past(unsure(rule("lease id", leasedBlob, "", 412, "LeaseLost", "A lease id was given, but that lease has expired."),
		"412 is certain; the documents define this code, Azurite says not present; adopted: the documents"))

	otherLease = both(unsure(rule("lease id", leasedBlob, "", 412, "LeaseIdMismatchWithBlobOperation",
		"The lease id that was given is not that of the blob's lease."), tableSays409))
	noLease       = past(noLeaseRule())
	noLeaseUnsure = past(unsure(noLeaseRule(), brokenCode))
	noLeaseToMake = past(unsure(noLeaseRule(), "412 is documented for a lease id on a blob that is not there, the code is not; Azurite creates it"))

	otherContainerLease = both(unsure(rule("lease id", leasedBox, "", 412, "LeaseIdMismatchWithContainerOperation",
		"The lease id that was given is not that of the container's lease."), tableSays409))
	noContainerLease       = past(noContainerLeaseRule())
	noContainerLeaseUnsure = past(unsure(noContainerLeaseRule(), brokenCode))
)

func noLeaseRule() *engine.Rule {
	return rule("lease id", leasedBlob, "", 412, "LeaseNotPresentWithBlobOperation", "A lease id was given and the blob has no lease.")
}

func noContainerLeaseRule() *engine.Rule {
	return rule("lease id", leasedBox, "", 412, "LeaseNotPresentWithContainerOperation", "A lease id was given and the container has no lease.")
}

// inTable are the rules of some cells, in the order of their phases, each once.
func inTable(rows ...columns) (list []*engine.Rule) {
	seen := map[*verdict]bool{}
	for phase := available; phase <= expired; phase++ {
		for _, r := range rows {
			if v := r[phase].refuse; v != nil && !seen[v] {
				seen[v] = true
				list = append(list, v.rules()...)
			}
		}
	}
	return list
}

// inUse are the rules of a use, those about an id before the one about its lack.
func inUse(table map[use][none + 1]columns, u use) []*engine.Rule {
	rows := table[u]
	return inTable(rows[:]...)
}
