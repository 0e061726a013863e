package share

import (
	"slices"

	"interleave/engine"
)

// action is a lease operation.
type action uint8

const (
	acquire action = iota
	renew
	change
	release
	breakLease
)

// order is a lease operation with its words.
type order struct {
	action  action
	lease   engine.Opt[engine.Token] // the id presented
	id      engine.Opt[engine.Token] // the id proposed
	seconds engine.Opt[int64]
}

// words is what is wrong with the ids; lacking says that one must be there.
func (o order) words() *engine.Cause {
	for _, id := range []engine.Opt[engine.Token]{o.lease, o.id} {
		if _, ok := leaseID(id); !ok {
			return wrong(badLeaseID, id.Raw)
		}
	}
	if o.action != acquire && o.action != breakLease && !o.lease.Set || o.action == change && !o.id.Set {
		return wrong(badLeaseID, engine.Value{})
	}
	return nil
}

// demand is the row of the table and what goes with it.
func (o order) demand(tx *engine.Tx, l lease) demand {
	presented, _ := leaseID(o.lease)
	proposed, _ := leaseID(o.id)
	same := func(yes, no row) row {
		if presented == l.id {
			return yes
		}
		return no
	}
	switch o.action {
	case acquire:
		d := demand{row: acquireNew, id: proposed, next: proposed, seconds: o.seconds.Want}
		switch proposed {
		case engine.Token{}:
			d.next = tx.Mint(engine.LeaseID)
		case l.id:
			d.row = acquireSame
		default:
			d.row = acquireOther
		}
		return d
	case change:
		d := demand{row: same(changeSame, changeOther), id: presented, next: proposed}
		if d.row == changeOther && proposed == l.id {
			d.row = changeBack
		}
		return d
	case release:
		return demand{row: same(releaseSame, releaseOther), id: presented}
	case renew:
		return demand{row: same(renewSame, renewOther), id: presented}
	}
	seconds := int64(forever)
	if o.seconds.Set {
		seconds = o.seconds.Want
	}
	return demand{row: breakIn, seconds: seconds}
}

// answer is what an accepted operation says, and makes its sender believe.
func (o order) answer(tx *engine.Tx, object string, l lease, left int64) engine.Answer {
	switch o.action {
	case breakLease:
		return tx.Done(202, engine.Field{Name: "lease-time", Value: engine.Number(left)})
	case release:
		tx.Believe(object, engine.Token{})
		return tx.Done(200)
	}
	tx.Believe(object, l.id)
	status := 200
	if o.action == acquire {
		status = 201
	}
	return tx.Done(status, engine.Field{Name: "lease", Value: l.id.Value()})
}

// leaseOfFile judges a lease operation on a file. ETag and date stay.
func (o order) leaseOfFile(tx *engine.Tx, c call) engine.Answer {
	c.syntax = first(c.syntax, o.words())
	if cause := c.words(); cause != nil {
		return tx.Refuse(cause)
	}
	f, cause := c.find(tx)
	if cause != nil {
		return tx.Refuse(cause)
	}
	next, left, cause := f.file.lease.moved(tx, o.demand(tx, f.file.lease))
	if cause != nil {
		return tx.Refuse(cause)
	}
	if o.action == acquire {
		if a, ok := c.others(f.desk); !ok {
			return a
		}
	}
	f.file.lease = next
	f.save()
	return o.answer(tx, fileObject(c.path), next, left)
}

// AcquireFile takes the lease of a file, for ever: until it is given back or broken nobody else writes or deletes the file. It counts as
// an open that writes and deletes and shares reading.
//
// Duration: -1. Without an id the service invents one. ETag and date stay.
//
// Answers: 201 with the lease id; 409 LeaseAlreadyPresent; 409 SharingViolation where an SMB client writes, deletes or does not share it.
//
// Source: Azure REST, "Lease File"; fact sheet, appendix A.
type AcquireFile struct {
	Path     string                   `op:"path" help:"the file, its share before the first slash"`
	Duration engine.Opt[int64]        `op:"duration" help:"seconds: -1, for ever"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id that the lease is to have, a GUID; invented unless given"`
	Timeout  engine.Opt[int64]        `op:"timeout" help:"seconds that the request waits, 30 at most"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"no file of a snapshot can be leased"`
}

// Service is the name of the service.
func (AcquireFile) Service() string { return Name }

func (o AcquireFile) call() call {
	c := call{path: o.Path, snapshot: o.Snapshot, access: writing | deleting, leases: true, timeout: o.Timeout}
	if !o.Duration.OK || o.Duration.Want != forever {
		c.syntax = wrong(badDuration, o.Duration.Raw)
	}
	return c
}

// Apply judges the request.
func (o AcquireFile) Apply(tx *engine.Tx) engine.Answer {
	return order{action: acquire, id: o.ID, seconds: o.Duration}.leaseOfFile(tx, o.call())
}

// ChangeFile gives the lease of a file another id. From another id to the one that stands it does nothing, so that a try whose answer was
// lost can be made again.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease File"; fact sheet, appendix A.
type ChangeFile struct {
	Path     string                   `op:"path" help:"the file, its share before the first slash"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id from now on, a GUID"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"no file of a snapshot can be leased"`
}

// Service is the name of the service.
func (ChangeFile) Service() string { return Name }

// Apply judges the request.
func (o ChangeFile) Apply(tx *engine.Tx) engine.Answer {
	return order{action: change, lease: o.Lease, id: o.ID}.leaseOfFile(tx, call{path: o.Path, snapshot: o.Snapshot})
}

// ReleaseFile gives the lease of a file back; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease File"; fact sheet, appendix A.
type ReleaseFile struct {
	Path     string                   `op:"path" help:"the file, its share before the first slash"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"no file of a snapshot can be leased"`
}

// Service is the name of the service.
func (ReleaseFile) Service() string { return Name }

// Apply judges the request.
func (o ReleaseFile) Apply(tx *engine.Tx) engine.Answer {
	return order{action: release, lease: o.Lease}.leaseOfFile(tx, call{path: o.Path, snapshot: o.Snapshot})
}

// BreakFile ends the lease of a file at once, without its id, whoever holds it.
//
// Answers: 202 with lease-time 0; 409 LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease File"; fact sheet, appendix A.
type BreakFile struct {
	Path     string             `op:"path" help:"the file, its share before the first slash"`
	Snapshot engine.Opt[string] `op:"snapshot" help:"no file of a snapshot can be leased"`
}

// Service is the name of the service.
func (BreakFile) Service() string { return Name }

// Apply judges the request.
func (o BreakFile) Apply(tx *engine.Tx) engine.Answer {
	return order{action: breakLease}.leaseOfFile(tx, call{path: o.Path, snapshot: o.Snapshot})
}

// leaseOfShare judges a lease operation on a share or on a snapshot of it. The lease guards their deletion and nothing else.
func (o order) leaseOfShare(tx *engine.Tx, name string, snapshot engine.Opt[string]) engine.Answer {
	s := tx.State().(*State)
	cause := o.words()
	if cause == nil && o.action == acquire && (!o.seconds.OK || o.seconds.Want != forever && (o.seconds.Want < 15 || o.seconds.Want > 60)) {
		cause = wrong(badSeconds, o.seconds.Raw)
	}
	if cause == nil && o.action == breakLease && o.seconds.Set && (!o.seconds.OK || o.seconds.Want < 0 || o.seconds.Want > 60) {
		cause = wrong(badPeriod, o.seconds.Raw)
	}
	if cause != nil {
		return tx.Refuse(cause)
	}
	share, cause := s.findShare(tx, name)
	if cause != nil {
		return tx.Refuse(cause)
	}
	if !snapshot.Set {
		next, left, cause := share.lease.moved(tx, o.demand(tx, share.lease))
		if cause != nil {
			return tx.Refuse(cause)
		}
		leased := *share
		leased.lease = next
		s.shares.Put(tx, name, &leased)
		return o.answer(tx, shareObject(name), next, left)
	}
	key := name + "@" + snapshot.Want
	snap, cause := s.findSnapshot(key)
	if cause != nil {
		return tx.Refuse(cause)
	}
	next, left, cause := snap.lease.moved(tx, o.demand(tx, snap.lease))
	if cause != nil {
		return tx.Refuse(cause)
	}
	leased := *snap
	leased.lease = next
	s.snapshots.Put(tx, key, &leased)
	return o.answer(tx, snapshotObject(key), next, left)
}

func (s *State) findSnapshot(key string) (*Snapshot, *engine.Cause) {
	snap := s.snapshots.Get(key)
	if snap != nil && !snap.gone {
		return snap, nil
	}
	c := wrong(snapshotMissing, engine.Text(key))
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
// Source: Azure REST, "Lease Share"; fact sheet, appendix B. Assumed: the exact instant of expiry.
type AcquireShare struct {
	Share    string                   `op:"share" help:"the share"`
	Duration engine.Opt[int64]        `op:"duration" help:"seconds, 15 to 60, or -1 for ever"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id that the lease is to have, a GUID; invented unless given"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"the snapshot to lease"`
}

// Service is the name of the service.
func (AcquireShare) Service() string { return Name }

// Apply judges the request.
func (o AcquireShare) Apply(tx *engine.Tx) engine.Answer {
	return order{action: acquire, id: o.ID, seconds: o.Duration}.leaseOfShare(tx, o.Share, o.Snapshot)
}

// RenewShare restarts the clock of a share's lease, also of one that ran out while nobody else leased the share.
//
// Answers: 200 with the lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseIsBrokenAndCannotBeRenewed.
//
// Source: Azure REST, "Lease Share"; fact sheet, appendix B.
type RenewShare struct {
	Share    string                   `op:"share" help:"the share"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"the snapshot that is leased"`
}

// Service is the name of the service.
func (RenewShare) Service() string { return Name }

// Apply judges the request.
func (o RenewShare) Apply(tx *engine.Tx) engine.Answer {
	return order{action: renew, lease: o.Lease}.leaseOfShare(tx, o.Share, o.Snapshot)
}

// ChangeShare gives the lease of a share another id; duration and end stay.
//
// Answers: 200 with the new lease id; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation,
// LeaseIsBreakingAndCannotBeChanged.
//
// Source: Azure REST, "Lease Share"; fact sheet, appendix B.
type ChangeShare struct {
	Share    string                   `op:"share" help:"the share"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	ID       engine.Opt[engine.Token] `op:"id" help:"the id from now on, a GUID"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"the snapshot that is leased"`
}

// Service is the name of the service.
func (ChangeShare) Service() string { return Name }

// Apply judges the request.
func (o ChangeShare) Apply(tx *engine.Tx) engine.Answer {
	return order{action: change, lease: o.Lease, id: o.ID}.leaseOfShare(tx, o.Share, o.Snapshot)
}

// ReleaseShare gives the lease of a share back; the service forgets its id.
//
// Answers: 200; 409 LeaseIdMismatchWithLeaseOperation, LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease Share"; fact sheet, appendix B.
type ReleaseShare struct {
	Share    string                   `op:"share" help:"the share"`
	Lease    engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease"`
	Snapshot engine.Opt[string]       `op:"snapshot" help:"the snapshot that is leased"`
}

// Service is the name of the service.
func (ReleaseShare) Service() string { return Name }

// Apply judges the request.
func (o ReleaseShare) Apply(tx *engine.Tx) engine.Answer {
	return order{action: release, lease: o.Lease}.leaseOfShare(tx, o.Share, o.Snapshot)
}

// BreakShare ends the lease of a share without its id, at once or after a period in which it still guards.
//
// Period: 0 to 60 seconds; without one a lease that ends runs for what it has left, an endless one is broken at once.
//
// Answers: 202 with the seconds that are left; 409 LeaseNotPresentWithLeaseOperation.
//
// Source: Azure REST, "Lease Share"; fact sheet, appendix B.
type BreakShare struct {
	Share    string             `op:"share" help:"the share"`
	Period   engine.Opt[int64]  `op:"period" help:"seconds that the lease still guards, 0 to 60"`
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot that is leased"`
}

// Service is the name of the service.
func (BreakShare) Service() string { return Name }

// Apply judges the request.
func (o BreakShare) Apply(tx *engine.Tx) engine.Answer {
	return order{action: breakLease, seconds: o.Period}.leaseOfShare(tx, o.Share, o.Snapshot)
}

// phasesOfFile are the states that a file's lease can be in, phasesOfShare all.
var (
	phasesOfFile  = []phase{available, leased, broken}
	phasesOfShare = []phase{available, leased, breakingUp, broken, expired}
)

// shareLeaseRules are what a lease operation on a share can be refused with, in order.
func shareLeaseRules(own []*engine.Rule, rows ...row) []*engine.Rule {
	return slices.Concat(rules(badLeaseID), own, rules(shareBeingDeleted, shareNotFound, snapshotMissing), tableRules(phasesOfShare, rows...))
}
