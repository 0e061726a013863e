package blob

import "interleave/engine/lease"

// use is how a request uses what is leased.
type use uint8

const (
	reads   use = iota
	writes      // needs the id where a lease stands
	creates     // writes, and makes what is missing
	deletes     // of a container: the one thing its lease guards
	leases      // the lease operations themselves: the table of the machine decides
	snaps       // makes a snapshot: a read to the lease, a write to conditions
	aborts      // ends a copy: a write where the lease has no end, else a read
	sources     // is read for a copy: no lease counts, conditions do as for a write
)

// The cells of the tables.
var keep, free = lease.Cell{}, lease.Cell{Frees: true}

func no(v *lease.Verdict) lease.Cell { return lease.Cell{Refuse: v} }

// usesOfBlob is rules.md, "Using a blob while leased", usesOfContainer rules.md, "Using a container while leased"; a
// free there is a lease that becomes available.
var usesOfBlob = [...]*lease.Uses{
	writes: {
		lease.Holder:   {no(noLease), keep, keep, no(noLeaseUnsure), no(leaseLost)},
		lease.Stranger: {no(noLease), no(otherLease), no(otherLease), no(noLeaseUnsure), no(noLeaseUnsure)},
		lease.Nobody:   {keep, no(idMissing), no(idMissing), free, free},
	},
	reads: {
		lease.Holder:   {no(noLease), keep, keep, no(noLeaseUnsure), no(leaseLost)},
		lease.Stranger: {no(noLease), no(otherLease), no(otherLease), no(noLeaseUnsure), no(noLeaseUnsure)},
		lease.Nobody:   {keep, keep, keep, keep, keep},
	},
}

var usesOfContainer = [...]*lease.Uses{
	deletes: {
		lease.Holder: {no(noContainerLease), keep, keep, no(noContainerLeaseUnsure), no(containerLeaseLost)},
		lease.Stranger: {no(noContainerLease), no(otherContainerLease), no(otherContainerLease), no(noContainerLease),
			no(noContainerLease)},
		lease.Nobody: {keep, no(containerIDMissing), no(containerIDMissing), keep, keep},
	},
	reads: {
		lease.Holder: {no(noContainerLease), keep, keep, no(noContainerLeaseUnsure), no(containerLeaseLost)},
		lease.Stranger: {no(noContainerLease), no(otherContainerLease), no(otherContainerLease), no(noContainerLease),
			no(noContainerLease)},
		lease.Nobody: {keep, keep, keep, keep, keep},
	},
}
