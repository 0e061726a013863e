package bucket

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"interleave/engine"
)

// Keys are those that a list of a bucket is about.
type Keys struct {
	Path      string `op:"path" help:"the bucket"`
	Prefix    string `op:"prefix" help:"only keys that begin so"`
	Delimiter string `op:"delimiter" help:"what parts the levels of keys, as /"`
}

// key is that of a path, where the list is about it.
func (k Keys) key(path string) (key string, listed bool) {
	key, inside := strings.CutPrefix(path, k.Path+"/")
	return key, inside && strings.HasPrefix(key, k.Prefix)
}

// List lists the keys of a bucket that have something, in the order of their bytes, a page at a time.
//
// Max: keys in one page, 1000 where more are asked for; the answer's marker begins the next one. With a delimiter, keys
// that go on behind it after the prefix are folded into one prefix.
//
// Answers: 200 with 0.key, 0.etag and so on; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "ListObjectsV2"; rules.md, "State" and "Order of unconditional writes" (a listing sees what
// was acknowledged).
type List struct {
	Keys
	Marker string            `op:"marker" help:"where the page begins, from the answer before"`
	Max    engine.Opt[int64] `op:"max" help:"keys in one page, 1000 at most"`
	After  string            `op:"after" help:"only keys behind this one"`
}

func (l List) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, l.Path, "s3:ListBucket", listKeys(l.Prefix, l.Delimiter, l.Max)...)
	if no == nil {
		no = checkMax(l.Max)
	}
	if no != nil {
		return no.answer(tx)
	}
	if most(l.Max) == 0 {
		return emptyPage(tx)
	}
	p := engine.Page{Most: most(l.Max)}
	for path, o := range s.objects.All() {
		key, listed := l.key(path)
		v := o.current()
		if v == nil || !listed || l.After != "" && key <= l.After {
			continue
		}
		if folded, ok := engine.Fold(key, l.Prefix, l.Delimiter); ok {
			if folded >= l.Marker && folded != l.After && !p.Has(folded) && p.Room(folded) {
				p.Add(folded, "prefix")
			}
			continue
		}
		if key < l.Marker || !p.Room(key) {
			continue
		}
		tx.Show(engine.Part{Object: objectName(path), Name: engine.Standing("body"), Mark: v.wrote})
		tx.Show(v.parts(path)[1])
		fields := []engine.Field{text("etag", v.etag), {Name: "last-modified", Value: engine.Moment(v.modified)},
			number("size", int64(len(v.body))), number("version", v.count), text("storage-class", v.storageClass)}
		if sums := sumFields(v.sums); len(sums) > 0 {
			fields = append(fields, text("checksum-algorithm", strings.ToUpper(v.sums[0].Name)), sums[len(sums)-1])
		}
		p.Add(key, "key", fields...)
	}
	p.Show(tx, engine.Part{Object: bucketName(l.Path), Name: "names"}, l.Marker,
		func(before string) engine.Mark { return l.newestBefore(s, before) })
	from := l.Marker
	if l.After != "" {
		from = max(from, l.After+"\x00")
	}
	p.ShowAbsent(tx, engine.Part{Object: bucketName(l.Path), Name: engine.Unlisted("object"),
		Mark: s.buckets.Get(l.Path).removed}, l.Prefix, from, l.removed(s))
	return tx.Done(200, p.Fields()...)
}

// listKeys are what conditions of policies see of a list.
//
// Source: rules.md, "Bucket policies", "Keys of conditions".
func listKeys(prefix, delimiter string, most engine.Opt[int64]) []engine.Pair {
	keys := []engine.Pair{{Name: keyPrefix, Text: prefix}}
	keys = optional(keys, keyDelimiter, engine.Opt[string]{Set: delimiter != "", Want: delimiter})
	return optional(keys, keyMax, engine.Opt[string]{Set: most.Set, Want: most.Raw().String()})
}

// removed are the keys of the bucket that have nothing any more, with who removed it.
func (l List) removed(s *State) iter.Seq2[string, engine.Mark] {
	return func(yield func(string, engine.Mark) bool) {
		for path, o := range s.objects.All() {
			key, inside := strings.CutPrefix(path, l.Path+"/")
			if inside && o.current() == nil && !yield(key, s.absence(path)) {
				return
			}
		}
	}
}

// newestBefore is the newest work among the keys before a marker, removals too.
func (l List) newestBefore(s *State, marker string) (last engine.Mark) {
	for path, o := range s.objects.All() {
		if key, listed := l.key(path); listed && key < marker {
			last = engine.Newest(last, o.changed)
		}
	}
	return last
}

// ListVersions lists all versions and delete markers of the keys of a bucket, of each key the newest first, a page at a
// time.
//
// Marker and VersionMarker: the page begins behind this version of this key, without a version behind the key. The
// answer's next-key and next-version begin the next one.
//
// Answers: 200 with 0.key, 0.version-id and so on; 404 NoSuchBucket; 403 AccessDenied; 400 InvalidArgument.
//
// Source: Amazon S3 API, "ListObjectVersions"; rules.md, "State" (emptying a bucket) and "Versioning".
type ListVersions struct {
	KeysBehind
	VersionMarker engine.Opt[engine.Token] `op:"version-marker" help:"or behind this version of it"`
	Max           engine.Opt[int64]        `op:"max" help:"versions in one page, 1000 at most"`
}

func (l ListVersions) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, l.Path, "s3:ListBucketVersions", listKeys(l.Prefix, l.Delimiter, l.Max)...)
	if no == nil {
		no = checkMax(l.Max)
	}
	if id := l.VersionMarker.Raw().String(); no == nil && id != "" && l.Marker == "" {
		no = refuse(lonelyMarker, l.VersionMarker.Raw(), text("argument-name", "version-id-marker"),
			text("argument-value", id))
	}
	if no != nil {
		return no.answer(tx)
	}
	if most(l.Max) == 0 {
		return emptyPage(tx)
	}
	p := behind{Page: engine.Page{Most: most(l.Max)}}
	for path, o := range s.objects.All() {
		key, listed := l.key(path)
		if !listed || key < l.Marker || l.folds(&p, key) {
			continue
		}
		for i, v := range o.versions {
			if key != l.Marker || l.VersionMarker.Set && o.behind(l.VersionMarker, i) {
				if p.room(key, text("next-key", key), engine.Field{Name: "next-version", Value: v.id.Value()}) {
					l.enter(tx, &p.Page, path, key, v, i)
				}
			}
		}
	}
	return tx.Done(200, p.fields()...)
}

// behind says whether the version at a place comes behind another of the key in a listing.
func (o *Object) behind(id engine.Opt[engine.Token], at int) bool {
	i := o.version(engine.TokenAs(engine.VersionID, id))
	return i >= 0 && at > i
}

// enter puts a version on the page.
func (l ListVersions) enter(tx *engine.Tx, p *engine.Page, path, key string, v *Version, at int) {
	fields := []engine.Field{{Name: "version-id", Value: v.id.Value()}, number("version", v.count)}
	if v.marker {
		fields = append(fields, text("delete-marker", "true"))
	} else {
		fields = append(fields, text("etag", v.etag), number("size", int64(len(v.body))))
		if v.storageClass != standardClass {
			fields = append(fields, text("storage-class", v.storageClass))
		}
		if sums := sumFields(v.sums); len(sums) > 0 {
			fields = append(fields, text("checksum-algorithm", strings.ToUpper(v.sums[0].Name)), sums[len(sums)-1])
		}
	}
	fields = append(fields, engine.Field{Name: "last-modified", Value: engine.Moment(v.modified)})
	if at == 0 {
		fields = append(fields, text("is-latest", "true"))
	}
	part := v.parts(path)[1]
	if at > 0 {
		part.Name += " of " + v.id.String()
	}
	part.Gone = v.marker
	tx.Show(part)
	if at == 0 && v.marker { // it is what a read would find: nothing
		tx.Show(engine.Part{Object: objectName(path), Name: "body", Gone: true, Mark: v.wrote})
	}
	p.Add(key, "key", fields...)
}

// KeysBehind are the keys of a list whose page begins behind one.
type KeysBehind struct {
	Keys
	Marker string `op:"key-marker" help:"the page begins behind this key"`
}

// folds puts a key that lies on a deeper level on the page as that level; false: it lies on none.
func (k KeysBehind) folds(p *behind, key string) bool {
	folded, deeper := engine.Fold(key, k.Prefix, k.Delimiter)
	if deeper && folded > k.Marker && !p.Has(folded) && p.room(folded, text("next-key", folded)) {
		p.Add(folded, "prefix")
	}
	return deeper
}

// behind is a page whose next one begins behind its last entry, not with the first that found no room.
type behind struct {
	engine.Page
	last []engine.Field // what names the last entry
}

// room says whether one more entry fits, and remembers by which fields the next page would name it.
func (p *behind) room(name string, as ...engine.Field) bool {
	if !p.Room(name) {
		return false
	}
	p.last = as
	return true
}

// fields are the page as an answer gives it.
func (p *behind) fields() []engine.Field {
	more := p.Next != ""
	p.Next = ""
	fields := p.Fields()
	if more {
		fields = append(append(fields, text("truncated", "true")), p.last...)
	}
	return fields
}

// ListUploads lists the open uploads of a bucket by key and the time of their beginning, a page at a time.
//
// Marker and UploadMarker: the page begins behind this upload of this key, without an upload behind the key. The
// answer's next-key and next-upload begin the next one.
//
// Answers: 200 with 0.key, 0.upload and so on; 404 NoSuchBucket; 403 AccessDenied; 400 InvalidArgument.
//
// Source: Amazon S3 API, "ListMultipartUploads"; rules.md, "State".
type ListUploads struct {
	KeysBehind
	UploadMarker engine.Opt[engine.Token] `op:"upload-marker" help:"or behind this upload of it"`
	Max          engine.Opt[int64]        `op:"max" help:"uploads in one page, 1000 at most"`
}

func (l ListUploads) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, l.Path, "s3:ListBucketMultipartUploads")
	if no == nil {
		no = checkCount(l.Max, "max-uploads")
	}
	if no == nil && l.Marker != "" && l.UploadMarker.Set && !l.names(s) {
		id := l.UploadMarker.Raw()
		no = refuse(badUploadMarker, id, text("argument-name", "upload-id-marker"),
			text("argument-value", id.String()))
	}
	if no != nil {
		return no.answer(tx)
	}
	var list []*Upload
	for _, u := range s.uploads.All() {
		if key, listed := l.key(u.path); listed && u.status == open && l.after(s, key, u) {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b *Upload) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.id.N, b.id.N))
	})
	if most(l.Max) == 0 {
		return emptyPage(tx)
	}
	p := behind{Page: engine.Page{Most: most(l.Max)}}
	for _, u := range list {
		key := strings.TrimPrefix(u.path, l.Path+"/")
		if l.folds(&p, key) {
			continue
		}
		if p.room(key, text("next-key", key), engine.Field{Name: "next-upload", Value: u.id.Value()}) {
			p.Add(key, "key", slices.Concat([]engine.Field{{Name: "upload", Value: u.id.Value()},
				{Name: "initiated", Value: engine.Moment(u.created.At.Seconds())}}, u.classIs(), u.sumsAre())...)
		}
	}
	return tx.Done(200, p.fields()...)
}

// after says whether an upload comes behind where the page begins.
func (l ListUploads) after(s *State, key string, u *Upload) bool {
	if key != l.Marker || !l.UploadMarker.Set {
		return key > l.Marker
	}
	at := s.uploads.Get(uploadKey(u.path, engine.TokenAs(engine.UploadID, l.UploadMarker)))
	return at != nil && u.id.N > at.id.N
}

// names says whether the page begins behind an upload that there is, or was.
func (l ListUploads) names(s *State) bool {
	id := engine.TokenAs(engine.UploadID, l.UploadMarker)
	for _, u := range s.uploads.All() {
		if u.id == id && strings.HasPrefix(u.path, l.Path+"/") {
			return true
		}
	}
	return false
}

func checkMax(o engine.Opt[int64]) *refusal {
	return checkCount(o, "max-keys")
}

// checkCount looks at how many entries a page is to have, by the name that it has in the query.
func checkCount(o engine.Opt[int64], name string) *refusal {
	if o.Set && (!o.OK || o.Want < 0 || o.Want > math.MaxInt32) {
		return refuse(badCount, o.Raw(), text("argument-name", name), text("argument-value", o.Raw().String()),
			text("message", "Argument "+name+" must be an integer between 0 and 2147483647"))
	}
	return nil
}

// emptyPage is what a client gets that asks for no entries: it ends there, whatever there is, and shows nothing to be
// absent.
//
// Source: rules.md, "What client libraries ask beside that".
func emptyPage(tx *engine.Tx) engine.Answer {
	return tx.Done(200, (&engine.Page{}).Fields()...)
}

// pageMost is the most keys of one page.
const pageMost = 1000

func most(o engine.Opt[int64]) int {
	if o.Set {
		return int(min(o.Want, pageMost))
	}
	return pageMost
}
