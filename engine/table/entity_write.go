package table

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Written is which properties of an entity a request writes.
type Written struct {
	Path string       `op:"path" help:"the entity, as table/partition/row"`
	Body string       `op:"body,content" help:"its properties, one a line, as count=5 or owner=ann"`
	Sent []engine.Arg `op:".*,content" help:"a property, as .name=5L"`
}

func (w Written) path() string { return w.Path }

func (w Written) request(u use, match engine.Opt[engine.Token], s WriteScope) request {
	return request{path: w.Path, body: w.Body, sent: w.Sent, match: match, noneMatch: s.NoneMatch, use: u,
		under: s.UnderPolicy}
}

// Replacement is what takes the place of all properties.
type Replacement struct {
	Written `body:"its properties, one a line, as count=5 or owner=ann; all others go" .*:"a property, as .name=5L; all others go"`
}

// Changes are properties to set beside those that stay.
type Changes struct {
	Written `body:"the properties to set, one a line, as count=5 or owner=ann" .*:"a property to set, as .name=5L"`
}

// WriteScope is what every write of what may be there takes beside its own.
type WriteScope struct {
	NoneMatch engine.Opt[engine.Token] `op:"if-none-match,guard=etag" help:"has no meaning for a write: the service refuses it"`
	engine.UnderPolicy
}

// Insert makes an entity that is not there yet.
//
// Properties: at most 252, 1 MiB together; null ones are not stored, a Timestamp is ignored.
//
// Answers: 201 with the entity and its ETag, 204 where prefer asks for no content; 409 EntityAlreadyExists; 404
// TableNotFound; 400 for what the body says.
//
// Source: Azure REST, "Insert Entity"; rules.md, "Operations and outcomes" (matrix, D9 to D13), "Types, limits,
// validation" and "Order of checks".
type Insert struct {
	Written
	Prefer engine.Opt[string] `op:"prefer,one=return-content|return-no-content" help:"whether the answer repeats the entity"`
	engine.UnderPolicy
}

func (o Insert) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o Insert) check(tx *engine.Tx) (outcome, *engine.Cause) {
	f, c := o.request(inserts, engine.Opt[engine.Token]{}, WriteScope{UnderPolicy: o.UnderPolicy}).locate(tx)
	if c != nil {
		return outcome{}, c
	}
	e, out := f.replace(tx, inserts)
	out.status = 204
	if o.Prefer.Want != "return-no-content" {
		out.status = 201
		out.fields = append(out.fields, e.fields(f.place, nil)...)
	}
	if o.Prefer.Set {
		out.fields = append(out.fields, engine.Field{Name: "preference-applied", Value: engine.Text(o.Prefer.Want)})
	}
	return out, nil
}

// Update replaces all properties of an entity: what is not sent goes. Without If-Match it is InsertOrReplace.
//
// Answers: 204 with a new ETag; 412 UpdateConditionNotSatisfied for another ETag; 404 ResourceNotFound where nothing is
// there, also for If-Match *.
//
// Source: Azure REST, "Update Entity"; rules.md, "Operations and outcomes" (matrix, D1 to D11) and "Order of checks".
type Update struct {
	Replacement
	Match engine.Opt[engine.Token] `op:"if-match,guard=etag,version" help:"only if the entity has this ETag; * if there is one; absent: an upsert"`
	WriteScope
}

func (o Update) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o Update) check(tx *engine.Tx) (outcome, *engine.Cause) {
	f, c := o.request(replaces, o.Match, o.WriteScope).locate(tx)
	if c != nil {
		return outcome{}, c
	}
	_, out := f.replace(tx, replaces)
	return out, nil
}

// Merge adds or overwrites the properties that are sent, value and type; all others stay. Without If-Match it is
// InsertOrMerge.
//
// Answers: 204 with a new ETag; 412 UpdateConditionNotSatisfied; 404 ResourceNotFound; 400 where the merged entity is
// too large.
//
// Source: Azure REST, "Merge Entity"; rules.md, "Operations and outcomes" (matrix, D8, D9) and "Order of checks".
type Merge struct {
	Changes
	Match engine.Opt[engine.Token] `op:"if-match,guard=etag,version" help:"only if the entity has this ETag; * if there is one; absent: an upsert"`
	WriteScope
}

func (o Merge) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o Merge) check(tx *engine.Tx) (outcome, *engine.Cause) {
	f, c := o.request(merges, o.Match, o.WriteScope).locate(tx)
	if c != nil {
		return outcome{}, c
	}
	return f.merge(tx)
}

// InsertOrReplace makes an entity or replaces all of its properties, and compares nothing: the last writer wins, and
// what was deleted comes back.
//
// Answers: 204 with a new ETag.
//
// Source: Azure REST, "Insert Or Replace Entity"; rules.md, "Operations and outcomes" (matrix) and "Concurrency" (C5).
type InsertOrReplace struct {
	Replacement
	WriteScope
}

func (o InsertOrReplace) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o InsertOrReplace) check(tx *engine.Tx) (outcome, *engine.Cause) {
	return Update{Replacement: o.Replacement, WriteScope: o.WriteScope}.check(tx)
}

// InsertOrMerge makes an entity or sets the properties that are sent, and compares nothing.
//
// Answers: 204 with a new ETag.
//
// Source: Azure REST, "Insert Or Merge Entity"; rules.md, "Operations and outcomes" (matrix) and "Concurrency" (C5).
type InsertOrMerge struct {
	Changes
	WriteScope
}

func (o InsertOrMerge) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o InsertOrMerge) check(tx *engine.Tx) (outcome, *engine.Cause) {
	return Merge{Changes: o.Changes, WriteScope: o.WriteScope}.check(tx)
}

// Delete removes an entity, for clients at once: it can be made again in the same moment.
//
// If-Match is required, if only as *.
//
// Answers: 204 without an ETag; 412 UpdateConditionNotSatisfied; 404 ResourceNotFound; 400 without If-Match, whatever
// is there.
//
// Source: Azure REST, "Delete Entity"; rules.md, "Operations and outcomes" (matrix, D1, D3 to D5, D12) and "Order of
// checks".
type Delete struct {
	Path  string                   `op:"path" help:"the entity, as table/partition/row"`
	Match engine.Opt[engine.Token] `op:"if-match,guard=etag,version" help:"only if the entity has this ETag; * whatever it has; required"`
	WriteScope
}

func (o Delete) path() string { return o.Path }

func (o Delete) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o Delete) check(tx *engine.Tx) (outcome, *engine.Cause) {
	f, c := request{path: o.Path, match: o.Match, noneMatch: o.NoneMatch, use: deletes,
		under: o.UnderPolicy}.locate(tx)
	if c != nil {
		return outcome{}, c
	}
	remove(tx, f.state, f.place.path(), f.old)
	return outcome{status: 204}, nil
}

// remove takes an entity away and leaves the trace of it.
func remove(tx *engine.Tx, s *State, path string, e *Entity) {
	for _, p := range e.parts(entityObject(path)) {
		if !p.Gone {
			tx.Change(engine.Change{Part: p, Drops: true})
		}
	}
	s.entities.Put(tx, path, &Entity{gone: true, removed: tx.Mark(), etag: e.etag, version: e.version})
}

// replace puts an entity with just the properties that were sent in the place of what is there.
func (f *found) replace(tx *engine.Tx, u use) (*Entity, outcome) {
	next := f.begin(tx, u == inserts)
	shows := []engine.Part{{Object: f.object(), Name: "*", Mark: tx.Mark()}}
	var old []property
	if f.old != nil {
		old = f.old.properties
	}
	for _, p := range f.sent.properties {
		f.change(tx, p, u == inserts)
		p.wrote = tx.Mark()
		next.set(p)
	}
	for _, p := range old {
		if _, sent := next.property(p.name); sent {
			continue
		}
		part := f.old.part(f.object(), p.name)
		if part.Gone {
			shows = append(shows, part)
		} else {
			tx.Change(engine.Change{Part: part, Drops: true})
			p = property{name: p.name, wrote: tx.Mark()}
		}
		next.set(p)
	}
	f.end(tx, next)
	return next, outcome{status: 204, fields: next.stamps(), shows: shows}
}

// merge sets the properties that were sent.
func (f *found) merge(tx *engine.Tx) (outcome, *engine.Cause) {
	next := f.begin(tx, false)
	if f.old != nil {
		next.properties = slices.Clone(f.old.properties)
	}
	for _, p := range f.sent.properties {
		f.change(tx, p, false)
		p.wrote = tx.Mark()
		next.set(p)
	}
	if c := next.checkSize(f.place); c != nil {
		c.Rule = map[*engine.Rule]*engine.Rule{tooMany: mergedTooMany, entityTooLarge: mergedTooLarge}[c.Rule]
		return outcome{}, c
	}
	f.end(tx, next)
	return outcome{status: 204, fields: next.stamps()}, nil
}

// begin is the entity before its properties are set: as it is there, or made anew.
func (f *found) begin(tx *engine.Tx, wanted bool) *Entity {
	next := &Entity{created: tx.Mark(), changed: tx.Mark(), removed: f.removed(), etag: engine.TagAt(tx.Now().Tick())}
	if f.past != nil {
		next.version = f.past.version
		next.etag = engine.TagAt(max(tx.Now().Tick(), f.past.tick()+1))
	}
	next.version++
	if f.old != nil {
		next.created = f.old.created
		return next
	}
	tx.Change(engine.Change{Part: engine.Part{Object: f.object(), Name: "row", Mark: f.removed(), Gone: true},
		Wanted: wanted})
	return next
}

// change says that a property is written: what was there gives way, or its absence.
func (f *found) change(tx *engine.Tx, p property, wanted bool) {
	same, part := false, engine.Part{Object: f.object(), Name: "." + p.name, Mark: f.removed(), Gone: true}
	if f.old != nil {
		part = f.old.part(f.object(), p.name)
		old, there := f.old.property(p.name)
		same = there && old.value == p.value
	}
	tx.Change(engine.Change{Part: part, Wanted: wanted, Same: same})
}

func (f *found) end(tx *engine.Tx, next *Entity) {
	next.body = document(next.present())
	f.state.entities.Put(tx, f.place.path(), next)
}

// set puts a property in its place by name.
func (e *Entity) set(p property) {
	at, there := slices.BinarySearchFunc(e.properties, p.name,
		func(p property, name string) int { return strings.Compare(p.name, name) })
	if there {
		e.properties[at] = p
		return
	}
	e.properties = slices.Insert(e.properties, at, p)
}

// stamps are what an accepted write tells.
func (e *Entity) stamps() []engine.Field {
	return []engine.Field{{Name: "etag", Value: e.etag.Value()}, {Name: "version", Value: engine.Number(e.version)}}
}
