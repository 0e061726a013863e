package engine

import (
	"iter"
	"strings"
)

// shown is what a writer was shown of one object: for each part the answers that showed it, the newest first. It makes
// the knowledge of a writer a look-up; without it each judgement would walk all that the writer ever heard.
type shown struct {
	parts []shownPart
	one   [1]shownPart // room for the parts where there is no other: mostly so
}

type shownPart struct {
	name   string
	newest *showing
}

// showing is one answer that showed a part. It is frozen, so that later ones and forks share it.
type showing struct {
	request, heard int // the number of the request, and of the record in which its answer was heard
	before         *showing
}

// Walk hands out the newest answer of each part: the earlier ones are those of the records that this one replaced.
func (s *shown) Walk(v Visitor) {
	for i := range s.parts {
		n := int64(s.parts[i].newest.request)
		v.Number(s.parts[i].name, &n)
	}
}

// next is a record that begins as this one does, to be filled in.
func (s *shown) next() *shown {
	next := &shown{}
	next.parts = next.one[:0]
	if s != nil {
		next.parts = append(next.parts, s.parts...)
	}
	return next
}

// with is the record with one more answer that showed a part.
func (s *shown) with(name string, request, heard int, room *arena[showing]) {
	for i := range s.parts {
		if p := &s.parts[i]; p.name == name {
			if p.newest.request != request {
				p.newest = newShowing(room, showing{request, heard, p.newest})
			}
			return
		}
	}
	s.parts = append(s.parts, shownPart{name, newShowing(room, showing{request, heard, nil})})
}

// newShowing is one that stands beside others: each is kept as long as its writer.
func newShowing(room *arena[showing], one showing) *showing {
	addTo(room, one)
	return &closeList(room)[0]
}

// part is the newest answer that showed a part of that name; nil where none did.
func (s *shown) part(name string) *showing {
	if s == nil {
		return nil
	}
	for i := range s.parts {
		if s.parts[i].name == name {
			return s.parts[i].newest
		}
	}
	return nil
}

// shownKey is the name of the record of what a writer was shown of an object. All of an object (`*`) goes by its name
// alone, as what lies in it is found by its name; what a listing of it lacks likewise.
func shownKey(writer string, p Part) string {
	if p.Name == "*" || p.LacksNames() {
		return writer + " *" + p.Object.Name
	}
	return shownObject(writer, p.Object)
}

// shownObject is the name of the record of what a writer was shown of an object's parts.
func shownObject(writer string, object ObjectID) string {
	return writer + " " + object.Kind + " " + object.Name
}

// Showed are the answers that a writer heard and that showed one of an object's parts that are wanted, or that a
// listing of what it lies in does not list it: the newest first. What else the writer has heard costs nothing.
func (w *World) Showed(writer string, object ObjectID, wanted func(part string) bool) iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		chains := w.showings(writer, object, wanted)
		for {
			var newest *showing
			for _, s := range chains {
				if s != nil && (newest == nil || w.heardLater(s, newest)) {
					newest = s
				}
			}
			if newest == nil || !yield(w.Exchange(newest.request)) {
				return
			}
			for i, s := range chains {
				if s != nil && s.request == newest.request {
					chains[i] = s.before
				}
			}
		}
	}
}

// showings are the newest answers of each part that tells a writer of an object.
func (w *World) showings(writer string, object ObjectID, wanted func(part string) bool) (list []*showing) {
	if s := got[*shown](w.shown, shownObject(writer, object)); s != nil {
		for _, p := range s.parts {
			if wanted(p.name) {
				list = append(list, p.newest)
			}
		}
	}
	name := object.Name
	if wanted("*") {
		list = append(list, got[*shown](w.shown, writer+" *"+name).part("*"))
	}
	for at := strings.LastIndexByte(name, '/'); at > 0; at = strings.LastIndexByte(name[:at], '/') {
		list = append(list, got[*shown](w.shown, writer+" *"+name[:at]).part(Unlisted(object.Kind)))
	}
	return append(list, got[*shown](w.shown, writer+" *").part(Unlisted(object.Kind)))
}

// heardLater says whether one answer was heard behind another; one record can hand over several.
func (w *World) heardLater(s, than *showing) bool {
	if s.heard != than.heard {
		return s.heard > than.heard
	}
	for n := s.request; n != 0; {
		x := w.Exchange(n)
		if n = x.HeardBefore; n == than.request {
			return true
		}
		if x.Heard.Event != s.heard {
			return false
		}
	}
	return false
}
