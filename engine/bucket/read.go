package bucket

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Get reads an object or one of its versions, all of it or a range of bytes.
//
// Answers: 200, or 206 for a range; 304 where If-None-Match or If-Modified-Since say that nothing is new; 412
// PreconditionFailed; 404 NoSuchKey, for one who may list; 403 AccessDenied; 404 NoSuchVersion; 405 MethodNotAllowed
// for a delete marker named by its id.
//
// Source: Amazon S3 API, "GetObject"; RFC 7232, section 6; rules.md, "Reads: GetObject and HeadObject".
type Get struct {
	Looked `range:"bytes to read, as 0-3 or 4-" version-id:"the version to read" part:"the part to read, of an object that came in parts"`
}

// Head is Get without the body: neither that of the object nor that of an error.
//
// Answers: those of Get; clients print the number where the code of a refusal would stand.
//
// Source: Amazon S3 API, "HeadObject"; rules.md, "Reads: GetObject and HeadObject".
type Head struct{ Looked }

// Looked is what a request takes that looks at an object, whether it reads its content or not.
type Looked struct {
	Path string `op:"path" help:"the object, its bucket before the first slash"`
	ReadConditions
	Range   engine.Opt[string]       `op:"range" help:"bytes that would be read, as 0-3 or 4-"`
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version to look at"`
	Part    engine.Opt[int64]        `op:"part" help:"the part to look at, of an object that came in parts"`
	Mode    engine.Opt[string]       `op:"checksum-mode,one=ENABLED" help:"ENABLED: the checksums are told too"`
	Referer engine.Opt[string]       `op:"referer" help:"the page that it stands on, which policies may ask for"`
}

func (o Get) Apply(tx *engine.Tx) engine.Answer {
	f, no := o.check(tx)
	switch {
	case no != nil:
		return no.answer(tx)
	case f.unchanged:
		return tx.Done(304, f.unchangedFields()...)
	case archived(f.version.storageClass):
		return asleep(isArchived, f.version).answer(tx)
	}
	body, status := f.version.body, f.status()
	if f.ranged {
		body = body[f.span.from:f.span.to]
	}
	f.show(tx, "body", "properties")
	f.showLocks(tx)
	fields := append([]engine.Field{text("body", string(body))}, f.fields()...)
	return tx.Done(status, append(fields, o.more(&f)...)...)
}

func (o Head) Apply(tx *engine.Tx) engine.Answer {
	f, no := o.check(tx)
	switch {
	case no != nil:
		return (&refusal{cause: &engine.Cause{Rule: headRule(no.cause.Rule), Want: no.cause.Want, Have: no.cause.Have,
			Since: no.cause.Since},
			fields: markerFields(no.fields)}).answer(tx)
	case f.unchanged:
		return tx.Done(304, f.unchangedFields()...)
	}
	f.show(tx, "properties")
	f.showLocks(tx)
	size := int64(len(f.version.body))
	if f.ranged {
		size = f.span.to - f.span.from
	}
	return tx.Done(f.status(), append(append(f.fields(), number("size", size)), o.more(&f)...)...)
}

// more are the fields that are told where they are asked for, or where there is something to tell.
func (o Looked) more(f *found) (fields []engine.Field) {
	if f.status() == 206 {
		fields = append(fields, number("from", f.span.from), number("of", int64(len(f.version.body))))
	}
	if o.Mode.Set && (!f.ranged || o.Part.Set && len(f.version.sizes) == 0) { // of a part it would be another's
		fields = append(fields, sumFields(f.version.checksums())...)
	}
	if n := len(f.version.sizes); n > 0 && o.Part.Set {
		fields = append(fields, number("parts", int64(n)))
	}
	if n := len(f.version.tags); n > 0 {
		fields = append(fields, number("tag-count", int64(n)))
	}
	return fields
}

// headRule is the rule as a HEAD shows it.
func headRule(r *engine.Rule) *engine.Rule {
	pairs := [...][2]*engine.Rule{{noSuchKey, headNoKey}, {noSuchVersion, headNoVersion}, {markerNamed, headMarker},
		{readMatch, headMatch},
		{readUnmodified, headUnmodified}, {noSuchBucket, headNoBucket}, {outOfRange, headRange},
		{deniedByPolicy, headDenied}, {conditionUnmet, headUnmet}, {notAllowed, headNotAllowed},
		{notGiven, headNotGiven}, {noSuchPart, headNoPart},
		{rangeAndPart, headRangeAndPart}, {badPartNumber, headBadPart}}
	for _, p := range pairs {
		if p[0] == r {
			return p[1]
		}
	}
	return r
}

// markerFields are what a refusal says in headers: only that a delete marker stands in the way.
func markerFields(fields []engine.Field) (list []engine.Field) {
	for _, f := range fields {
		if f.Name == "delete-marker" {
			list = append(list, f)
		}
	}
	return list
}

// found is what a read met.
type found struct {
	place
	version   *Version
	isCurrent bool
	unchanged bool // 304
	ranged    bool
	span      span
}

// status is that of an answer with content. A part that is empty has no first byte that Content-Range could name.
//
// Source: RFC 9110, "Content-Range" (no range is empty).
func (f *found) status() int {
	if f.ranged && f.span.from < f.span.to {
		return 206
	}
	return 200
}

// check is all of a read but its answer.
func (o Looked) check(tx *engine.Tx) (found, *refusal) {
	return o.checkAs(tx, visit{actions: []string{ofVersion("s3:GetObject*", o.Version.Set)},
		says: optional(nil, keyReferer, o.Referer)})
}

// ofVersion is an action as it is named for what is asked of the current version, or of another by its id: that one has
// Version in the place of the star.
//
// Source: AWS service authorization reference, "Actions, resources, and condition keys for Amazon S3".
func ofVersion(action string, named bool) string {
	if named {
		return strings.Replace(action, "*", "Version", 1)
	}
	return strings.Replace(action, "*", "", 1)
}

// checkAs is check for who must be allowed to do something else than to read.
func (o Looked) checkAs(tx *engine.Tx, v visit) (found, *refusal) {
	v.path, v.version = o.Path, o.Version
	f := found{}
	var no *refusal
	if f.place, no = v.enter(tx); no != nil {
		return f, no
	}
	if no = o.validate(); no != nil {
		return f, no
	}
	if no = f.find(tx, o.Version, noSuchKey, noSuchVersion); no != nil {
		return f, no
	}
	if f.version.marker {
		return f, refuse(markerNamed, o.Version.Raw(), text("method", "GET"), text("resource-type", "DeleteMarker"),
			text("delete-marker", "true"))
	}
	when := conditions{o.Match, o.NoneMatch, o.Modified, o.Unmodified}
	if no, f.unchanged = when.read(tx, f.version); no != nil || f.unchanged {
		return f, no
	}
	if o.Part.Set {
		if f.span, f.ranged = f.version.piece(o.Part.Want); !f.ranged {
			return f, refuse(noSuchPart, o.Part.Raw(), number("actual-part-count", int64(max(len(f.version.sizes), 1))))
		}
		return f, nil
	}
	if f.span, f.ranged = parseRange(o.Range); f.ranged {
		size := int64(len(f.version.body))
		if f.span.from < 0 { // the last bytes, as many as there are
			f.span.from = max(size+f.span.from, 0)
		}
		if f.span.from >= size {
			return f, refuse(outOfRange, o.Range.Raw(), text("range-requested", "bytes="+strings.TrimPrefix(
				o.Range.Want, "bytes=")), number("actual-object-size", size))
		}
		f.span.to = min(f.span.to, size)
	}
	return f, nil
}

// validate looks at the request alone.
//
// Source: rules.md, "Error bodies", the rows of a part that is read.
func (o Looked) validate() *refusal {
	switch {
	case o.Part.Set && o.Range.Set:
		return refuse(rangeAndPart, o.Range.Raw())
	case o.Part.Set:
		return checkNumber(o.Part)
	}
	return nil
}

// find is the version that was named, else the current one. That nothing is there is told only to one who may list.
//
// Source: rules.md, "Reads: GetObject and HeadObject", "Missing key".
func (f *found) find(tx *engine.Tx, id engine.Opt[engine.Token], noKey, noVersion *engine.Rule) *refusal {
	o := f.object
	if id.Set {
		at := o.version(engine.TokenAs(engine.VersionID, id))
		if at < 0 {
			no := refuse(noVersion, id.Raw(), text("key", f.key), text("version-id", id.Raw().String()))
			no.cause.Since = o.takenBy(engine.TokenAs(engine.VersionID, id))
			return no
		}
		f.version, f.isCurrent = o.versions[at], at == 0
		return nil
	}
	if f.version, f.isCurrent = o.current(), true; f.version != nil {
		return nil
	}
	if no := f.mayList(tx); no != nil {
		return no
	}
	removed := f.state.absence(f.path)
	no := refuse(noKey, engine.Text(f.key), text("key", f.key))
	no.cause.Since = removed
	if len(o.versions) > 0 {
		no.fields = append(no.fields, text("delete-marker", "true"))
	}
	tx.Show(engine.Part{Object: objectName(f.path), Name: "body", Gone: true, Mark: removed})
	return no
}

// show says what the answer shows; what is no longer current is no part of the key, but known all the same.
func (f *found) show(tx *engine.Tx, names ...string) {
	if f.isCurrent && names[0] == "properties" { // a tag without the text
		tx.Show(engine.Part{Object: objectName(f.path), Name: engine.Standing("body"), Mark: f.version.wrote})
	}
	for _, part := range f.version.parts(f.path) {
		if !slices.Contains(names, part.Name) {
			continue
		}
		if part.Name == "body" && f.ranged {
			part.From, part.To = f.span.from, f.span.to
		}
		tx.Show(f.partOf(part))
	}
}

// unchangedFields are what a 304 carries.
func (f *found) unchangedFields() []engine.Field {
	return []engine.Field{text("etag", f.version.etag),
		{Name: "last-modified", Value: engine.Moment(f.version.modified)}}
}

// versionID is told of a version where its bucket keeps versions, or did so.
func (f *found) versionID() []engine.Field {
	if f.bucket.versioning == off {
		return nil
	}
	return []engine.Field{{Name: "version-id", Value: f.version.id.Value()}}
}

// fields are what a read tells beside the body.
func (f *found) fields() []engine.Field {
	v := f.version
	fields := slices.Concat(f.unchangedFields(), []engine.Field{number("version", v.count)}, f.versionID(),
		[]engine.Field{text("content-type", v.contentType)})
	if v.storageClass != standardClass {
		fields = append(fields, text("storage-class", v.storageClass))
	}
	fields = slices.Concat(fields, v.lock.fields(), v.encrypted.fields())
	if v.redirect != "" {
		fields = append(fields, text("website-redirect", v.redirect))
	}
	for _, p := range v.metadata {
		fields = append(fields, text("meta."+p.Name, p.Text))
	}
	for _, h := range v.headers {
		fields = append(fields, text(h.Name, h.Text))
	}
	return fields
}

// conditions are the four conditional headers of a read, or of the source of a copy.
type conditions struct{ match, noneMatch, modified, unmodified engine.Value }

// dateOf is a date in whole seconds; ok is false where none was sent, for what is none, and for one that is still to
// come, which S3 does not look at in If-Modified-Since.
func dateOf(v engine.Value) (at engine.Instant, ok bool) {
	at, ok = engine.InstantOf(v)
	return at.Seconds(), ok
}

func (c conditions) newer(tx *engine.Tx, v *Version) (holds, looked bool) {
	date, ok := dateOf(c.modified)
	return v.modified > date, sent(c.modified) && ok && date <= tx.Now()
}

func (c conditions) older(v *Version) (holds, looked bool) {
	date, ok := dateOf(c.unmodified)
	return v.modified <= date, sent(c.unmodified) && ok
}

// fits says whether an ETag header names the version.
func fits(v engine.Value, etag string) bool { return v.String() == "*" || tagOf(v) == etag }

// read checks the conditions of a read: unchanged means 304.
//
// Source: rules.md, "Reads: GetObject and HeadObject", the five steps (RFC 7232, section 6).
func (c conditions) read(tx *engine.Tx, v *Version) (no *refusal, unchanged bool) {
	older, dated := c.older(v)
	switch {
	case sent(c.match) && !fits(c.match, v.etag):
		return failed(readMatch, "If-Match", c.match, engine.Text(v.etag), v), false
	case !sent(c.match) && dated && !older:
		return failed(readUnmodified, "If-Unmodified-Since", c.unmodified, engine.Moment(v.modified), v), false
	case sent(c.noneMatch):
		return nil, fits(c.noneMatch, v.etag)
	}
	newer, dated := c.newer(tx, v)
	return nil, dated && !newer
}

func failed(r *engine.Rule, header string, want, have engine.Value, v *Version) *refusal {
	no := refuse(r, want, text("condition", header))
	no.cause.Have, no.cause.Since = have, v.wrote
	return no
}

// source checks the conditions of the source of a copy: every failure is 412.
//
// Source: rules.md, "The write rule", CopyObject, "Source conditions".
func (c conditions) source(tx *engine.Tx, v *Version) *refusal {
	older, dated := c.older(v)
	newer, alsoDated := c.newer(tx, v)
	switch {
	case sent(c.match) && !fits(c.match, v.etag):
		return failed(sourceMatch, sourceMatch.Name, c.match, engine.Text(v.etag), v)
	case !sent(c.match) && dated && !older:
		return failed(sourceUnmodified, sourceUnmodified.Name, c.unmodified, engine.Moment(v.modified), v)
	case sent(c.noneMatch) && fits(c.noneMatch, v.etag):
		return failed(sourceNoneMatch, sourceNoneMatch.Name, c.noneMatch, engine.Text(v.etag), v)
	case alsoDated && !newer:
		return failed(sourceModified, sourceModified.Name, c.modified, engine.Moment(v.modified), v)
	}
	return nil
}

// span is a piece of a body, to not in it.
type span struct{ from, to int64 }

// parseRange reads first-last, with or without `bytes=` in front; last may be left out. -7 are the last seven bytes:
// from is below 0. What is no range is not looked at.
func parseRange(o engine.Opt[string]) (s span, ok bool) {
	first, last, both := strings.Cut(strings.TrimPrefix(o.Want, "bytes="), "-")
	if count, err := strconv.ParseUint(last, 10, 62); first == "" && both && err == nil {
		if count == 0 {
			return span{1 << 62, 1 << 62}, true
		}
		return span{-int64(count), 1 << 62}, true
	}
	if !o.Set {
		return span{}, false
	}
	s.from, s.to, ok = engine.ByteRange(o.Want)
	return s, ok
}
