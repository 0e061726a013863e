package table

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Get reads one entity, whole or the properties that select names.
//
// Answers: 200 with the ETag and a field for each property, .PartitionKey, .RowKey and .Timestamp among them, and the
// others together as body; 404 ResourceNotFound.
//
// Source: Azure REST, "Query Entities"; rules.md, "Operations and outcomes" (matrix, D6) and "Reading, queries,
// isolation" (S7).
type Get struct {
	Path      string                   `op:"path" help:"the entity, as table/partition/row"`
	Select    engine.Opt[string]       `op:"select" help:"the properties to answer, as a,b; PartitionKey, RowKey and Timestamp only if they are among them"`
	NoneMatch engine.Opt[engine.Token] `op:"if-none-match,guard=etag,ignored" help:"ignored by reads"`
	engine.UnderPolicy
}

func (o Get) path() string { return o.Path }

func (o Get) Apply(tx *engine.Tx) engine.Answer { return alone(tx, o) }

func (o Get) check(tx *engine.Tx) (outcome, *engine.Cause) {
	f, c := request{path: o.Path, use: reads, under: o.UnderPolicy}.locate(tx)
	if c != nil {
		return outcome{}, c
	}
	picked := selection(o.Select)
	out := outcome{status: 200, fields: append(f.old.stamps(), f.old.fields(f.place, picked)...)}
	out.shows = f.old.reading(f.object(), picked)
	return out, nil
}

// selection are the names that select picks; nil: all.
func selection(o engine.Opt[string]) []string {
	if !o.Set || o.Want == "" {
		return nil
	}
	names := strings.Split(o.Want, ",")
	if list, ok := o.Raw().List(); ok {
		names = nil
		for _, v := range list {
			names = append(names, v.String())
		}
	}
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	if slices.Contains(names, "*") {
		return nil
	}
	return names
}

// fields are the entity as an answer gives it. A property that it lacks is left out.
func (e *Entity) fields(at place, picked []string) []engine.Field {
	all := append([]property{{name: partitionKey, value: value{kind: isString, text: at.partition}},
		{name: rowKey, value: value{kind: isString, text: at.row}},
		{name: timestamp, value: value{kind: isDateTime, number: int64(e.tick())}}}, e.present()...)
	own := 3
	if picked != nil {
		all = slices.DeleteFunc(all, func(p property) bool { return !slices.Contains(picked, p.name) })
		own = len(slices.DeleteFunc([]string{partitionKey, rowKey, timestamp},
			func(n string) bool { return !slices.Contains(picked, n) }))
	}
	fields := []engine.Field{{Name: "body", Value: engine.Text(string(document(all[own:])))}}
	for _, p := range all {
		fields = append(fields, engine.Field{Name: "." + p.name, Value: engine.Text(p.literal())})
	}
	return fields
}

// reading are the parts that a reading shows: all, or those that were picked, there or not.
func (e *Entity) reading(object engine.ObjectID, picked []string) []engine.Part {
	if picked == nil {
		return e.shown(object)
	}
	shows := []engine.Part{{Object: object, Name: "row", Mark: e.created}}
	for _, name := range picked {
		if name != partitionKey && name != rowKey && name != timestamp {
			shows = append(shows, e.part(object, name))
		}
	}
	return shows
}
