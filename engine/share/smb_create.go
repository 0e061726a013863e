package share

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Create opens a file over SMB, and makes, truncates or replaces it as its disposition says. It must fit all handles
// that are open, its own client's too: in both directions. What others keep in caches is asked back first.
//
// Access and share: letters of R (read), W (write) and D (delete), or none; none of them unless given. Disposition:
// OPEN unless given.
// Oplock: none unless given; what is granted is less where another client has the file open.
//
// Answers: handle, oplock and action (opened, created, overwritten, superseded); STATUS_SHARING_VIOLATION,
// STATUS_DELETE_PENDING, STATUS_OBJECT_NAME_NOT_FOUND, STATUS_OBJECT_NAME_COLLISION, STATUS_ACCESS_DENIED,
// STATUS_CANNOT_DELETE.
//
// Source: MS-FSA, open of a file; "Manage file locks"; rules.md, "SMB opens", "Deleting over SMB" and "Order of checks"
// (SMB open order). Assumed: how long an open waits for a cache.
type Create struct {
	Path          string             `op:"path" help:"the file, its share before the first slash"`
	Access        engine.Opt[string] `op:"access" help:"what the handle does: letters of R, W and D, or none"`
	Share         engine.Opt[string] `op:"share" help:"what others may do meanwhile: letters of R, W and D, or none"`
	Disposition   engine.Opt[string] `op:"disposition,one=OPEN|CREATE|OPEN_IF|OVERWRITE|OVERWRITE_IF|SUPERSEDE" help:"what is done where the name exists, or does not"`
	DeleteOnClose bool               `op:"delete-on-close" help:"true: the close of this handle marks the file for deletion"`
	Oplock        engine.Opt[string] `op:"oplock,one=none|R|RH|RW|RWH" help:"what the client wants to keep: reads, writes, the handle"`
	Directory     bool               `op:"directory" help:"true: a directory is meant"`
}

// terms are the words of a Create as they are understood.
type terms struct {
	Create
	access, share mode
	oplock        oplock
	disposition   string
}

func (o Create) terms() (t terms, c *engine.Cause) {
	t = terms{Create: o, disposition: "OPEN"}
	var ok [3]bool
	t.access, ok[0] = parseMode(o.Access)
	t.share, ok[1] = parseMode(o.Share)
	t.oplock, ok[2] = oplocks["none"], true
	if o.Oplock.Set {
		t.oplock, ok[2] = oplocks[o.Oplock.Want], o.Oplock.Want == "none" || oplocks[o.Oplock.Want] != 0
	}
	if o.Disposition.Set {
		t.disposition = o.Disposition.Want
	}
	for i, raw := range []engine.Value{o.Access.Raw(), o.Share.Raw(), o.Oplock.Raw()} {
		if !ok[i] {
			return t, wrong(badParameter, raw)
		}
	}
	if !slices.Contains([]string{"OPEN", "CREATE", "OPEN_IF", "OVERWRITE", "OVERWRITE_IF", "SUPERSEDE"},
		t.disposition) {
		return t, wrong(badParameter, o.Disposition.Raw())
	}
	if checkPath(o.Path) != nil {
		return t, wrong(badParameter, engine.Text(o.Path))
	}
	return t, nil
}

// rewrites says whether the disposition replaces the content of what is there.
func (t terms) rewrites() bool {
	return strings.HasPrefix(t.disposition, "OVERWRITE") || t.disposition == "SUPERSEDE"
}

func (o Create) Apply(tx *engine.Tx) engine.Answer {
	t, c := o.terms()
	if c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	d, c := t.find(tx, s)
	if c != nil {
		return tx.Refuse(c)
	}
	if !d.there() {
		if c := t.permitted(nil); c != nil {
			return tx.Refuse(c)
		}
		return t.create(d)
	}
	if c := t.permitted(d.file); c != nil {
		return tx.Refuse(c)
	}
	d.reclaim(tx.Mark().By)
	if !d.there() {
		return t.create(d)
	}
	if a, ok := t.others(d); !ok {
		return a
	}
	return t.open(d)
}

// find is the name: whether it is there, and whether it waits for its deletion.
func (t terms) find(tx *engine.Tx, s *State) (*desk, *engine.Cause) {
	parent, _ := above(t.Path)
	if s.share(shareOf(t.Path)) == nil || strings.Contains(parent, "/") && s.directory(parent) == nil {
		c := wrong(placeNotFound, engine.Text(parent))
		if x := s.shares.Get(shareOf(t.Path)); x != nil && x.gone {
			c.Since = x.removed
		} else if x := s.directories.Get(parent); x != nil && x.gone {
			c.Since = x.removed
		}
		return nil, c
	}
	d := s.at(tx, t.Path, t.Directory)
	if other := s.at(tx, t.Path, !t.Directory); other.there() {
		return nil, wrong(otherType, engine.Text(t.Path))
	}
	switch makes := t.disposition != "OPEN" && t.disposition != "OVERWRITE"; {
	case !d.there() && !makes:
		return nil, t.absent(tx, s)
	case d.there() && !d.opens().pending.IsZero():
		return nil, &engine.Cause{Rule: deletePending, Want: engine.Text(t.Path), Since: d.opens().pending}
	case d.there() && t.disposition == "CREATE":
		c := &engine.Cause{Rule: nameCollision, Want: engine.Text(t.Path)}
		if d.file != nil {
			c.Since = engine.Newest(d.file.end, d.file.wrote.metadata, d.file.wrote.properties)
		} else {
			c.Since = d.dir.made
		}
		return nil, c
	}
	return d, nil
}

func (t terms) absent(tx *engine.Tx, s *State) *engine.Cause {
	if t.Directory {
		return s.noDirectory(tx, nameNotFound, t.Path)
	}
	return s.noFile(tx, nameNotFound, t.Path)
}

// permitted are the accesses that the request needs, and the attribute of the file.
func (t terms) permitted(f *File) *engine.Cause {
	switch {
	case f != nil && f.readOnly && t.access&writing != 0:
		return &engine.Cause{Rule: readOnlyFile, Want: engine.Text(t.access.String()), Since: f.closed}
	case f != nil && f.readOnly && t.DeleteOnClose:
		return &engine.Cause{Rule: cannotDelete, Want: engine.Text(t.Path), Since: f.closed}
	case f != nil && strings.HasPrefix(t.disposition, "OVERWRITE") && t.access&writing == 0,
		f != nil && t.disposition == "SUPERSEDE" && t.access&deleting == 0, t.DeleteOnClose && t.access&deleting == 0:
		return wrong(lacksAccess, engine.Text(t.access.String()))
	}
	return nil
}

// reclaim closes what a client only keeps, when the same client opens the file again.
func (d *desk) reclaim(client string) {
	for _, id := range slices.Clone(d.opens().handles) {
		if h := d.s.handles.Get(id); h.client == client && !h.kept.IsZero() {
			d.closed(id, d.tx.Mark(), written)
		}
	}
}

// others are the caches of other clients and the sharing rule, and a lease of FileREST.
func (t terms) others(d *desk) (engine.Answer, bool) {
	how := breakages["open"]
	if t.rewrites() {
		how = breakages["write"]
	}
	waited := d.tx.Now() >= d.tx.Arrived().At.Add(patience)
	if t.access != 0 {
		if silent := d.breakOplocks(how, d.tx.Mark().By); silent != nil && !waited {
			return t.waits(d, silent), false
		}
	}
	blocker, silent := d.inTheWay(func(h *Handle) bool { return !compatible(h.access, h.share, t.access, t.share) })
	if silent != nil && !waited {
		return t.waits(d, silent), false
	}
	if silent != nil {
		blocker = silent
	}
	if blocker != nil {
		return d.refuse(&engine.Cause{Rule: sharingOfOpen,
			Want: engine.Text(t.access.String() + "/" + t.share.String()),
			Have: engine.Text(blocker.access.String() + "/" + blocker.share.String()), Since: blocker.opened}), false
	}
	if d.file != nil && d.file.lease.Active() && t.access&(writing|deleting) != 0 {
		return d.refuse(&engine.Cause{Rule: sharingLeased, Want: engine.Text(t.access.String()),
			Since: d.file.lease.Since(), Until: d.file.lease.Ends()}), false
	}
	if t.access != 0 && waited {
		d.taken(how, d.tx.Mark().By)
	}
	return engine.Answer{}, true
}

// taken takes oplocks away without their clients, which have been asked for long enough.
func (d *desk) taken(how breakage, but string) {
	for _, id := range slices.Clone(d.opens().handles) {
		if h := d.s.handles.Get(id); h.client != but {
			left, _ := how(h.oplock)
			d.lower(id, left)
		}
	}
}

func (t terms) waits(d *desk, h *Handle) engine.Answer {
	ends := d.tx.Arrived().At.Add(patience)
	return d.tx.Wait(&engine.Cause{Rule: openWaits, Have: engine.Text(h.oplock.String()), Since: withheld(h)}, ends)
}

// create makes what is not there.
func (t terms) create(d *desk) engine.Answer {
	if t.Directory {
		d.dir = &Directory{made: d.tx.Mark()}
		d.dir.touched(d.tx)
		d.dir.makes(d.tx, d.s, d.path)
	} else {
		d.remade(0, t.disposition == "CREATE") // the others take what is there, and ask for no absence
	}
	return t.opened(d, "created")
}

// open opens what is there, and truncates or replaces it.
func (t terms) open(d *desk) engine.Answer {
	switch {
	case d.file == nil || !t.rewrites():
		return t.opened(d, "opened")
	case t.disposition == "SUPERSEDE":
		d.remade(0, false)
		return t.opened(d, "superseded")
	}
	d.cut(0)
	d.file.end = d.tx.Mark()
	d.file.touched(d.tx)
	return t.opened(d, "overwritten")
}

// opened makes the handle.
func (t terms) opened(d *desk, action string) engine.Answer {
	tx := d.tx
	id := tx.Mint(engine.HandleID)
	h := &Handle{client: tx.Mark().By, path: t.Path, directory: t.Directory, access: t.access, share: t.share,
		deleteOnClose: t.DeleteOnClose, oplock: t.granted(d), opened: tx.Mark(), session: sessionFrom(tx)}
	h.acknowledged = h.oplock
	o := d.opens()
	o.handles = append(slices.Clone(o.handles), id.String())
	d.save()
	d.put(id.String(), h)
	return tx.Done(0, engine.Field{Name: "handle", Value: id.Value()},
		engine.Field{Name: "oplock", Value: engine.Text(h.oplock.String())},
		engine.Field{Name: "action", Value: engine.Text(action)})
}

// granted is the oplock that is given: nobody keeps writes beside another client, nor reads beside one that keeps
// writes.
func (t terms) granted(d *desk) oplock {
	given := t.oplock
	if t.Directory {
		return 0
	}
	for _, id := range d.opens().handles {
		h := d.s.handles.Get(id)
		switch {
		case h.client == d.tx.Mark().By:
		case h.oplock&writeCache != 0:
			return 0
		default:
			given &^= writeCache
		}
	}
	return given
}
