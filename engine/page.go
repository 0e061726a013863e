package engine

import (
	"iter"
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
	folds bool // names were folded into one: what is missing among them is not shown
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
	p.names, p.folds = append(p.names, name), p.folds || kind == "prefix"
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

// ShowAbsent says which names are not there by this page: those that names is about and that begin with a prefix, from
// a name on, as far as the page reaches. Its mark is who removed what was there before the container; in removed stand
// those that were there once, with who removed them. A page that folds names shows the absence of none.
func (p *Page) ShowAbsent(tx *Tx, names Part, prefix, from string, removed iter.Seq2[string, Mark]) {
	if p.folds {
		return
	}
	from, to := max(prefix, from), p.Next
	if to == "" && prefix != "" {
		to = prefix + "\U0010ffff" // behind all names that begin so
	}
	names.Gone, names.After, names.Upto = true, from, to
	tx.Show(names)
	for name, mark := range removed {
		if mark != names.Mark && name >= from && (to == "" || name < to) {
			one := names
			one.Mark, one.After, one.Upto = mark, name, name+"\x00"
			tx.Show(one)
		}
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
