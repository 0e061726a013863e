package engine

import (
	"iter"
	"slices"
	"strings"
)

// What only a search of all orders looks at: everything that a world keeps, where nobody sees it too.

// Kept yields all records of the services, table by table, in the order of their names; those that stand for what is
// gone too, as services may still look at them.
func (w *World) Kept() iter.Seq2[ObjectID, Record] {
	return func(yield func(ObjectID, Record) bool) {
		for _, t := range w.tables[ownTables:] {
			for _, name := range t.sorted() {
				if r := t.get(name); !yield(t.object(name), r) {
					return
				}
			}
		}
	}
}

// Doing is work outside the storage that an answer gave: the tokens that went with it, and who said to have done it.
type Doing struct {
	Name   string
	Handed []Token
	First  Mark     // zero: nobody yet
	Doers  []string // all who did, the first one first
	Said   []Saying // what each of them said last
}

// Doings are all work that answers gave, by name.
func (w *World) Doings() (list []Doing) {
	for name, d := range each[*workRecord](w.work) {
		list = append(list, Doing{Name: name, Handed: d.handed, First: d.by, Doers: d.doers, Said: d.said})
	}
	return list
}

// Works says whether answers gave any work.
func (w *World) Works() bool { return w.work.live > 0 }

// Showing is a part that answers showed to a writer.
type Showing struct {
	Object string // as `blob wiki/home.md`; `*wiki/home.md` where all of an object was shown
	Part   string
	newest *showing
}

// Requests are those whose answers showed the part, the newest first.
func (s Showing) Requests() iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := s.newest; at != nil && yield(at.request); {
			at = at.before
		}
	}
}

// Showings are the parts that a writer was shown, in the order of their objects.
func (w *World) Showings(writer string) (list []Showing) {
	mine := writer + " "
	for key, r := range w.shown.all() {
		object, ok := strings.CutPrefix(key, mine)
		if !ok {
			continue
		}
		for _, p := range r.(*shown).parts {
			list = append(list, Showing{object, p.name, p.newest})
		}
	}
	slices.SortFunc(list, func(a, b Showing) int {
		if c := strings.Compare(a.Object, b.Object); c != 0 {
			return c
		}
		return strings.Compare(a.Part, b.Part)
	})
	return list
}
