package table

import (
	"strings"

	"interleave/engine"
)

// Name is the service's name in requests, switches and sources.
const Name = "table"

// State is all tables and entities of one account. A table stands under the first spelling that its name was given, and
// its entities under that too: names of tables are compared without case.
type State struct {
	tables   engine.Table[*Table]
	entities engine.Table[*Entity]
	services engine.Table[*engine.Elements]
}

func newState() engine.State {
	return &State{tables: engine.NewTable[*Table]("table"), entities: engine.NewTable[*Entity]("entity"),
		services: engine.NewTable[*engine.Elements]("table-service")}
}

// What the world asks a state or a record for where it has it: a method that no longer fits would be passed over in
// silence.
var (
	_ engine.Ender   = (*State)(nil)
	_ engine.Gone    = (*Table)(nil)
	_ engine.Gone    = (*Entity)(nil)
	_ engine.Checker = (*State)(nil)
)

// Tables lists the state's tables.
func (s *State) Tables() []engine.Tabled { return []engine.Tabled{s.tables, s.entities, s.services} }

// Fork is a state over forks of the tables.
func (s *State) Fork() engine.State {
	return &State{tables: s.tables.Fork(), entities: s.entities.Fork(), services: s.services.Fork()}
}

// Ends carries out what the clock does: the name of a removed table is free.
func (s *State) Ends(tx *engine.Tx, object engine.ObjectID, _ string) (by string) {
	name := object.Name
	next := *s.tables.Get(name)
	next.until = 0
	s.tables.Put(tx, name, &next)
	return next.removed.By
}

// table is the table with that name in any case, there or gone, with the spelling under which it stands; nil where
// there never was one.
func (s *State) table(name string) (key string, t *Table) {
	if t = s.tables.Get(name); t != nil {
		return name, t
	}
	for key, t := range s.tables.All() {
		if strings.EqualFold(key, name) {
			return key, t
		}
	}
	return name, nil
}

// inside yields the entities of a table, those that are gone too, by the path under which they stand.
func (s *State) inside(table string) func(yield func(string, *Entity) bool) {
	return func(yield func(string, *Entity) bool) {
		for path, e := range s.entities.All() {
			if strings.HasPrefix(path, table+"/") && !yield(path, e) {
				return
			}
		}
	}
}

// Check says what must always hold and does not.
func (s *State) Check(now engine.Instant) error {
	var untrue engine.Untrue
	wrong := untrue.Say
	for name, t := range s.tables.All() {
		if t.gone && (t.removed.IsZero() || t.until != 0 && t.until <= now) || !t.gone && t.until != 0 ||
			t.policies.Len() > policiesMost {
			wrong(tableObject(name), "removed by %s, free at %s, %d policies", t.removed, t.until, t.policies.Len())
		}
	}
	for path, e := range s.entities.All() {
		p := placeOf(path)
		if e.etag.IsZero() || e.etag.Kind != engine.TimeTag || e.gone && e.removed.IsZero() {
			wrong(entityObject(path), "its ETag is %s, removed by %s", e.etag, e.removed)
		}
		if e.gone {
			continue
		}
		if t := s.tables.Get(p.table); t == nil || t.gone {
			wrong(entityObject(path), "its table is not there")
		}
		if e.tick() < engine.Tick(0) || len(e.present()) > customMost || e.size(p) > entityMost {
			wrong(entityObject(path), "%d properties, %d bytes, at %s", len(e.present()), e.size(p), e.tick())
		}
		for i, prop := range e.properties {
			if i > 0 && e.properties[i-1].name >= prop.name {
				wrong(entityObject(path), "the properties %s and %s", e.properties[i-1].name, prop.name)
			}
		}
	}
	return untrue.Err()
}

func tableObject(name string) engine.ObjectID  { return engine.ObjectID{Kind: "table", Name: name} }
func entityObject(path string) engine.ObjectID { return engine.ObjectID{Kind: "entity", Name: path} }
