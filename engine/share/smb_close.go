package share

import (
	"interleave/engine"
)

// Close gives a handle back: what waits in its cache is written, its locks are dropped. With the last close a file goes
// that is marked for deletion; a handle that was opened with delete-on-close marks it now. A client that may keep
// handles keeps this one open for itself.
//
// Answers: kept, true or false; STATUS_FILE_CLOSED.
//
// Source: MS-FSA, close; rules.md, "Deleting over SMB" (X2, X8), "Byte-range locks" (L9), "What REST does to oplocks"
// (K3) and "Races" (F15). Assumed: a client that may keep its handle does, and writes back what it had cached.
type Close struct {
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle"`
}

func (o Close) Apply(tx *engine.Tx) engine.Answer {
	id, h, c := handleOf(tx, o.Handle)
	if c != nil {
		return tx.Refuse(c)
	}
	d := tx.State().(*State).at(tx, h.path, h.directory)
	keeps := h.oplock&handleCache != 0 && !h.deleteOnClose && d.opens().pending.IsZero()
	if keeps {
		next := *h
		d.flush(h)
		next.cache, next.locks, next.kept = nil, nil, tx.Mark()
		d.put(id, &next)
	} else {
		d.closed(id, tx.Mark(), written)
	}
	d.settle()
	word := map[bool]string{true: "true", false: "false"}[keeps]
	return tx.Done(0, engine.Field{Name: "kept", Value: engine.Text(word)})
}

// SetDisposition marks a file or an empty directory for deletion through a handle, or takes the mark off again. A
// marked one can no longer be opened, and goes with its last close. A handle that was opened with delete-on-close is
// not helped by taking the mark off.
//
// Answers: STATUS_SUCCESS; STATUS_ACCESS_DENIED without D on the handle; STATUS_CANNOT_DELETE with the attribute
// ReadOnly; STATUS_DIRECTORY_NOT_EMPTY.
//
// Source: MS-FSA, FileDispositionInformation; rules.md, "Deleting over SMB".
type SetDisposition struct {
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle"`
	Delete bool                     `op:"delete" help:"true marks it for deletion, false takes the mark off"`
}

func (o SetDisposition) Apply(tx *engine.Tx) engine.Answer {
	_, h, c := handleOf(tx, o.Handle)
	if c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	d := s.at(tx, h.path, h.directory)
	switch {
	case h.access&deleting == 0:
		return tx.Refuse(wrong(noDelete, engine.Text(h.access.String())))
	case !o.Delete:
		if !h.deleteOnClose {
			d.opens().pending = engine.Mark{}
			d.save()
		}
		return tx.Done(0)
	case d.file != nil && d.file.readOnly:
		return tx.Refuse(&engine.Cause{Rule: cannotDelete, Want: engine.Text(h.path), Since: d.file.closed})
	case d.dir != nil:
		if c := s.occupied(h.path, fullDirectory, pendingChild); c != nil {
			return tx.Refuse(c)
		}
	}
	d.opens().pending = tx.Mark()
	d.breakOplocks(keptHandles, "")
	d.save()
	return tx.Done(0)
}
