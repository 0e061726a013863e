package bucket

import (
	"strings"

	"interleave/engine"
)

// List lists the keys of a bucket that have something, in the order of their bytes, a page at a time.
//
// Max: 1 to 1000 keys in one page; the answer's marker begins the next one. With a delimiter, keys that go on behind it
// after the prefix are folded into one prefix.
//
// Answers: 200 with 0.key, 0.etag and so on; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "ListObjectsV2"; rules.md, "State" and "Order of unconditional writes" (a listing sees what
// was acknowledged).
type List struct {
	Path      string            `op:"path" help:"the bucket"`
	Prefix    string            `op:"prefix" help:"only keys that begin so"`
	Delimiter string            `op:"delimiter" help:"what parts the levels of keys, as /"`
	Marker    string            `op:"marker" help:"where the page begins, from the answer before"`
	Max       engine.Opt[int64] `op:"max" help:"keys in one page, 1 to 1000"`
	After     string            `op:"after" help:"only keys behind this one"`
}

func (l List) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, l.Path, "s3:ListBucket")
	if no == nil {
		no = checkMax(l.Max)
	}
	if no != nil {
		return no.answer(tx)
	}
	p := engine.Page{Most: most(l.Max)}
	for path, o := range s.objects.All() {
		key, inside := strings.CutPrefix(path, l.Path+"/")
		v := o.current()
		if v == nil || !inside || !strings.HasPrefix(key, l.Prefix) || l.After != "" && key <= l.After {
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
		tx.Show(v.parts(path)[1])
		p.Add(key, "key", text("etag", v.etag), engine.Field{Name: "last-modified", Value: engine.Moment(v.modified)},
			number("size", int64(len(v.body))), number("version", v.count), text("storage-class", v.storageClass))
	}
	p.Show(tx, engine.Part{Object: bucketName(l.Path), Name: "names"}, l.Marker,
		func(before string) engine.Mark { return l.newestBefore(s, before) })
	return tx.Done(200, p.Fields()...)
}

// newestBefore is the newest work among the keys before a marker, removals too.
func (l List) newestBefore(s *State, marker string) (last engine.Mark) {
	for path, o := range s.objects.All() {
		if key, inside := strings.CutPrefix(path, l.Path+"/"); inside && key < marker &&
			strings.HasPrefix(key, l.Prefix) {
			last = engine.Newest(last, o.changed)
		}
	}
	return last
}

// ListVersions lists all versions and delete markers of the keys of a bucket, of each key the newest first.
//
// Answers: 200 with 0.key, 0.version-id and so on; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "ListObjectVersions"; rules.md, "State" (emptying a bucket) and "Versioning".
type ListVersions struct {
	Path   string `op:"path" help:"the bucket"`
	Prefix string `op:"prefix" help:"only keys that begin so"`
}

func (l ListVersions) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, l.Path, "s3:ListBucketVersions")
	if no != nil {
		return no.answer(tx)
	}
	p := engine.Page{Most: engine.MaxObjects}
	for path, o := range s.objects.All() {
		key, inside := strings.CutPrefix(path, l.Path+"/")
		if !inside || !strings.HasPrefix(key, l.Prefix) {
			continue
		}
		for i, v := range o.versions {
			fields := []engine.Field{{Name: "version-id", Value: v.id.Value()}, number("version", v.count)}
			if v.marker {
				fields = append(fields, text("delete-marker", "true"))
			} else {
				fields = append(fields, text("etag", v.etag), number("size", int64(len(v.body))))
			}
			fields = append(fields, engine.Field{Name: "last-modified", Value: engine.Moment(v.modified)})
			if i == 0 {
				fields = append(fields, text("is-latest", "true"))
			}
			part := v.parts(path)[1]
			if i > 0 {
				part.Name += " of " + v.id.String()
			}
			part.Gone = v.marker
			tx.Show(part)
			p.Add(key, "key", fields...)
		}
	}
	return tx.Done(200, p.Fields()...)
}

// ListUploads lists the open uploads of a bucket.
//
// Answers: 200 with 0.key, 0.upload and so on; 404 NoSuchBucket; 403 AccessDenied.
//
// Source: Amazon S3 API, "ListMultipartUploads"; rules.md, "State".
type ListUploads struct {
	Path   string `op:"path" help:"the bucket"`
	Prefix string `op:"prefix" help:"only keys that begin so"`
}

func (l ListUploads) Apply(tx *engine.Tx) engine.Answer {
	s, no := enterBucket(tx, l.Path, "s3:ListBucketMultipartUploads")
	if no != nil {
		return no.answer(tx)
	}
	p := engine.Page{Most: engine.MaxObjects}
	for _, u := range s.uploads.All() {
		key, inside := strings.CutPrefix(u.path, l.Path+"/")
		if inside && u.status == open && strings.HasPrefix(key, l.Prefix) {
			p.Add(key, "key", engine.Field{Name: "upload", Value: u.id.Value()},
				engine.Field{Name: "initiated", Value: engine.Moment(u.created.At.Seconds())})
		}
	}
	return tx.Done(200, p.Fields()...)
}

func checkMax(o engine.Opt[int64]) *refusal {
	if o.Set && (!o.OK || o.Want < 1 || o.Want > pageMost) {
		return refuse(badCount, o.Raw(), text("argument-name", "max-keys"), text("argument-value", o.Raw().String()))
	}
	return nil
}

// pageMost is the most keys of one page.
const pageMost = 1000

func most(o engine.Opt[int64]) int {
	if o.Set {
		return int(o.Want)
	}
	return pageMost
}
