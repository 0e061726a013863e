package table

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Table is a table, or what is known of it after its removal.
type Table struct {
	gone     bool
	removed  engine.Mark
	until    engine.Instant // of a removed one: when its name is free; 0: it is
	name     string         // as it was spelled when it was made
	created  engine.Mark
	policies engine.StoredPolicies
	policed  engine.Mark
}

// Gone says whether the table was removed.
func (t *Table) Gone() bool { return t.gone }

// Walk hands out the fields.
func (t *Table) Walk(v engine.Visitor) {
	if t.gone {
		v.Flag("gone", &t.gone)
		v.Mark("removed", &t.removed)
		v.End("free", &t.until)
		return
	}
	v.Text("name", &t.name)
	t.policies.Walk(v)
	v.Mark("created", &t.created)
	v.Mark("changed.acl", &t.policed)
}

func (t *Table) parts(name string) []engine.Part {
	return []engine.Part{{Object: tableObject(name), Name: "table", Mark: t.created},
		{Object: tableObject(name), Name: "acl", Mark: t.policed}}
}

// property is one of an entity: its value and whose it is. One without a value was dropped, and its mark is that of the
// drop.
type property struct {
	name string
	value
	wrote engine.Mark
}

// Entity is an entity, or what is known of it after its removal.
type Entity struct {
	gone    bool
	removed engine.Mark  // the newest removal, also of one that was made again
	etag    engine.Token // the moment of its last write; of one that is gone of its last in life
	version int64        // writes that this key has had, also before a removal

	body       []byte // the properties as text, a line for each
	properties []property
	created    engine.Mark
	changed    engine.Mark // the newest write
}

// Gone says whether the entity was removed.
func (e *Entity) Gone() bool { return e.gone }

// Timeless says that nothing of an entity ends by the clock.
func (e *Entity) Timeless() {}

// Walk hands out the fields.
func (e *Entity) Walk(v engine.Visitor) {
	if e.gone {
		v.Flag("gone", &e.gone)
		v.Mark("removed", &e.removed)
		v.Token("last", &e.etag)
		v.Number("version", &e.version)
		return
	}
	v.Bytes("body", &e.body)
	v.Token("etag", &e.etag)
	v.Number("version", &e.version)
	at := e.tick().String()
	v.Text("timestamp", &at)
	for _, p := range e.present() {
		text := p.literal()
		v.Text("."+p.name, &text)
	}
	v.Mark("created", &e.created)
	v.Mark("changed", &e.changed)
	for i := range e.properties {
		v.Mark("changed."+e.properties[i].name, &e.properties[i].wrote)
	}
	v.Mark("removed before", &e.removed)
}

// tick is the moment of the last write.
func (e *Entity) tick() engine.Tick { return engine.Tick(e.etag.N) - 1 }

// present are the properties that have a value.
func (e *Entity) present() []property {
	list := make([]property, 0, len(e.properties))
	for _, p := range e.properties {
		if p.kind != nothing {
			list = append(list, p)
		}
	}
	return list
}

func (e *Entity) property(name string) (p property, ok bool) {
	at, ok := slices.BinarySearchFunc(e.properties, name,
		func(p property, name string) int { return strings.Compare(p.name, name) })
	if !ok {
		return property{}, false
	}
	return e.properties[at], true
}

// size is the entity in bytes.
//
// Source: Microsoft's formula for the capacity of a table.
func (e *Entity) size(at place) int {
	n := 4 + 2*units(at.partition) + 2*units(at.row)
	for _, p := range e.present() {
		n += 8 + 2*units(p.name) + p.size()
	}
	return n
}

// part is a property as the referee sees it. That one was never there is nobody's doing: whoever made the entity again
// behind a removal has undone that with all of it, and who adds a property later undoes nothing.
func (e *Entity) part(object engine.ObjectID, name string) engine.Part {
	p, _ := e.property(name)
	return engine.Part{Object: object, Name: "." + name, Mark: p.wrote, Gone: p.kind == nothing}
}

// parts are all parts of an entity with the marks of their work, the properties that are there or were dropped, and the
// row.
func (e *Entity) parts(object engine.ObjectID) []engine.Part {
	list := []engine.Part{{Object: object, Name: "row", Mark: e.created}}
	for _, p := range e.properties {
		list = append(list, e.part(object, p.name))
	}
	return list
}

// shown are the parts that a whole reading of the entity shows: each of its own, and that there are no others.
func (e *Entity) shown(object engine.ObjectID) []engine.Part {
	return append(e.parts(object), engine.Part{Object: object, Name: "*", Mark: e.removed})
}

// document is the properties as lines of text.
func document(list []property) []byte {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.name + "=" + p.literal() + "\n")
	}
	return []byte(b.String())
}
