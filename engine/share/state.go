package share

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/lease"
)

// Name is the service's name in requests, switches and sources.
const Name = "share"

// State is all shares of one account with what is in them, and the handles of all clients.
type State struct {
	shares      engine.Table[*Share]
	directories engine.Table[*Directory]
	files       engine.Table[*File]
	handles     engine.Table[*Handle]   // by the text of their id
	snapshots   engine.Table[*Snapshot] // by share, @ and id
	services    engine.Table[*engine.Elements]
}

func newState() engine.State {
	return &State{shares: engine.NewTable[*Share]("share"), directories: engine.NewTable[*Directory]("directory"),
		files: engine.NewTable[*File]("file"), handles: engine.NewTable[*Handle]("handle"),
		snapshots: engine.NewTable[*Snapshot]("share-snapshot"),
		services:  engine.NewTable[*engine.Elements]("share-service")}
}

// What the world asks a state or a record for where it has it: a method that no longer fits would be passed over in
// silence.
var (
	_ engine.Ender   = (*State)(nil)
	_ engine.Gone    = (*Share)(nil)
	_ engine.Gone    = (*Directory)(nil)
	_ engine.Gone    = (*File)(nil)
	_ engine.Gone    = (*Handle)(nil)
	_ engine.Titled  = (*Handle)(nil)
	_ engine.Gone    = (*Snapshot)(nil)
	_ engine.Holder  = (*State)(nil)
	_ engine.Checker = (*State)(nil)
)

// Tables lists the state's tables.
func (s *State) Tables() []engine.Tabled {
	return []engine.Tabled{s.shares, s.directories, s.files, s.handles, s.snapshots, s.services}
}

// Fork is a state over forks of the tables.
func (s *State) Fork() engine.State {
	return &State{shares: s.shares.Fork(), directories: s.directories.Fork(), files: s.files.Fork(),
		handles:   s.handles.Fork(),
		snapshots: s.snapshots.Fork(), services: s.services.Fork()}
}

// Ends carries out what the clock does: the name of a removed share is free, a share's lease runs out, the session of a
// client that is no longer there ends.
func (s *State) Ends(tx *engine.Tx, object engine.ObjectID, timer string) (by string) {
	kind, name := object.Kind, object.Name
	switch kind {
	case "handle":
		return s.sessionEnds(tx, name)
	case "share-snapshot":
		next := *s.snapshots.Get(name)
		next.lease, by = next.lease.Ended(tx)
		s.snapshots.Put(tx, name, &next)
		return by
	}
	next := *s.shares.Get(name)
	if timer == "free" {
		next.until, by = 0, next.removed.By
	} else {
		next.lease, by = next.lease.Ended(tx)
	}
	s.shares.Put(tx, name, &next)
	return by
}

// sessionEnds closes the handle of a client that does not answer; one that does is asked again later.
func (s *State) sessionEnds(tx *engine.Tx, id string) (by string) {
	h := s.handles.Get(id)
	if h.Gone() {
		return h.client
	}
	if responsive(tx, h.client) {
		next := *h
		next.session = sessionFrom(tx)
		s.handles.Put(tx, id, &next)
		return h.client
	}
	d := s.at(tx, h.path, h.directory)
	d.closed(id, tx.As(h.client), lost)
	d.save()
	return h.client
}

// Held says whether the lease with that id stands on the object.
func (s *State) Held(object engine.ObjectID, t engine.Token) bool { return s.leaseOn(object).Holds(t) }

// Took is who took the lease with that id, where it stands on the object.
func (s *State) Took(object engine.ObjectID, t engine.Token) []engine.Mark {
	return s.leaseOn(object).Took(t)
}

// leaseOn is the lease of an object.
func (s *State) leaseOn(object engine.ObjectID) (l lease.Lease) {
	name := object.Name
	switch object.Kind {
	case "file":
		if f := s.file(name); f != nil {
			l = f.lease
		}
	case "share":
		if share := s.shares.Get(name); share != nil && !share.gone {
			l = share.lease
		}
	case "share-snapshot":
		if snap := s.snapshots.Get(name); snap != nil && !snap.gone {
			l = snap.lease
		}
	}
	return l
}

// file is the file at that path, nil where it is missing or gone.
func (s *State) file(path string) *File { return engine.There(s.files, path) }

func (s *State) directory(path string) *Directory { return engine.There(s.directories, path) }

func (s *State) share(name string) *Share { return engine.There(s.shares, name) }

// children are the files and directories directly in a directory or a share, those that wait for their last close too.
func (s *State) children(path string) (files, directories []string) {
	direct := func(p string) bool {
		rest, ok := strings.CutPrefix(p, path+"/")
		return ok && !strings.Contains(rest, "/")
	}
	for p, f := range s.files.All() {
		if !f.gone && direct(p) {
			files = append(files, p)
		}
	}
	for p, d := range s.directories.All() {
		if !d.gone && direct(p) {
			directories = append(directories, p)
		}
	}
	return files, directories
}

// Check says what must always hold and does not.
func (s *State) Check(now engine.Instant) error {
	c := &checker{s: s, now: now}
	for name, x := range s.shares.All() {
		c.wrong(x.lease.Check(now), shareObject(name))
		c.must(!x.gone || !x.removed.IsZero() && (x.until == 0 || x.until > now), shareObject(name),
			"removed by %s, free at %s", x.removed, x.until)
	}
	for path, f := range s.files.All() {
		c.file(path, f)
	}
	for path, d := range s.directories.All() {
		parent, _ := above(path)
		c.must(d.gone || s.directory(parent) != nil || s.share(parent) != nil, directoryObject(path),
			"what holds it is not there")
		c.opens(directoryObject(path), d.gone, d.opens)
	}
	for id, h := range s.handles.All() {
		c.handle(id, h)
	}
	return errors.Join(c.errs...)
}

type checker struct {
	s    *State
	now  engine.Instant
	errs []error
}

func (c *checker) wrong(err error, object engine.ObjectID) {
	if err != nil {
		c.errs = append(c.errs, fmt.Errorf("%s: %w", object, err))
	}
}

func (c *checker) must(holds bool, object engine.ObjectID, format string, args ...any) {
	if !holds {
		c.errs = append(c.errs, fmt.Errorf("%s: %s", object, fmt.Sprintf(format, args...)))
	}
}

func (c *checker) file(path string, f *File) {
	object := fileObject(path)
	c.wrong(f.lease.Check(c.now), object)
	c.opens(object, f.gone, f.opens)
	if f.gone {
		c.must(!f.removed.IsZero() && f.lease.Phase() == lease.Available, object, "removed by %s, lease %s", f.removed,
			f.lease.Phase())
		return
	}
	parent, _ := above(path)
	c.must(c.s.directory(parent) != nil || c.s.share(parent) != nil, object, "what holds it is not there")
	c.must(c.s.directory(path) == nil, object, "there is a directory of that name")
	at := int64(0)
	for _, p := range f.pieces {
		c.must(p.From == at && p.To > at && !p.By.IsZero(), object, "the pieces %+v of %d bytes", f.pieces, len(f.body))
		at = p.To
	}
	c.must(at == f.size() && !f.etag.IsZero(), object, "pieces up to %d, %d bytes, ETag %q", at, f.size(), f.etag)
}

// opens: handles are open and each fits all the others; what is marked for deletion still has one.
func (c *checker) opens(object engine.ObjectID, gone bool, o opens) {
	c.must(!gone || len(o.handles) == 0, object, "gone and open")
	c.must(o.pending.IsZero() || len(o.handles) > 0, object, "marked for deletion and not open")
	for i, id := range o.handles {
		h := c.s.handles.Get(id)
		c.must(h != nil && !h.Gone() && (fileObject(h.path) == object || directoryObject(h.path) == object), object,
			"its handle %s is %+v", id, h)
		for _, other := range o.handles[:i] {
			if x := c.s.handles.Get(other); x != nil && h != nil {
				c.must(compatible(x.access, x.share, h.access, h.share), object, "%s/%s beside %s/%s", x.access,
					x.share, h.access, h.share)
			}
		}
	}
}

func (c *checker) handle(id string, h *Handle) {
	if h.Gone() {
		return
	}
	object := handleObject(id)
	var o opens
	if f := c.s.file(h.path); f != nil && !h.directory {
		o = f.opens
	} else if d := c.s.directory(h.path); d != nil && h.directory {
		o = d.opens
	}
	c.must(slices.Contains(o.handles, id), object, "%s does not list it", h.path)
	c.must(h.session == 0 || h.session > c.now, object, "its session ends at %s, now is %s", h.session, c.now)
	for i, l := range h.locks {
		for _, other := range o.handles {
			for j, x := range c.s.handles.Get(other).locks {
				same := other == id && (i == j || l.shared != x.shared)
				c.must(same || l.shared && x.shared || !l.overlaps(x), object, "%+v beside %+v of %s", l, x, other)
			}
		}
	}
}

// above is what holds a path, and the name in it.
func above(path string) (parent, name string) {
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return "", path
	}
	return path[:at], path[at+1:]
}

// shareOf is the share of a path: its first name.
func shareOf(path string) string {
	name, _, _ := strings.Cut(path, "/")
	return name
}

func shareObject(name string) engine.ObjectID { return engine.ObjectID{Kind: "share", Name: name} }
func directoryObject(path string) engine.ObjectID {
	return engine.ObjectID{Kind: "directory", Name: path}
}
func fileObject(path string) engine.ObjectID { return engine.ObjectID{Kind: "file", Name: path} }
func handleObject(id string) engine.ObjectID { return engine.ObjectID{Kind: "handle", Name: id} }
func snapshotObject(key string) engine.ObjectID {
	return engine.ObjectID{Kind: "share-snapshot", Name: key}
}
