package engine

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// Part is something that can be replaced alone: a blob's body, its metadata, its tags, a staged block; the absence of a
// thing with a name too. ETags, version numbers, receipts and leases are no parts.
type Part struct {
	Object ObjectID // as `blob wiki/home.md`
	Name   string   // as `body`; `*` is all of the object, and all inside it where it holds others
	Mark   Mark     // who wrote or removed it
	Gone   bool     // the mark is that of its removal

	From, To int64 // for a piece of a body: its bytes, To not among them; 0, 0 is the whole
	Alone    bool  // the mark is that of the piece alone; else a piece has the mark of the newest work on the whole
	Direct   bool  // of what a listing lacks: it lists only what lies directly there, not what lies deeper

	// For a page of a listing, whose part is all names before a token, marked with the newest work among them: Upto is
	// the token at which the page ended, After the one behind which this page goes on.
	Upto, After string
}

// Unlisted is the name of the part of a container that a listing shows: that things of a kind, which it would have
// listed, are not there. After and Upto say between which names, and what the answer shows by itself is not among them.
// A listing that is of no container, as of all keys, has an object without a name.
func Unlisted(kind string) string { return unlisted + kind }

const unlisted = "unlisted "

// ByName is the part of an object that an answer shows by its name alone: that it is there, whatever it
// holds. It is nobody's work, and who has seen it has read nothing.
func ByName(object ObjectID) Part { return Part{Object: object, Name: "name"} }

// Standing is the name of the part of an object that an answer shows by its tag alone, as a listing does: which text,
// or which metadata, stands there, without it.
func Standing(part string) string { return standing + part }

const standing = "standing "

// Undeleted is the name of the part of an object that somebody brought back: that it is there again. Its content is the
// work of who wrote that; that it stands there is the wish of who brought it back, until it is removed or written over.
const Undeleted = "undelete"

// Origin is the name of the part of an object from which a piece had been copied that goes into a whole: which state of
// it that was, and which bytes. What goes in is the piece.
func Origin(part string) string { return origin + part }

const origin = "origin "

// IsOrigin says whether a part that was taken in is what a piece had been copied from, and not the piece.
func (p Part) IsOrigin() bool { return strings.HasPrefix(p.Name, origin) }

// WalkOrigin hands out what a piece had been copied from; nil: nothing, or what always is the same.
func WalkOrigin(v Visitor, under string, from *Part) {
	if from != nil {
		v.Mark(fmt.Sprintf("%s.from %s %d-%d", under, from.Object.Name, from.From, from.To-1), &from.Mark)
	}
}

// MovedFrom is the name of the part of an object that says what it was called before: what a request took there, whose
// lines no record keeps.
func MovedFrom(name string) string { return movedFrom + name }

const movedFrom = "moved from "

// Unlists says whether a part of a listing shows that an object is not there, as far as the answer does not list it.
func (p Part) Unlists(object ObjectID) bool {
	if p.Name != unlisted+object.Kind {
		return false
	}
	name, inside := object.Name, true
	if p.Object.Name != "" {
		name, inside = strings.CutPrefix(name, p.Object.Name+"/")
	}
	return inside && name >= p.After && (p.Upto == "" || name < p.Upto) && !(p.Direct && strings.Contains(name, "/"))
}

// LacksNames says whether a part is what a listing does not list.
func (p Part) LacksNames() bool { return strings.HasPrefix(p.Name, unlisted) }

// Same says whether two parts are one thing, whatever its state.
func (p Part) Same(o Part) bool { return p.Object == o.Object && p.Name == o.Name }

// TextNames are the names of what an object is about, by service: the body of a file, the text of a message, the value
// of a key, the row of an entity. It is a part, a field of the record and a field of the answers that give it.
func TextNames() []string { return []string{"body", "text", "value", "row"} }

// Text is what an answer gives of its object; nothing where it gives none.
func (a Answer) Text() Value {
	for _, name := range TextNames() {
		if v := a.Field(name); !v.IsZero() {
			return v
		}
	}
	return Value{}
}

// Meets says whether two parts are one thing and, where both are pieces, have bytes in common.
func (p Part) Meets(o Part) bool {
	return p.Same(o) && (p.To == 0 || o.To == 0 || p.From < o.To && o.From < p.To)
}

// LeftAlone is a part that a request set to what stood there. Whether the request knew the work in it is found out
// once for all who share the frozen record: it depends on nothing that comes later, and requests that leave alone what
// others had left alone ask for it again and again.
type LeftAlone struct {
	Part
	knew uint32 // 0: nobody has asked
}

// Knew is what find says of whether the request knew the work.
func (l *LeftAlone) Knew(find func() bool) bool {
	switch atomic.LoadUint32(&l.knew) {
	case 1:
		return false
	case 2:
		return true
	}
	knew, code := find(), uint32(1)
	if knew {
		code = 2
	}
	atomic.StoreUint32(&l.knew, code)
	return knew
}

// Change is what a request did to one part.
type Change struct {
	Part        // the part as it was before: its mark is that of the work that was replaced
	Adds   bool // it computed from the present value or added to it: nothing was replaced
	Drops  bool // it is no longer there
	Side   bool // not what the request's content stands for, as the tags that a Put clears
	Same   bool // it was set to what stood there already
	Wanted bool // the request asked for just this state (an absence, `*`), and so knows it
	Handed bool // wanted, whatever it is: its answer hands out what it takes away
	Silent bool // the answer does not show what it left: nobody is shown what was staged
	Held   bool // the writer of what was there still holds it, as a write in the cache of a handle that is open
	// the earlier request whose wish this carries out, as a write that waited in a cache; 0: the one that is judged
	For int
}
