package table

import (
	"strconv"
	"time"

	"interleave/engine"
)

// Create makes a table. Names are compared without case.
//
// Answers: 201, 204 where prefer asks for no content; 409 TableAlreadyExists; 409 TableBeingDeleted for 40 seconds
// after a delete; 400 for the name.
//
// Source: Azure REST, "Create Table", "Delete Table"; rules.md, "State" and "Table operations".
type Create struct {
	Path   string             `op:"path" help:"the table"`
	Prefer engine.Opt[string] `op:"prefer,one=return-content|return-no-content" help:"whether the answer repeats the table"`
}

func (o Create) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	if c := checkTableName(o.Path); c != nil {
		return tx.Refuse(c)
	}
	key, old := s.table(o.Path)
	removed := engine.Mark{}
	if old != nil {
		switch {
		case !old.gone:
			return tx.Refuse(&engine.Cause{Rule: tableExists, Want: engine.Text(o.Path), Have: engine.Text(old.name),
				Since: old.created})
		case tx.Now() < old.until:
			return tx.Refuse(&engine.Cause{Rule: beingDeleted, Want: engine.Text(o.Path), Since: old.removed,
				Until: old.until})
		}
		removed = old.removed
	}
	next := &Table{name: o.Path, created: tx.Mark(), policed: tx.Mark(), removed: removed}
	for _, p := range next.parts(key) {
		p.Mark, p.Gone = removed, true
		tx.Change(engine.Change{Part: p, Side: p.Name == "acl", Wanted: true})
	}
	s.tables.Put(tx, key, next)
	if o.Prefer.Want == "return-no-content" {
		return tx.Done(204, engine.Field{Name: "preference-applied", Value: engine.Text(o.Prefer.Want)})
	}
	return tx.Done(201, engine.Field{Name: "name", Value: engine.Text(next.name)})
}

// GetTable says whether a table is there.
//
// Answers: 200 with its name; 404 ResourceNotFound, also while it is being deleted.
//
// Source: Azure REST, "Query Tables"; rules.md, "Table operations".
type GetTable struct {
	Path string `op:"path" help:"the table"`
}

func (o GetTable) Apply(tx *engine.Tx) engine.Answer {
	key, t, c := there(tx, o.Path, noTableToGet)
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Show(t.parts(key)[0])
	return tx.Done(200, engine.Field{Name: "name", Value: engine.Text(t.name)})
}

// there is a table that a request about the table itself names: no deletion is in the way, what is removed is not
// there.
func there(tx *engine.Tx, name string, missing *engine.Rule) (key string, t *Table, c *engine.Cause) {
	if c = checkTableName(name); c != nil {
		return name, nil, c
	}
	key, t = tx.State().(*State).table(name)
	if t != nil && !t.gone {
		return key, t, nil
	}
	return key, nil, t.missing(tx, key, missing)
}

// missing is the cause that a table is not there; nil where there never was one of that name.
func (t *Table) missing(tx *engine.Tx, key string, r *engine.Rule) *engine.Cause {
	var removed engine.Mark
	if t != nil {
		removed = t.removed
	}
	return tx.Missing(r, tableObject(key), engine.Text(key), removed)
}

// Drop removes a table with all that is in it, for clients at once. Its name is free after table.deletion, 40 seconds
// unless set.
//
// Answers: 204; 404 ResourceNotFound, also for a second delete.
//
// Source: Azure REST, "Delete Table"; rules.md, "Table operations".
type Drop struct {
	Path string `op:"path" help:"the table"`
}

func (o Drop) Apply(tx *engine.Tx) engine.Answer {
	key, t, c := there(tx, o.Path, noSuchTable)
	if c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	for _, p := range t.parts(key) {
		tx.Change(engine.Change{Part: p, Drops: true})
	}
	for path, e := range s.inside(key) {
		if !e.gone {
			remove(tx, s, path, e)
		}
	}
	next := &Table{gone: true, removed: tx.Mark(), name: t.name}
	if w := window(tx); w > 0 {
		next.until = tx.Now().Add(w)
	}
	s.tables.Put(tx, key, next)
	return tx.Done(204)
}

// window is how long the name of a removed table is not free.
func window(tx *engine.Tx) time.Duration {
	if n, err := strconv.Atoi(tx.Setting("deletion")); err == nil {
		return time.Duration(n) * time.Second
	}
	return standardWindow
}

// GetACL reads the access policies of a table.
//
// Answers: 200 with a field for each; 404 TableNotFound.
//
// Source: Azure REST, "Get Table ACL"; rules.md, "State" and "Table operations".
type GetACL struct {
	Path string `op:"path" help:"the table"`
}

func (o GetACL) Apply(tx *engine.Tx) engine.Answer {
	f := found{state: tx.State().(*State), place: place{table: o.Path}}
	c := checkTableName(o.Path)
	if c == nil {
		c = f.findTable(tx, true)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Show(f.table.parts(f.place.table)[1])
	count := engine.Field{Name: "count", Value: engine.Number(int64(f.table.policies.Len()))}
	return tx.Done(200, append([]engine.Field{count}, f.table.policies.Fields()...)...)
}

// SetACL replaces all access policies of a table, at most 5. A table has no ETag: the last writer wins.
//
// Answers: 204; 400 InvalidXmlDocument for more than 5; 404 TableNotFound.
//
// Source: Azure REST, "Set Table ACL"; rules.md, "State" and "Table operations".
type SetACL struct {
	Path     string        `op:"path" help:"the table"`
	Policies []engine.Pair `op:"policy.*,content" help:"the permissions of an access policy, as raud; all others go"`
	engine.PolicyDates
}

func (o SetACL) Apply(tx *engine.Tx) engine.Answer {
	f := found{state: tx.State().(*State), place: place{table: o.Path}}
	c := checkTableName(o.Path)
	if n := len(o.Policies); c == nil && n > policiesMost {
		c = &engine.Cause{Rule: manyPolicies, Want: engine.Number(int64(n)), Have: engine.Number(policiesMost)}
	}
	if c == nil {
		c = f.findTable(tx, false)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Change(engine.Change{Part: f.table.parts(f.place.table)[1]})
	next := *f.table
	next.policies, next.policed = next.policies.Replaced(tx, o.Policies, o.PolicyDates), tx.Mark()
	f.state.tables.Put(tx, f.place.table, &next)
	return tx.Done(204)
}

// List lists the tables that a filter lets through, in the order of their names, a page at a time. Those that are being
// deleted are not among them.
//
// Top: 1 to 1000 tables in one page; the answer's next begins the next one.
//
// Answers: 200 with 0.name and so on; 400 for a filter that cannot be read.
//
// Source: Azure REST, "Query Tables"; rules.md, "Table operations" and "Reading, queries, isolation" (S3, S6, S8).
type List struct {
	Filter engine.Opt[string] `op:"filter" help:"which tables, as \"TableName ge 'b'\""`
	Top    engine.Opt[int64]  `op:"top" help:"tables in one page, 1 to 1000"`
	Next   engine.Opt[string] `op:"next" help:"where the page begins, from the answer before"`
}

func (o List) Apply(tx *engine.Tx) engine.Answer {
	where, c := pageWords(o.Filter, o.Top)
	if c != nil {
		return tx.Refuse(c)
	}
	most := pageMost
	if o.Top.Set {
		most = int(o.Top.Want)
	}
	fields, count, next := []engine.Field{{}}, 0, ""
	for key, t := range tx.State().(*State).tables.All() {
		if t.gone || key < o.Next.Want || where.holds(t.known) != yes {
			continue
		}
		if count == most {
			next = key
			fields = append(fields, engine.Field{Name: "next", Value: engine.Text(key)})
			break
		}
		tx.Show(t.parts(key)[0])
		fields = append(fields, engine.Field{Name: strconv.Itoa(count) + ".name", Value: engine.Text(t.name)})
		count++
	}
	fields[0] = engine.Field{Name: "count", Value: engine.Number(int64(count))}
	o.showPage(tx, next)
	return tx.Done(200, fields...)
}

// known is what a filter may request of a table.
func (t *Table) known(name string) (value, bool) {
	if name == tableName {
		return value{kind: isString, text: t.name}, true
	}
	return value{}, true
}

// showPage says which names the answer and those before it cover.
func (o List) showPage(tx *engine.Tx, next string) {
	part := engine.Part{Object: engine.ObjectID{Kind: "tables"}, Name: "names " + o.Filter.Want}
	if o.Next.Set {
		goesOn := part
		goesOn.After, goesOn.Mark = o.Next.Want, newestTable(tx, o.Next.Want)
		tx.Show(goesOn)
	}
	if next != "" {
		part.Upto, part.Mark = next, newestTable(tx, next)
		tx.Show(part)
	}
}

// newestTable is the newest making or removal of a table before a name.
func newestTable(tx *engine.Tx, before string) (last engine.Mark) {
	for key, t := range tx.State().(*State).tables.All() {
		for _, m := range []engine.Mark{t.created, t.removed} {
			if key < before && m.Event > last.Event {
				last = m
			}
		}
	}
	return last
}
