package bucket

import (
	"strings"

	"interleave/engine"
)

// What the world asks a record for where it has it: a method that no longer fits would be passed over in silence.
var (
	_ engine.Gone   = (*Bucket)(nil)
	_ engine.Gone   = (*Object)(nil)
	_ engine.Gone   = (*Upload)(nil)
	_ engine.Titled = (*Upload)(nil)
)

// Name is the service's name in requests, switches and sources.
const Name = "bucket"

// State is all buckets, keys and uploads of one account, and the rights of its roles.
type State struct {
	buckets engine.Table[*Bucket]
	objects engine.Table[*Object] // by bucket/key
	uploads engine.Table[*Upload] // by bucket/key, @ and id
	roles   engine.Table[*Role]   // by principal
}

func newState() engine.State {
	return &State{buckets: engine.NewTable[*Bucket]("bucket"), objects: engine.NewTable[*Object]("object"),
		uploads: engine.NewTable[*Upload]("upload"), roles: engine.NewTable[*Role]("role")}
}

// Tables lists the state's tables.
func (s *State) Tables() []engine.Tabled {
	return []engine.Tabled{s.buckets, s.objects, s.uploads, s.roles}
}

// Fork is a state over forks of the tables.
func (s *State) Fork() engine.State {
	return &State{buckets: s.buckets.Fork(), objects: s.objects.Fork(), uploads: s.uploads.Fork(),
		roles: s.roles.Fork()}
}

// bucket is the bucket with that name, nil where it is missing or gone.
func (s *State) bucket(name string) *Bucket { return engine.There(s.buckets, name) }

// object is the record of a key, also where nothing is there.
func (s *State) object(path string) *Object {
	if o := s.objects.Get(path); o != nil {
		return o
	}
	return &Object{}
}

// absence is who removed what a key held, or the bucket around it; nobody where there never was anything.
func (s *State) absence(path string) engine.Mark {
	name, _ := split(path)
	var around engine.Mark
	if b := s.buckets.Get(name); b != nil {
		around = b.removed
	}
	if removed := s.object(path).removed(); !removed.IsZero() { // a bucket goes only when nothing is in it
		return removed
	}
	return around
}

// split is a path as bucket and key: the first slash parts them.
func split(path string) (bucket, key string) {
	bucket, key, _ = strings.Cut(path, "/")
	return bucket, key
}

// Check says what must always hold and does not.
func (s *State) Check(engine.Instant) error {
	var untrue engine.Untrue
	wrong := untrue.Say
	for path, o := range s.objects.All() {
		object := objectName(path)
		name, _ := split(path)
		b := s.bucket(name)
		switch {
		case b == nil && len(o.versions) > 0:
			wrong(object, "its bucket is not there")
		case b != nil && b.versioning == off &&
			(len(o.versions) > 1 || len(o.versions) == 1 && (o.versions[0].marker || o.versions[0].id != null)):
			wrong(object, "%d versions in a bucket without versioning", len(o.versions))
		}
		nulls := 0
		for i, v := range o.versions {
			if v.id == null {
				nulls++
			}
			if i > 0 && !v.stamp.before(o.versions[i-1].stamp) {
				wrong(object, "version %d does not lie below the one before it", i)
			}
			if o.top.before(v.stamp) || v.count > o.count || v.wrote.IsZero() {
				wrong(object, "version %d has stamp %v and count %d, the key %v and %d", i, v.stamp, v.count, o.top,
					o.count)
			}
			if v.marker && len(v.body) > 0 || !v.marker && !strings.Contains(v.etag, "-") && v.encrypted.by == "" &&
				v.etag != hashOf(v.body) {
				wrong(object, "version %d has the ETag %q", i, v.etag)
			}
		}
		if nulls > 1 {
			wrong(object, "%d versions called null", nulls)
		}
		if len(o.versions) == 0 && o.deleted.IsZero() {
			wrong(object, "nothing is there and nobody removed it")
		}
	}
	for key, u := range s.uploads.All() {
		name, _ := split(key)
		if u.status == open && s.bucket(name) == nil {
			wrong(uploadName(key), "it is open and its bucket is not there")
		}
		if u.status != open && u.ended.IsZero() {
			wrong(uploadName(key), "it is %s and nobody ended it", u.status)
		}
	}
	return untrue.Err()
}
