package share

import (
	"slices"
	"time"

	"interleave/engine"
)

// desk is a file or a directory while a request works on it: changes are made on a copy and stored by save.
type desk struct {
	tx    *engine.Tx
	s     *State
	path  string
	file  *File      // nil: none, or a directory
	dir   *Directory // nil: none, or a file
	moved bool       // something changed that a refusal leaves
}

// at opens the desk of what is under a path.
func (s *State) at(tx *engine.Tx, path string, directory bool) *desk {
	d := &desk{tx: tx, s: s, path: path}
	if directory {
		if old := s.directory(path); old != nil {
			next := *old
			d.dir = &next
		}
	} else if old := s.file(path); old != nil {
		next := *old
		d.file = &next
	}
	return d
}

func (d *desk) opens() *opens {
	if d.dir != nil {
		return &d.dir.opens
	}
	return &d.file.opens
}

func (d *desk) save() {
	if d.dir != nil {
		d.s.directories.Put(d.tx, d.path, d.dir)
	}
	if d.file != nil {
		d.s.files.Put(d.tx, d.path, d.file)
	}
}

// settle stores what a read changed on its way, if anything.
func (d *desk) settle() {
	if d.moved {
		d.save()
	}
}

// refuse refuses; what a break had done by then stays done.
func (d *desk) refuse(c *engine.Cause) engine.Answer {
	if !d.moved {
		return d.tx.Refuse(c)
	}
	d.save()
	return d.tx.RefuseKeeping(c)
}

func (d *desk) put(id string, h *Handle) { d.s.handles.Put(d.tx, id, h) }

// there says whether the file or directory still exists: the last close may have taken it away.
func (d *desk) there() bool { return d.dir != nil && !d.dir.gone || d.file != nil && !d.file.gone }

// responsive says whether a client answers when the service asks it for something back.
func responsive(tx *engine.Tx, client string) bool {
	return tx.WriterSwitch(client, "responsive") != "off"
}

// sessionFrom is when the service looks next whether a client is still there; 0: never.
func sessionFrom(tx *engine.Tx) engine.Instant {
	lasts, err := time.ParseDuration(tx.Setting("session") + "s")
	if err != nil {
		return 0
	}
	return tx.Now().Add(lasts)
}

// fate is what becomes of the writes in a cache when its handle is closed.
type fate uint8

const (
	written fate = iota
	lost
)

// closed takes a handle off what it has open. With the last one goes what is marked for deletion, but a directory in
// which something lies: its mark goes.
//
// Source: [MS-FSA] 2.1.5.5 (delete on close of a directory that is not empty). Assumed: the same where something was
// made in it since it was marked.
func (d *desk) closed(id string, m engine.Mark, f fate) {
	h := d.s.handles.Get(id)
	if f == written {
		d.flush(h)
	} else {
		d.lose(id, h)
	}
	o := d.opens()
	o.handles = slices.DeleteFunc(slices.Clone(o.handles), func(k string) bool { return k == id })
	d.put(id, &Handle{client: h.client, path: h.path, directory: h.directory, closed: m})
	d.moved = true
	if h.deleteOnClose && o.pending.IsZero() && d.empty() {
		o.pending = d.tx.For(h.opened.Request)
		d.breakOplocks(keptHandles, "")
	}
	if !d.there() {
		return
	}
	if o := d.opens(); !o.pending.IsZero() && len(o.handles) == 0 {
		wish := o.pending
		o.pending = engine.Mark{}
		if d.empty() {
			d.removed(d.tx.For(wish.Request), wish.Request)
		}
	}
}

// empty says whether nothing lies in it; a file holds nothing.
func (d *desk) empty() bool {
	return d.dir == nil || d.s.occupied(d.path, fullDirectory, pendingChild) == nil
}

// removed takes the file or directory away, for the request that wished it.
func (d *desk) removed(m engine.Mark, wish int) {
	if d.dir != nil {
		for _, p := range d.dir.parts(d.path) {
			d.tx.Change(engine.Change{Part: p, Drops: true, For: wish})
		}
		d.dir = &Directory{gone: true, removed: m}
		return
	}
	f := d.file
	object := fileObject(d.path)
	for _, p := range f.pieces {
		d.tx.Change(engine.Change{Part: bodyPart(p, object), Drops: true, For: wish})
	}
	if whole := f.whole(object); !whole.Gone {
		d.tx.Change(engine.Change{Part: whole, Drops: true, For: wish})
	}
	for _, p := range f.sides(object) {
		d.tx.Change(engine.Change{Part: p, Drops: true, For: wish})
	}
	d.file = &File{gone: true, removed: m, id: f.id, version: f.version, lease: f.lease.Forget(m)}
}

// flush writes what waits in a handle's cache, each write for the request that it was.
func (d *desk) flush(h *Handle) {
	if len(h.cache) == 0 {
		return
	}
	for _, c := range h.cache {
		d.lay(c.from, c.data, true, d.tx.For(c.by.Request), c.by.Request)
	}
	d.file.touched(d.tx)
	d.moved = true
}

// lose throws away what waits in a handle's cache.
func (d *desk) lose(id string, h *Handle) {
	for _, p := range waiting(h) {
		d.tx.Change(engine.Change{Part: bodyPart(p, handleObject(id)), Drops: true, Held: true})
	}
}

// waiting are the pieces in a handle's cache.
func waiting(h *Handle) (list []piece) {
	for _, c := range h.cache {
		p := pieceOf(c.from, c.to(), true, c.by)
		list = append(laidBefore(list, p), p)
	}
	return list
}

// laidBefore is a list of pieces with room for another.
func laidBefore(list []piece, p piece) (next []piece) {
	for _, old := range list {
		if old.From < p.From {
			next = append(next, pieceOf(old.From, min(old.To, p.From), old.Data, old.By))
		}
		if old.To > p.To {
			next = append(next, pieceOf(max(old.From, p.To), old.To, old.Data, old.By))
		}
	}
	return next
}

// lay writes bytes into the file, for the request with that number. Behind the end the file grows, with zeros in
// between.
func (d *desk) lay(from int64, data []byte, filled bool, m engine.Mark, wish int) {
	f, object, to := d.file, fileObject(d.path), from+int64(len(data))
	if from == to {
		return
	}
	for _, p := range engine.PiecesWithin(f.pieces, from, to) {
		d.tx.Change(engine.Change{Part: bodyPart(p, object), For: wish})
	}
	body := make([]byte, max(f.size(), to))
	copy(body, f.body)
	if to > f.size() {
		tail := f.tail(object)
		tail.To = to
		d.tx.Change(engine.Change{Part: tail, For: wish})
		f.pieces = engine.Laid(f.pieces, pieceOf(f.size(), to, false, m))
	}
	copy(body[from:], data)
	f.body, f.pieces = body, engine.Laid(f.pieces, pieceOf(from, to, filled, m))
}

// cut makes the file end earlier or later.
func (d *desk) cut(size int64) {
	f, object, m := d.file, fileObject(d.path), d.tx.Mark()
	for _, p := range engine.PiecesWithin(f.pieces, size, endless) {
		d.tx.Change(engine.Change{Part: bodyPart(p, object), Drops: true})
	}
	body := make([]byte, size)
	copy(body, f.body)
	if size < f.size() {
		f.pieces, f.end = engine.PiecesWithin(f.pieces, 0, size), m
	} else if size > f.size() {
		tail := f.tail(object)
		tail.To = size
		d.tx.Change(engine.Change{Part: tail})
		f.pieces = engine.Laid(f.pieces, pieceOf(f.size(), size, false, m))
	}
	f.body = body
}

// remade gives the name new content: a new file, or another one in the place of what was there.
func (d *desk) remade(size int64, wanted bool) {
	tx, object, next := d.tx, fileObject(d.path), &File{}
	whole := engine.Part{Object: object, Name: "body", Alone: true, Gone: true}
	if old := d.s.files.Get(d.path); old != nil {
		next.version, whole.Mark, next.lease = old.version, old.removed, old.lease
	}
	if f := d.file; f != nil && !f.gone {
		for _, p := range f.pieces {
			tx.Change(engine.Change{Part: bodyPart(p, object)})
		}
		whole = f.whole(object)
		next.lease, next.opens = f.lease, f.opens
	}
	tx.Change(engine.Change{Part: whole, Wanted: wanted})
	for _, name := range []string{"metadata", "properties"} {
		p := engine.Part{Object: object, Name: name, Gone: true, Mark: whole.Mark}
		if f := d.file; f != nil && !f.gone {
			p = f.sides(object)[map[string]int{"metadata": 0, "properties": 1}[name]]
		}
		tx.Change(engine.Change{Part: p, Side: true, Wanted: wanted})
	}
	share := *d.s.share(shareOf(d.path))
	share.files++
	d.s.shares.Put(tx, shareOf(d.path), &share)
	next.id, next.body, next.end = share.files, make([]byte, size), tx.Mark()
	next.pieces = engine.Laid(nil, pieceOf(0, size, false, tx.Mark()))
	next.wrote.metadata, next.wrote.properties = tx.Mark(), tx.Mark()
	next.touched(tx)
	d.file = next
}

// show says that an answer shows the bytes of a stretch, and of a stretch that is not the whole what the answers before
// it covered.
func show(tx *engine.Tx, f *File, object engine.ObjectID, pieces []piece, from, to int64) {
	end := f.size()
	for _, p := range pieces {
		end = max(end, p.To)
	}
	engine.ShowPieces(tx.Show, pieces, engine.Part{Object: object, Name: "body"}, from, to, end)
	if to >= end {
		tail := f.tail(object)
		tail.From = max(from, end)
		tx.Show(tail)
	}
}
