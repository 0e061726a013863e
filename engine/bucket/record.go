package bucket

import (
	"crypto/md5"
	"encoding/hex"
	"slices"
	"strconv"

	"interleave/engine"
)

// The states of versioning in a bucket.
const (
	off       = "Off"
	enabled   = "Enabled"
	suspended = "Suspended"
)

// null is the id of the version that a bucket without versioning, or one that suspended it, keeps.
var null = engine.Token{Kind: engine.VersionID, Name: "null"}

// Bucket is a bucket, or what is known of it after its removal.
type Bucket struct {
	gone       bool
	removed    engine.Mark // the last time, also after the name was made again
	versioning string
	policyText string
	policy     *document // of policyText; nil: none
	kept       []kept    // its other documents that somebody gave it, by kind
	created    engine.Mark
	region     string // empty: the usual one
	wrote      struct{ versioning, policy engine.Mark }
	was        struct { // before the last change: what a request may still meet while the change spreads
		versioning string
		policy     *document
	}
}

// Gone says whether the bucket was removed.
func (b *Bucket) Gone() bool { return b.gone }

// Walk hands out the fields.
func (b *Bucket) Walk(v engine.Visitor) {
	if b.gone {
		v.Flag("gone", &b.gone)
		v.Mark("removed", &b.removed)
		return
	}
	v.Text("versioning", &b.versioning)
	v.Text("policy", &b.policyText)
	v.Text("was.versioning", &b.was.versioning)
	if b.was.policy != nil {
		v.Text("was.policy", &b.was.policy.text)
	}
	v.Mark("created", &b.created)
	if b.region != "" {
		v.Text("region", &b.region)
	}
	v.Mark("changed.versioning", &b.wrote.versioning)
	v.Mark("changed.policy", &b.wrote.policy)
	for i := range b.kept {
		v.Text(b.kept[i].kind, &b.kept[i].text)
		v.Mark("changed."+b.kept[i].kind, &b.kept[i].wrote)
	}
	v.Mark("removed before", &b.removed)
}

// Role is what a principal may do by its own rights.
type Role struct {
	policyText string
	policy     *document
	wrote      engine.Mark
}

// Walk hands out the fields.
func (r *Role) Walk(v engine.Visitor) {
	v.Text("policy", &r.policyText)
	v.Mark("changed.policy", &r.wrote)
}

// stamp orders the versions of a key: by the change of the key in which they were written, an upload by the change that
// was the last when it was created.
type stamp struct {
	count int64
	seq   uint64 // of an upload: tells apart those created between the same two changes; 0 for all else
}

func (s stamp) before(o stamp) bool {
	return s.count < o.count || s.count == o.count && s.seq < o.seq
}

// Object is a key: its versions, or what is known of it when it has none.
type Object struct {
	versions []*Version // the newest first, by stamp; delete markers too
	count    int64      // changes of the key so far
	top      stamp      // the highest that any change had, removals too
	changed  engine.Mark
	deleted  engine.Mark // who took the last version away
	taken    []takenAway // versions that were taken away for good, the newest last
}

// takenKept is how many versions that are gone a key remembers: only the explanation of a refusal asks for them.
const takenKept = 32

// takenAway is what stays of a version that was taken away for good: which it was, and who did so.
type takenAway struct {
	id engine.Token
	by engine.Mark
}

// takenBy is who took away the version of an id; zero where nobody did.
func (o *Object) takenBy(id engine.Token) engine.Mark {
	for _, t := range slices.Backward(o.taken) {
		if t.id == id {
			return t.by
		}
	}
	if id == null && len(o.versions) == 0 { // as a delete without a version id takes it
		return o.deleted
	}
	return engine.Mark{}
}

// Version is one version of a key, or a delete marker.
type Version struct {
	id           engine.Token
	marker       bool
	body         []byte
	etag         string
	count        int64 // of the key at its writing
	modified     engine.Instant
	contentType  string
	storageClass string
	metadata     []engine.Pair // by name
	headers      []engine.Pair // what else was said of the content, by the names of the headers
	tags         []engine.Pair
	tagger       engine.Mark   // who wrote the tags after the object
	acl          string        // who may do what with it; empty: its owner everything
	sums         []engine.Pair // checksums that came with the content, by algorithm
	sizes        []int64       // of its parts, where it came in parts
	encrypted    encrypted
	redirect     string  // where a website sends who asks for it
	came         []piece // its parts, where each has a checksum
	lock         lock
	stamp        stamp
	wrote        engine.Mark
	undeleted    engine.Mark // who took the delete marker away that hid it, where somebody did
	surfaced     engine.Mark // who took the newer version away that stood above it, where somebody did
}

// piece is what is known of a part of a version that came in parts.
type piece struct {
	number, size int64
	sums         []engine.Pair
}

// current is the version that a read without a version id gets; nil where nothing is there.
func (o *Object) current() *Version {
	if o.Gone() {
		return nil
	}
	return o.versions[0]
}

// Gone says whether nothing is there: no version, or a delete marker on top.
func (o *Object) Gone() bool { return len(o.versions) == 0 || o.versions[0].marker }

// removed is who made it so that nothing is there.
func (o *Object) removed() engine.Mark {
	if len(o.versions) > 0 && o.versions[0].marker {
		return o.versions[0].wrote
	}
	return o.deleted
}

// version is the place of a version by its id; -1 where there is none.
func (o *Object) version(id engine.Token) int {
	return slices.IndexFunc(o.versions, func(v *Version) bool { return v.id == id })
}

// Timeless says that nothing of an object ends by the clock.
func (o *Object) Timeless() {}

// Walk hands out the fields: those of the current version first.
func (o *Object) Walk(v engine.Visitor) {
	if !o.Gone() {
		o.versions[0].walk(v)
	} else {
		removed := o.removed()
		v.Mark("removed", &removed)
	}
	if len(o.versions) > 1 || o.Gone() {
		for i, w := range o.versions {
			v.Under("versions." + strconv.Itoa(i))
			w.walk(v)
			v.Up()
		}
	}
	v.Number("changes", &o.count)
	v.Mark("changed", &o.changed)
	seq := int64(o.top.seq)
	v.Number("top.count", &o.top.count)
	v.Number("top.upload", &seq)
	v.Mark("deleted", &o.deleted)
	for i := range o.taken {
		at := "taken." + strconv.Itoa(i) + "."
		v.Token(at+"version-id", &o.taken[i].id)
		v.Mark(at+"by", &o.taken[i].by)
	}
}

func (w *Version) walk(v engine.Visitor) {
	if w.marker {
		v.Flag("delete-marker", &w.marker)
	} else {
		v.Bytes("body", &w.body)
		v.Text("etag", &w.etag)
	}
	v.Number("version", &w.count)
	v.Instant("last-modified", &w.modified)
	v.Token("version-id", &w.id)
	if !w.marker {
		v.Text("content-type", &w.contentType)
		v.Text("storage-class", &w.storageClass)
		engine.WalkPairs(v, "metadata.", w.metadata)
		engine.WalkPairs(v, "", w.headers)
		engine.WalkPairs(v, "tags.", w.tags)
		if w.acl != "" {
			v.Text("acl", &w.acl)
		}
		engine.WalkPairs(v, "checksum.", w.sums)
		walkSizes(v, w.sizes)
		if !w.tagger.IsZero() {
			v.Mark("changed.tags", &w.tagger)
		}
		w.lock.walk(v)
		w.encrypted.walk(v)
		if w.redirect != "" {
			v.Text("website-redirect", &w.redirect)
		}
		for i := range w.came {
			v.Number("part-number."+strconv.Itoa(i), &w.came[i].number)
			engine.WalkPairs(v, "part-checksum."+strconv.Itoa(i)+".", w.came[i].sums)
		}
	}
	seq := int64(w.stamp.seq)
	v.Number("stamp.count", &w.stamp.count)
	v.Number("stamp.upload", &seq)
	v.Mark("changed.body", &w.wrote)
	if !w.undeleted.IsZero() {
		v.Mark("changed."+engine.Undeleted, &w.undeleted)
	}
	if !w.surfaced.IsZero() {
		v.Mark("surfaced", &w.surfaced)
	}
}

// parts are what the referee sees of a version that is current. Tags are a part where there are or were any.
func (w *Version) parts(path string) []engine.Part {
	object := objectName(path)
	list := []engine.Part{{Object: object, Name: "body", Mark: w.wrote},
		{Object: object, Name: "properties", Mark: w.wrote}}
	if len(w.tags) > 0 || !w.tagger.IsZero() {
		list = append(list, w.tagPart(path))
	}
	if !w.undeleted.IsZero() {
		list = append(list, engine.Part{Object: object, Name: engine.Undeleted, Mark: w.undeleted})
	}
	return list
}

// The states of an upload.
const (
	open      = "open"
	completed = "completed"
	aborted   = "aborted"
	dropped   = "dropped" // by a 409, or with its bucket
)

// Upload is a multipart upload, also after its end.
type Upload struct {
	path        string
	id          engine.Token
	created     engine.Mark
	after       int64 // changes of the key at its creation
	contentType string
	metadata    []engine.Pair
	headers     []engine.Pair
	tags        []engine.Pair
	lock        lock
	acl         string // of what it becomes; empty: its owner everything
	class       string
	encrypted   encrypted
	redirect    string
	algorithm   string  // of the checksum of the whole, as crc32; empty: none was asked for
	sumType     string  // composite or fullObject
	parts       []*part // by number
	freed       []*part // by an abort: what a Complete that is under way may still find
	status      string
	ended       engine.Mark
	etag        string // of what it became
	list        string // the part list it was completed with
	left        int64  // changes of the key after that
}

type part struct {
	number int64
	body   []byte
	etag   string
	sums   []engine.Pair
	wrote  engine.Mark
	former []string // the tags that it had before, the oldest first: who lists one of them meets a replaced part

	from *engine.Part // of a part that was copied: its origin; nil where that is always the same
}

// formerMost is how many of its former tags a part keeps: a list names the one that its sender was answered last.
const formerMost = 32

// Gone says whether the upload has ended.
func (u *Upload) Gone() bool { return u.status != open }

// Called is what the upload is to become, and who began it.
func (u *Upload) Called() (title, whose string) { return "upload of " + u.path, u.created.By }

// stamp is the upload's place among the changes of its key.
func (u *Upload) stamp() stamp { return stamp{u.after, u.id.N} }

// part is the place of a part by its number; ok is false where it is only where one would stand.
func (u *Upload) part(number int64) (at int, ok bool) {
	return slices.BinarySearchFunc(u.parts, number, func(p *part, n int64) int { return int(p.number - n) })
}

// Walk hands out the fields.
func (u *Upload) Walk(v engine.Visitor) {
	v.Text("status", &u.status)
	v.Text("key", &u.path)
	v.Token("upload", &u.id)
	v.Mark("created", &u.created)
	v.Number("changes before", &u.after)
	v.Text("content-type", &u.contentType)
	engine.WalkPairs(v, "metadata.", u.metadata)
	engine.WalkPairs(v, "", u.headers)
	engine.WalkPairs(v, "tags.", u.tags)
	u.lock.walk(v)
	if u.acl != "" {
		v.Text("acl", &u.acl)
	}
	if u.class != standardClass {
		v.Text("storage-class", &u.class)
	}
	u.encrypted.walk(v)
	if u.redirect != "" {
		v.Text("website-redirect", &u.redirect)
	}
	if u.algorithm != "" {
		v.Text("checksum-algorithm", &u.algorithm)
		v.Text("checksum-type", &u.sumType)
	}
	walkParts(v, "part.", u.parts)
	walkParts(v, "freed.", u.freed)
	if u.status != open {
		v.Mark("ended", &u.ended)
		v.Text("etag", &u.etag)
		v.Text("list", &u.list)
		v.Number("changes after", &u.left)
	}
}

func walkParts(v engine.Visitor, under string, parts []*part) {
	for _, p := range parts {
		v.Under(under + strconv.FormatInt(p.number, 10))
		v.Bytes("body", &p.body)
		v.Text("etag", &p.etag)
		engine.WalkPairs(v, "checksum.", p.sums)
		v.Mark("changed", &p.wrote)
		engine.WalkOrigin(v, "copied", p.from)
		for i := range p.former {
			v.Text("former."+strconv.Itoa(i), &p.former[i])
		}
		v.Up()
	}
}

// hashOf is the ETag of content that was put whole: its MD5 in hexadecimal digits.
//
// Source: rules.md, "ETag".
func hashOf(body []byte) string {
	sum := md5.Sum(body)
	return hex.EncodeToString(sum[:])
}

// hashOfParts is the ETag of content that was put in parts: the MD5 of their MD5s, a dash and their number.
//
// Source: rules.md, "ETag".
func hashOfParts(parts []*part) string {
	var all []byte
	for _, p := range parts {
		sum := md5.Sum(p.body)
		all = append(all, sum[:]...)
	}
	return hashOf(all) + "-" + strconv.Itoa(len(parts))
}

func sorted(pairs []engine.Pair) []engine.Pair {
	list := slices.Clone(pairs)
	slices.SortStableFunc(list, func(a, b engine.Pair) int {
		switch {
		case a.Name < b.Name:
			return -1
		case a.Name > b.Name:
			return 1
		}
		return 0
	})
	return slices.CompactFunc(list, func(a, b engine.Pair) bool { return a.Name == b.Name })
}

func objectName(path string) engine.ObjectID { return engine.ObjectID{Kind: "object", Name: path} }
func uploadName(key string) engine.ObjectID  { return engine.ObjectID{Kind: "upload", Name: key} }
func bucketName(name string) engine.ObjectID { return engine.ObjectID{Kind: "bucket", Name: name} }
