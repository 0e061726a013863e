package share

import (
	"slices"

	"interleave/engine"
	"interleave/engine/lease"
)

// orderWords is what is wrong with the ids of a lease operation.
func validateOrder(o lease.Order) *engine.Cause {
	for _, id := range []engine.Opt[engine.Token]{o.Lease, o.ID} {
		if _, ok := lease.ID(id); !ok {
			return wrong(badLeaseID, id.Raw())
		}
	}
	if o.Action != lease.Acquire && o.Action != lease.Break && !o.Lease.Set || o.Action == lease.Change && !o.ID.Set {
		return wrong(badLeaseID, engine.Value{})
	}
	return nil
}

// leaseAnswer is what an accepted operation says, and makes its sender believe; stamps are the ETag and the date of
// what is leased, which stay.
func leaseAnswer(tx *engine.Tx, o lease.Order, object engine.ObjectID, l lease.Lease, left int64,
	stamps ...engine.Field) engine.Answer {
	o.Believe(tx, object, l)
	return tx.Done(o.Status(), append(o.Fields(l, left), stamps...)...)
}

// leaseOfFile checks a lease operation on a file. ETag and date stay.
func (c call) leaseOfFile(tx *engine.Tx, o lease.Order) engine.Answer {
	c.syntax = engine.FirstOf(c.syntax, validateOrder(o))
	if cause := c.validate(); cause != nil {
		return tx.Refuse(cause)
	}
	f, cause := c.find(tx)
	if cause != nil {
		return tx.Refuse(cause)
	}
	next, left, cause := fileLeases.Move(tx, f.file.lease, o)
	if cause != nil {
		return tx.Refuse(cause)
	}
	if o.Action == lease.Acquire {
		if a, ok := c.others(f.desk); !ok {
			return a
		}
	}
	f.file.lease = next
	f.save()
	return leaseAnswer(tx, o, fileObject(c.path), next, left, f.file.stampFields()...)
}

// AcquireFile takes the lease of a file, for ever: until it is given back or broken nobody else writes or deletes the
// file. It counts as an open that writes and deletes and shares reading.
//
// Duration: -1. Without an id the service invents one. ETag and date stay.
//
// Answers: 201 with the lease id; 409 LeaseAlreadyPresent; 409 SharingViolation where an SMB client writes, deletes or
// does not share it.
//
// Source: Azure REST, "Lease File"; rules.md, "Lease File".
type AcquireFile struct {
	Path     string                   `op:"path" help:"the file, its share before the first slash"`
	Duration engine.Opt[int64]        `op:"duration" help:"seconds: -1, for ever"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id that the lease is to have, a GUID; invented unless given"`
	Timeout  engine.Opt[int64]        `op:"timeout" help:"seconds that the request waits, 30 at most"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"no file of a snapshot can be leased"`
}

func (o AcquireFile) call() call {
	c := call{path: o.Path, snapshot: o.Snapshot, access: writing | deleting, leases: true, timeout: o.Timeout}
	if !o.Duration.OK || o.Duration.Want != lease.Forever {
		c.syntax = wrong(badDuration, o.Duration.Raw())
	}
	return c
}

func (o AcquireFile) Apply(tx *engine.Tx) engine.Answer {
	return o.call().leaseOfFile(tx, lease.Order{Action: lease.Acquire, ID: o.ID, Seconds: o.Duration})
}

// ChangeFile gives the lease of a file another id. From another id to the one that stands it does nothing, so that a
// try whose answer was lost can be made again.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease File"; rules.md, "Lease File".
type ChangeFile struct {
	Path     string                   `op:"path" help:"the file, its share before the first slash"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id from now on, a GUID"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"no file of a snapshot can be leased"`
}

func (o ChangeFile) Apply(tx *engine.Tx) engine.Answer {
	return call{path: o.Path, snapshot: o.Snapshot}.leaseOfFile(tx,
		lease.Order{Action: lease.Change, Lease: o.Lease, ID: o.ID})
}

// ReleaseFile gives the lease of a file back; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease File"; rules.md, "Lease File".
type ReleaseFile struct {
	Path     string                   `op:"path" help:"the file, its share before the first slash"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"no file of a snapshot can be leased"`
}

func (o ReleaseFile) Apply(tx *engine.Tx) engine.Answer {
	return call{path: o.Path, snapshot: o.Snapshot}.leaseOfFile(tx, lease.Order{Action: lease.Release, Lease: o.Lease})
}

// BreakFile ends the lease of a file at once, without its id, whoever holds it.
//
// Answers: 202 with lease-time 0; 409 LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease File"; rules.md, "Lease File".
type BreakFile struct {
	Path     string             `op:"path" help:"the file, its share before the first slash"`
	Snapshot engine.Opt[string] `op:"snapshot" help:"no file of a snapshot can be leased"`
}

func (o BreakFile) Apply(tx *engine.Tx) engine.Answer {
	return call{path: o.Path, snapshot: o.Snapshot}.leaseOfFile(tx, lease.Order{Action: lease.Break})
}

// leaseOfShare checks a lease operation on a share or on a snapshot of it. The lease guards their deletion and nothing
// else.
func leaseOfShare(tx *engine.Tx, o lease.Order, name string, snapshot engine.Opt[string]) engine.Answer {
	s := tx.State().(*State)
	cause := validateOrder(o)
	if cause == nil && o.Action == lease.Acquire && !o.FitsDuration() {
		cause = wrong(badSeconds, o.Seconds.Raw())
	}
	if cause == nil && o.Action == lease.Break && !o.FitsPeriod() {
		cause = wrong(badPeriod, o.Seconds.Raw())
	}
	if cause != nil {
		return tx.Refuse(cause)
	}
	share, cause := s.findShare(tx, name)
	if cause != nil {
		return tx.Refuse(cause)
	}
	key, was := name+"@"+snapshot.Want, share.lease
	var snap *Snapshot
	if snapshot.Set {
		if snap, cause = s.findSnapshot(key, engine.Text(key)); cause != nil {
			return tx.Refuse(cause)
		}
		was = snap.lease
	}
	next, left, cause := shareLeases.Move(tx, was, o)
	if cause != nil {
		return tx.Refuse(cause)
	}
	if snap != nil {
		leased := *snap
		leased.lease = next
		s.snapshots.Put(tx, key, &leased)
		return leaseAnswer(tx, o, snapshotObject(key), next, left)
	}
	leased := *share
	leased.lease = next
	s.shares.Put(tx, name, &leased)
	return leaseAnswer(tx, o, shareObject(name), next, left, leased.fields()...)
}

// findSnapshot is the snapshot with that key, which a request asked for in those words.
func (s *State) findSnapshot(key string, asked engine.Value) (*Snapshot, *engine.Cause) {
	snap := s.snapshots.Get(key)
	if snap != nil && !snap.gone {
		return snap, nil
	}
	c := wrong(snapshotMissing, asked)
	if snap != nil {
		c.Since = snap.removed
	}
	return nil, c
}

// AcquireShare takes the lease of a share, or of a snapshot of it. It guards the deletion and nothing in the share.
//
// Duration: 15 to 60 seconds, or -1 for ever. It ends at Now+Duration; at that very instant it no longer holds.
//
// Answers: 201 with the lease id; 409 LeaseAlreadyPresent, LeaseIsBreakingAndCannotBeAcquired; 404 ShareNotFound.
//
// Source: Azure REST, "Lease Share"; rules.md, "Lease Share". Assumed: the exact instant of expiry.
type AcquireShare struct {
	Share string `op:"share" help:"the share"`
	lease.AcquireParams
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot to lease"`
}

func (o AcquireShare) Apply(tx *engine.Tx) engine.Answer {
	return leaseOfShare(tx, o.Order(), o.Share, o.Snapshot)
}

// RenewShare restarts the clock of a share's lease, also of one that ran out while nobody else leased the share.
//
// Answers: 200 with the lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseIsBrokenAndCannotBeRenewed.
//
// Source: Azure REST, "Lease Share"; rules.md, "Lease Share".
type RenewShare struct {
	Share string `op:"share" help:"the share"`
	lease.RenewParams
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot that is leased"`
}

func (o RenewShare) Apply(tx *engine.Tx) engine.Answer {
	return leaseOfShare(tx, o.Order(), o.Share, o.Snapshot)
}

// ChangeShare gives the lease of a share another id; duration and end stay.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation,
// LeaseIsBreakingAndCannotBeChanged.
//
// Source: Azure REST, "Lease Share"; rules.md, "Lease Share".
type ChangeShare struct {
	Share string `op:"share" help:"the share"`
	lease.ChangeParams
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot that is leased"`
}

func (o ChangeShare) Apply(tx *engine.Tx) engine.Answer {
	return leaseOfShare(tx, o.Order(), o.Share, o.Snapshot)
}

// ReleaseShare gives the lease of a share back; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease Share"; rules.md, "Lease Share".
type ReleaseShare struct {
	Share string `op:"share" help:"the share"`
	lease.ReleaseParams
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot that is leased"`
}

func (o ReleaseShare) Apply(tx *engine.Tx) engine.Answer {
	return leaseOfShare(tx, o.Order(), o.Share, o.Snapshot)
}

// BreakShare ends the lease of a share without its id, at once or after a period in which it still guards.
//
// Period: 0 to 60 seconds; without one a lease that ends runs for what it has left, an endless one is broken at once.
//
// Answers: 202 with the seconds that are left; 409 LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease Share"; rules.md, "Lease Share".
type BreakShare struct {
	Share             string `op:"share" help:"the share"`
	lease.BreakParams `period:"seconds that the lease still guards, 0 to 60"`
	Snapshot          engine.Opt[string] `op:"snapshot" help:"the snapshot that is leased"`
}

func (o BreakShare) Apply(tx *engine.Tx) engine.Answer {
	return leaseOfShare(tx, o.Order(), o.Share, o.Snapshot)
}

// shareLeaseRules are what a lease operation on a share can be refused with, in order.
func shareLeaseRules(own []*engine.Rule, a lease.Action) []*engine.Rule {
	return slices.Concat(rules(badLeaseID), own, rules(shareBeingDeleted, shareNotFound, snapshotMissing),
		shareLeases.Rules(a))
}
