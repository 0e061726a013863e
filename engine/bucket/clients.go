package bucket

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// ListBuckets lists the buckets of the account in the order of their names, all of them or a page at a time.
//
// Max: buckets in one page, 1 to 10000; the answer's marker begins the next one.
//
// Answers: 200 with 0.name, 0.created and so on; 400 InvalidArgument; 403 AccessDenied.
//
// Source: Amazon S3 API, "ListBuckets".
type ListBuckets struct {
	Prefix string            `op:"prefix" help:"only names that begin so"`
	Region string            `op:"region" help:"only buckets that lie there"`
	Marker string            `op:"marker" help:"where the page begins, from the answer before"`
	Max    engine.Opt[int64] `op:"max" help:"buckets in one page, 1 to 10000"`
}

// bucketsMost is how many buckets a page has at most, and unless the request says so where it asks for a page.
const bucketsMost = 10_000

// Apply lists.
func (l ListBuckets) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	if no := (caller{tx: tx, state: s, bucket: &Bucket{}}).may("s3:ListAllMyBuckets", arn("*")); no != nil {
		return no.answer(tx)
	}
	p := engine.Page{Most: engine.MaxObjects}
	switch {
	case l.Max.Set && (!l.Max.OK || l.Max.Want < 1 || l.Max.Want > bucketsMost):
		return refuse(badBucketCount, l.Max.Raw(), text("argument-name", "max-buckets"),
			text("argument-value", l.Max.Raw().String())).answer(tx)
	case l.Max.Set:
		p.Most = int(l.Max.Want)
	case l.Prefix != "" || l.Marker != "" || l.Region != "":
		p.Most = bucketsMost
	}
	paged := p.Most != engine.MaxObjects
	for name, b := range s.buckets.All() {
		if b.gone || !strings.HasPrefix(name, l.Prefix) || name < l.Marker ||
			l.Region != "" && b.lies() != l.Region || !p.Room(name) {
			continue
		}
		fields := []engine.Field{{Name: "created", Value: engine.Moment(b.created.At.Seconds())}}
		if paged {
			fields = append(fields, text("region", b.lies()))
		}
		p.Add(name, "name", fields...)
	}
	return tx.Done(200, p.Fields()...)
}

// HeadBucket asks whether a bucket is there. Its refusals have no body, so that clients print the number for a code.
//
// Answers: 200; 404; 403.
//
// Source: Amazon S3 API, "HeadBucket".
type HeadBucket struct {
	Path string `op:"path" help:"the bucket"`
}

// Apply looks.
func (o HeadBucket) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:ListBucket")
	if no != nil {
		no.cause.Rule = headRule(no.cause.Rule)
		return (&refusal{cause: no.cause}).answer(tx)
	}
	return tx.Done(200, text("region", s.bucket(o.Path).lies()))
}

// GetLocation reads the region of a bucket. Of us-east-1, where a bucket lies that names none, it says nothing.
//
// Answers: 200 with region; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "GetBucketLocation".
type GetLocation struct {
	Path string `op:"path" help:"the bucket"`
}

// Apply reads.
func (o GetLocation) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, o.Path, "s3:GetBucketLocation")
	switch {
	case no != nil:
		return no.answer(tx)
	case s.bucket(o.Path).region == "":
		return tx.Done(200)
	}
	return tx.Done(200, text("region", s.bucket(o.Path).region))
}

// ListOld is List as programs of old know it: a page begins behind a key, and the answer's marker is the last name on
// it.
//
// Answers: those of List.
//
// Source: Amazon S3 API, "ListObjects".
type ListOld struct {
	Keys
	After string            `op:"after" help:"the page begins behind this key"`
	Max   engine.Opt[int64] `op:"max" help:"keys in one page, 1000 at most"`
}

// Apply lists.
func (l ListOld) Apply(tx *engine.Tx) engine.Answer {
	a := List{Keys: l.Keys, After: l.After, Max: l.Max}.Apply(tx)
	last := engine.Value{}
	for i, f := range a.Fields {
		switch _, name, _ := strings.Cut(f.Name, "."); {
		case name == "key" || name == "prefix":
			last = f.Value
		case f.Name == "marker": // the next page begins behind the last name, not with the first that found no room
			a.Fields[i].Value = last
		}
	}
	return a
}

// OfVersion is which version of an object is looked at: the current one unless another is named.
type OfVersion struct {
	Path    string                   `op:"path" help:"the object, its bucket before the first slash"`
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version to look at"`
}

// check is the version that is looked at by who may do so; in the place of a star the name of an action has Version
// where the version is named.
func (o OfVersion) check(tx *engine.Tx, actions ...string) (found, *refusal) {
	return o.checkAs(tx, visit{}, actions...)
}

func (o OfVersion) checkAs(tx *engine.Tx, v visit, actions ...string) (found, *refusal) {
	for _, a := range actions {
		v.actions = append(v.actions, ofVersion(a, o.Version.Set))
	}
	return Looked{Path: o.Path, Version: o.Version}.checkAs(tx, v)
}

// Attributes reads what is known of an object without its metadata. Parts are told one by one, a page at a time, where
// each has a checksum of the algorithm that its upload asked for.
//
// Answers: 200 with etag, size, storage-class, parts and checksums, 0.part, 0.size and so on; 400 InvalidArgument;
// those of Head.
//
// Source: Amazon S3 API, "GetObjectAttributes".
type Attributes struct {
	OfVersion
	After engine.Opt[int64] `op:"part-marker" help:"only parts behind this number"`
	Max   engine.Opt[int64] `op:"max" help:"parts in one page, 1000 at most"`
}

// Apply reads.
func (o Attributes) Apply(tx *engine.Tx) engine.Answer {
	_, no := visit{path: o.Path, version: o.Version, actions: []string{ofVersion("s3:GetObject*", o.Version.Set),
		ofVersion("s3:GetObject*Attributes", o.Version.Set)}}.enter(tx)
	if no == nil {
		no = checkParts(o.Max, o.After)
	}
	var f found
	if no == nil {
		f, no = o.check(tx)
	}
	if no != nil {
		return no.answer(tx)
	}
	f.show(tx, "properties")
	fields := append(f.fields(), sumFields(f.version.checksums())...)
	if f.version.storageClass == standardClass { // which reads leave out
		fields = append(fields, text("storage-class", standardClass))
	}
	fields = append(fields, number("of-all", int64(len(f.version.body))))
	if n := len(f.version.sizes); n > 0 {
		fields = append(fields, number("parts", int64(n)))
	}
	return tx.Done(200, append(fields, o.pieces(f.version)...)...)
}

// pieces are a page of the parts of a version.
//
// Source: Amazon S3 API, "GetObjectAttributes", ObjectParts.
func (o Attributes) pieces(v *Version) []engine.Field {
	if v.came == nil {
		return nil
	}
	page := behind{Page: engine.Page{Most: most(o.Max)}}
	last := o.After.Want
	for _, n := range v.came {
		name := strconv.FormatInt(n.number, 10)
		if n.number <= o.After.Want || !page.room(name, number("next-part", n.number)) {
			continue
		}
		last = n.number
		page.Add(name, "part", append([]engine.Field{number("size", n.size)}, sumsOfPart(n.sums)...)...)
	}
	fields := page.fields()
	if page.last == nil || !slices.ContainsFunc(fields, func(f engine.Field) bool { return f.Name == "next-part" }) {
		fields = append(fields, number("next-part", last))
	}
	return fields
}

// GetTagging reads the tags of an object.
//
// Answers: 200; those of Head.
//
// Source: Amazon S3 API, "GetObjectTagging".
type GetTagging struct{ OfVersion }

// Apply reads.
func (o GetTagging) Apply(tx *engine.Tx) engine.Answer {
	f, no := o.check(tx, "s3:GetObject*Tagging")
	if no != nil {
		return no.answer(tx)
	}
	tx.Show(f.partOf(f.version.tagPart(f.path))) // also that there are none
	fields := f.versionID()
	for _, t := range f.version.tags {
		fields = append(fields, text("tag."+t.Name, t.Text))
	}
	return tx.Done(200, fields...)
}

// PutTagging replaces the tags of an object. It takes no condition, and changes neither ETag nor date: the last writer
// wins.
//
// Tags: at most 10, keys of at most 128 and values of at most 256 units of UTF-16.
//
// Answers: 200; 400 InvalidTag; 400 BadRequest for more than 10; those of Head.
//
// Source: Amazon S3 API, "PutObjectTagging"; rules.md, "Tags".
type PutTagging struct {
	Path    string                   `op:"path" help:"the object, its bucket before the first slash"`
	Tags    []engine.Pair            `op:"tag.*,content" help:"a tag; all others go"`
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version whose tags they are"`
}

// DeleteTagging takes all tags of an object away.
//
// Answers: 204; those of Head.
//
// Source: Amazon S3 API, "DeleteObjectTagging".
type DeleteTagging struct {
	Path    string                   `op:"path" help:"the object, its bucket before the first slash"`
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version whose tags they are"`
}

// Apply replaces.
func (o PutTagging) Apply(tx *engine.Tx) engine.Answer {
	f, no := OfVersion{o.Path, o.Version}.checkAs(tx, visit{tags: o.Tags}, "s3:PutObject*Tagging")
	if no == nil {
		no = checkTags(o.Tags)
	}
	return retag(tx, f, no, sorted(o.Tags), 200)
}

// Apply takes away.
func (o DeleteTagging) Apply(tx *engine.Tx) engine.Answer {
	f, no := OfVersion{o.Path, o.Version}.check(tx, "s3:DeleteObject*Tagging")
	return retag(tx, f, no, nil, 204)
}

// retag gives a version that was found other tags, unless it is refused.
func retag(tx *engine.Tx, f found, no *refusal, tags []engine.Pair, status int) engine.Answer {
	if no != nil {
		return no.answer(tx)
	}
	if len(f.version.tags) == 0 && len(tags) == 0 { // nothing is taken away
		return tx.Done(status, f.versionID()...)
	}
	next, version := *f.object, *f.version
	next.versions = slices.Clone(f.object.versions)
	tx.Change(engine.Change{Part: f.partOf(version.tagPart(f.path)), Drops: tags == nil})
	version.tags, version.tagger = tags, tx.Mark()
	next.versions[slices.Index(f.object.versions, f.version)] = &version
	f.state.objects.Put(tx, f.path, &next)
	return tx.Done(status, f.versionID()...)
}

// tagPart are the tags of a version.
func (w *Version) tagPart(path string) engine.Part {
	return engine.Part{Object: objectName(path), Name: "tags", Mark: engine.Newest(w.wrote, w.tagger)}
}

// piece is the span of a part of a body that came in parts; one that came whole is its only part. ok is false where
// there is no such part.
func (w *Version) piece(number int64) (s span, ok bool) {
	sizes := w.sizes
	if sizes == nil {
		sizes = []int64{int64(len(w.body))}
	}
	if number < 1 || number > int64(len(sizes)) {
		return s, false
	}
	for _, size := range sizes[:number-1] {
		s.from += size
	}
	s.to = s.from + sizes[number-1]
	return s, true
}

func walkSizes(v engine.Visitor, sizes []int64) {
	for i := range sizes {
		v.Number("sizes."+strconv.Itoa(i), &sizes[i])
	}
}
