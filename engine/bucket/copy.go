package bucket

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Copy makes one object, or one of its versions, the content of another, or of itself.
//
// Conditions on the source are checked before those on the target. A copy of an object that came in parts is one whole:
// the same bytes have another ETag.
//
// Answers: 200 with ETag and date; 412 PreconditionFailed for any condition; 404 NoSuchKey for a missing source, and
// for If-Match where the target is missing; 409 ConditionalRequestConflict; 501 NotImplemented; 403 AccessDenied.
//
// Source: Amazon S3 API, "CopyObject"; rules.md, "The write rule", "CopyObject", and "ETag". Assumed: source before
// target.
type Copy struct {
	Path             string `op:"path" help:"the target, its bucket before the first slash"`
	Source           string `op:"source" help:"what is copied, its bucket before the first slash"`
	CreateConditions `if-match:"only if the target has this ETag" if-none-match:"*: only if there is no target"`
	CopySource
	Stored
	Metadata    []engine.Pair      `op:"meta.*,content" help:"a pair of metadata instead of those of the source"`
	ContentType engine.Opt[string] `op:"content-type" help:"the media type, with all else that the target is described by instead of the source"`
	Described   `tag.*:"a tag instead of those of the source"`
	Directive   engine.Opt[string] `op:"metadata-directive,one=REPLACE" help:"REPLACE: nothing that describes the source is taken over"`
	Untagged    engine.Opt[string] `op:"tagging-directive,one=REPLACE" help:"REPLACE: no tag of the source is taken over"`
	Locked
	Granted
	Algorithm engine.Opt[string] `op:"checksum-algorithm" help:"the checksum that the target gets; that of the source unless given"`
}

// replaces says whether the target is described anew: metadata, type and headers come from the source or from the
// request, never some from each.
//
// Source: Amazon S3 API, "CopyObject", x-amz-metadata-directive.
func (o Copy) replaces() bool {
	return o.Directive.Want == "REPLACE" || len(o.Metadata) > 0 || o.ContentType.Set || len(o.headers()) > 0
}

// directive is what the header says of the metadata where it does not leave them as they are.
func (o Copy) directive() engine.Opt[string] {
	return engine.Opt[string]{Set: o.replaces(), Want: "REPLACE"}
}

// writes says which key it writes, to others that arrive meanwhile.
func (o Copy) writes(path string) bool { return o.Path == path }

// Arrive looks at permission and headers.
func (o Copy) Arrive(tx *engine.Tx) (engine.Answer, bool) {
	g := o.guards(tx, copyConditions)
	actions := slices.Concat(g.writeActions(), tagActions(o.Tags), o.Locked.actions(), o.Granted.actions(putsACL))
	p, no := visit{path: o.Path, actions: actions, creation: "true", source: o.Source, when: g, tags: o.Tags,
		says: o.Stored.keys(optional(o.Granted.keys(), keyDirective, o.directive()))}.enter(tx)
	if no == nil {
		_, no = o.source(o.Source).enter(tx)
	}
	if no == nil {
		no = o.conditions(tx, copyConditions, oldCopy, notImplemented)
	}
	if no == nil {
		no = checkMetadata(o.Metadata)
	}
	_, _, no = headersOfNew(tx, p.bucket, no, o.Stored, o.Granted, o.Locked, o.Tags)
	if no == nil && o.Algorithm.Set && sumOf(strings.ToLower(o.Algorithm.Want), nil) == "" {
		no = refuse(noAlgorithm, o.Algorithm.Raw())
	}
	if no != nil {
		return no.answer(tx), true
	}
	return engine.Answer{}, false
}

// changesNothing says whether the object would be copied onto itself as it is. An older version may be.
//
// Assumed: that this comes last.
func (o Copy) changesNothing() bool {
	return o.Source == o.Path && !o.SourceVersion.Set && !o.Class.Set && !o.Encryption.Set &&
		!o.Redirect.Set && !o.replaces() && !o.retags()
}

// retags says whether the target has the tags of the request, which may be none.
//
// Source: Amazon S3 API, "CopyObject", x-amz-tagging-directive.
func (o Copy) retags() bool { return o.Untagged.Want == "REPLACE" || len(o.Tags) > 0 }

// names are the headers that were sent, as an error names them.
func (g guards) names() string {
	switch {
	case sent(g.match) && sent(g.noneMatch):
		return "If-Match,If-None-Match"
	case sent(g.match):
		return "If-Match"
	}
	return "If-None-Match"
}

func (g guards) keysValue() engine.Value {
	if sent(g.match) {
		return g.match
	}
	return g.noneMatch
}

// Apply checks the conditions and writes.
func (o Copy) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path}.find(tx)
	var from *Version
	if no == nil {
		from, no = o.source(o.Source).find(tx)
	}
	if no == nil {
		no = o.guards(tx, copyConditions).decide(tx, p, since(tx, p.object))
	}
	if no == nil && o.changesNothing() {
		no = refuse(ontoItself, engine.Text(o.Source))
	}
	acl, l, no := headersOfNew(tx, p.bucket, no, o.Stored, o.Granted, o.Locked, o.Tags)
	if no != nil {
		return no.answer(tx)
	}
	e := o.Stored.in(p.bucket)
	v := &Version{lock: l, acl: acl, encrypted: e, redirect: o.Redirect.Want, body: from.body,
		etag:         e.tag(tx, hashOf(from.body)),
		modified:     tx.Now().Seconds(),
		contentType:  from.contentType,
		storageClass: or(o.Class, standardClass), metadata: from.metadata, headers: from.headers, tags: from.tags,
		sums: o.sums(from)}
	if o.replaces() {
		v.metadata, v.headers, v.contentType = sorted(o.Metadata), o.headers(), or(o.ContentType, standardContentType)
	}
	if o.retags() {
		v.tags = sorted(o.Tags)
	}
	o.source(o.Source).take(tx, o.Path, from)
	if !o.retags() {
		o.source(o.Source).takeTags(tx, o.Path, from)
	}
	p.store(tx, v, o.guards(tx, copyConditions).create())
	return tx.Done(200, slices.Concat(v.wroteFields(), o.source(o.Source).named(p.state, from),
		[]engine.Field{{Name: "last-modified", Value: engine.Moment(v.modified)}}, sumFields(v.told()))...)
}

// told are the checksums that the answer of a copy names: the service's own where there is no other.
func (v *Version) told() []engine.Pair {
	if len(v.sums) > 0 {
		return v.sums
	}
	return []engine.Pair{{Name: standardSum, Text: sumOf(standardSum, v.body)}}
}

// sums are the checksums of a copy: of the algorithm that the request names, else those of the source, of which one
// that was made of parts is made anew of all bytes.
//
// Source: Amazon S3 User Guide, "Checking object integrity", on copies; Amazon S3 API, "CopyObject",
// x-amz-checksum-algorithm.
func (o Copy) sums(from *Version) []engine.Pair {
	body := from.body
	if o.Algorithm.Set {
		name := strings.ToLower(o.Algorithm.Want)
		return []engine.Pair{{Name: name, Text: sumOf(name, body)}}
	}
	sums := slices.Clone(from.sums)
	for i := range sums {
		if strings.Contains(sums[i].Text, "-") {
			sums[i].Text = sumOf(sums[i].Name, body)
		}
	}
	return sums
}

// source is what a copy is made from.
type source struct {
	path    string
	version engine.Opt[engine.Token]
	when    conditions
}

// enter looks at the permission to read the source.
func (s source) enter(tx *engine.Tx) (place, *refusal) {
	action := ofVersion("s3:GetObject*", s.version.Set)
	p, no := visit{path: s.path, actions: []string{action}, version: s.version}.enter(tx)
	return p, asSource(no)
}

// find is the version that is copied, its conditions checked.
func (s source) find(tx *engine.Tx) (*Version, *refusal) {
	p, no := visit{path: s.path}.find(tx)
	if no != nil {
		return nil, asSource(no)
	}
	f := found{place: p}
	if no := f.find(tx, s.version, noSource, noSourceVersion); no != nil {
		return nil, no
	}
	if f.version.marker {
		return nil, refuse(sourceMarker, s.version.Raw())
	}
	if archived(f.version.storageClass) {
		return nil, asleep(sourceArchived, f.version)
	}
	return f.version, s.when.source(tx, f.version)
}

// take says that the content of the source goes into a target: of another key, and of no version that is named, for
// that is always the same.
func (s source) take(tx *engine.Tx, target string, v *Version) {
	if !s.version.Set && s.path != target {
		tx.Take(engine.Part{Object: objectName(s.path), Name: "body", Mark: v.wrote})
	}
}

// takeTags says that the tags of the source go into a target of another key, where they were set since its content was:
// of a version that is named they may be others by now.
func (s source) takeTags(tx *engine.Tx, target string, v *Version) {
	if s.path == target || v.tagger.IsZero() || len(v.tags) == 0 {
		return
	}
	at := tx.State().(*State).object(s.path)
	tx.Take(found{version: v, isCurrent: at.current() == v}.partOf(v.tagPart(s.path)))
}

// named is which version of the source it was, where its bucket keeps versions.
//
// Source: Amazon S3 API, "CopyObject", x-amz-copy-source-version-id.
func (s source) named(st *State, v *Version) []engine.Field {
	name, _ := split(s.path)
	if b := st.bucket(name); b == nil || b.versioning == off {
		return nil
	}
	return []engine.Field{{Name: "source-version-id", Value: v.id.Value()}}
}

func asSource(no *refusal) *refusal {
	if no != nil && no.cause.Rule == noSuchBucket {
		no.cause.Rule = noSourceBucket
	}
	return no
}
