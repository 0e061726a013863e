package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// Acquire takes the lease of a blob that has none, or whose lease has run out or was broken; with the present id it
// starts it anew.
//
// Duration: 15 to 60 seconds, or -1 for ever. It ends at Now+Duration; at that very instant it no longer holds. Without
// an id the service invents one. The ETag does not change.
//
// Answers: 201 with the lease id; 409 LeaseAlreadyPresent while another lease stands; 412 ConditionNotMet; 404
// BlobNotFound.
//
// Source: Azure REST, "Lease Blob".
type Acquire struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	lease.AcquireParams
	LeaseConditions
}

func (o Acquire) request() request { return o.lease(o.Path, o.Order()) }

func (o Acquire) Apply(tx *engine.Tx) engine.Answer { return o.request().leaseBlob(tx) }

// Renew restarts the clock of a lease, with the duration that it was taken for. It revives one that ran out while
// nobody wrote or leased the blob since.
//
// Answers: 200 with the lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseIsBrokenAndCannotBeRenewed; 412; 404.
//
// Source: Azure REST, "Lease Blob".
type Renew struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	lease.RenewParams
	LeaseConditions
}

func (o Renew) request() request { return o.lease(o.Path, o.Order()) }

func (o Renew) Apply(tx *engine.Tx) engine.Answer { return o.request().leaseBlob(tx) }

// Change gives a lease another id; duration and end stay. From another id to the one that stands it does nothing, so
// that a try whose answer was lost can be made again.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation,
// LeaseIsBreakingAndCannotBeChanged; 412; 404.
//
// Source: Azure REST, "Lease Blob".
type Change struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	lease.ChangeParams
	LeaseConditions
}

func (o Change) request() request { return o.lease(o.Path, o.Order()) }

func (o Change) Apply(tx *engine.Tx) engine.Answer { return o.request().leaseBlob(tx) }

// Release ends a lease, so that another can be taken at once; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation; 412; 404.
//
// Source: Azure REST, "Lease Blob".
type Release struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	lease.ReleaseParams
	LeaseConditions
}

func (o Release) request() request { return o.lease(o.Path, o.Order()) }

func (o Release) Apply(tx *engine.Tx) engine.Answer { return o.request().leaseBlob(tx) }

// Break ends the lease of whoever holds it, without its id: at once, or after a period in which it still locks. A break
// is never lengthened.
//
// Period: 0 to 60 seconds; without one a lease that ends runs for what it has left, an infinite one is broken at once.
//
// Answers: 202 with the seconds that are left; 409 LeaseNotPresentWithLeaseOperation; 412; 404.
//
// Source: Azure REST, "Lease Blob".
type Break struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	lease.BreakParams
	LeaseConditions
}

func (o Break) request() request { return o.lease(o.Path, o.Order()) }

func (o Break) Apply(tx *engine.Tx) engine.Answer { return o.request().leaseBlob(tx) }

// leaseBlob does a lease operation on a blob.
func (a request) leaseBlob(tx *engine.Tx) engine.Answer {
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	leased := *f.there()
	leased.lease = f.lease
	a.order.Believe(tx, blobObject(a.path), f.lease)
	f.state.blobs.Put(tx, a.path, &leased)
	fields := a.order.Fields(f.lease, f.left)
	if f.old != nil {
		fields = append(fields, leased.stampFields()...)
	}
	return tx.Done(a.order.Status(), fields...)
}
