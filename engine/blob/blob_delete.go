package blob

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Delete removes a blob, its snapshots, both, or one snapshot.
//
// snapshots=include takes the snapshots too, snapshots=only nothing else; a blob with snapshots is not removed without
// one of them. Its lease goes with the blob. If-None-Match * has no effect here.
//
// Answers: 202; 409 SnapshotsPresent; 412 for lease and conditions; 404 BlobNotFound; 400 where a snapshot is named and
// snapshots too.
//
// Source: Azure REST, "Delete Blob".
// Assumed: snapshots=only on a blob without any is 202.
type Delete struct {
	Path      string `op:"path" help:"the blob, its container before the first slash"`
	Guards    `if-none-match:"only if the blob has another ETag; * has no effect"`
	Snapshots engine.Opt[string] `op:"snapshots,one=include|only" help:"what becomes of the snapshots"`
	Scope     `snapshot:"the one snapshot to remove"`
}

func (d Delete) request() request {
	a := d.write(d.Path, d.Scope)
	a.bare, a.syntax, a.needs, a.oneOnly = true, d.validate(), "d", true
	return a
}

func (d Delete) Apply(tx *engine.Tx) engine.Answer {
	a := d.request()
	f, c := a.check(tx)
	switch {
	case c != nil:
		return tx.Refuse(c)
	case f.key != "":
		return d.one(tx, f)
	case f.old == nil:
		removeBlob(tx, f.state, d.Path, f.bare)
		return f.deleted(tx)
	case len(f.old.rare.snapshots) > 0 && !d.Snapshots.Set:
		last := f.old.rare.snapshots[len(f.old.rare.snapshots)-1]
		return tx.Refuse(&engine.Cause{Rule: snapshotsPresent, Have: engine.Number(int64(len(f.old.rare.snapshots))),
			Since: f.state.snapshots.Get(d.Path + "@" + last).made})
	}
	if d.Snapshots.Want == "only" {
		next := *f.old
		next.lease, next.alter().snapshots = f.lease, nil
		removeSnapshots(tx, f.state, d.Path, f.old)
		f.state.blobs.Put(tx, d.Path, &next)
		return f.deleted(tx)
	}
	removeBlob(tx, f.state, d.Path, f.old)
	return f.deleted(tx)
}

func (d Delete) validate() *engine.Cause {
	switch {
	case d.Snapshots.Set && d.Snapshots.Want != "include" && d.Snapshots.Want != "only":
		return wrong(badDeletion, d.Snapshots.Raw())
	case d.Snapshots.Set && d.Snapshot.Set:
		return wrong(snapshotDeletion, d.Snapshots.Raw())
	}
	return nil
}

// one removes the snapshot that was named and leaves the blob.
func (d Delete) one(tx *engine.Tx, f found) engine.Answer {
	next := *f.old
	next.alter().snapshots = slices.DeleteFunc(slices.Clone(f.old.rare.snapshots),
		func(id string) bool { return id == d.Snapshot.Want })
	removeSnapshot(tx, f.state, f.key)
	f.state.blobs.Put(tx, d.Path, &next)
	return f.deleted(tx)
}

// deleted is the answer to a delete: where it can be brought back it says so.
func (f *found) deleted(tx *engine.Tx) engine.Answer {
	if f.state.keeping(tx.Now()) == 0 {
		return tx.Done(202)
	}
	return tx.Done(202, engine.Field{Name: "permanent", Value: engine.Text("false")})
}

// removeBlob takes a blob away with its snapshots, its lease, what is staged for it and a copy that is under way to it,
// and leaves the trace of it.
func removeBlob(tx *engine.Tx, s *State, path string, o *Object) {
	removeSnapshots(tx, s, path, o)
	if !o.uncommitted {
		object := blobObject(path)
		for _, part := range slices.Concat(o.parts(object), o.pieces(object, span{}), o.returned(object)) {
			tx.Change(engine.Change{Part: part, Drops: true})
		}
	}
	o.discard(tx, path, nil, false)
	tx.Believe(blobObject(path), engine.Token{})
	if o.pending() {
		tx.Stop(int(o.rare.copied.request))
	}
	left := o.tombstone(tx.Mark())
	left.alter().kept = o.softly(tx.Now(), s.keeping(tx.Now()))
	s.blobs.Put(tx, path, left)
}

func removeSnapshots(tx *engine.Tx, s *State, path string, o *Object) {
	for _, id := range o.rare.snapshots {
		removeSnapshot(tx, s, path+"@"+id)
	}
}

func removeSnapshot(tx *engine.Tx, s *State, key string) {
	for _, part := range s.snapshots.Get(key).parts(key) {
		tx.Change(engine.Change{Part: part, Drops: true})
	}
	left := &Snapshot{gone: true, removed: tx.Mark()}
	if until := s.keeping(tx.Now()); until != 0 {
		left.kept = &deleted[*Snapshot]{s.snapshots.Get(key), tx.Now(), until}
	}
	s.snapshots.Put(tx, key, left)
}

// removeInside takes everything in a container away. What was removed before cannot be brought back from now on.
func removeInside(tx *engine.Tx, s *State, container string) {
	for path, o := range s.blobs.All() {
		switch {
		case !strings.HasPrefix(path, container+"/"):
		case o.gone:
			next := *o
			next.alter().kept = nil
			s.blobs.Put(tx, path, &next)
		default:
			removeBlob(tx, s, path, o)
			s.forget(tx, path)
		}
	}
}

// forget ends that a blob can be brought back: its container goes.
func (s *State) forget(tx *engine.Tx, path string) {
	if o := s.blobs.Get(path); o.rare.kept != nil {
		next := *o
		next.alter().kept = nil
		s.blobs.Put(tx, path, &next)
	}
	for key, snap := range s.snapshots.All() {
		if strings.HasPrefix(key, path+"@") && snap.kept != nil {
			s.snapshots.Put(tx, key, &Snapshot{gone: true, removed: snap.removed})
		}
	}
}
