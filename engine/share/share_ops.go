package share

import (
	"slices"
	"time"

	"interleave/engine"
	"interleave/engine/lease"
)

// CreateShare makes a share, with nothing in it.
//
// Quota: GiB, from 1 on; 5120 unless given.
//
// Answers: 201; 409 ShareAlreadyExists; 409 ShareBeingDeleted right after a delete (the switch deletion); 400
// InvalidResourceName. A name of less than three characters is taken: desks have no room for long ones.
//
// Source: Azure REST, "Create Share"; rules.md, "Error codes" and "Races" (F20). Assumed: how long a name is not free.
type CreateShare struct {
	Share    string            `op:"share" help:"the share"`
	Quota    engine.Opt[int64] `op:"quota" help:"how big it may become, in GiB"`
	Metadata []engine.Pair     `op:"meta.*" help:"a pair of metadata"`
}

// standardQuota is the quota of a share that names none, in GiB.
const standardQuota = 5120

func (o CreateShare) Apply(tx *engine.Tx) engine.Answer {
	c := engine.FirstOf(checkShareName(o.Share), checkQuota(o.Quota))
	if c != nil {
		return tx.Refuse(c)
	}
	s, next, removed := tx.State().(*State), &Share{quota: standardQuota, created: tx.Mark(),
		metadata: sorted(o.Metadata)}, engine.Mark{}
	if old := s.shares.Get(o.Share); old != nil {
		switch {
		case !old.gone:
			return tx.Refuse(&engine.Cause{Rule: shareExists, Want: engine.Text(o.Share), Since: old.created})
		case tx.Now() < old.until:
			return tx.Refuse(&engine.Cause{Rule: shareBeingDeleted, Want: engine.Text(o.Share), Since: old.removed,
				Until: old.until})
		}
		next.version, next.files, next.stamps, next.lease = old.version, old.files, old.stamps, old.lease
		removed = old.removed
	}
	if o.Quota.Set {
		next.quota = o.Quota.Want
	}
	next.touched(tx)
	tx.Made(next.parts(o.Share), "metadata", removed)
	s.shares.Put(tx, o.Share, next)
	return tx.Done(201, next.fields()...)
}

// parts are all parts of the share with the marks of their work.
func (s *Share) parts(name string) []engine.Part {
	return []engine.Part{s.metadataPart(name), s.aclPart(name), s.quotaPart(name)}
}

func (s *Share) quotaPart(name string) engine.Part {
	return engine.Part{Object: shareObject(name), Name: "quota", Mark: engine.Newest(s.created, s.sized)}
}

func (s *Share) fields() []engine.Field {
	return []engine.Field{{Name: "etag", Value: s.etag.Value()},
		{Name: "last-modified", Value: engine.Text(s.modified.Date())}}
}

func checkShareName(name string) *engine.Cause {
	if !engine.Dashed(name) || len(name) > 63 {
		return wrong(shareName, engine.Text(name))
	}
	return nil
}

func checkQuota(o engine.Opt[int64]) *engine.Cause {
	if o.Set && (!o.OK || o.Want < 1) {
		return wrong(badQuota, o.Raw())
	}
	return nil
}

// SetShareProperties sets the quota of a share. One that was raised cannot be lowered for a day.
//
// Answers: 200; 409 ContainerQuotaDowngradeNotAllowed; 404 ShareNotFound.
//
// Source: Azure REST, "Set Share Properties"; rules.md, "Error codes".
type SetShareProperties struct {
	Share string            `op:"share" help:"the share"`
	Quota engine.Opt[int64] `op:"quota" help:"how big it may become, in GiB"`
}

func (o SetShareProperties) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	if !o.Quota.Set {
		return tx.Refuse(wrong(badQuota, engine.Value{}))
	}
	if c := checkQuota(o.Quota); c != nil {
		return tx.Refuse(c)
	}
	old, c := s.findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *old
	switch {
	case o.Quota.Want > old.quota:
		next.raised = tx.Mark()
	case o.Quota.Want < old.quota && !old.raised.IsZero() && tx.Now() < old.raised.At.Add(24*time.Hour):
		return tx.Refuse(&engine.Cause{Rule: quotaDowngrade, Want: o.Quota.Raw(), Have: engine.Number(old.quota),
			Until: old.raised.At.Add(24 * time.Hour)})
	}
	tx.Change(engine.Change{Part: old.quotaPart(o.Share), Same: o.Quota.Want == old.quota})
	next.quota, next.sized = o.Quota.Want, tx.Mark()
	next.touched(tx)
	s.shares.Put(tx, o.Share, &next)
	return tx.Done(200, next.fields()...)
}

// snapshotsMost is how many snapshots a share has at most.
const snapshotsMost = 200

// CreateSnapshot keeps a share as it is now. What waits in the caches of SMB clients is not in it.
//
// Answers: 201 with snapshot, its id; 409 ShareSnapshotCountExceeded over 200; 404 ShareNotFound.
//
// Source: Azure REST, "Snapshot Share"; rules.md, "State" and "Error codes".
type CreateSnapshot struct {
	Share    string        `op:"share" help:"the share"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; none: that of the share"`
}

func (o CreateSnapshot) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	old, c := s.findShare(tx, o.Share)
	if c == nil && len(old.snapshots) >= snapshotsMost {
		c = &engine.Cause{Rule: snapshotCount, Have: engine.Number(snapshotsMost)}
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next := *old
	next.stamps++
	id := tx.Now().Stamp(int(next.stamps))
	next.snapshots = append(slices.Clip(next.snapshots), id)
	snap := &Snapshot{made: tx.Mark(), etag: old.etag, modified: old.modified, quota: old.quota, metadata: old.metadata}
	if len(o.Metadata) > 0 {
		snap.metadata = sorted(o.Metadata)
	}
	for path, f := range s.files.All() {
		if !f.gone && shareOf(path) == o.Share {
			content := *f
			content.lease, content.opens = lease.Lease{}, opens{}
			snap.files = append(snap.files, kept{path, &content})
		}
	}
	for path, d := range s.directories.All() {
		if !d.gone && shareOf(path) == o.Share {
			snap.dirs = append(snap.dirs, path)
		}
	}
	s.shares.Put(tx, o.Share, &next)
	key := o.Share + "@" + id
	tx.Change(engine.Change{Part: engine.Part{Object: snapshotObject(key), Name: "body", Gone: true}})
	s.snapshots.Put(tx, key, snap)
	return tx.Done(201, engine.Field{Name: "snapshot", Value: engine.Text(id)})
}

// DeleteShare removes a share with all that is in it, or one snapshot. Leases of files and handles of SMB clients do
// not stop it.
//
// Answers: 202; 412 LeaseIdMissing where the share is leased; 409 ShareHasSnapshots, unless they are included;
// 409 DeleteShareWhenSnapshotLeased; 404 ShareNotFound.
//
// Source: Azure REST, "Delete Share"; rules.md, "Error codes", "Races" (F20), "Lease File" (A9) and "Lease Share" (B2).
type DeleteShare struct {
	Share     string                   `op:"share" help:"the share"`
	Snapshots engine.Opt[string]       `op:"snapshots,one=include" help:"include: its snapshots too"`
	Lease     engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Snapshot  engine.Opt[string]       `op:"snapshot" help:"only this snapshot"`
}

func (o DeleteShare) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	id, c := o.validate()
	if c != nil {
		return tx.Refuse(c)
	}
	share, c := s.findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	if o.Snapshot.Set {
		return o.snapshot(tx, s, share, id)
	}
	_, c = share.lease.Use(tx, usesOfShare, id)
	if c := engine.FirstOf(c, o.kept(s, share)); c != nil {
		return tx.Refuse(c)
	}
	for _, p := range share.parts(o.Share) {
		tx.Change(engine.Change{Part: p, Drops: true})
	}
	for _, snap := range share.snapshots {
		s.removeSnapshot(tx, o.Share+"@"+snap)
	}
	s.empty(tx, o.Share)
	gone := &Share{gone: true, removed: tx.Mark(), version: share.version, files: share.files, stamps: share.stamps,
		lease: share.lease.Forget(tx.Mark())}
	if lasts := deletion(tx); lasts > 0 {
		gone.until = tx.Now().Add(lasts)
	}
	s.shares.Put(tx, o.Share, gone)
	return tx.Done(202)
}

// deletion is how long the name of a removed share is not free.
func deletion(tx *engine.Tx) time.Duration {
	lasts, err := time.ParseDuration(tx.Setting("deletion") + "s")
	if err != nil {
		return 30 * time.Second
	}
	return lasts
}

func (o DeleteShare) validate() (engine.Token, *engine.Cause) {
	id, ok := lease.ID(o.Lease)
	switch {
	case !ok:
		return id, wrong(badLeaseID, o.Lease.Raw())
	case o.Snapshots.Set && o.Snapshots.Want != "include":
		return id, wrong(badHeader, o.Snapshots.Raw())
	}
	return id, nil
}

// kept is what the snapshots of a share say to its deletion.
func (o DeleteShare) kept(s *State, share *Share) *engine.Cause {
	if len(share.snapshots) == 0 {
		return nil
	}
	for _, id := range share.snapshots {
		if l := s.snapshots.Get(o.Share + "@" + id).lease; o.Snapshots.Set && l.Active() {
			return &engine.Cause{Rule: snapshotLeased, Have: engine.Text(id), Since: l.Since(), Until: l.Ends()}
		}
	}
	if !o.Snapshots.Set {
		newest := share.snapshots[len(share.snapshots)-1]
		return &engine.Cause{Rule: hasSnapshots, Have: engine.Text(newest),
			Since: s.snapshots.Get(o.Share + "@" + newest).made}
	}
	return nil
}

// snapshot removes one snapshot.
func (o DeleteShare) snapshot(tx *engine.Tx, s *State, share *Share, id engine.Token) engine.Answer {
	key := o.Share + "@" + o.Snapshot.Want
	snap, c := s.findSnapshot(key, engine.Text(key))
	if c == nil {
		_, c = snap.lease.Use(tx, usesOfShare, id)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next := *share
	next.snapshots = slices.DeleteFunc(slices.Clone(next.snapshots),
		func(x string) bool { return x == o.Snapshot.Want })
	s.shares.Put(tx, o.Share, &next)
	s.removeSnapshot(tx, key)
	return tx.Done(202)
}

func (s *State) removeSnapshot(tx *engine.Tx, key string) {
	tx.Change(engine.Change{Part: s.snapshots.Get(key).part(key), Drops: true})
	s.snapshots.Put(tx, key, &Snapshot{gone: true, removed: tx.Mark()})
}

// empty takes away all that is in a share. Handles go with it, and what waits in caches is lost.
func (s *State) empty(tx *engine.Tx, share string) {
	for id, h := range s.handles.All() {
		if !h.Gone() && shareOf(h.path) == share {
			(&desk{tx: tx, s: s}).lose(id, h)
			s.handles.Put(tx, id, &Handle{client: h.client, path: h.path, directory: h.directory, closed: tx.Mark()})
		}
	}
	for path, f := range s.files.All() {
		if !f.gone && shareOf(path) == share {
			d := s.at(tx, path, false)
			d.removed(tx.Mark(), tx.Request())
			d.save()
		}
	}
	for path, d := range s.directories.All() {
		if !d.gone && shareOf(path) == share {
			for _, p := range d.parts(path) {
				tx.Change(engine.Change{Part: p, Drops: true})
			}
			s.directories.Put(tx, path, &Directory{gone: true, removed: tx.Mark()})
		}
	}
}
