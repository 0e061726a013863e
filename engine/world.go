package engine

import (
	"iter"
	"slices"
	"strings"
)

// Seed is the writer nobody sees: what it does makes the start of a race.
const Seed = "seed"

// World is everything there is at one moment: the services' states, the writers and what they heard, the messages under
// way, the clock. It is not safe for use by several goroutines, unless it is frozen.
type World struct {
	services []*Service
	states   []State
	lent     []bool             // by state: other worlds read it too
	specs    map[string]*OpSpec // never changes after NewWorld
	onlySet  map[string]bool    // by kind of object, as OnlySet; never changes after NewWorld
	tables   []*table           // of all, in a fixed order: undo and digest go by it

	// Its own tables. What of this package is reached from here has no methods on generic types, also where nobody sees
	// it: each package that knows World would compile all of them again.
	globals   *table
	writers   *table
	names     *table // name of a request: its number
	settings  *table
	locks     *table // what is covered: the lease that is meant to guard it
	exchanges *table
	flight    *table
	work      *table // what an answer gave: who did the work for it
	plans     *table // by writer: where its plan stands
	shown     *table // by writer and object: what its answers showed

	digest  uint64
	hasher  *hasher
	summed  *globals // the one in digest, with its hash: it is long where much is in flight
	sum     uint64
	pending pending // not yet in digest
	follows bool    // its digest is not kept
	minted  uint16  // tokens of the step being made
	built   built
	step    step // that is being made: one for all
	judged  Tx   // of the request being judged: one for all, as none outlives its judgement
	ends    ends // of the record being looked at: one for all tables

	journal arena[Written] // of the event being made; closed lists are those of events
	happens arena[Event]   // of the step being made
	changes arena[Change]  // of the request being judged
	parts   arena[Part]    // that its answer shows
	fields  arena[Field]   // that it has
	showing []Part         // room for those while it is judged
	nows    arena[globals] // one for each event

	compared arena[Comparison] // by the request being judged
	newest   arena[showing]    // what answers showed to their readers
	keys     keys
}

// NewWorld is an empty world of the given services at instant zero, with the writer `seed` in it.
func NewWorld(services ...*Service) *World {
	w := &World{services: services, specs: make(map[string]*OpSpec, operations(services)), onlySet: map[string]bool{},
		globals: newTable[*globals]("world"), writers: newTable[*Writer]("writer"),
		names:    newTable[*nameRecord]("name"),
		settings: newTable[*word]("switch"), locks: newTable[*word]("lock"),
		exchanges: newNumbered("request"),
		flight:    newTable[*Message]("in-flight"), work: newTable[*workRecord]("work"),
		plans: newTable[*PlanState]("plan"),
		shown: newTable[*shown]("shown")}
	for _, s := range services {
		w.states = append(w.states, s.New())
		for op := range s.All() {
			spec := s.held(op)
			w.specs[spec.Verb] = spec
			before, known := w.onlySet[spec.Object]
			w.onlySet[spec.Object] = (before || !known) && spec.Effect.sets()
		}
	}
	w.exchanges.packer, w.names.packer = packsExchanges{w.specs, &recalled{}}, packsNames{}
	w.lent = make([]bool, len(w.states))
	w.list()
	w.checkNames()
	w.put(w.globals, "now", &globals{})
	w.put(w.writers, Seed, &Writer{Member: &Member{ID: Seed, Title: Seed}})
	w.settle()
	closeList(&w.journal)
	return w
}

// operations is how many there are, for a map that need not grow.
func operations(services []*Service) (count int) {
	for _, s := range services {
		count += len(s.Ops) + 1 // what it rejects
	}
	return count
}

// checkNames: the name of a table is the first word of its objects, so no two tables share one.
func (w *World) checkNames() {
	seen := map[string]bool{}
	for _, t := range w.tables {
		if seen[t.name] {
			panic("engine: two tables are called " + t.name)
		}
		seen[t.name] = true
	}
}

// own are the tables that are the world's own, with room for so many in all.
func (w *World) own(room int) []*table {
	return append(make([]*table, 0, max(room, ownTables)), w.globals, w.writers, w.names, w.settings, w.locks,
		w.exchanges, w.flight, w.work, w.plans, w.shown)
}

// list gathers the tables of all states behind the world's own.
func (w *World) list() {
	w.tables = w.own(len(w.tables))
	for _, s := range w.states {
		for _, t := range s.Tables() {
			w.tables = append(w.tables, t.core())
		}
	}
	for n, t := range w.tables {
		t.place, t.timed = uint8(n), n >= ownTables && !t.timeless || t == w.flight || t == w.plans
		t.ends = &w.ends
	}
}

// put writes one record and remembers it for undo and digest.
func (w *World) put(t *table, name string, r Record) {
	addTo(&w.journal, Written{table: t.place, name: name, before: t.set(name, r), after: r})
	w.changed(&w.journal.chunk[len(w.journal.chunk)-1])
}

// revert takes records back, the last first.
func (w *World) revert(list []Written) {
	for i := len(list) - 1; i >= 0; i-- {
		c := &list[i]
		w.writable(c.table).set(c.name, c.before)
		w.changed(&Written{table: c.table, name: c.name, before: c.after, after: c.before})
	}
}

// Undo takes back the events of one step; they must be the newest.
func (w *World) Undo(events []Event) {
	for i := len(events) - 1; i >= 0; i-- {
		w.revert(events[i].written)
	}
}

// Redo does the events of one step again, without judging anything: the world must stand where they began.
func (w *World) Redo(events []Event) {
	for _, e := range events {
		for i := range e.written {
			c := &e.written[i]
			w.writable(c.table).set(c.name, c.after)
			w.changed(c)
		}
	}
}

// FollowOnly has the world, and its clones, keep no digest, until SettledAt gives it one: nobody asks for it often, as
// of a world that follows another, to see what was there before each event.
func (w *World) FollowOnly() {
	w.follows = true
	w.pending.forget()
}

// Now is the virtual clock.
func (w *World) Now() Instant { return w.global().Now }

// global is the world's one record: the first of its table.
func (w *World) global() *globals {
	g, _ := w.globals.few.slots[0].record.(*globals)
	return g
}

// Requests is the number of requests sent so far: they are numbered from 1.
func (w *World) Requests() int { return int(w.global().Requests) }

// Record is the number of the newest record.
func (w *World) Record() int { return int(w.global().Events) }

// Exchange is the request with that number; nil where there is none.
func (w *World) Exchange(number int) *Exchange {
	x, _ := w.exchanges.numberedAt(number).(*Exchange)
	return x
}

// HeardBy are the requests whose answers a writer has heard, the newest answer first.
func (w *World) HeardBy(writer string) iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		if by := w.Writer(writer); by != nil {
			for x := w.Exchange(by.Newest); x != nil && yield(x); x = w.Exchange(x.HeardBefore) {
			}
		}
	}
}

// RequestsOf are the requests that a writer has sent, the newest first.
func (w *World) RequestsOf(writer string) iter.Seq[*Exchange] {
	by := w.Writer(writer)
	if by == nil {
		return w.upTo(0)
	}
	return w.upTo(int(by.Last))
}

// SentBefore are the requests that the sender of one had sent before it, the newest first.
func (w *World) SentBefore(x *Exchange) iter.Seq[*Exchange] { return w.upTo(x.Before) }

// upTo are a request and those that its sender had sent before it, the newest first.
func (w *World) upTo(number int) iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		for x := w.Exchange(number); x != nil && yield(x); x = w.Exchange(x.Before) {
		}
	}
}

// Named is the newest request with that name; nil where there is none.
func (w *World) Named(name string) *Exchange {
	n := got[*nameRecord](w.names, name)
	if n == nil {
		return nil
	}
	return w.Exchange(n.number)
}

// NameNow is the name by which inputs can refer to a request; empty where a newer one goes by it.
func (w *World) NameNow(x *Exchange) string {
	if !x.Is(w.Named(x.Name)) {
		return ""
	}
	return x.Name
}

// NamedBefore is the newest request with that name in front of another: what the name meant when that one was sent. Nil
// where there was none.
func (w *World) NamedBefore(name string, number int) *Exchange {
	x := w.Named(name)
	for x != nil && (x.Number >= number || x.Name != name) {
		x = w.Exchange(min(x.Number, number) - 1)
	}
	return x
}

// ToldTo yields the answers of which a writer was told a field, and which, the newest first.
func (w *World) ToldTo(writer string) iter.Seq2[*Exchange, string] {
	return func(yield func(*Exchange, string) bool) {
		by := w.Writer(writer)
		if by == nil {
			return
		}
		for _, t := range slices.Backward(by.Told) {
			if _, field, _ := strings.Cut(t.Path, "."); !yield(w.Exchange(t.Request), field) {
				return
			}
		}
	}
}

// Writer is the writer with that id; nil where there is none.
func (w *World) Writer(id string) *Writer { return got[*Writer](w.writers, id) }

// Title is what people call a writer; its id where there is none.
func (w *World) Title(id string) string {
	if x := w.Writer(id); x != nil {
		return x.Title
	}
	return id
}

// Writers are the writers in the order in which they joined, without seed.
func (w *World) Writers() []*Writer {
	var list []*Writer
	for id, x := range each[*Writer](w.writers) {
		if id != Seed {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b *Writer) int { return int(a.Place - b.Place) })
	return list
}

// NameOf is how inputs call a message: by its request, with a stroke for each copy.
func (w *World) NameOf(m *Message) string {
	return w.Exchange(m.Request).Name + strings.Repeat("'", m.Copy)
}

// Onward is the input that hands a message on.
func (w *World) Onward(m *Message) Input {
	if m.Back {
		return ReceiveAnswer{Names: []string{w.NameOf(m)}}
	}
	return Deliver{Names: []string{w.NameOf(m)}}
}

// Flight are the messages under way or at the service, the next one first.
func (w *World) Flight() []*Message {
	order := w.global().Order
	list := make([]*Message, len(order))
	for i, key := range order {
		list[i] = w.message(key)
	}
	return list
}

// message is what is in flight under a key; nil where nothing is.
func (w *World) message(key string) *Message { return got[*Message](w.flight, key) }

func (w *World) setting(name string) string {
	if s := got[*word](w.settings, name); s != nil {
		return s.text
	}
	return ""
}

// Setting is what a switch stands at, as of `blob.copy` or `ann.hold`; empty where it was never set.
func (w *World) Setting(name string) string { return w.setting(name) }

// Services are the services of the world.
func (w *World) Services() []*Service { return w.services }

// Kinds are the kinds of objects that a service keeps: the names of its tables.
func (w *World) Kinds(service string) (kinds []string) {
	for i, s := range w.services {
		if s.Name != service {
			continue
		}
		for _, t := range w.states[i].Tables() {
			kinds = append(kinds, t.core().name)
		}
	}
	return kinds
}

// Spec is the operation with that verb; nil where there is none.
func (w *World) Spec(verb string) *OpSpec { return w.specs[verb] }

// ServiceOf is the service that has the operation with that verb; nil where none has.
func (w *World) ServiceOf(verb string) *Service {
	spec := w.specs[verb]
	for _, s := range w.services {
		if spec != nil && s.Name == spec.service {
			return s
		}
	}
	return nil
}

// OnlySet says whether the operations on objects of a kind do no more than read and set them: nobody makes or removes
// one, as the properties of an account's service. It has a record from the first time that it is set.
func (w *World) OnlySet(kind string) bool { return w.onlySet[kind] }

// Object is the record of an object, as `blob wiki/home.md`; nil where there is none. What is gone may have a record
// that says so.
func (w *World) Object(object ObjectID) Record {
	kind, name := object.Kind, object.Name
	for _, t := range w.tables {
		if t.name == kind {
			return t.get(name)
		}
	}
	return nil
}

// Objects yields the records of the services, table by table, in the order of their names, without what is gone.
func (w *World) Objects() iter.Seq2[ObjectID, Record] {
	return w.Records(func(r Record) bool { return !isGone(r) })
}

// Records are those that are wanted, also of objects that are gone, as of a key of which a delete marker is the newest
// version; in the order of Objects.
func (w *World) Records(wanted func(Record) bool) iter.Seq2[ObjectID, Record] {
	return func(yield func(ObjectID, Record) bool) {
		for _, t := range w.tables[ownTables:] {
			for _, name := range t.sorted() {
				if r := t.get(name); wanted(r) && !yield(t.object(name), r) {
					return
				}
			}
		}
	}
}

// ownTables is how many tables are the world's own, in front of those of the services.
const ownTables = 10

// Held says whether a token still holds an object, by the service that knows it.
func (w *World) Held(object ObjectID, t Token) bool {
	for _, s := range w.states {
		if h, ok := s.(Holder); ok && h.Held(object, t) {
			return true
		}
	}
	return false
}

// Took is who took what a token holds still, the first one first, by the service that knows it.
func (w *World) Took(object ObjectID, t Token) []Mark {
	for _, s := range w.states {
		if h, ok := s.(Holder); ok && h.Held(object, t) {
			return h.Took(object, t)
		}
	}
	return nil
}

// Guardian is the lease that is meant to guard an object, by a lock that was declared; empty where there is none. What
// is covered covers what lies in it by its name: `table T` covers `entity T/p/r`, in one service.
func (w *World) Guardian(object ObjectID) ObjectID {
	for text, lease := range each[*word](w.locks) {
		covered := ParseObject(text)
		if covered == object || strings.HasPrefix(object.Name, covered.Name+"/") &&
			(object.Kind == covered.Kind || w.serves(object.Kind) == w.serves(covered.Kind)) {
			return ParseObject(lease.text)
		}
	}
	return ObjectID{}
}

// Holds says whether an object lies in another, by its name and in one service. Only what holds others does: a blob
// named hub/a holds no hub/a/b.
func (w *World) Holds(holder, object ObjectID) bool {
	if !strings.HasPrefix(object.Name, holder.Name+"/") {
		return false
	}
	at := w.serves(holder.Kind)
	return at >= 0 && at == w.serves(object.Kind) && slices.Contains(w.services[at].Holders, holder.Kind)
}

// serves is the service, by its place, that has a table of that name; -1 where none has.
func (w *World) serves(kind string) int {
	return slices.IndexFunc(w.states, func(s State) bool { return owns(s, kind) })
}

// On is the record of an object before and after the event; ok is false where the event did not touch it.
func (e *Event) On(w *World, kind, name string) (before, after Record, ok bool) {
	for _, c := range e.written {
		if c.name != name || w.tables[c.table].name != kind {
			continue
		}
		if !ok {
			before, ok = c.before, true
		}
		after = c.after
	}
	return before, after, ok
}

// Touched yields the records of the services that the event changed: the object with its record before and after; nil
// is none.
func (e *Event) Touched(w *World) iter.Seq2[ObjectID, [2]Record] {
	return func(yield func(ObjectID, [2]Record) bool) {
		for _, c := range e.written {
			if c.table >= ownTables && !yield(w.tables[c.table].object(c.name), [2]Record{c.before, c.after}) {
				return
			}
		}
	}
}

// Carrying is the request together with what it carried out for earlier ones in an event: what those were made from and
// compared.
func (x *Exchange) Carrying(w *World, e Event) *Exchange {
	if len(e.Carried) == 0 && e.Guarded == 0 {
		return x
	}
	next := x.otherwise()
	next.Made, next.Guards = slices.Clone(x.Made), max(x.Guards, e.Guarded)
	for _, n := range e.Carried {
		c := w.Exchange(n)
		next.Made, next.Guards = append(next.Made, c.Made...), max(next.Guards, c.Guards)
		if next.Base == 0 && !next.blind {
			next.Base = c.Base
		}
	}
	return &next
}

// owns says whether objects of a kind lie in a table of the state.
func owns(state State, kind string) bool {
	return slices.ContainsFunc(state.Tables(), func(t Tabled) bool { return t.core().name == kind })
}

// ShownOf is the newest answer that a writer heard before a record, among those that showed anything of an object and
// fit; nil where there is none.
func (w *World) ShownOf(writer string, object ObjectID, before int, fits func(*Exchange) bool) (found *Exchange) {
	of := []string{"*"}
	if s := got[*shown](w.shown, shownKey(writer, Part{Object: object})); s != nil {
		for _, p := range s.parts {
			of = append(of, p.name)
		}
	}
	about := func(x *Exchange) bool {
		return slices.ContainsFunc(x.Shows, func(p Part) bool { return p.Object == object }) && fits(x)
	}
	for _, name := range of {
		if x := w.ShownTo(writer, Part{Object: object, Name: name}, before, about); x != nil &&
			(found == nil || x.Heard.Event > found.Heard.Event) {
			found = x
		}
	}
	return found
}

// ShownTo is the newest answer that a writer heard before a record, among those that showed a part (or all of an object
// that it is or lies in, or a listing of that) and fit; nil where there is none.
func (w *World) ShownTo(writer string, p Part, before int, fits func(*Exchange) bool) *Exchange {
	var found *Exchange
	look := func(s *showing) {
		for ; s != nil; s = s.before {
			if s.heard >= before {
				continue
			}
			if found != nil && found.Heard.Event >= s.heard {
				return
			}
			if x := w.Exchange(s.request); fits(x) {
				found = x
				return
			}
		}
	}
	look(got[*shown](w.shown, shownObject(writer, p.Object)).part(p.Name))
	name := p.Object.Name
	look(got[*shown](w.shown, writer+" *"+name).part("*"))
	for at := strings.LastIndexByte(name, '/'); at > 0; at = strings.LastIndexByte(name[:at], '/') {
		if around := got[*shown](w.shown, writer+" *"+name[:at]); around != nil {
			look(around.part("*"))
			look(around.part(Unlisted(p.Object.Kind)))
		}
	}
	look(got[*shown](w.shown, writer+" *").part(Unlisted(p.Object.Kind)))
	return found
}
