package share

import (
	"math"
	"slices"

	"interleave/engine"
)

// byteLock is a lock on bytes, held by a handle.
type byteLock struct {
	offset, length int64
	shared         bool
	by             engine.Mark
}

func (l byteLock) String() string { return span{l.offset, l.offset + l.length}.String() }

// meets is the overlap test, inclusive at both ends: a range of no bytes meets what lies on both sides of it, and at 0
// nothing.
//
// Source: rules.md, "Byte-range locks", L7.
func (l byteLock) overlaps(o byteLock) bool {
	return l.offset <= o.offset+o.length-1 && o.offset <= l.offset+l.length-1
}

// lockInTheWay is the first lock that stops a read or a write of a stretch: another's exclusive lock both, a shared
// lock every write, also that of its owner.
//
// Source: rules.md, "Byte-range locks", L2 and L3.
func (s *State) lockInTheWay(handles []string, id string, at span, writes bool) *byteLock {
	wanted := byteLock{offset: at.from, length: at.to - at.from}
	for _, other := range handles {
		h := s.handles.Get(other)
		for i, l := range h.locks {
			stops := !l.shared && other != id || l.shared && writes
			if stops && wanted.length > 0 && l.overlaps(wanted) {
				return &h.locks[i]
			}
		}
	}
	return nil
}

// inTheWayOf is the cause that the lock stops a read or a write of a stretch.
func (l *byteLock) inTheWayOf(at span) *engine.Cause {
	return &engine.Cause{Rule: lockConflict, Want: engine.Text(at.String()), Have: engine.Text(l.String()), Since: l.by}
}

// Lock locks bytes of a file for a handle: exclusively, so that no other handle reads, writes or locks them, or shared,
// so that nobody writes them; shared also where the same handle has locked them exclusively. Where another lock stands
// it waits, first come first, unless it is to fail at once.
//
// Offset and length: bytes, also behind the end of the file.
//
// Answers: STATUS_SUCCESS; STATUS_LOCK_NOT_GRANTED; STATUS_INVALID_LOCK_RANGE; STATUS_FILE_CLOSED.
//
// Source: MS-FSA, byte-range lock; rules.md, "Byte-range locks" (L1 to L7).
type Lock struct {
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle"`
	Offset engine.Opt[int64]        `op:"offset" help:"the first byte, 0 unless given"`
	Length engine.Opt[int64]        `op:"length" help:"how many bytes"`
	Kind   engine.Opt[string]       `op:"kind,one=exclusive|shared" help:"exclusive unless given"`
	AtOnce bool                     `op:"fail-immediately" help:"true: it does not wait"`
}

func (o Lock) Apply(tx *engine.Tx) engine.Answer {
	wanted, c := lockRange(o.Offset, o.Length)
	if c == nil && o.Kind.Set && o.Kind.Want != "exclusive" && o.Kind.Want != "shared" {
		c = wrong(badParameter, o.Kind.Raw())
	}
	if c != nil && c.Rule == badParameter {
		return tx.Refuse(c)
	}
	id, h, closed := fileOf(tx, o.Handle)
	switch {
	case closed != nil:
		return tx.Refuse(closed)
	case c != nil:
		return tx.Refuse(c)
	}
	wanted.shared, wanted.by = o.Kind.Want == "shared", tx.Mark()
	s := tx.State().(*State)
	for _, other := range s.file(h.path).opens.handles {
		for _, l := range s.handles.Get(other).locks {
			if wanted.shared && (l.shared || other == id) || !l.overlaps(wanted) {
				continue
			}
			cause := &engine.Cause{Rule: lockNotGranted, Want: engine.Text(wanted.String()),
				Have: engine.Text(l.String()), Since: l.by}
			if o.AtOnce {
				return tx.Refuse(cause)
			}
			return tx.Wait(cause, 0)
		}
	}
	next := *h
	next.locks = append(slices.Clone(h.locks), wanted)
	s.handles.Put(tx, id, &next)
	return tx.Done(0)
}

// lockRange reads a range; one that ends behind the last byte that a file can have is none.
func lockRange(offset, length engine.Opt[int64]) (l byteLock, c *engine.Cause) {
	for _, o := range []engine.Opt[int64]{offset, length} {
		if o.Set && (!o.OK || o.Want < 0) {
			return l, wrong(badParameter, o.Raw())
		}
	}
	l = byteLock{offset: offset.Want, length: length.Want}
	if l.length > 0 && l.offset > math.MaxInt64-l.length {
		return l, wrong(badLockRange, length.Raw())
	}
	return l, nil
}

// Unlock drops a lock: it names exactly the range that was locked. Of two locks of one range the exclusive one goes
// first.
//
// Answers: STATUS_SUCCESS; STATUS_RANGE_NOT_LOCKED; STATUS_FILE_CLOSED.
//
// Source: MS-FSA, byte-range unlock; rules.md, "Byte-range locks" (L8).
type Unlock struct {
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle"`
	Offset engine.Opt[int64]        `op:"offset" help:"the first byte, 0 unless given"`
	Length engine.Opt[int64]        `op:"length" help:"how many bytes"`
}

func (o Unlock) Apply(tx *engine.Tx) engine.Answer {
	wanted, c := lockRange(o.Offset, o.Length)
	if c != nil && c.Rule == badParameter {
		return tx.Refuse(c)
	}
	id, h, closed := handleOf(tx, o.Handle)
	if closed != nil {
		return tx.Refuse(closed)
	}
	same := func(l byteLock) bool { return l.offset == wanted.offset && l.length == wanted.length }
	at := slices.IndexFunc(h.locks, func(l byteLock) bool { return same(l) && !l.shared })
	if at < 0 {
		at = slices.IndexFunc(h.locks, same)
	}
	if at < 0 {
		return tx.Refuse(wrong(notLocked, engine.Text(wanted.String())))
	}
	next := *h
	next.locks = slices.Delete(slices.Clone(h.locks), at, at+1)
	tx.State().(*State).handles.Put(tx, id, &next)
	return tx.Done(0)
}
