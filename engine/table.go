package engine

import (
	"iter"
	"maps"
	"slices"
)

// pageSize is the number of slots of a page. A fork shares pages; the first write to one after a fork copies it.
const pageSize = 128

// leastFew is how many slots the few have room for at first, a part of pageSize by halves.
const leastFew = 4

// few are the first places of a table, as many as were given out and up to a page. Most tables never have more, and a
// world that is forked to try one step would copy a whole page of each of them.
type few struct {
	owner *generation
	slots []slot
}

// slot is a record with its name.
type slot struct {
	name   string
	record Record
}

// generation is one stretch of a table's life between two forks; only its identity counts.
type generation struct{ _ byte }

// index maps names to places: frozen names that forks share, the most first, and the recent ones, which are one table's
// from its first write on.
type index struct {
	frozen []names
	recent recent
	shared bool // a fork has the recent ones too: they are copied before they are written
	row    row  // of names that are a letter and a number, as those that requests get
}

// own is the recent names, the table's alone.
func (x *index) own() *recent {
	if x.shared {
		x.recent, x.shared = recent{slices.Clone(x.recent.few), maps.Clone(x.recent.many)}, false
	}
	return &x.recent
}

// recent are names with their places: a few in a list, as to compare a few texts takes less than a map does, and many
// tables never have more; else all in a map.
type recent struct {
	few  []recentName
	many map[string]uint32 // nil: they are few
}

type recentName struct {
	name  string
	place uint32
}

// fewMost is how many names are a few.
const fewMost = 8

func (r *recent) find(name string) (place uint32, ok bool) {
	if r.many != nil {
		place, ok = r.many[name]
		return place, ok
	}
	for i := range r.few {
		if r.few[i].name == name {
			return r.few[i].place, true
		}
	}
	return 0, false
}

func (r *recent) add(name string, place uint32) {
	switch {
	case r.many != nil:
		r.many[name] = place
	case len(r.few) < fewMost:
		r.few = append(r.few, recentName{name, place})
	default:
		r.many = make(map[string]uint32, 2*fewMost)
		for _, n := range r.few {
			r.many[n.name] = n.place
		}
		r.many[name], r.few = place, nil
	}
}

func (r *recent) drop(name string) {
	delete(r.many, name)
	r.few = slices.DeleteFunc(r.few, func(n recentName) bool { return n.name == name })
}

func (r *recent) len() int { return max(len(r.few), len(r.many)) }

func (r *recent) all() iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		for _, n := range r.few {
			if !yield(n.name, n.place) {
				return
			}
		}
		maps.All(r.many)(yield)
	}
}

// recentMost is how many new names gather before they are frozen.
const recentMost = 256

// table is the storage under a Table: names to places, which are slots in pages. A name that goes before it was frozen
// gives its place up to another, as those of what is in flight do; two forks may give one place to two names, so what
// outlives a fork (a Written) says the name.
type table struct {
	name     string
	place    uint8       // among the tables of its world
	write    *generation // the present one; nil: begun and not yet written in
	frozen   bool        // for reading by many
	index    index
	few      few
	pages    []*page  // of the places behind the few
	used     int      // places that were ever given out
	free     []uint32 // those that were given up
	live     int      // records that are there
	numbered bool     // names are numbers, which are their places: nothing is looked up
	packer   packer   // of its records that are past; nil: they stay as they are
	scratch  *coder   // it writes them with; nil: it has written none
	timeless bool     // its records say so of themselves
	timed    bool     // what ends by the clock is looked for in its records
	due      *due     // of timed: what ends by the clock
	ends     *ends    // of timed: where that is gathered, its world's
}

// Ending are records that hand out what ends by the clock, as their Walk does, without the rest of what they have: it
// is looked for each time one is written. World.Check holds it against the Walk.
type Ending interface{ WalkEnds(v Visitor) }

// Table holds the records of one kind of thing by name. The zero Table is not usable: NewTable makes one.
type Table[T Record] struct{ t *table }

// Timeless are records of which nothing ever ends by the clock: they hand out no End, and are not walked for one each
// time they are written. World.Check looks for it all the same.
type Timeless interface{ Timeless() }

// NewTable is an empty table; its name is the first word of every object in it, as `blob`.
func NewTable[T Record](name string) Table[T] {
	return Table[T]{newTable[T](name)}
}

func newTable[T Record](name string) *table {
	var none T
	_, timeless := any(none).(Timeless)
	return &table{name: name, timeless: timeless}
}

// newNumbered is an empty table whose names are numbers from 1 on, as keysOf writes them.
func newNumbered(name string) *table {
	return &table{name: name, numbered: true}
}

// Get is the record with that name; the zero T (nil) where there is none.
func (t Table[T]) Get(name string) T { return got[T](t.t, name) }

// There is the record with that name where it stands for what is there; the zero T (nil) where there is none, or it
// stands for what is gone.
func There[T interface {
	comparable
	Record
	Gone
}](t Table[T], name string) (there T) {
	if r := t.Get(name); r != there && !r.Gone() {
		return r
	}
	return there
}

func got[T Record](t *table, name string) T {
	r, _ := t.get(name).(T)
	return r
}

// Put replaces the record with that name within the judgement of tx; it becomes frozen.
func (t Table[T]) Put(tx *Tx, name string, record T) { tx.write(t.t, name, record) }

// Delete takes the record away without a trace. What others may have known keeps a Gone record instead.
func (t Table[T]) Delete(tx *Tx, name string) { tx.write(t.t, name, nil) }

// Len is the number of records, those of what is gone too.
func (t Table[T]) Len() int { return t.t.live }

// All yields the records in the order of their names.
func (t Table[T]) All() iter.Seq2[string, T] { return each[T](t.t) }

func each[T Record](t *table) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, name := range t.sorted() {
			if !yield(name, t.get(name).(T)) {
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

// Object is what the record of that name is called among all objects.
func (t Table[T]) Object(name string) ObjectID { return t.t.object(name) }

func (t *table) object(name string) ObjectID { return ObjectID{Kind: t.name, Name: name} }

func (t *table) at(place uint32) slot {
	if place < pageSize {
		return t.few.slots[place]
	}
	return t.pages[place/pageSize-1].slotAt(t, place)
}

func (t *table) nameAt(place uint32) string {
	if place < pageSize {
		return t.few.slots[place].name
	}
	return t.pages[place/pageSize-1].nameAt(t, place)
}

func (t *table) get(name string) Record {
	at, ok := t.find(name)
	if !ok {
		return nil
	}
	return t.at(at).record
}

// known is the record with that name, and the name as the table has it: who puts one together to look it up needs not
// keep his own. nil where there is none.
func (t *table) known(name string) (own string, r Record) {
	at, ok := t.find(name)
	if !ok {
		return "", nil
	}
	return t.nameAt(at), t.at(at).record
}

func (t *table) find(name string) (uint32, bool) {
	if t.numbered {
		at, ok := placeOf(name)
		return at, ok && int(at) < t.used
	}
	if len(t.index.row.places) > 0 { // in few tables
		if at, ok := t.index.row.find(name); ok {
			return at, true
		}
	}
	if at, ok := t.index.recent.find(name); ok {
		return at, true
	}
	if len(t.index.frozen) == 0 {
		return 0, false
	}
	sum := nameSum(name)
	for i := range t.index.frozen {
		if at, ok := t.index.frozen[i].find(t, sum, name); ok {
			return at, true
		}
	}
	return 0, false
}

// take is the place of a name, a new one where the name has none.
func (t *table) take(name string) uint32 {
	if at, ok := t.find(name); ok {
		return at
	}
	if t.numbered {
		return t.number(name)
	}
	if t.index.row.fits(name) {
		at := t.slot(uint32(t.used), name)
		t.used++
		t.index.row.add(name, at)
		return at
	}
	if t.index.recent.len() >= recentMost {
		t.index.freeze()
	}
	at := uint32(t.used)
	if last := len(t.free) - 1; last >= 0 {
		at, t.free = t.free[last], t.free[:last]
	} else {
		t.used++
	}
	t.slot(at, name)
	t.index.own().add(name, at)
	return at
}

// slot gives a name a place.
func (t *table) slot(at uint32, name string) uint32 {
	t.reach(at)
	t.own(at).name = name
	return at
}

// number is the place of a name that is a number, behind all that there were.
func (t *table) number(name string) uint32 {
	at, _ := placeOf(name)
	t.used = int(at) + 1
	return t.slot(at, name)
}

// reach makes room for a place, and for those before it that have none.
func (t *table) reach(place uint32) {
	for int(place/pageSize) > len(t.pages) {
		t.pages = append(t.pages, newPage(t.writing()))
		if past := len(t.pages) - 2 - wholePages; t.packer != nil && past >= 0 {
			t.pack(past)
		}
	}
	if few := min(int(place)+1, pageSize); few > len(t.few.slots) {
		t.ownFew(few)
	}
}

// writing is the present generation, from its first write on: most tables of a fork are never written.
func (t *table) writing() *generation {
	if t.write == nil {
		t.write = &generation{}
	}
	return t.write
}

// ownFew makes the few the table's own, and at least so many.
func (t *table) ownFew(least int) {
	had := t.few.slots
	if t.few.owner != t.write || least > cap(had) {
		room := leastFew
		for room < max(least, len(had)) {
			room *= 2
		}
		t.few = few{t.writing(), make([]slot, len(had), room)}
		copy(t.few.slots, had)
	}
	t.few.slots = t.few.slots[:max(least, len(had))]
}

// freeze makes the recent names frozen ones. Those that are not many more are merged with them, so that there are few
// lists, and a name is moved as often as there are lists.
func (x *index) freeze() {
	from, count := len(x.frozen), x.recent.len()
	for from > 0 && x.frozen[from-1].count < 4*count {
		from--
		count += x.frozen[from].count
	}
	next := newNames(count)
	for _, merged := range x.frozen[from:] {
		next.all(merged)
	}
	for name, place := range x.recent.all() {
		next.add(nameSum(name), place)
	}
	x.frozen, x.recent, x.shared = append(slices.Clip(x.frozen[:from]), next), recent{}, false
}

// own is a slot in a page that the table may write.
func (t *table) own(place uint32) *slot {
	if place < pageSize {
		if t.few.owner != t.write {
			t.ownFew(0)
		}
		return &t.few.slots[place]
	}
	p := t.pages[place/pageSize-1]
	if p.owner != t.write {
		p = p.copied(t.writing())
		t.pages[place/pageSize-1] = p
	}
	return p.own(t, place)
}

// set puts a record (nil: none) under a name and gives back what stood there.
func (t *table) set(name string, r Record) (before Record) {
	if t.frozen {
		panic("engine: write to a frozen table " + t.name)
	}
	at := t.take(name)
	s := t.own(at)
	before, s.record = s.record, r
	t.reckonDue(name, before, r)
	if before == nil && r != nil {
		t.live++
	} else if before != nil && r == nil {
		t.live--
	}
	if r != nil {
		return before
	}
	if _, recent := t.index.recent.find(name); recent {
		t.index.own().drop(name)
		t.free = append(t.free, at)
	}
	return before
}

// fork copies the page roots; both sides begin a new generation, so that each copies a page before it writes it. A
// frozen table is only read, so that many may fork it at once.
func (t *table) fork() *table {
	f := &table{name: t.name, place: t.place, few: t.few, pages: slices.Clone(t.pages), used: t.used,
		free: slices.Clone(t.free), live: t.live, timeless: t.timeless, timed: t.timed, due: t.due,
		numbered: t.numbered, packer: t.packer}
	f.index.frozen, f.index.row = t.index.frozen, t.index.row.fork()
	f.index.recent, f.index.shared = t.index.recent, true
	if !t.frozen {
		t.write, t.index.shared = nil, true
	}
	return f
}

// all yields the names with their records, in no order.
func (t *table) all() iter.Seq2[string, Record] {
	return func(yield func(string, Record) bool) {
		for place := range t.used {
			r := t.at(uint32(place)).record
			if r != nil && !yield(t.nameAt(uint32(place)), r) {
				return
			}
		}
	}
}

func (t *table) sorted() []string {
	names := make([]string, 0, t.live)
	for name := range t.all() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// keySize is how many digits the number of a request has as a name.
const keySize = 8

// keysOf are the names of a request and of its messages, in one text: its number in digits, so that they are in order,
// with a sign behind it for the direction.
func keysOf(number int) string {
	var keys [keysSize]byte
	writeKeys(keys[:], number)
	return string(keys[:])
}

// keysSize is how long keysOf are.
const keysSize = 3*keySize + 2

func writeKeys(keys []byte, number int) {
	for i := keySize - 1; i >= 0; i-- {
		keys[i] = byte('0' + number%10)
		number /= 10
	}
	copy(keys[keySize:], keys[:keySize])
	keys[2*keySize] = '>'
	copy(keys[2*keySize+1:], keys[:keySize])
	keys[3*keySize+1] = '<'
}

// keysAhead is of how many requests the names are made at once.
const keysAhead = 8

// keys are the keysOf some requests that follow one another, in one text.
type keys struct {
	first int // of them
	text  string
}

// of are the keysOf a request, made with those of the next ones.
func (k *keys) of(number int) string {
	at := (number - k.first) * keysSize
	if number < k.first || at >= len(k.text) {
		var room [keysAhead * keysSize]byte
		for i := range keysAhead {
			writeKeys(room[i*keysSize:], number+i)
		}
		k.first, k.text, at = number, string(room[:]), 0
	}
	return k.text[at : at+keysSize]
}

// placeOf is the place of a name in a table whose names are numbers from 1.
func placeOf(name string) (at uint32, ok bool) {
	for _, c := range []byte(name) {
		if c < '0' || c > '9' {
			return 0, false
		}
		at = 10*at + uint32(c-'0')
	}
	return at - 1, len(name) == keySize && at > 0
}

// numberedAt is the record with a number; nil where there is none.
func (t *table) numberedAt(number int) Record {
	if number < 1 || number > t.used {
		return nil
	}
	return t.at(uint32(number - 1)).record
}

// ends gathers the timers of a record.
type ends struct {
	blank
	object ObjectID
	found  []Timer
	room   Spare
}

func (e *ends) spare() *Spare { return &e.room }

func (e *ends) End(name string, p *Instant) {
	if *p != Never && *p != 0 {
		e.found = append(e.found, Timer{Object: e.object, Name: name, At: *p})
	}
}

// timersOf are the timers of a record, gathered in e: the next call writes over them.
func (t *table) timersOf(e *ends, name string, r Record) []Timer {
	if r == nil || !t.timed {
		return nil
	}
	e.object, e.found = t.object(name), e.found[:0]
	if one, ok := r.(Ending); ok {
		one.WalkEnds(e)
	} else {
		r.Walk(e)
	}
	return e.found
}

// reckonDue brings what is due up to date with a record that replaces another.
func (t *table) reckonDue(name string, before, after Record) {
	if !t.timed {
		return
	}
	for i, list := 0, t.timersOf(t.ends, name, before); i < len(list); i++ {
		t.due = t.due.without(&list[i])
	}
	for _, timer := range t.timersOf(t.ends, name, after) {
		t.due = t.due.with(timer)
	}
}
