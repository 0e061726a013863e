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
	Path     string                   `op:"path" help:"the container"`
	Duration engine.Opt[int64]        `op:"duration" help:"seconds, 15 to 60, or -1 for ever"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id that the lease is to have, a GUID; invented unless given"`
	ContainerConditions
}

func (o AcquireContainer) Apply(tx *engine.Tx) engine.Answer {
	a := containerRequest{name: o.Path, when: o.dates()}
	return a.leaseContainer(tx, lease.Order{Action: lease.Acquire, Seconds: o.Duration, ID: o.ID})
}

// RenewContainer restarts the clock of a container's lease, also of one that ran out, whatever was written since.
//
// Answers: 200 with the lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseIsBrokenAndCannotBeRenewed; 412; 404.
//
// Source: Azure REST, "Lease Container".
type RenewContainer struct {
	Path  string                   `op:"path" help:"the container"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ContainerConditions
}

func (o RenewContainer) Apply(tx *engine.Tx) engine.Answer {
	a := containerRequest{name: o.Path, when: o.dates()}
	return a.leaseContainer(tx, lease.Order{Action: lease.Renew, Lease: o.Lease})
}

// ChangeContainer gives the lease of a container another id; duration and end stay.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation,
// LeaseIsBreakingAndCannotBeChanged; 412; 404.
//
// Source: Azure REST, "Lease Container".
type ChangeContainer struct {
	Path  string                   `op:"path" help:"the container"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ID    engine.Opt[engine.Token] `op:"id" help:"the id from now on, a GUID"`
	ContainerConditions
}

func (o ChangeContainer) Apply(tx *engine.Tx) engine.Answer {
	a := containerRequest{name: o.Path, when: o.dates()}
	return a.leaseContainer(tx, lease.Order{Action: lease.Change, Lease: o.Lease, ID: o.ID})
}

// ReleaseContainer ends the lease of a container; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation; 412; 404.
//
// Source: Azure REST, "Lease Container".
type ReleaseContainer struct {
	Path  string                   `op:"path" help:"the container"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ContainerConditions
}

func (o ReleaseContainer) Apply(tx *engine.Tx) engine.Answer {
	a := containerRequest{name: o.Path, when: o.dates()}
	return a.leaseContainer(tx, lease.Order{Action: lease.Release, Lease: o.Lease})
}

// BreakContainer ends the lease of whoever holds a container, without its id: at once, or after a period in which it
// still locks.
//
// Period: 0 to 60 seconds; without one a lease that ends runs for what it has left, an infinite one is broken at once.
//
// Answers: 202 with the seconds that are left; 409 LeaseNotPresentWithLeaseOperation; 412; 404.
//
// Source: Azure REST, "Lease Container".
type BreakContainer struct {
	Path   string            `op:"path" help:"the container"`
	Period engine.Opt[int64] `op:"period" help:"seconds that the lease still locks, 0 to 60"`
	ContainerConditions
}

func (o BreakContainer) Apply(tx *engine.Tx) engine.Answer {
	a := containerRequest{name: o.Path, when: o.dates()}
	return a.leaseContainer(tx, lease.Order{Action: lease.Break, Seconds: o.Period})
}

// leaseContainer checks a lease operation on a container.
func (a containerRequest) leaseContainer(tx *engine.Tx, o lease.Order) engine.Answer {
	a.use, a.syntax = leases, validateOrder(o)
	f, c := a.locate(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	next, left, c := leaseMachine.Move(tx, f.container.lease, o)
	if c == nil {
		c = a.conditionGate(tx, f.container)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	o.Believe(tx, containerObject(a.name), next)
	leased := *f.container
	leased.lease = next
	f.state.containers.Put(tx, a.name, &leased)
	return tx.Done(o.Status(), append(o.Fields(next, left), leased.stampFields()...)...)
}
