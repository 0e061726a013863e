package bucket

import (
	"slices"

	"interleave/engine"
)

// The properties of an object that names none.
const (
	standardContentType = "binary/octet-stream"
	standardClass       = "STANDARD"
)

// Put replaces an object, or creates it. The last writer wins unless a condition says otherwise.
//
// Body: at most engine.MaxObject bytes. If-Match takes one ETag, If-None-Match only *; they cannot be combined.
//
// Answers: 200 with the ETag of the content; 412 PreconditionFailed; 404 NoSuchKey for If-Match where nothing is; 409
// ConditionalRequestConflict where the condition holds but the key was changed since the request arrived; 501
// NotImplemented for headers that it does not take; 403 AccessDenied.
//
// Source: Amazon S3 API, "PutObject"; Amazon S3 guide, "How to prevent object overwrites with conditional writes";
// rules.md, "The write rule".
type Put struct {
	Path string `op:"path" help:"the object, its bucket before the first slash"`
	Body []byte `op:"body,content" help:"the new content"`
	CreateConditions
	ContentType engine.Opt[string] `op:"content-type" help:"the media type, binary/octet-stream unless given"`
	Stored
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; all others go"`
	Described
	Locked
	Granted
	Sums
}

// writes says which key it writes, to others that arrive meanwhile.
func (o Put) writes(path string) bool { return o.Path == path }

// writeActions are what a write with conditions must be allowed to do.
//
// Source: rules.md, "State", "Extra permissions a condition needs".
func (g guards) writeActions() []string {
	if g.version() {
		return []string{"s3:PutObject", "s3:GetObject"}
	}
	return []string{"s3:PutObject"}
}

// tagActions is what who gives a new object tags must be allowed to do beside writing it.
//
// Source: Amazon S3 API, "PutObject", "Permissions".
func tagActions(tags []engine.Pair) []string {
	if len(tags) == 0 {
		return nil
	}
	return []string{"s3:PutObjectTagging"}
}

// metadataMost is how many bytes the names and values of an object's metadata have together.
//
// Source: Amazon S3 User Guide, "Working with object metadata".
const metadataMost = 2048

func checkMetadata(pairs []engine.Pair) *refusal {
	size := 0
	for _, p := range pairs {
		size += len(p.Name) + len(p.Text)
	}
	if size > metadataMost {
		return refuse(longMetadata, engine.Number(int64(size)), number("size", int64(size)),
			number("max-size-allowed", metadataMost))
	}
	return nil
}

// Arrive looks at permission and headers.
func (o Put) Arrive(tx *engine.Tx) (engine.Answer, bool) {
	g := o.guards(tx, writeConditions)
	actions := slices.Concat(g.writeActions(), tagActions(o.Tags), o.Locked.actions(), o.Granted.actions(putsACL))
	p, no := visit{path: o.Path, actions: actions, creation: "true", when: g, tags: o.Tags,
		says: o.Stored.keys(o.Granted.keys())}.enter(tx)
	if no == nil {
		no = o.conditions(tx, writeConditions, oldStore, notImplemented)
	}
	if no == nil {
		no = checkMetadata(o.Metadata)
	}
	_, _, no = headersOfNew(tx, p.bucket, no, o.Stored, o.Granted, o.Locked, o.Tags)
	if no == nil && len(o.Body) > engine.MaxObject {
		no = refuse(largeBody, engine.Number(int64(len(o.Body))), number("max-size-allowed", engine.MaxObject))
	}
	if no == nil {
		no = o.Sums.check(o.Body)
	}
	if no != nil {
		return no.answer(tx), true
	}
	return engine.Answer{}, false
}

// headersOfNew is what the headers of a new object ask for: who may read it, and how it is locked. All operations that
// make one look at them in this order, once nothing else stands against it.
func headersOfNew(tx *engine.Tx, b *Bucket, against *refusal, stored Stored, granted Granted, locked Locked,
	tags []engine.Pair) (acl string, l lock, no *refusal) {
	if no = against; no == nil {
		no = stored.check()
	}
	if no == nil {
		acl, no = granted.of(b)
	}
	if no == nil {
		l, no = locked.lock(tx, b)
	}
	if no == nil {
		no = checkTagHeader(tags)
	}
	return acl, l, no
}

// Apply checks the condition and writes.
func (o Put) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path}.find(tx)
	if no == nil {
		no = o.guards(tx, writeConditions).decide(tx, p, since(tx, p.object))
	}
	acl, l, no := headersOfNew(tx, p.bucket, no, o.Stored, o.Granted, o.Locked, o.Tags)
	if no != nil {
		return no.answer(tx)
	}
	e := o.Stored.in(p.bucket)
	v := &Version{lock: l, acl: acl, encrypted: e, redirect: o.Redirect.Want, body: o.Body,
		etag:         e.tag(tx, hashOf(o.Body)),
		modified:     tx.Now().Seconds(),
		contentType:  or(o.ContentType, standardContentType),
		storageClass: or(o.Class, standardClass), metadata: sorted(o.Metadata), headers: o.headers(),
		tags: sorted(o.Tags), sums: o.Sums.kept()}
	p.store(tx, v, o.guards(tx, writeConditions).create())
	return tx.Done(200, append(v.wroteFields(), sumFields(v.sums)...)...)
}

func or(o engine.Opt[string], standard string) string {
	if o.Set {
		return o.Want
	}
	return standard
}

// wroteFields are what an accepted write tells. The version is the program's own count of the key's changes; the
// version id comes only from a bucket that keeps versions.
//
// Source: rules.md, "Versioning", "200 replies carry x-amz-version-id when Enabled".
func (v *Version) wroteFields() []engine.Field {
	fields := append([]engine.Field{text("etag", v.etag)}, v.encrypted.fields()...)
	if v.count > 0 { // not that of a write which left no trace
		fields = append(fields, number("version", v.count))
	}
	if v.id != null {
		fields = append(fields, engine.Field{Name: "version-id", Value: v.id.Value()})
	}
	return fields
}
