package engine

// hasher gives the parts of a digest. One sum is used for many, as each that a record walks with would be an
// allocation, and the newest parts are remembered: what a record adds once it takes away when it is replaced.
type hasher struct {
	sum    sum
	newest [32]struct {
		name   string
		record Record
		hash   uint64
	}
}

// hash is the part of a world's digest that one record is: 0 for none, so that an absent record adds nothing.
func (h *hasher) hash(t *table, name string, r Record) uint64 {
	if _, derived := r.(*shown); r == nil || derived {
		return 0
	}
	place := uint(t.place)
	for i := max(len(name)-3, 0); i < len(name); i++ {
		place = place*31 + uint(name[i])
	}
	known := &h.newest[place%uint(len(h.newest))]
	if known.record == r && known.name == name {
		return known.hash
	}
	h.sum.h = fnvStart
	h.sum.text(t.name)
	h.sum.text(name)
	if own, ok := r.(interface{ sum(*sum) }); ok {
		own.sum(&h.sum)
	} else {
		r.Walk(&h.sum)
	}
	known.name, known.record, known.hash = name, r, h.sum.h
	return h.sum.h
}

// Digest is a sum of fixed hashes over all records: equal worlds have equal digests, on every machine.
func (w *World) Digest() uint64 {
	if w.follows {
		return w.walkDigest()
	}
	w.settle()
	return w.digest
}

// KeepsDigest says whether the digest is at hand. Else it takes a walk through all records.
func (w *World) KeepsDigest() bool { return !w.follows }

// walkDigest is the digest found in all records.
func (w *World) walkDigest() (full uint64) {
	own := &hasher{} // a frozen world is read by many
	if w.hasher != nil {
		own.sum.long = w.hasher.sum.long
	}
	for _, t := range w.tables {
		for name, r := range t.all() {
			full += own.hash(t, name, r)
		}
	}
	return full
}

// DigestBehind is the digest of a world behind events, by that of the world in front of them. Both are on one branch
// with this world, which tells the objects by their tables.
func (w *World) DigestBehind(before uint64, events []Event) uint64 {
	for i := range events {
		for _, c := range events[i].written {
			before += w.part(&c)
		}
	}
	return before
}

// SettledAt says that the world stands where its digest was this one before, after steps were undone or done again:
// what they wrote need not be looked at for it.
func (w *World) SettledAt(digest uint64) {
	w.digest, w.follows = digest, false
	w.pending.forget()
	w.summed = w.global()
	w.sum = w.hashed(w.globals, "now", w.summed)
}

// settle brings the digest up to date, between steps.
func (w *World) settle() {
	w.pending.merge()
	for i := range w.pending.list {
		w.digest += w.part(&w.pending.list[i])
	}
	w.pending.forget()
	g := w.global()
	if g == w.summed {
		return
	}
	next := w.hashed(w.globals, "now", g)
	w.digest += next - w.sum
	w.summed, w.sum = g, next
}

// part is what the digest gains by what was written.
func (w *World) part(c *Written) uint64 {
	if c.before == c.after {
		return 0
	}
	t := w.tables[c.table]
	gone := w.hashed(t, c.name, c.before)
	return w.hashed(t, c.name, c.after) - gone
}

// hashed is the part of the digest that a record is.
func (w *World) hashed(t *table, name string, r Record) uint64 {
	if w.hasher == nil {
		w.hasher = &hasher{}
	}
	return w.hasher.hash(t, name, r)
}

// changed notes for the digest what was written. Of the world's one record only the last counts, and what answers
// showed is no part of the digest.
func (w *World) changed(c *Written) {
	if !w.follows && c.table != w.globals.place && c.table != w.shown.place {
		w.pending.list = append(w.pending.list, *c)
	}
}

// pending is what was written and is not yet in the digest, the first first.
type pending struct {
	list []Written
	at   *[2 * pendingMost]uint16 // where the list has what was written of a name, from 1 on: room for merge
}

// pendingMost is how much gathers between steps that is not yet in the digest; mergedLeast is from how much on it is
// merged.
const (
	pendingMost = 1024
	mergedLeast = 32
)

// merge leaves one of all that was written of a name: a request that goes on is summed as it is in the end, and what
// came and went not at all.
func (p *pending) merge() {
	if len(p.list) < mergedLeast {
		return
	}
	if p.at == nil {
		p.at = new([2 * pendingMost]uint16)
	}
	kept := 0
	for from := 0; from < len(p.list); from += pendingMost { // more of a long step, or of one done again
		clear(p.at[:])
		first := kept
		for _, c := range p.list[from:min(from+pendingMost, len(p.list))] {
			at := (nameSum(c.name) + uint32(c.table)) % uint32(len(p.at))
			for p.at[at] != 0 && !p.list[first+int(p.at[at])-1].same(&c) {
				at = (at + 1) % uint32(len(p.at))
			}
			if p.at[at] != 0 {
				p.list[first+int(p.at[at])-1].after = c.after
				continue
			}
			p.list[kept] = c
			kept++
			p.at[at] = uint16(kept - first)
		}
	}
	clear(p.list[kept:])
	p.list = p.list[:kept]
}

// same says whether the same name was written.
func (c *Written) same(o *Written) bool { return c.table == o.table && c.name == o.name }

// forget leaves nothing but the room.
func (p *pending) forget() {
	clear(p.list)
	p.list = p.list[:0]
}
