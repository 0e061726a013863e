package blob

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/lease"
)

// Name is the service's name in requests, switches and sources.
const Name = "blob"

// State is all containers, blobs and snapshots of one account.
type State struct {
	containers engine.Table[*Container]
	blobs      engine.Table[*Object]
	snapshots  engine.Table[*Snapshot] // by path, @ and id
	services   engine.Table[*ServiceProperties]
}

func newState() engine.State {
	return &State{containers: engine.NewTable[*Container]("container"), blobs: engine.NewTable[*Object]("blob"),
		snapshots: engine.NewTable[*Snapshot]("snapshot"),
		services:  engine.NewTable[*ServiceProperties]("blob-service")}
}

// What the world asks a state or a record for where it has it: a method that no longer fits would be passed over in
// silence.
var (
	_ engine.Ender    = (*State)(nil)
	_ engine.Gone     = (*Object)(nil)
	_ engine.Ending   = (*Object)(nil)
	_ engine.Gone     = (*Snapshot)(nil)
	_ engine.Gone     = (*Container)(nil)
	_ engine.Finisher = (*State)(nil)
	_ engine.Holder   = (*State)(nil)
	_ engine.Checker  = (*State)(nil)
)

// Tables lists the state's tables.
func (s *State) Tables() []engine.Tabled {
	return []engine.Tabled{s.containers, s.blobs, s.snapshots, s.services}
}

// Fork is a state over forks of the tables.
func (s *State) Fork() engine.State {
	return &State{containers: s.containers.Fork(), blobs: s.blobs.Fork(), snapshots: s.snapshots.Fork(),
		services: s.services.Fork()}
}

// Ends carries out what the clock does: a lease runs out or is broken, staged blocks are thrown away, a copy takes too
// long, the name of a removed container is free, a policy is active.
func (s *State) Ends(tx *engine.Tx, object engine.ObjectID, timer string) (by string) {
	kind, name := object.Kind, object.Name
	if kind == "blob" {
		next, by := s.blobs.Get(name).ended(tx, name, timer)
		s.blobs.Put(tx, name, next)
		return by
	}
	next := *s.containers.Get(name)
	switch {
	case timer == "free":
		next.until, by = 0, next.removed.By
	case strings.HasPrefix(timer, "lease."):
		next.lease, by = next.lease.Ended(tx)
	default:
		for _, p := range next.policies {
			if "policy."+p.name+".settles" == timer {
				by = p.set.By
			}
		}
		return by
	}
	s.containers.Put(tx, name, &next)
	return by
}

// limited is a cause that names the service's own limit where the clock made it so, and no request.
func limited(c *engine.Cause, limit string) *engine.Cause {
	if !c.Since.IsZero() && c.Since.Request == 0 {
		c.Limit = limit
	}
	return c
}

// ended is the blob after one of its timers.
func (o *Object) ended(tx *engine.Tx, path, timer string) (next *Object, by string) {
	switch timer {
	case stagedTimer:
		return o.stagedEnded(tx, path)
	case copyTimer:
		return o.copyEnded(tx)
	}
	after := *o
	after.lease, by = after.lease.Ended(tx)
	return &after, by
}

// Held says whether the lease with that id stands on the object.
func (s *State) Held(object engine.ObjectID, t engine.Token) bool { return s.leaseOn(object).Holds(t) }

// Took is who took the lease with that id, where it stands on the object.
func (s *State) Took(object engine.ObjectID, t engine.Token) []engine.Mark {
	return s.leaseOn(object).Took(t)
}

// leaseOn is the lease of an object.
func (s *State) leaseOn(object engine.ObjectID) (l lease.Lease) {
	switch object.Kind {
	case "blob":
		if o := s.blobs.Get(object.Name); o != nil {
			l = o.lease
		}
	case "container":
		if c := s.containers.Get(object.Name); c != nil {
			l = c.lease
		}
	}
	return l
}

// Check says what must always hold and does not.
func (s *State) Check(now engine.Instant) error {
	var untrue engine.Untrue
	wrong := untrue.Say
	tags := map[engine.Token]string{}
	known := func(object engine.ObjectID, tag engine.Token) {
		if other, double := tags[tag]; double || tag.IsZero() {
			wrong(object, "its ETag %s is also that of %s", tag, other)
		}
		tags[tag] = object.String()
	}
	for name, c := range s.containers.All() {
		object := containerObject(name)
		if err := c.lease.Check(now); err != nil {
			wrong(object, "%v", err)
		}
		if c.gone {
			if c.lease.Phase() != lease.Available || c.removed.IsZero() || c.until != 0 && c.until <= now {
				wrong(object, "removed by %s, lease %s, free at %s", c.removed, c.lease.Phase(), c.until)
			}
			continue
		}
		known(object, c.etag)
	}
	for path, o := range s.blobs.All() {
		object := blobObject(path)
		if err := o.lease.Check(now); err != nil {
			wrong(object, "%v", err)
		}
		if err := o.check(now); err != nil {
			wrong(object, "%v", err)
		}
		if o.gone {
			continue
		}
		if !o.uncommitted {
			known(object, o.etag)
		}
		if container, _ := split(path); s.container(container) == nil {
			wrong(object, "its container is not there")
		}
	}
	for key, snap := range s.snapshots.All() {
		path := key[:strings.LastIndexByte(key, '@')]
		if o := s.blob(path); !snap.gone && o == nil {
			wrong(snapshotObject(key), "its blob is not there")
		}
	}
	return untrue.Err()
}

// container is the container with that name, nil where it is missing or gone.
func (s *State) container(name string) *Container { return engine.There(s.containers, name) }

// blob is the blob at that path, nil where it is missing, gone or uncommitted.
func (s *State) blob(path string) *Object {
	if o := s.blobs.Get(path); o != nil && !o.gone && !o.uncommitted {
		return o
	}
	return nil
}

// split is a path as container and blob name: the first slash parts them.
func split(path string) (container, name string) {
	container, name, _ = strings.Cut(path, "/")
	return container, name
}

// check says what cannot be of a blob.
func (o *Object) check(now engine.Instant) error {
	r, size := o.rare, int64(0)
	for _, b := range o.blocks {
		size += b.size
	}
	switch {
	case o.gone && (o.lease.Phase() != lease.Available || r.removed.IsZero() || len(r.snapshots)+len(r.staged) > 0 ||
		r.copied != nil):
		return fmt.Errorf("removed by %s, lease %s, %d snapshots, %d staged blocks", r.removed, o.lease.Phase(),
			len(r.snapshots), len(r.staged))
	case o.uncommitted && (len(r.staged) == 0 || o.kind != blockBlob || len(r.snapshots) > 0 || !o.etag.IsZero()):
		return fmt.Errorf("uncommitted, of type %s, with %d staged blocks", o.kind, len(r.staged))
	case len(r.staged) > 0 && (o.kind != blockBlob || r.unused <= now), len(r.staged) == 0 && r.unused != 0:
		return fmt.Errorf("%d staged blocks of a %s end at %s", len(r.staged), o.kind, r.unused)
	case !o.gone && len(o.blocks) > 0 && size != int64(len(o.body)):
		return fmt.Errorf("%d bytes, its blocks have %d", len(o.body), size)
	case !o.gone && int64(len(o.pages))*pageSize != int64(len(o.body)) && o.kind == pageBlob:
		return fmt.Errorf("%d pages, %d bytes", len(o.pages), len(o.body))
	case len(o.body) > engine.MaxObject:
		return fmt.Errorf("%d bytes", len(o.body))
	case o.pending() && (len(o.body) > 0 && o.kind != pageBlob || r.copied.ends <= now):
		return fmt.Errorf("a copy is pending until %s, %d bytes", r.copied.ends, len(o.body))
	}
	return nil
}
