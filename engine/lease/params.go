package lease

import "interleave/engine"

// What the operations on leases are given, whatever they are leases of. An operation embeds one, and does its Order.

// AcquireParams are those of taking a lease.
type AcquireParams struct {
	Duration engine.Opt[int64]        `op:"duration" help:"seconds, 15 to 60, or -1 for ever"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id that the lease is to have, a GUID; invented unless given"`
}

// Order takes the lease.
func (p AcquireParams) Order() Order { return Order{Action: Acquire, Seconds: p.Duration, ID: p.ID} }

// RenewParams are those of starting the clock of a lease anew.
type RenewParams struct {
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
}

// Order renews the lease.
func (p RenewParams) Order() Order { return Order{Action: Renew, Lease: p.Lease} }

// ChangeParams are those of giving a lease another id.
type ChangeParams struct {
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ID    engine.Opt[engine.Token] `op:"id" help:"the id from now on, a GUID"`
}

// Order changes the id.
func (p ChangeParams) Order() Order { return Order{Action: Change, Lease: p.Lease, ID: p.ID} }

// ReleaseParams are those of giving a lease back.
type ReleaseParams struct {
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
}

// Order releases the lease.
func (p ReleaseParams) Order() Order { return Order{Action: Release, Lease: p.Lease} }

// BreakParams are those of ending the lease of whoever holds it.
type BreakParams struct {
	Period engine.Opt[int64] `op:"period" help:"seconds that the lease still locks, 0 to 60"`
}

// Order breaks the lease.
func (p BreakParams) Order() Order { return Order{Action: Break, Seconds: p.Period} }
