package view

import (
	"strings"

	"interleave/engine"
)

// Record is the fields of an object as its Walk hands them out. The names that are asked for stand in the calls: a test
// looks each of them up in the records of the races.
type Record []engine.Property

// Find is the field of that name.
func (r Record) Find(name string) (p engine.Property, ok bool) {
	for _, p := range r {
		if p.Name == name {
			return p, true
		}
	}
	return p, false
}

// Has says whether there is a field of that name.
func (r Record) Has(name string) bool { _, ok := r.Find(name); return ok }

// Text is what a field says; empty where there is none.
func (r Record) Text(name string) string { p, _ := r.Find(name); return p.Text }

// Mark is who did something, and when.
func (r Record) Mark(name string) engine.Mark { p, _ := r.Find(name); return p.Mark }

// At is a moment, or 0.
func (r Record) At(name string) engine.Instant { p, _ := r.Find(name); return p.At }

// TimerOf is when something of an object ends by itself; ok is false where it does not.
func TimerOf(timers []engine.Timer, object engine.ObjectID, name string) (at engine.Instant, ok bool) {
	for _, t := range timers {
		if t.Object == object && t.Name == name {
			return t.At, true
		}
	}
	return 0, false
}

// RowValues are the properties of a row that is written as a text, a line for each.
func RowValues(text string) (names []string, values map[string]string) {
	values = map[string]string{}
	for l := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimRight(l, "\r\n"), "=")
		if _, twice := values[name]; ok && !twice {
			names, values[name] = append(names, name), value
		}
	}
	return names, values
}

// OrNone is a value of a row, or the word none.
func OrNone(values map[string]string, name string) string {
	if v, ok := values[name]; ok {
		return v
	}
	return "-"
}

// Group is one of several things of a record whose fields have a common beginning, as `part.1.`.
type Group struct {
	Name string
	Record
}

// Groups are the things under a common beginning, in their order. A field that has the thing's own name is called by an
// empty one.
func (r Record) Groups(prefix string) (list []Group) {
	for _, p := range r {
		rest, ok := strings.CutPrefix(p.Name, prefix)
		if !ok || rest == "" {
			continue
		}
		name, field, _ := strings.Cut(rest, ".")
		if n := len(list); n == 0 || list[n-1].Name != name {
			list = append(list, Group{Name: name})
		}
		p.Name = field
		list[len(list)-1].Record = append(list[len(list)-1].Record, p)
	}
	return list
}

// Unset says whether a property tells of nothing: a moment that was never set or is over, as when a name is free again,
// and what nobody did. All was last modified once.
func Unset(p engine.Property) bool {
	switch p.Kind {
	case "instant", "end":
		return p.At == 0 && p.Name != "last-modified"
	case "mark":
		return p.Mark.IsZero()
	}
	return false
}
