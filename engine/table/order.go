package table

import (
	"strings"

	"interleave/engine"
)

// use is what a request is about to do with an entity.
type use uint8

const (
	reads use = iota
	inserts
	replaces
	merges
	deletes
)

// request is what a request for an entity names and carries, whatever its operation.
type request struct {
	path      string
	body      string
	sent      []engine.Arg
	match     engine.Opt[engine.Token]
	noneMatch engine.Opt[engine.Token]
	use       use
	under     engine.UnderPolicy
}

// found is what a request met where it is let through.
type found struct {
	state *State
	place place // with the table's own spelling
	table *Table
	past  *Entity // of the entity, also where it is gone; nil: there never was one
	old   *Entity // nil: it is not there
	sent  content
}

func (f *found) object() engine.ObjectID { return entityObject(f.place.path()) }

// removed is who removed the entity last, as far as anybody did.
func (f *found) removed() engine.Mark {
	if f.past != nil {
		return f.past.removed
	}
	return engine.Mark{}
}

// outcome is what an accepted request answers, and what it shows beside what it changed. It says so only when nothing
// behind it in a group is refused.
type outcome struct {
	status int
	fields []engine.Field
	shows  []engine.Part
}

// member is an operation on one entity: alone, or one of a group.
type member interface {
	engine.Op
	path() string // the entity that it names
	check(tx *engine.Tx) (outcome, *engine.Cause)
}

// alone checks an operation that is a request of its own.
func alone(tx *engine.Tx, m member) engine.Answer {
	o, c := m.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	for _, p := range o.shows {
		tx.Show(p)
	}
	return tx.Done(o.status, o.fields...)
}

// meet does checks 1 to 9 of rules.md, "Order of checks".
func (a request) locate(tx *engine.Tx) (found, *engine.Cause) {
	f := found{state: tx.State().(*State), place: placeOf(a.path)}
	if c := a.validate(&f); c != nil {
		return f, c
	}
	if c := f.findTable(tx, a.use == reads); c != nil {
		return f, c
	}
	if c := f.permitted(tx, a.under, a.letters()...); c != nil {
		return f, c
	}
	f.past = f.state.entities.Get(f.place.path())
	if f.past != nil && !f.past.gone {
		f.old = f.past
	}
	return f, a.condition(tx, &f)
}

// words is checks 1 to 5: what can be said without looking at what is there.
func (a request) validate(f *found) *engine.Cause {
	if c := checkTableName(f.place.table); c != nil {
		return c
	}
	if n := a.size(); n > requestMost {
		return &engine.Cause{Rule: bodyTooLarge, Want: engine.Number(int64(n)), Have: engine.Number(requestMost)}
	}
	if a.use == deletes && !a.match.Set {
		return &engine.Cause{Rule: matchMissing}
	}
	if c := a.content(f); c != nil {
		return c
	}
	if c := a.tags(); c != nil {
		return c
	}
	return f.place.checkKeys()
}

// size is about what the request takes on the wire.
func (a request) size() int {
	n := len(a.path) + len(a.body)
	for _, arg := range a.sent {
		n += len(arg.Name) + len(arg.Value.String())
	}
	return n
}

// content is check 3.
func (a request) content(f *found) (c *engine.Cause) {
	switch {
	case !f.place.whole && a.use == inserts:
		return wrong(keysNeeded, engine.Text(f.place.missingKey()))
	case !f.place.whole:
		return wrong(keysAbsent, engine.Text(a.path))
	}
	if f.sent, c = read(a.body, a.sent); c != nil {
		return c
	}
	if a.use == inserts {
		if c := f.sent.needs(f.place); c != nil {
			return c
		}
	}
	if c := f.sent.fit(f.place); c != nil {
		return c
	}
	return (&Entity{properties: f.sent.properties}).checkSize(f.place)
}

// weak says whether a text has the form of an ETag of this service.
//
// Source: rules.md, "State", E3.
func weak(text string) bool {
	return len(text) >= len(`W/""`) && strings.EqualFold(text[:3], `w/"`) && strings.HasSuffix(text, `"`)
}

// tags is check 4. A read takes no notice of If-None-Match.
func (a request) tags() *engine.Cause {
	switch {
	case a.match.Set && a.noneMatch.Set:
		return wrong(matchBoth, a.noneMatch.Raw())
	case a.noneMatch.Set:
		return wrong(noneMatch, a.noneMatch.Raw())
	case !a.match.Set:
		return nil
	case a.match.Raw().String() == "":
		return wrong(emptyTag, a.match.Raw())
	}
	if t := a.match.Want; !a.match.OK || t.Kind != engine.TimeTag && t.Name != "*" && !weak(t.Name) {
		return wrong(badTag, a.match.Raw())
	}
	return nil
}

// findTable is check 6. What is missing is shown to be: its absence is an answer.
func (f *found) findTable(tx *engine.Tx, plain bool) *engine.Cause {
	key, t := f.state.table(f.place.table)
	f.place.table = key
	if t != nil && !t.gone {
		f.table = t
		return nil
	}
	if t != nil && tx.Now() < t.until {
		return &engine.Cause{Rule: beingDeleted, Want: engine.Text(key), Since: t.removed, Until: t.until}
	}
	if plain {
		return t.missing(tx, key, noTableToRead)
	}
	return t.missing(tx, key, tableNotFound)
}

// letters are what an access policy must allow for the request, each of them.
//
// Source: Azure REST, "Create a service SAS", "Permissions for a table".
func (a request) letters() []string {
	switch a.use {
	case reads:
		return []string{"r"}
	case inserts:
		return []string{"a"}
	case deletes:
		return []string{"d"}
	}
	if a.match.Set {
		return []string{"u"}
	}
	return []string{"a", "u"} // may insert, and may replace
}

// permitted is check 6 for what comes by a stored access policy.
func (f *found) permitted(tx *engine.Tx, under engine.UnderPolicy, letters ...string) *engine.Cause {
	for _, l := range letters {
		c := policyRules.Look(tx, under, &f.table.policies, l)
		if c != nil {
			return c
		}
	}
	return nil
}

// condition is checks 7 to 9.
func (a request) condition(tx *engine.Tx, f *found) *engine.Cause {
	switch {
	case a.use == inserts && f.old != nil:
		return &engine.Cause{Rule: entityExists, Want: engine.Text(f.place.path()), Have: f.old.etag.Value(),
			Since: f.old.created}
	case f.old == nil && (a.use == reads || a.match.Set):
		missing := entityNotFound
		if a.use == reads {
			missing = noEntityToRead
		}
		return tx.Missing(missing, f.object(), engine.Text(f.place.path()), f.removed())
	case !a.match.Set || a.match.Want.Name == "*":
		return nil
	case engine.TokenAs(engine.TimeTag, a.match) != f.old.etag:
		return &engine.Cause{Rule: otherTag, Want: a.match.Raw(), Have: f.old.etag.Value(), Since: f.old.changed}
	}
	tx.CompareOf(f.object())
	return nil
}
