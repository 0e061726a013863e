package bucket

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"interleave/engine"
)

// CreateUpload begins a multipart upload. Nothing of it is seen before it completes; its place among the writes of its
// key is fixed now. It takes no conditions: those stand on the Complete.
//
// Answers: 200 with an upload id; 403 AccessDenied; 400 InvalidRequest for a checksum that there is not.
//
// Source: Amazon S3 API, "CreateMultipartUpload"; rules.md, "Checksums", "Multipart life cycle", "Order of
// unconditional writes" and "Bucket policies" (P6).
type CreateUpload struct {
	Path        string             `op:"path" help:"the object, its bucket before the first slash"`
	ContentType engine.Opt[string] `op:"content-type" help:"the media type, binary/octet-stream unless given"`
	Metadata    []engine.Pair      `op:"meta.*,content" help:"a pair of metadata"`
	Algorithm   engine.Opt[string] `op:"checksum-algorithm" help:"the checksum of the whole: CRC32, CRC32C, CRC64NVME, MD5, SHA1, SHA256, SHA512, XXHASH64, XXHASH3 or XXHASH128"`
	Type        engine.Opt[string] `op:"checksum-type,one=COMPOSITE|FULL_OBJECT" help:"COMPOSITE: made of the sums of the parts; FULL_OBJECT: of all bytes"`
	Described
	Stored
	Locked
	Granted
}

func (o CreateUpload) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path, actions: slices.Concat([]string{"s3:PutObject"}, tagActions(o.Tags),
		o.Locked.actions(), o.Granted.actions(putsACL)), creation: "false", tags: o.Tags,
		says: o.Stored.keys(o.Granted.keys())}.enter(tx)
	var algorithm, kind string
	if no == nil {
		no = checkMetadata(o.Metadata)
	}
	if no == nil {
		algorithm, kind, no = checkAlgorithm(o.Algorithm, o.Type)
	}
	acl, l, no := headersOfNew(tx, p.bucket, no, o.Stored, o.Granted, o.Locked, o.Tags)
	if no != nil {
		return no.answer(tx)
	}
	u := &Upload{path: o.Path, id: tx.Mint(engine.UploadID), created: tx.Mark(), after: p.object.count,
		status: open, lock: l, acl: acl, class: or(o.Class, standardClass),
		redirect: o.Redirect.Want, encrypted: o.Stored.in(p.bucket),
		contentType: or(o.ContentType, standardContentType), metadata: sorted(o.Metadata), headers: o.headers(),
		tags: sorted(o.Tags), algorithm: algorithm, sumType: kind}
	p.state.uploads.Put(tx, uploadKey(o.Path, u.id), u)
	return tx.Done(200, slices.Concat([]engine.Field{{Name: "upload", Value: u.id.Value()}}, u.sumsAre(),
		u.encrypted.fields())...)
}

// classIs is what lists say of the storage class of an upload: nothing of the usual one, which they name themselves.
func (u *Upload) classIs() []engine.Field {
	if u.class == standardClass {
		return nil
	}
	return []engine.Field{text("storage-class", u.class)}
}

func uploadKey(path string, id engine.Token) string { return path + "@" + id.String() }

// find is the upload of a key with that id, in any state; nil where there never was one.
func (p place) upload(id engine.Opt[engine.Token]) *Upload {
	return p.state.uploads.Get(uploadKey(p.path, engine.TokenAs(engine.UploadID, id)))
}

// openUpload is the upload of a key with that id while it is open.
//
// Source: rules.md, "Multipart life cycle", NoSuchUpload (unknown, ended, of another key).
func (p place) openUpload(id engine.Opt[engine.Token], r *engine.Rule) (*Upload, *refusal) {
	u := p.upload(id)
	if u != nil && u.status == open {
		return u, nil
	}
	no := refuse(r, id.Raw(), text("upload-id", id.Raw().String()))
	if u != nil {
		no.cause.Since = u.ended
	}
	return u, no
}

// UploadPart uploads one part of an upload. The same number again replaces the part; the order does not matter.
//
// Number: 1 to 10000. Body: at most engine.MaxObject bytes.
//
// Answers: 200 with the ETag of the part; 400 InvalidArgument; 404 NoSuchUpload; 403 AccessDenied.
//
// Source: Amazon S3 API, "UploadPart" and "AbortMultipartUpload" (parts in flight); rules.md, "Multipart life cycle".
// Assumed: a part that arrived before an abort is refused (the habit) or lands, by choice.
type UploadPart struct {
	Path   string                   `op:"path" help:"the object, its bucket before the first slash"`
	Body   []byte                   `op:"body,content" help:"the part's content"`
	Upload engine.Opt[engine.Token] `op:"upload,guard=upload" help:"the id of the upload"`
	Number engine.Opt[int64]        `op:"part" help:"the part's number, 1 to 10000"`
	Sums
}

func (o UploadPart) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path, actions: []string{"s3:PutObject"}, creation: "false"}.enter(tx)
	if no == nil {
		no = checkPart(o.Number, len(o.Body))
	}
	if no == nil {
		no = o.Sums.check(o.Body)
	}
	if no != nil {
		return no.answer(tx)
	}
	u, no := p.openUpload(o.Upload, noSuchUpload)
	if no == nil || lands(tx, u) {
		no = u.takes(o.Sums.kept())
	}
	if no != nil {
		return no.answer(tx)
	}
	n := &part{number: o.Number.Want, body: o.Body, etag: hashOf(o.Body), sums: u.sumsOf(o.Body, o.Sums.kept()),
		wrote: tx.Mark()}
	return tx.Done(200, append(p.putPart(tx, u, n), partSums(n)...)...)
}

// lands says whether a request still reaches an upload that was aborted after the request had arrived: refused by
// habit.
//
// Source: rules.md, "Multipart life cycle", AbortMultipartUpload ("part uploads in flight may still land"); "Order of
// unconditional writes", last row (a complete in flight).
func lands(tx *engine.Tx, u *Upload) bool {
	return u != nil && u.status == aborted && u.ended.Event > tx.Arrived().Event && tx.Choose(2) == 1
}

func checkPart(n engine.Opt[int64], size int) *refusal {
	if no := checkNumber(n); no != nil {
		return no
	}
	if size > engine.MaxObject {
		return refuse(largeBody, engine.Number(int64(size)), number("max-size-allowed", engine.MaxObject))
	}
	return nil
}

func checkNumber(n engine.Opt[int64]) *refusal {
	if !n.OK || n.Want < 1 || n.Want > 10_000 {
		return refuse(badPartNumber, n.Raw(), text("argument-name", "partNumber"),
			text("argument-value", n.Raw().String()))
	}
	return nil
}

// putPart stores a part. What the same bytes replace is not changed.
func (p place) putPart(tx *engine.Tx, u *Upload, n *part) []engine.Field {
	next := *u
	next.parts = slices.Clone(u.parts)
	key := uploadKey(u.path, u.id)
	at, there := next.part(n.number)
	switch {
	case !there:
		next.parts = slices.Insert(next.parts, at, n)
	default:
		old := next.parts[at]
		n.former = old.former
		if old.etag != n.etag {
			tx.Change(engine.Change{Part: partOf(key, old), Silent: true})
			n.former = former(old, n.etag)
		}
		next.parts[at] = n
	}
	p.state.uploads.Put(tx, key, &next)
	return append([]engine.Field{text("etag", n.etag)}, u.encrypted.fields()...)
}

// former are the tags that a part had which another takes the place of, without the one that stands then.
func former(old *part, now string) []string {
	list := slices.DeleteFunc(append(slices.Clone(old.former), old.etag), func(etag string) bool { return etag == now })
	return list[max(0, len(list)-formerMost):]
}

func partOf(key string, n *part) engine.Part {
	return engine.Part{Object: uploadName(key), Name: "part " + strconv.FormatInt(n.number, 10), Mark: n.wrote}
}

// UploadPartCopy makes a part of an upload from an object, or a range of it.
//
// Answers: 200 with the ETag of the part; 412 PreconditionFailed for a condition on the source; 404 NoSuchKey for a
// missing source; 400 InvalidArgument for a range that is none, lacks an end or goes beyond the source; those of
// UploadPart.
//
// Source: Amazon S3 API, "UploadPartCopy"; rules.md, "The write rule" (conditions on the source) and "Bucket policies"
// (P8).
type UploadPartCopy struct {
	Path   string                   `op:"path" help:"the object, its bucket before the first slash"`
	Source string                   `op:"source" help:"what is copied, its bucket before the first slash"`
	Upload engine.Opt[engine.Token] `op:"upload,guard=upload" help:"the id of the upload"`
	Number engine.Opt[int64]        `op:"part" help:"the part's number, 1 to 10000"`
	Range  engine.Opt[string]       `op:"source-range" help:"bytes of the source, as 0-3"`
	CopySource
}

func (o UploadPartCopy) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path, actions: []string{"s3:PutObject"}, creation: "false", source: o.Source}.enter(tx)
	from := o.source(o.Source)
	if no == nil {
		_, no = from.enter(tx)
	}
	if no == nil {
		no = checkPart(o.Number, 0)
	}
	var u *Upload
	if no == nil {
		u, no = p.openUpload(o.Upload, noSuchUpload)
	}
	var v *Version
	if no == nil {
		v, no = from.find(tx)
	}
	var body []byte
	if no == nil {
		body, no = o.piece(v.body)
	}
	if no != nil {
		return no.answer(tx)
	}
	from.take(tx, o.Path, v)
	n := &part{number: o.Number.Want, body: body, etag: hashOf(body), sums: u.sumsOf(body, nil), wrote: tx.Mark(),
		from: o.origin(from, v)}
	return tx.Done(200, slices.Concat(p.putPart(tx, u, n), partSums(n), from.named(p.state, v),
		[]engine.Field{{Name: "last-modified", Value: engine.Moment(tx.Now().Seconds())}})...)
}

// piece is what is copied of a body: all of it, or exactly a range that has two ends and lies within it.
func (o UploadPartCopy) piece(body []byte) ([]byte, *refusal) {
	if !o.Range.Set {
		return body, nil
	}
	s, ok := parseRange(o.Range)
	size := int64(len(body))
	switch {
	case !ok || s.from < 0 || s.to == 1<<62:
		return nil, refuse(badCopyRange, o.Range.Raw(), text("argument-name", "x-amz-copy-source-range"),
			text("argument-value", o.Range.Want))
	case s.from >= size:
		return nil, refuse(behindCopyRange, o.Range.Raw())
	case s.to > size:
		return nil, refuse(longCopyRange, o.Range.Raw(), text("argument-name", "x-amz-copy-source-range"),
			text("argument-value", o.Range.Want), text("message",
				fmt.Sprintf("Range specified is not valid for source object of size: %d", size)))
	}
	return body[s.from:s.to], nil
}

// origin is which bytes of which state of its source the part is of; nil where it names a version, which is always the
// same.
func (o UploadPartCopy) origin(from source, v *Version) *engine.Part {
	if o.SourceVersion.Set {
		return nil
	}
	s := span{0, int64(len(v.body))}
	if o.Range.Set {
		s, _ = parseRange(o.Range)
	}
	return &engine.Part{Object: objectName(from.path), Name: engine.Origin("body"), Mark: v.wrote, From: s.from,
		To: s.to}
}

// Abort ends an upload and frees its parts.
//
// Who began the upload may end it unless a policy denies it.
//
// Answers: 204; 404 NoSuchUpload for one that is unknown or has ended; 403 AccessDenied.
//
// Source: Amazon S3 API, "AbortMultipartUpload"; rules.md, "Multipart life cycle" and "Bucket policies" (P16). Assumed:
// 404 for a second abort, unless a part landed in between.
type Abort struct {
	Path   string                   `op:"path" help:"the object, its bucket before the first slash"`
	Upload engine.Opt[engine.Token] `op:"upload,guard=upload" help:"the id of the upload"`
}

func (o Abort) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path}.find(tx)
	if no == nil {
		p, no = visit{path: o.Path, actions: []string{"s3:AbortMultipartUpload"}, owns: p.owns(tx, o.Upload)}.enter(tx)
	}
	if no != nil {
		return no.answer(tx)
	}
	u, no := p.openUpload(o.Upload, abortedTwice)
	if no != nil && !(u != nil && u.status == aborted && len(u.parts) > 0) {
		return no.answer(tx)
	}
	p.drop(tx, u, aborted)
	return tx.Done(204)
}

// owns says whether the caller began the upload.
func (p place) owns(tx *engine.Tx, id engine.Opt[engine.Token]) bool {
	u := p.upload(id)
	return u != nil && u.created.By == tx.Mark().By
}

// drop ends an upload without an object; its parts are freed. Only an abort is a wish to do so.
func (p place) drop(tx *engine.Tx, u *Upload, status string) {
	next, key := *u, uploadKey(u.path, u.id)
	for _, n := range u.parts {
		if status == aborted {
			tx.Change(engine.Change{Part: partOf(key, n), Drops: true, Silent: true})
		}
	}
	if status == aborted && u.status == open {
		next.freed = u.parts
	}
	next.parts, next.status, next.ended = nil, status, tx.Mark()
	p.state.uploads.Put(tx, key, &next)
}

// ListParts lists the parts of an upload, a page at a time.
//
// After: the page begins behind this number; the answer's next-part begins the next one.
//
// Who began the upload may list it unless a policy denies it.
//
// Answers: 200 with 0.part, 0.etag and so on; 404 NoSuchUpload after a complete or an abort; 403 AccessDenied; 400
// InvalidArgument.
//
// Source: Amazon S3 API, "ListParts"; rules.md, "Multipart life cycle".
type ListParts struct {
	Path   string                   `op:"path" help:"the object, its bucket before the first slash"`
	Upload engine.Opt[engine.Token] `op:"upload,guard=upload" help:"the id of the upload"`
	After  engine.Opt[int64]        `op:"part-marker" help:"only parts behind this number"`
	Max    engine.Opt[int64]        `op:"max" help:"parts in one page, 1000 at most"`
}

// checkParts looks at which parts a request asks for.
func checkParts(most, after engine.Opt[int64]) *refusal {
	if no := checkCount(most, "max-parts"); no != nil {
		return no
	}
	if after.Set && (!after.OK || after.Want < 0 || after.Want > math.MaxInt32) {
		return refuse(badPartMarker, after.Raw(), text("argument-name", "part-number-marker"),
			text("argument-value", after.Raw().String()),
			text("message", "Argument part-number-marker must be an integer between 0 and 2147483647"))
	}
	return nil
}

func (o ListParts) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path}.find(tx)
	if no == nil {
		p, no = visit{path: o.Path, actions: []string{"s3:ListMultipartUploadParts"},
			owns: p.owns(tx, o.Upload)}.enter(tx)
	}
	if no == nil {
		no = checkParts(o.Max, o.After)
	}
	var u *Upload
	if no == nil {
		u, no = p.openUpload(o.Upload, noSuchUpload)
	}
	if no != nil {
		return no.answer(tx)
	}
	page := behind{Page: engine.Page{Most: most(o.Max)}}
	for _, n := range u.parts {
		name := strconv.FormatInt(n.number, 10)
		if n.number <= o.After.Want || !page.room(name, number("next-part", n.number)) {
			continue
		}
		tx.Show(partOf(uploadKey(u.path, u.id), n))
		page.Add(name, "part", append([]engine.Field{text("etag", n.etag), number("size", int64(len(n.body))),
			{Name: "last-modified", Value: engine.Moment(n.wrote.At.Seconds())}}, partSums(n)...)...)
	}
	return tx.Done(200, slices.Concat(page.fields(), u.sumsAre(), u.classIs())...)
}
