package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// AcquireContainer takes the lease of a container. It guards the container's removal and nothing else.
//
// Duration: 15 to 60 seconds, or -1 for ever. It ends at Now+Duration; at that very instant it no longer holds. Without
// an id the service invents one. The ETag does not change.
//
// Answers: 201 with the lease id; 409 LeaseAlreadyPresent while another lease stands; 412 for conditions by date; 404.
//
// Source: Azure REST, "Lease Container".
type AcquireContainer struct {
	Path string `op:"path" help:"the container"`
	lease.AcquireParams
	ContainerConditions
}

func (o AcquireContainer) Apply(tx *engine.Tx) engine.Answer { return o.lease(tx, o.Path, o.Order()) }

// RenewContainer restarts the clock of a container's lease, also of one that ran out, whatever was written since.
//
// Answers: 200 with the lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseIsBrokenAndCannotBeRenewed; 412; 404.
//
// Source: Azure REST, "Lease Container".
type RenewContainer struct {
	Path string `op:"path" help:"the container"`
	lease.RenewParams
	ContainerConditions
}

func (o RenewContainer) Apply(tx *engine.Tx) engine.Answer { return o.lease(tx, o.Path, o.Order()) }

// ChangeContainer gives the lease of a container another id; duration and end stay.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation,
// LeaseIsBreakingAndCannotBeChanged; 412; 404.
//
// Source: Azure REST, "Lease Container".
type ChangeContainer struct {
	Path string `op:"path" help:"the container"`
	lease.ChangeParams
	ContainerConditions
}

func (o ChangeContainer) Apply(tx *engine.Tx) engine.Answer { return o.lease(tx, o.Path, o.Order()) }

// ReleaseContainer ends the lease of a container; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation; 412; 404.
//
// Source: Azure REST, "Lease Container".
type ReleaseContainer struct {
	Path string `op:"path" help:"the container"`
	lease.ReleaseParams
	ContainerConditions
}

func (o ReleaseContainer) Apply(tx *engine.Tx) engine.Answer { return o.lease(tx, o.Path, o.Order()) }

// BreakContainer ends the lease of whoever holds a container, without its id: at once, or after a period in which it
// still locks.
//
// Period: 0 to 60 seconds; without one a lease that ends runs for what it has left, an infinite one is broken at once.
//
// Answers: 202 with the seconds that are left; 409 LeaseNotPresentWithLeaseOperation; 412; 404.
//
// Source: Azure REST, "Lease Container".
type BreakContainer struct {
	Path string `op:"path" help:"the container"`
	lease.BreakParams
	ContainerConditions
}

func (o BreakContainer) Apply(tx *engine.Tx) engine.Answer { return o.lease(tx, o.Path, o.Order()) }

// lease does a lease operation on a container under the conditions.
func (c ContainerConditions) lease(tx *engine.Tx, path string, o lease.Order) engine.Answer {
	a := containerRequest{name: path, when: c.dates(), use: leases, syntax: validateOrder(o)}
	f, cause := a.locate(tx)
	if cause != nil {
		return tx.Refuse(cause)
	}
	next, left, cause := containerLeases.Move(tx, f.container.lease, o)
	if cause == nil {
		cause = a.conditionGate(tx, f.container)
	}
	if cause != nil {
		return tx.Refuse(cause)
	}
	o.Believe(tx, containerObject(a.name), next)
	leased := *f.container
	leased.lease = next
	f.state.containers.Put(tx, a.name, &leased)
	return tx.Done(o.Status(), append(o.Fields(next, left), leased.stampFields()...)...)
}
