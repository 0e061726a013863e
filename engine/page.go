package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Page gathers one page of a listing: a count, entries with numbered fields, and where the next page begins.
type Page struct {
	Most int    // entries, 1 or more
	Next string // the first name that found no room; empty: there is no other page

	names []string
	list  []Field
}

// Has says whether an entry of that name stands on the page.
func (p *Page) Has(name string) bool { return slices.Contains(p.names, name) }

// Room says whether one more name fits; the first that does not is where the next page begins.
func (p *Page) Room(name string) bool {
	if len(p.names) < p.Most {
		return true
	}
	if p.Next == "" {
		p.Next = name
	}
	return false
}

// Add puts an entry on the page, its name in the field 0.kind, the next entry's in 1.kind.
func (p *Page) Add(name, kind string, fields ...Field) {
	place := strconv.Itoa(len(p.names)) + "."
	p.names = append(p.names, name)
	p.list = append(p.list, Field{Name: place + kind, Value: Text(name)})
	for _, f := range fields {
		p.list = append(p.list, Field{Name: place + f.Name, Value: f.Value})
	}
}

// Fields are the page as an answer gives it.
func (p *Page) Fields() []Field {
	fields := append([]Field{{Name: "count", Value: Number(int64(len(p.names)))}}, p.list...)
	if p.Next != "" {
		fields = append(fields, Field{Name: "marker", Value: Text(p.Next)})
	}
	return fields
}

// Show says which names the page and those before it cover, so that pages of different moments are seen to be: names is
// what all pages list, newest the newest work among the names before one, removals too.
func (p *Page) Show(tx *Tx, names Part, marker string, newest func(before string) Mark) {
	if marker != "" {
		goesOn := names
		goesOn.After, goesOn.Mark = marker, newest(marker)
		tx.Show(goesOn)
	}
	if p.Next != "" {
		ended := names
		ended.Upto, ended.Mark = p.Next, newest(p.Next)
		tx.Show(ended)
	}
}

// Fold is what a listing with a delimiter shows of a name that has one behind the prefix: all up to it.
func Fold(name, prefix, delimiter string) (folded string, ok bool) {
	at := strings.Index(name[len(prefix):], delimiter)
	if delimiter == "" || at < 0 {
		return "", false
	}
	return name[:len(prefix)+at+len(delimiter)], true
}

// Newest is the mark of the newest work.
func Newest(marks ...Mark) (last Mark) {
	for _, m := range marks {
		if m.Event > last.Event {
			last = m
		}
	}
	return last
}
