package engine

import (
	"iter"
	"maps"
	"slices"
)

// pageSize is the number of slots of a page. A fork shares pages; the first write to one after a fork copies it.
const pageSize = 256

type page struct {
	owner *generation // the stretch between two forks that may write it without copying
	slots [pageSize]Record
}

// generation is one stretch of a table's life between two forks; only its identity counts.
type generation struct{ _ byte }

// index maps names to slots: a frozen map that forks share, and a small recent one that belongs to one table.
type index struct {
	frozen map[string]uint32
	recent map[string]uint32
}

// recentMost is how many new names gather before the frozen map is built anew.
const recentMost = 1024

// table is the storage under a Table: names to slots, slots in pages. Slots are never given up; two forks may give one slot to two
// names, so what outlives a fork (a Change) says the name.
type table struct {
	name  string
	place uint8       // among the tables of its world
	write *generation // nil: frozen, for reading by many
	index index
	names []string // by slot; forks share the array and append to a copy when they differ
	pages []*page
	live  int // records that are there
}

// Table holds the records of one kind of thing by name. The zero Table is not usable: NewTable makes one.
type Table[T Record] struct{ t *table }

// NewTable is an empty table; its name is the first word of every object in it, as `blob`.
func NewTable[T Record](name string) Table[T] {
	return Table[T]{&table{name: name, write: &generation{}}}
}

// Get is the record with that name; the zero T (nil) where there is none.
func (t Table[T]) Get(name string) T {
	r, _ := t.t.get(name).(T)
	return r
}

// Put replaces the record with that name within the judgement of tx; it becomes frozen.
func (t Table[T]) Put(tx *Tx, name string, record T) { tx.write(t.t, name, record) }

// Delete takes the record away without a trace. What others may have known keeps a Gone record instead.
func (t Table[T]) Delete(tx *Tx, name string) { tx.write(t.t, name, nil) }

// Len is the number of records, those of what is gone too.
func (t Table[T]) Len() int { return t.t.live }

// All yields the records in the order of their names.
func (t Table[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, name := range t.t.sorted() {
			if !yield(name, t.t.get(name).(T)) {
				return
			}
		}
	}
}

// Fork is a table with the same records that shares what neither changes.
func (t Table[T]) Fork() Table[T] { return Table[T]{t.t.fork()} }

func (t Table[T]) core() *table { return t.t }

// Tabled is any Table, whatever it holds.
type Tabled interface{ core() *table }

func (t *table) get(name string) Record {
	slot, ok := t.find(name)
	if !ok {
		return nil
	}
	return t.pages[slot/pageSize].slots[slot%pageSize]
}

func (t *table) find(name string) (uint32, bool) {
	if slot, ok := t.index.recent[name]; ok {
		return slot, true
	}
	slot, ok := t.index.frozen[name]
	return slot, ok
}

// slot is the place of a name, a new one where the name was never seen.
func (t *table) slot(name string) uint32 {
	if slot, ok := t.find(name); ok {
		return slot
	}
	if len(t.index.recent) >= recentMost {
		frozen := make(map[string]uint32, len(t.index.frozen)+len(t.index.recent))
		maps.Copy(frozen, t.index.frozen)
		maps.Copy(frozen, t.index.recent)
		t.index = index{frozen: frozen}
	}
	if t.index.recent == nil {
		t.index.recent = map[string]uint32{}
	}
	slot := uint32(len(t.names))
	t.index.recent[name] = slot
	t.names = append(t.names, name)
	if int(slot/pageSize) == len(t.pages) {
		t.pages = append(t.pages, &page{owner: t.write})
	}
	return slot
}

// set puts a record (nil: none) under a name and gives back what stood there.
func (t *table) set(name string, r Record) (before Record) {
	if t.write == nil {
		panic("engine: write to a frozen table " + t.name)
	}
	slot := t.slot(name)
	p := t.pages[slot/pageSize]
	if p.owner != t.write {
		p = &page{owner: t.write, slots: p.slots}
		t.pages[slot/pageSize] = p
	}
	before, p.slots[slot%pageSize] = p.slots[slot%pageSize], r
	if before == nil && r != nil {
		t.live++
	} else if before != nil && r == nil {
		t.live--
	}
	return before
}

// fork copies the page roots; both sides begin a new generation, so that each copies a page before it writes it. A frozen table is
// only read, so that many may fork it at once.
func (t *table) fork() *table {
	f := &table{name: t.name, place: t.place, write: &generation{}, names: t.names[:len(t.names):len(t.names)], pages: slices.Clone(t.pages), live: t.live}
	f.index.frozen = t.index.frozen
	f.index.recent = maps.Clone(t.index.recent)
	if t.write != nil {
		t.write, t.names = &generation{}, f.names
	}
	return f
}

func (t *table) sorted() []string {
	names := make([]string, 0, t.live)
	for slot, name := range t.names {
		if t.pages[slot/pageSize].slots[slot%pageSize] != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
