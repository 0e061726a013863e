package share

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/lease"
)

// conditions are the conditional headers, none of which is taken.
type conditions []engine.Value

// call is what a REST request asks of a file, so that all are checked in the order of rules.md, "Order of checks".
type call struct {
	path       string
	conditions conditions
	syntax     *engine.Cause // what the operation finds wrong with its own words
	snapshot   engine.Opt[string]
	reads      bool // a snapshot can be named
	lease      engine.Opt[engine.Token]
	guarded    bool // needs the id of a lease that stands
	makes      bool // goes on where there is no file
	access     mode // what it counts as
	alone      bool // no handle at all may be open
	renames    bool // gives the file another name, or takes its name from it
	leases     bool // takes a lease of the file
	attribute  bool // stopped by ReadOnly
	locks      *engine.Rule
	exclusive  bool // only exclusive locks stop it
	breaks     string
	timeout    engine.Opt[int64]
	under      engine.UnderPolicy
	permitted  Permitted
}

// letters are those of which an access policy must allow one.
func (c call) letters() string {
	switch {
	case c.makes:
		return "cw"
	case c.access == deleting:
		return "d"
	case c.guarded:
		return "w"
	}
	return "r"
}

// found is what a request works on: a desk, or a file of a snapshot.
type found struct {
	*desk
	old *File // of a snapshot
}

func (f found) content() *File {
	if f.old != nil {
		return f.old
	}
	return f.file
}

// The limits of paths.
//
// Source: rules.md, "Error codes" (path too long, too many levels); the numbers are those of the naming page.
const (
	pathMost   = 2048
	levelsMost = 250
	nameMost   = 255
)

// checkPath is what the name of a thing in a share breaks.
func checkPath(path string) *engine.Cause {
	names := strings.Split(path, "/")
	bad := len(path) > pathMost || len(names) > levelsMost+1 || len(names) < 2
	for _, n := range names {
		bad = bad || n == "" || len(n) > nameMost ||
			strings.ContainsFunc(n, func(r rune) bool { return r < ' ' || strings.ContainsRune(`\:|<>*?"`, r) })
	}
	if bad {
		return wrong(badPath, engine.Text(path))
	}
	return nil
}

// words are step 1.
func (c call) validate() *engine.Cause {
	for _, v := range c.conditions {
		if !v.IsZero() {
			return wrong(noConditions, v)
		}
	}
	if cause := checkPath(c.path); cause != nil {
		return cause
	}
	if t := c.timeout; t.Set && (!t.OK || t.Want < 1) {
		return wrong(badHeader, t.Raw())
	}
	if _, ok := lease.ID(c.lease); !ok {
		return wrong(badLeaseID, c.lease.Raw())
	}
	if c.syntax == nil && c.snapshot.Set && !c.reads {
		return wrong(onSnapshot, c.snapshot.Raw())
	}
	return c.syntax
}

// share is step 2.
func (s *State) findShare(tx *engine.Tx, name string) (*Share, *engine.Cause) {
	x := s.shares.Get(name)
	if x != nil && !x.gone {
		return x, nil
	}
	var removed engine.Mark
	if x != nil {
		removed = x.removed
		if tx.Now() < x.until {
			return nil, &engine.Cause{Rule: shareBeingDeleted, Want: engine.Text(name), Since: removed, Until: x.until}
		}
	}
	return nil, tx.Missing(shareNotFound, shareObject(name), engine.Text(name), removed)
}

// findParent is step 3.
func (s *State) findParent(tx *engine.Tx, path string) *engine.Cause {
	parent, _ := above(path)
	if !strings.Contains(parent, "/") || s.directory(parent) != nil {
		return nil
	}
	return s.noDirectory(tx, parentNotFound, parent)
}

// noDirectory is the cause that a directory is missing.
func (s *State) noDirectory(tx *engine.Tx, missing *engine.Rule, path string) *engine.Cause {
	var removed engine.Mark
	if d := s.directories.Get(path); d != nil {
		removed = d.removed
	}
	return tx.Missing(missing, directoryObject(path), engine.Text(path), removed)
}

// noFile is the cause that a file is missing.
func (s *State) noFile(tx *engine.Tx, missing *engine.Rule, path string) *engine.Cause {
	var removed engine.Mark
	if f := s.files.Get(path); f != nil {
		removed = f.removed
	}
	return tx.Missing(missing, fileObject(path), engine.Text(path), removed)
}

// find is steps 2 to 6.
func (c call) find(tx *engine.Tx) (found, *engine.Cause) {
	s := tx.State().(*State)
	if cause := s.enter(tx, c.path, c.under, c.letters()); cause != nil {
		return found{}, cause
	}
	if cause := c.permitted.known(s.shares.Get(shareOf(c.path))); cause != nil {
		return found{}, cause
	}
	if c.snapshot.Set {
		return c.inSnapshot(tx, s)
	}
	if cause := s.findParent(tx, c.path); cause != nil {
		return found{}, cause
	}
	f := found{desk: s.at(tx, c.path, false)}
	isDirectory := s.directory(c.path) != nil
	if f.file == nil && !isDirectory && !c.makes {
		return f, s.noFile(tx, notFound, c.path)
	}
	if c.makes && f.file != nil {
		if cause := s.enter(tx, c.path, c.under, "w"); cause != nil { // to replace takes more than to create
			return f, cause
		}
	}
	if cause := s.marked(c.path); cause != nil {
		return f, cause
	}
	if isDirectory {
		return f, wrong(typeMismatch, engine.Text(c.path))
	}
	return f, nil
}

// marked is step 5: a file or a directory that an SMB client has marked for deletion, whichever of them is meant.
func (s *State) marked(path string) *engine.Cause {
	var mark engine.Mark
	if f := s.file(path); f != nil {
		mark = f.opens.pending
	} else if d := s.directory(path); d != nil {
		mark = d.opens.pending
	}
	if mark.IsZero() {
		return nil
	}
	return &engine.Cause{Rule: smbPending, Want: engine.Text(path), Since: mark}
}

// inSnapshot finds the file of a snapshot: nobody holds it open.
func (c call) inSnapshot(tx *engine.Tx, s *State) (found, *engine.Cause) {
	key := shareOf(c.path) + "@" + c.snapshot.Want
	snap, cause := s.findSnapshot(key, c.snapshot.Raw())
	if cause != nil {
		return found{}, cause
	}
	old := snap.file(c.path)
	if old == nil {
		return found{}, wrong(notFound, engine.Text(c.path))
	}
	tx.Show(snap.part(key))
	return found{old: old, desk: &desk{tx: tx, s: s, path: c.path}}, nil
}

// check is steps 1 to 11. The answer is the decision unless ok.
func (c call) check(tx *engine.Tx) (f found, a engine.Answer, ok bool) {
	if cause := c.validate(); cause != nil {
		return f, tx.Refuse(cause), false
	}
	f, cause := c.find(tx)
	if cause == nil {
		cause = c.leaseGate(tx, f)
	}
	if cause == nil && c.attribute && f.content() != nil && f.content().readOnly {
		cause = &engine.Cause{Rule: readOnlyREST, Want: engine.Text(c.path), Since: f.content().closed}
	}
	if cause != nil {
		return f, tx.Refuse(cause), false
	}
	if f.old != nil || f.file == nil {
		return f, a, true
	}
	a, ok = c.others(f.desk)
	return f, a, ok
}

// leaseGate is step 7.
func (c call) leaseGate(tx *engine.Tx, f found) *engine.Cause {
	id, _ := lease.ID(c.lease)
	l := lease.Lease{}
	if file := f.content(); file != nil {
		l = file.lease
	}
	_, cause := l.Use(tx, c.uses(), id)
	return cause
}

// uses is the table of rules.md, "Lease File" that the call belongs to: only what a lease guards needs its id.
func (c call) uses() *lease.Uses {
	if c.guarded {
		return writesOfFile
	}
	return readsOfFile
}

// others is steps 9 to 11: the handles of SMB clients.
func (c call) others(d *desk) (engine.Answer, bool) {
	blocker, silent := d.inTheWay(c.conflicts)
	if silent != nil {
		return c.delayed(d, silent), false
	}
	if blocker != nil {
		return d.refuse(&engine.Cause{Rule: c.sharingRule(blocker), Want: engine.Text(c.access.String()),
			Have:  engine.Text(blocker.access.String() + "/" + blocker.share.String()),
			Since: blocker.opened}), false
	}
	if lock := c.locked(d); lock != nil {
		return d.refuse(&engine.Cause{Rule: c.locks, Have: engine.Text(lock.String()), Since: lock.by}), false
	}
	if how := breakages[c.breaks]; how != nil {
		if silent := d.breakOplocks(how, ""); silent != nil {
			return c.delayed(d, silent), false
		}
	}
	return engine.Answer{}, true
}

// conflicts is the row of rules.md, "What a share mode makes REST refuse" for a handle. A request shares everything
// itself.
func (c call) conflicts(h *Handle) bool {
	switch {
	case c.alone:
		return true
	case h.access == 0:
		return false
	case c.leases:
		return h.access&(writing|deleting) != 0 || h.share != everything
	}
	return !c.access.within(h.share)
}

func (c call) sharingRule(h *Handle) *engine.Rule {
	switch {
	case c.renames:
		return openRename
	case c.alone && h.access == 0:
		return openNoData
	case c.alone:
		return openREST
	case c.leases && h.access&(writing|deleting) == 0 && h.share == writing|deleting:
		return leaseShared
	case c.leases:
		return leaseTaken
	}
	return sharingREST
}

// locked is the first byte-range lock that stops the request; where in the file does not count.
//
// Source: rules.md, "Byte-range locks", L11 to L13.
func (c call) locked(d *desk) *byteLock {
	if c.locks == nil {
		return nil
	}
	for _, id := range d.opens().handles {
		for i, l := range d.s.handles.Get(id).locks {
			if !c.exclusive || !l.shared {
				return &d.s.handles.Get(id).locks[i]
			}
		}
	}
	return nil
}

// delayed waits for a client to answer, and gives up when its time is over.
//
// Source: rules.md, "What REST does to oplocks", K2.
func (c call) delayed(d *desk, h *Handle) engine.Answer {
	ends := until(d.tx, c.timeout)
	cause := &engine.Cause{Rule: flushDelay, Have: engine.Text(h.oplock.String()), Since: h.opened, Until: ends}
	if d.tx.Now() < ends {
		return d.tx.Wait(cause, ends)
	}
	cause.Until = 0
	return d.refuse(cause)
}

// rules are what a request can be refused with, in order: own are those about its own words.
func (c call) rules(own ...*engine.Rule) []*engine.Rule {
	list := slices.Concat(syntaxRules, own)
	if !c.reads {
		list = append(list, onSnapshot)
	}
	list = append(list, underPolicy...)
	if c.reads {
		list = append(list, snapshotMissing)
	}
	list = append(list, parentNotFound)
	if !c.makes {
		list = append(list, notFound)
	} else if c.reads {
		list = append(list, notFound)
	}
	list = append(list, smbPending, typeMismatch)
	list = append(list, c.uses().Rules()...)
	if c.attribute {
		list = append(list, readOnlyREST)
	}
	switch {
	case c.renames:
		list = append(list, openRename)
	case c.alone:
		list = append(list, openREST, openNoData)
	case c.leases:
		list = append(list, leaseTaken, leaseShared)
	case c.access != 0:
		list = append(list, sharingREST)
	}
	if c.locks != nil {
		list = append(list, c.locks)
	}
	return append(list, flushDelay)
}
