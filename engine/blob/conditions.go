package blob

import (
	"slices"
	"strings"

	"interleave/engine"
)

// conditions are the four conditional headers as a request carries them, each absent, one value or a list; and the one
// on tags.
type conditions struct {
	match, noneMatch, modified, unmodified engine.Value
	tags                                   engine.Opt[string]
}

// validators are what conditions are compared with, and which event made them so.
type validators struct {
	of       engine.ObjectID // whose they are; none: of all that the request is about
	etag     engine.Token
	modified engine.Instant
	changed  engine.Mark
}

// refusals are the rules that unmet conditions of one kind of request break.
type refusals struct{ match, noneMatch, modified, unmodified, ofNothing, exists, tags *engine.Rule }

// given says whether there is any.
func (c *conditions) given() bool {
	return !c.match.IsZero() || !c.noneMatch.IsZero() || !c.modified.IsZero() || !c.unmodified.IsZero() || c.tags.Set
}

// star is how a request says: whichever there is.
var star = engine.Token{Kind: engine.ETag, Name: "*"}

// hasTag says whether one of the ETags of a header is that: it is a list, or a text with commas as HTTP carries it. An
// odd text is a tag that nothing has.
func hasTag(v engine.Value, want engine.Token) bool {
	if list, ok := v.List(); ok {
		return slices.ContainsFunc(list, func(e engine.Value) bool { return hasTag(e, want) })
	}
	if t, ok := v.Token(); ok {
		return t == want
	}
	for part := range strings.SplitSeq(v.String(), ",") {
		if engine.TokenOf(engine.ETag, strings.TrimSpace(part)) == want {
			return true
		}
	}
	return false
}

// tagCount is how many ETags a header has.
func tagCount(v engine.Value) (count int) {
	if list, ok := v.List(); ok {
		for _, e := range list {
			count += tagCount(e)
		}
		return count
	}
	if _, ok := v.Token(); ok {
		return 1
	}
	return strings.Count(v.String(), ",") + 1
}

// dateOf is a date in whole seconds, as HTTP carries it; ok is false for what is none, and for several.
func dateOf(v engine.Value) (at engine.Instant, ok bool) {
	if list, many := v.List(); many && len(list) == 1 {
		v = list[0]
	}
	at, ok = engine.InstantOf(v)
	return at.Seconds(), ok
}

// plain leaves out the lists that have nothing in them: what was optional and is not there was not sent. A date with
// nothing in it is ignored by the service.
//
// Source: rules.md, "Conditions on writes".
func (c *conditions) plain() {
	for _, v := range [...]*engine.Value{&c.match, &c.noneMatch, &c.modified, &c.unmodified} {
		if list, ok := v.List(); ok && len(list) == 0 {
			*v = engine.Value{}
		}
	}
	for _, v := range [...]*engine.Value{&c.modified, &c.unmodified} {
		if v.IsZero() {
			continue
		}
		if list, many := v.List(); !many && v.String() == "" || len(list) == 1 && list[0].String() == "" {
			*v = engine.Value{}
		}
	}
}

// check is what is wrong with the headers whatever they are compared with.
//
// Source: rules.md, "Conditions on reads" (step 1, several values) and "Conditions on writes" (forbidden combinations).
func (c *conditions) check(u use) *engine.Cause {
	for _, v := range [...]*engine.Value{&c.modified, &c.unmodified} {
		if v.IsZero() {
			continue
		}
		if _, ok := dateOf(*v); !ok {
			return wrong(badDate, *v)
		}
	}
	if !c.given() {
		return nil
	}
	if _, ok := parseTagQuery(c.tags.Want); c.tags.Set && !ok {
		return wrong(badTagQuery, c.tags.Raw())
	}
	if u == reads {
		if !c.noneMatch.IsZero() && hasTag(c.noneMatch, star) {
			return wrong(unsatisfiable, c.noneMatch)
		}
		return nil
	}
	return c.checkWrite()
}

func (c *conditions) checkWrite() *engine.Cause {
	sent := 0
	for _, v := range [...]*engine.Value{&c.match, &c.noneMatch, &c.modified, &c.unmodified} {
		if !v.IsZero() {
			sent++
		}
	}
	pair := !c.noneMatch.IsZero() && !c.modified.IsZero() || !c.match.IsZero() && !c.unmodified.IsZero()
	if sent > 2 || sent == 2 && !pair {
		return &engine.Cause{Rule: multipleHeaders, Want: engine.Number(int64(sent))}
	}
	for _, v := range [...]*engine.Value{&c.match, &c.noneMatch} {
		if !v.IsZero() && tagCount(*v) > 1 {
			return wrong(multipleTags, *v)
		}
	}
	return nil
}

// read checks a read of what is there; unchanged means 304.
//
// Source: rules.md, "Conditions on reads", IM && IUS && (INM || IMS).
func (c *conditions) read(tx *engine.Tx, v validators, stands []string) (cause *engine.Cause, unchanged bool) {
	if cause = c.ifMatch(tx, v, stands, ordinary); cause != nil {
		return cause, false
	}
	if cause = c.ifUnmodified(tx, v, stands, ordinary); cause != nil {
		return cause, false
	}
	same := !c.noneMatch.IsZero() && hasTag(c.noneMatch, v.etag)
	date, dated := dateOf(c.modified)
	dated = dated && !c.modified.IsZero()
	old := dated && v.modified <= date
	switch {
	case c.noneMatch.IsZero():
		return nil, old
	case !dated:
		return nil, same
	}
	return nil, same && old
}

// write checks a write of what is there. If-None-Match decides alone beside If-Modified-Since, If-Match beside
// If-Unmodified-Since.
//
// Source: rules.md, "Conditions on writes".
func (c *conditions) write(tx *engine.Tx, v validators, u use, stands []string, r *refusals) *engine.Cause {
	switch {
	case !c.match.IsZero():
		return c.ifMatch(tx, v, stands, r)
	case !c.noneMatch.IsZero():
		if hasTag(c.noneMatch, star) {
			return starOnExisting(u, v, r)
		}
		if hasTag(c.noneMatch, v.etag) {
			return &engine.Cause{Rule: r.noneMatch, Want: c.noneMatch, Have: v.etag.Value(), Since: v.changed}
		}
	case !c.modified.IsZero():
		if date, _ := dateOf(c.modified); v.modified <= date {
			return &engine.Cause{Rule: r.modified, Want: engine.Moment(date), Have: engine.Moment(v.modified),
				Since: v.changed}
		}
	case !c.unmodified.IsZero():
		return c.ifUnmodified(tx, v, stands, r)
	}
	return nil
}

// starOnExisting is If-None-Match * on a blob that is there: only what creates takes notice, every other write goes
// through.
//
// Source: rules.md, "Conditions on writes", rows INM `*`; unsure for all but Put Blob, Delete Blob and Set Blob
// Properties.
func starOnExisting(u use, v validators, r *refusals) *engine.Cause {
	if u == creates || u == sources {
		return &engine.Cause{Rule: r.exists, Want: engine.Text("*"), Have: v.etag.Value(), Since: v.changed}
	}
	return nil
}

// create checks a write that creates what is missing: only If-Match stands against it.
//
// Source: rules.md, "Conditions on writes", "Blob missing".
func (c *conditions) create(removed engine.Mark, r *refusals) *engine.Cause {
	if c.match.IsZero() {
		return nil
	}
	return &engine.Cause{Rule: r.ofNothing, Want: c.match, Since: removed}
}

// wantsAbsence says whether the request asks that nothing be there.
func (c *conditions) wantsAbsence() bool {
	return !c.noneMatch.IsZero() && hasTag(c.noneMatch, star)
}

func (c *conditions) ifMatch(tx *engine.Tx, v validators, stands []string, r *refusals) *engine.Cause {
	if c.match.IsZero() {
		return nil
	}
	switch {
	case hasTag(c.match, v.etag):
		compare(tx, v.of, stands)
		return nil
	case hasTag(c.match, star):
		return nil
	}
	return &engine.Cause{Rule: r.match, Want: c.match, Have: v.etag.Value(), Since: v.changed}
}

func (c *conditions) ifUnmodified(tx *engine.Tx, v validators, stands []string, r *refusals) *engine.Cause {
	if c.unmodified.IsZero() {
		return nil
	}
	date, _ := dateOf(c.unmodified)
	if v.modified > date {
		return &engine.Cause{Rule: r.unmodified, Want: engine.Moment(date), Have: engine.Moment(v.modified),
			Since: v.changed}
	}
	compare(tx, v.of, stands)
	return nil
}

// compare says that a version held, where it is one of what the request writes or reads: of a blob it stands for
// none of its snapshots, though they may go with it.
func compare(tx *engine.Tx, of engine.ObjectID, stands []string) {
	if stands != nil {
		tx.CompareOf(of, stands...)
	}
}
