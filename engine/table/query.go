package table

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Query reads the entities of a table that a filter lets through, in the order of PartitionKey and RowKey, a page at a
// time.
//
// Top: 1 to 1000 entities in one page. A page ends there, and where a partition ends: within it shows one state of one
// partition, two pages belong to two moments. The answer's next names the first key that was not looked at, and begins
// the next page; a page may be empty and have one. table.pages=whole lets a page run over partitions.
//
// Answers: 200 with 0.etag, 0..RowKey and so on; 404 TableNotFound; 400 for a filter that cannot be read.
//
// Source: Azure REST, "Query Entities", "Query Timeout and Pagination"; rules.md, "Reading, queries, isolation".
// Assumed: the two headers of the continuation are one value here, partition/row.
type Query struct {
	Path     string             `op:"path" help:"the table"`
	Filter   engine.Opt[string] `op:"filter" help:"which entities, as \"n gt 5 and PartitionKey eq 'p'\""`
	Select   engine.Opt[string] `op:"select" help:"the properties to answer, as a,b"`
	Top      engine.Opt[int64]  `op:"top" help:"entities in one page, 1 to 1000"`
	Next     engine.Opt[string] `op:"next" help:"where the page begins, from the answer before; filter, select and top must be the same"`
	Metadata engine.Opt[string] `op:"metadata,one=minimal|full|none" help:"none: the entities come without their ETags"`
	engine.UnderPolicy
}

// row is an entity with its keys.
type row struct {
	place
	entity *Entity
}

func (q Query) Apply(tx *engine.Tx) engine.Answer {
	f := found{state: tx.State().(*State), place: place{table: q.Path}}
	if c := checkTableName(q.Path); c != nil {
		return tx.Refuse(c)
	}
	where, c := pageWords(q.Filter, q.Top)
	if c == nil {
		c = f.findTable(tx, true)
	}
	if c == nil {
		c = f.permitted(tx, q.UnderPolicy, "r")
	}
	if c != nil {
		return tx.Refuse(c)
	}
	rows := f.rows(where)
	page, next := q.page(tx, rows, where)
	fields, count := []engine.Field{{}}, 0
	for _, r := range page {
		if r.entity.gone || where.holds(r.known()) != yes {
			continue
		}
		for _, p := range r.entity.reading(entityObject(r.path()), selection(q.Select)) {
			tx.Show(p)
		}
		for _, field := range q.listed(r) {
			fields = append(fields, engine.Field{Name: strconv.Itoa(count) + "." + field.Name, Value: field.Value})
		}
		count++
	}
	fields[0] = engine.Field{Name: "count", Value: engine.Number(int64(count))}
	if next != nil {
		fields = append(fields, engine.Field{Name: "next", Value: engine.Text(next.token())})
	}
	q.showPage(tx, f.place.table, rows, next)
	if q.Filter.Want == "" && !q.Next.Set && next == nil {
		showAbsent(tx, f.place.table, rows)
	}
	return tx.Done(200, fields...)
}

// showAbsent says of a table that was read as a whole which entities are not there: those that nobody ever made, and
// those that somebody removed.
func showAbsent(tx *engine.Tx, table string, rows []row) {
	whole := engine.Page{}
	whole.ShowAbsent(tx, engine.Part{Object: tableObject(table), Name: engine.Unlisted("entity")}, "", "",
		func(yield func(string, engine.Mark) bool) {
			for _, r := range rows {
				if r.entity.gone && !yield(r.place.token(), r.entity.removed) {
					return
				}
			}
		})
}

// pageWords is what a page is asked for with.
func pageWords(text engine.Opt[string], top engine.Opt[int64]) (filter, *engine.Cause) {
	where, ok := parseFilter(text.Want)
	if !ok {
		return nil, wrong(badFilter, text.Raw())
	}
	if top.Set && (!top.OK || top.Want < 1 || top.Want > pageMost) {
		return nil, wrong(badTop, top.Raw())
	}
	return where, nil
}

// rows are the entities of the table that the filter does not rule out by their keys, those that are gone too, in the
// order of the keys.
func (f *found) rows(where filter) (list []row) {
	for path, e := range f.state.inside(f.place.table) {
		r := row{placeOf(path), e}
		if where.holds(r.keys) != no {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b row) int { return a.order(b.place) })
	return list
}

// order compares by PartitionKey, then by RowKey.
func (p place) order(o place) int {
	if c := ordinal(p.partition, o.partition); c != 0 {
		return c
	}
	return ordinal(p.row, o.row)
}

// token is the key as a continuation says it.
func (p place) token() string { return p.partition + "/" + p.row }

// keys is what can be said of an entity by its keys.
func (r row) keys(name string) (value, bool) {
	switch name {
	case partitionKey:
		return value{kind: isString, text: r.partition}, true
	case rowKey:
		return value{kind: isString, text: r.row}, true
	}
	return value{}, false
}

// known is what can be said of an entity that is there.
func (r row) known() lookup {
	return func(name string) (value, bool) {
		if v, isKey := r.keys(name); isKey {
			return v, true
		}
		if name == timestamp {
			return value{kind: isDateTime, number: int64(r.entity.tick())}, true
		}
		p, _ := r.entity.property(name)
		return p.value, true
	}
}

// from is where the page begins.
func (q Query) from() (p place) {
	p.partition, p.row, _ = strings.Cut(q.Next.Want, "/")
	return p
}

// page are the rows that the page looks at, and the first one behind it that is there.
func (q Query) page(tx *engine.Tx, rows []row, where filter) (page []row, next *place) {
	most := pageMost
	if q.Top.Set {
		most = int(q.Top.Want)
	}
	matched, from, first := 0, q.from(), -1
	for i, r := range rows {
		switch {
		case r.entity.gone || q.Next.Set && r.order(from) < 0:
			continue
		case first < 0:
			first = i
		case r.partition != rows[first].partition && pages(tx) == partitionByPage, matched == most:
			return page, &rows[i].place
		}
		page = append(page, r)
		if where.holds(r.known()) == yes {
			matched++
		}
	}
	return page, nil
}

// pages is where pages end.
func pages(tx *engine.Tx) string {
	if s := tx.Setting("pages"); s != "" {
		return s
	}
	return partitionByPage
}

// listed is an entity as a page gives it.
func (q Query) listed(r row) []engine.Field {
	fields := append(r.entity.stamps(), r.entity.fields(r.place, selection(q.Select))...)
	if q.Metadata.Want == "none" {
		return fields[1:]
	}
	return fields
}

// showPage says which rows the answer and those before it cover, so that a page of another moment is seen.
func (q Query) showPage(tx *engine.Tx, table string, rows []row, next *place) {
	part := engine.Part{Object: tableObject(table), Name: "rows " + q.Filter.Want}
	if q.Next.Set {
		goesOn := part
		goesOn.After, goesOn.Mark = q.from().token(), newestBefore(rows, q.from())
		tx.Show(goesOn)
	}
	if next != nil {
		part.Upto, part.Mark = next.token(), newestBefore(rows, *next)
		tx.Show(part)
	}
}

// newestBefore is the newest work among the rows before a key, removals too.
func newestBefore(rows []row, at place) (last engine.Mark) {
	for _, r := range rows {
		if r.order(at) >= 0 {
			break
		}
		for _, m := range []engine.Mark{r.entity.changed, r.entity.removed} {
			if m.Event > last.Event {
				last = m
			}
		}
	}
	return last
}
