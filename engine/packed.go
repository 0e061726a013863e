package engine

import "sync/atomic"

// wholePages is how many pages behind the newest one a live world keeps as they are: what happens now mostly looks at
// what happened lately.
const wholePages = 64

// packed are the records of a page of the past as one text, and as they are where somebody wrote them since or they
// cannot be written. A request takes a tenth of its memory there, and the collector has nothing to look at; who asks
// for one gets it made anew.
type packed struct {
	*past
	kept  []keptSlot // in the place of what is written
	later places     // written since it was packed, which its signs do not know
}

// past is what is written of a page. It is never changed.
type past struct {
	text   string
	from   [pageSize]uint32 // by place: where it begins, counted from 1; 0: nothing is written
	long   []string         // texts that take much, as they were: others have them too
	causes []*Cause         // of refusals
	signs  *signs           // of requests
	all    atomic.Pointer[[pageSize]Record]
}

// keptSlot is a slot of a packed page as it is.
type keptSlot struct {
	place uint8
	slot  *slot
}

// packer writes the records of one kind of table, and makes them anew. It has no state.
type packer interface {
	// write writes a slot; false: it is to be kept as it is.
	write(c *coder, s *slot) bool
	// made is the record that the coder stands in front of.
	made(c *coder) Record
	// name is that of the slot at a place of the table, which the coder stands in front of.
	name(c *coder, place uint32) string
	// recalls is where what was made lately is kept; nil: nowhere.
	recalls() *recalled
}

// page is a stretch of a table's slots. One that others may have is never changed, but for its twin.
type page struct {
	owner  *generation // the stretch between two forks that may write it without copying
	slots  *[pageSize]slot
	packed *packed               // in the place of slots
	twin   atomic.Pointer[page]  // the same page packed; nil: nobody has packed it
	signs  atomic.Pointer[signs] // of requests, as it stands; nil: nobody has asked, or it was written since
}

// newPage is an empty page.
func newPage(owner *generation) *page {
	whole := &struct {
		page
		slots [pageSize]slot
	}{}
	whole.page.owner, whole.page.slots = owner, &whole.slots
	return &whole.page
}

// copied is the page for another owner.
func (p *page) copied(owner *generation) *page {
	if p.packed != nil {
		next := *p.packed
		next.kept = make([]keptSlot, len(p.packed.kept))
		for i, k := range p.packed.kept {
			own := *k.slot
			next.kept[i] = keptSlot{k.place, &own}
		}
		return &page{owner: owner, packed: &next}
	}
	next := newPage(owner)
	*next.slots = *p.slots
	return next
}

// pack puts the page with a number into the form of the past, once for all who have it.
func (t *table) pack(number int) {
	p := t.pages[number]
	if p.packed != nil {
		return
	}
	twin := p.twin.Load()
	if twin == nil {
		c, next := t.writer(), &packed{past: &past{}}
		for i := range p.slots {
			start := len(c.text)
			if s := &p.slots[i]; t.packer.write(c, s) {
				next.from[i] = uint32(start) + 1
			} else if s.name != "" || s.record != nil {
				own := *s
				next.kept = append(next.kept, keptSlot{uint8(i), &own})
			}
		}
		next.text, next.long, next.causes = string(c.text), c.long, c.causes
		if next.signs = p.signs.Load(); next.signs == nil {
			next.signs = signsOf(p.slots)
		}
		twin = &page{owner: &generation{}, packed: next} // nobody writes it
		p.twin.Store(twin)
	}
	t.pages[number] = twin
}

// writer is what a page is written with, in the same memory as the one before.
func (t *table) writer() *coder {
	if t.scratch == nil {
		t.scratch = &coder{writes: true, seen: &[seenMost]written{}}
	}
	c := t.scratch
	clear(c.seen[:])
	c.text, c.long, c.causes = c.text[:0], nil, nil
	return c
}

// packUpTo puts all pages up to a number into the form of the past.
func (t *table) packUpTo(number int) {
	for i := range min(number, len(t.pages)) {
		t.pack(i)
	}
}

// slotAt is the slot at a place of the page, that of the table.
func (p *page) slotAt(t *table, place uint32) slot {
	i := place % pageSize
	if p.packed == nil {
		return p.slots[i]
	}
	if k := p.packed.keptAt(i); k != nil {
		return *k
	}
	return slot{record: p.packed.made(t, i)}
}

// made is a record of the past, made anew.
func (p *past) made(t *table, i uint32) Record {
	if p.from[i] == 0 {
		return nil
	}
	if all := p.all.Load(); all != nil {
		return all[i]
	}
	lately := t.packer.recalls()
	if lately == nil {
		return p.one(t, i)
	}
	if r := lately.one(p, i); r != nil {
		return r
	}
	if lately.often(p) {
		c, all := coder{past: p, whole: true}, new([pageSize]Record)
		for i, from := range p.from {
			if c.at = int(from) - 1; from > 0 {
				all[i] = t.packer.made(&c)
			}
		}
		p.all.Store(all)
		lately.holds(p)
		return all[i]
	}
	r := p.one(t, i)
	lately.holdsOne(p, i, r)
	return r
}

// one is a record made anew without its neighbours.
func (p *past) one(t *table, i uint32) Record {
	return t.packer.made(&coder{past: p, at: int(p.from[i]) - 1})
}

// nameAt is the name in that slot.
func (p *page) nameAt(t *table, place uint32) string {
	i := place % pageSize
	if p.packed == nil {
		return p.slots[i].name
	}
	if k := p.packed.keptAt(i); k != nil {
		return k.name
	}
	if from := p.packed.from[i]; from > 0 {
		return t.packer.name(&coder{past: p.packed.past, at: int(from) - 1}, place)
	}
	return ""
}

// own is the slot to be written; the page is the writer's own.
func (p *page) own(t *table, place uint32) *slot {
	i := place % pageSize
	if p.packed == nil {
		if p.signs.Load() != nil {
			p.signs.Store(nil)
		}
		return &p.slots[i]
	}
	p.packed.later.add(i)
	k := p.packed.keptAt(i)
	if k == nil {
		k = &slot{p.nameAt(t, place), p.packed.made(t, i)}
		p.packed.kept = append(p.packed.kept, keptSlot{uint8(i), k})
	}
	return k
}

// keptAt is the slot that is kept as it is at a place of the page; nil: it is written.
func (p *packed) keptAt(i uint32) *slot {
	for _, k := range p.kept {
		if uint32(k.place) == i {
			return k.slot
		}
	}
	return nil
}

// Pack puts what is past into the form that takes little memory: for a world that is kept for long.
func (w *World) Pack() {
	for _, t := range w.tables {
		if t.packer != nil {
			t.packUpTo(len(t.pages))
		}
	}
}
