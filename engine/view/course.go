package view

import (
	"interleave/engine"
	"interleave/engine/conflict"
)

// Course is the whole branch that the cursor is on: what lies before the cursor, and what comes behind it. It is
// frozen, as its view is.
type Course struct {
	Lines    Lines     // without what is quiet
	Here     int       // how many of them lie up to the cursor
	Troubles []Trouble // the marks with a kind, the oldest first: what `{` and `}` go through; shared: read only
	log      Log       // with what is quiet
	world    *engine.World
}

// Course is the branch that the cursor is on.
func (v *View) Course() Course {
	return Course{Lines: v.whole.lines(), Here: len(v.path.loud), Troubles: v.whole.kinds, log: v.whole.log(),
		world: v.course}
}

// Has says whether a record of the session is one of the branch.
func (c Course) Has(record int) bool {
	i := c.log.behind(record - 1)
	return i < c.log.Len() && c.log.At(i).Record == record
}

// Exchange is the request with that number as it ends on this branch; nil where there is none.
func (c Course) Exchange(number int) *engine.Exchange { return c.world.Exchange(number) }

// Now is the clock at the end of the branch.
func (c Course) Now() engine.Instant { return c.world.Now() }

// Writers are all who race on this branch, those too who join behind the cursor.
func (c Course) Writers() []*engine.Writer { return c.world.Writers() }

// Spec is the operation with that verb; nil where there is none.
func (c Course) Spec(verb string) *engine.OpSpec { return c.world.Spec(verb) }

// Tell puts an entry's event into words.
func (c Course) Tell(e Entry) conflict.Telling { return conflict.Tell(c.world, *e.Event()) }

// Tag is a value as people compare it.
func (c Course) Tag(v engine.Value) string { return conflict.Tag(c.world, v) }

// Effect is what a service did to an object in one event.
type Effect struct {
	Object  engine.ObjectID
	Version string // that it has since; empty: it has no other one
	Gone    bool   // it was deleted
	Lease   LeaseState
	Leased  bool // its lease is another since
	Changed bool // something of it changed
}

// Effect is what an event did to the object that it names, or to the first one that it changed.
func (c Course) Effect(e Entry) (d Effect) {
	for object, r := range e.Event().Touched(c.world) {
		if object != e.Event().Object && !d.Object.IsZero() {
			continue
		}
		before, after := engine.Properties(r[0]), engine.Properties(r[1])
		was, is := leaseOf(before), leaseOf(after)
		d = Effect{Object: object, Changed: true, Lease: is, Leased: was.State != is.State || was.ID != is.ID,
			Gone: flag(r[1]) != "" || r[1] == nil}
		if s := (stater{}); s.of(r[0]) != s.of(r[1]) {
			d.Version = propertyOf(r[1], "version")
		}
		if object == e.Event().Object {
			break
		}
	}
	return d
}

// Line is an entry as plain mode and the runner write it.
func (c Course) Line(e Entry) string { return conflict.Line(c.world, *e.Event(), e.Marks...) }

// VersionBefore is the version that an object had before a record of this branch, as far as a look at its beginning
// tells; empty: none.
func (c Course) VersionBefore(object engine.ObjectID, record int) string {
	kind, name := object.Kind, object.Name
	for i := c.log.behind(record-1) - 1; i >= 0; i-- {
		if _, after, ok := c.log.At(i).Event().On(c.world, kind, name); ok {
			return propertyOf(after, "version")
		}
	}
	return ""
}
