package share

import (
	"slices"

	"interleave/engine"
)

// held is the handle that an SMB request names.
func handleOf(tx *engine.Tx, o engine.Opt[engine.Token]) (id string, h *Handle, c *engine.Cause) {
	s := tx.State().(*State)
	if !o.OK {
		return "", nil, wrong(badParameter, o.Raw())
	}
	id = engine.TokenAs(engine.HandleID, o).String()
	h = s.handles.Get(id)
	switch {
	case h == nil:
		return id, nil, wrong(handleClosed, o.Raw())
	case h.client != tx.Mark().By:
		return id, nil, wrong(notMine, o.Raw())
	case h.Gone() && s.share(shareOf(h.path)) == nil:
		return id, nil, &engine.Cause{Rule: shareIsGone, Want: o.Raw(), Since: h.closed}
	case h.Gone():
		return id, nil, &engine.Cause{Rule: handleClosed, Want: o.Raw(), Since: h.closed}
	case !h.kept.IsZero():
		return id, nil, &engine.Cause{Rule: handleClosed, Want: o.Raw(), Since: h.kept}
	}
	return id, h, nil
}

// fileOf is the same for what a directory has not.
func fileOf(tx *engine.Tx, o engine.Opt[engine.Token]) (id string, h *Handle, c *engine.Cause) {
	if id, h, c = handleOf(tx, o); c == nil && h.directory {
		c = wrong(notADisk, o.Raw())
	}
	return id, h, c
}

// fileFor is fileOf where the handle must have been opened for what is to be done; without refuses it else.
func fileFor(tx *engine.Tx, o engine.Opt[engine.Token], does mode, without *engine.Rule) (
	id string, h *Handle, c *engine.Cause) {
	if id, h, c = fileOf(tx, o); c == nil && h.access&does == 0 {
		c = wrong(without, engine.Text(h.access.String()))
	}
	return id, h, c
}

var handleRules = []*engine.Rule{badParameter, handleClosed, notMine, shareIsGone}

// bytes is the stretch that a request names; c where it is none.
func bytes(at, length engine.Opt[int64], standard int64) (s span, c *engine.Cause) {
	for _, o := range []engine.Opt[int64]{at, length} {
		if o.Set && (!o.OK || o.Want < 0) {
			return s, wrong(badParameter, o.Raw())
		}
	}
	s = span{at.Want, endless}
	if standard >= 0 {
		s.to = at.Want + standard
	}
	if length.Set {
		s.to = at.Want + length.Want
	}
	if s.to < s.from {
		return s, wrong(badParameter, length.Raw())
	}
	return s, nil
}

// Read reads bytes through a handle: those of its own client's cache, where it has any, lie on top.
//
// Answers: body and size; STATUS_END_OF_FILE where it begins at the end or behind it; STATUS_FILE_LOCK_CONFLICT,
// STATUS_FILE_CLOSED, STATUS_ACCESS_DENIED.
//
// Source: MS-FSA, read; rules.md, "Byte-range locks".
type Read struct {
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle"`
	Offset engine.Opt[int64]        `op:"offset" help:"the first byte, 0 unless given"`
	Length engine.Opt[int64]        `op:"length" help:"how many bytes; all that follow unless given"`
}

func (o Read) Apply(tx *engine.Tx) engine.Answer {
	at, c := bytes(o.Offset, o.Length, -1)
	if c != nil {
		return tx.Refuse(c)
	}
	id, h, c := fileFor(tx, o.Handle, reading, noRead)
	if c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	f := s.file(h.path)
	if lock := s.lockInTheWay(f.opens.handles, id, at, false); lock != nil {
		return tx.Refuse(lock.inTheWayOf(at))
	}
	body, pieces := seen(f, h)
	if at.from != at.to && at.from >= int64(len(body)) {
		return tx.Refuse(&engine.Cause{Rule: endOfFile, Want: engine.Text(at.String()),
			Have: engine.Number(int64(len(body)))})
	}
	show(tx, f, fileObject(h.path), pieces, at.from, at.to)
	size := int64(len(body))
	from, to := min(at.from, size), min(at.to, size)
	return tx.Done(0, engine.Field{Name: "body", Value: engine.Text(string(body[from:to]))},
		engine.Field{Name: "size", Value: engine.Number(size)})
}

// String is a stretch as ranges are written, whole where it has no end.
func (s span) String() string {
	if s.to == endless {
		return number(s.from) + "-"
	}
	return number(s.from) + "-" + number(s.to-1)
}

// seen is the file as the client of a handle sees it: with its cache on top.
func seen(f *File, h *Handle) (body []byte, pieces []piece) {
	body, pieces = slices.Clone(f.body), f.pieces
	for _, c := range h.cache {
		if size := int64(len(body)); c.to() > size {
			body = append(body, make([]byte, c.to()-size)...)
			pieces = engine.Laid(pieces, pieceOf(size, c.to(), false, c.by))
		}
		copy(body[c.from:], c.data)
		pieces = engine.Laid(pieces, pieceOf(c.from, c.to(), true, c.by))
	}
	return body, pieces
}

// Write writes bytes through a handle. With an oplock that keeps writes they stay in the client's cache until they are
// asked for, flushed or the handle is closed; else they reach the share at once, with a new ETag. Behind the end the
// file grows.
//
// Answers: cached, true or false; STATUS_FILE_LOCK_CONFLICT, STATUS_FILE_CLOSED, STATUS_ACCESS_DENIED.
//
// Source: MS-FSA, write; rules.md, "State" (ETag), "Byte-range locks" and "What REST does to oplocks". Assumed: a write
// that reaches the share makes a new ETag.
type Write struct {
	Handle  engine.Opt[engine.Token] `op:"handle" help:"the handle"`
	Body    []byte                   `op:"body,content" help:"the bytes"`
	Offset  engine.Opt[int64]        `op:"offset" help:"where they begin, 0 unless given"`
	Through bool                     `op:"through" help:"true: not into the cache"`
}

// Stretch is the bytes that it writes.
func (o Write) Stretch() (from, to int64, ok bool) {
	at, c := bytes(o.Offset, engine.Opt[int64]{}, int64(len(o.Body)))
	return at.from, at.to, c == nil
}

func (o Write) Apply(tx *engine.Tx) engine.Answer {
	at, c := bytes(o.Offset, engine.Opt[int64]{}, int64(len(o.Body)))
	if c != nil {
		return tx.Refuse(c)
	}
	id, h, c := fileFor(tx, o.Handle, writing, noWrite)
	switch {
	case c != nil:
		return tx.Refuse(c)
	case at.to > engine.MaxObject:
		return tx.Refuse(&engine.Cause{Rule: tooLong, Want: engine.Number(at.to),
			Have: engine.Number(engine.MaxObject)})
	}
	s := tx.State().(*State)
	d := s.at(tx, h.path, false)
	if lock := s.lockInTheWay(d.file.opens.handles, id, at, true); lock != nil {
		return tx.Refuse(lock.inTheWayOf(at))
	}
	if h.oplock&writeCache != 0 && !o.Through {
		o.intoCache(d, id, h, at)
		return tx.Done(0, engine.Field{Name: "cached", Value: engine.Text("true")})
	}
	d.breakOplocks(breakages["write"], h.client)
	if len(h.cache) > 0 {
		next := *d.s.handles.Get(id)
		d.flush(&next)
		next.cache = nil
		d.put(id, &next)
	}
	if len(o.Body) > 0 {
		d.lay(at.from, o.Body, true, tx.Mark(), tx.Request())
		d.file.touched(tx)
	}
	d.save()
	return tx.Done(0, engine.Field{Name: "cached", Value: engine.Text("false")})
}

// intoCache keeps a write with the client.
func (o Write) intoCache(d *desk, id string, h *Handle, at span) {
	if at.from == at.to {
		return
	}
	object := handleObject(id)
	before := engine.PiecesWithin(waiting(h), at.from, at.to)
	for _, p := range before {
		d.tx.Change(engine.Change{Part: bodyPart(p, object)})
	}
	if len(before) == 0 {
		d.tx.Change(engine.Change{Part: engine.Part{Object: object, Name: "body", From: at.from, To: at.to, Alone: true,
			Gone: true}})
	}
	own := pieceOf(at.from, at.to, true, d.tx.Mark()) // its writer knows it, whether it waits or has reached the file
	d.tx.Show(bodyPart(own, fileObject(h.path)))
	next := *h
	next.cache = append(slices.Clone(h.cache), cached{at.from, o.Body, d.tx.Mark()})
	d.put(id, &next)
}

// Flush writes back what waits in the cache of a handle.
//
// Answers: STATUS_SUCCESS; STATUS_FILE_CLOSED.
//
// Source: rules.md, "What REST does to oplocks" (K1) and "State" (ETag at the flush).
type Flush struct {
	Handle engine.Opt[engine.Token] `op:"handle" help:"the handle"`
}

func (o Flush) Apply(tx *engine.Tx) engine.Answer {
	id, h, c := handleOf(tx, o.Handle)
	if c != nil {
		return tx.Refuse(c)
	}
	if len(h.cache) > 0 {
		d, next := tx.State().(*State).at(tx, h.path, false), *h
		d.flush(h)
		next.cache = nil
		d.save()
		d.put(id, &next)
	}
	return tx.Done(0)
}
