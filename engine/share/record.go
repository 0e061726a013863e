package share

import (
	"strconv"

	"interleave/engine"
	"interleave/engine/lease"
)

// Share is a share, or what is known of it after its removal.
type Share struct {
	gone    bool
	removed engine.Mark
	until   engine.Instant // of a removed one: when its name is free; 0: it is

	etag      engine.Token
	version   int64
	modified  engine.Instant
	created   engine.Mark
	quota     int64       // GiB
	sized     engine.Mark // who set the quota after the share was made
	raised    engine.Mark
	lease     lease.Lease
	snapshots []string // ids of those that are there
	stamps    int64    // snapshots made so far
	files     int64    // file ids given so far
	metadata  []engine.Pair
	described engine.Mark // who wrote the metadata after the share was made
	policies  engine.StoredPolicies
	policed   engine.Mark // who set the policies

	permissions []engine.Pair // SDDL by its key, in the order in which they came
}

// Gone says whether the share was removed.
func (s *Share) Gone() bool { return s.gone }

// Walk hands out the fields.
func (s *Share) Walk(v engine.Visitor) {
	v.Number("version", &s.version)
	v.Number("files", &s.files)
	v.Number("stamps", &s.stamps)
	if s.gone {
		v.Flag("gone", &s.gone)
		v.Mark("removed", &s.removed)
		v.End("free", &s.until)
		s.lease.WalkFormer(v)
		return
	}
	v.Token("etag", &s.etag)
	v.Instant("last-modified", &s.modified)
	v.Number("quota", &s.quota)
	if !s.sized.IsZero() {
		v.Mark("changed.quota", &s.sized)
	}
	v.Mark("raised", &s.raised)
	s.lease.Walk(v, lease.EndsField)
	for i := range s.snapshots {
		v.Text("snapshots."+strconv.Itoa(i), &s.snapshots[i])
	}
	engine.WalkPairs(v, "metadata.", s.metadata)
	if !s.described.IsZero() {
		v.Mark("changed.metadata", &s.described)
	}
	s.policies.Walk(v)
	if !s.policed.IsZero() {
		v.Mark("changed.acl", &s.policed)
	}
	engine.WalkPairs(v, "permission.", s.permissions)
	v.Mark("created", &s.created)
}

func (s *Share) touched(tx *engine.Tx) {
	s.etag, s.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
	s.version++
}

// opens is what a file or a directory has of handles.
type opens struct {
	handles []string    // keys, in the order of opening
	pending engine.Mark // who marked it for deletion; zero: nobody
}

func (o *opens) walk(v engine.Visitor) {
	n, pending := int64(len(o.handles)), !o.pending.IsZero()
	v.Number("handles", &n)
	v.Flag("delete-pending", &pending)
	v.Mark("pending", &o.pending)
	for i := range o.handles {
		v.Text("handle."+strconv.Itoa(i), &o.handles[i])
	}
}

// Directory is a directory, or the trace of its removal.
type Directory struct {
	gone    bool
	removed engine.Mark
	made    engine.Mark
	opens   opens

	etag      engine.Token
	modified  engine.Instant
	metadata  []engine.Pair
	described engine.Mark // who wrote the metadata after the directory was made

	permission string // its key; empty: that of the directory above
}

// Gone says whether the directory was removed.
func (d *Directory) Gone() bool { return d.gone }

// Walk hands out the fields.
func (d *Directory) Walk(v engine.Visitor) {
	if d.gone {
		v.Flag("gone", &d.gone)
		v.Mark("removed", &d.removed)
		return
	}
	v.Token("etag", &d.etag)
	v.Instant("last-modified", &d.modified)
	engine.WalkPairs(v, "metadata.", d.metadata)
	if d.permission != "" {
		v.Text("permission", &d.permission)
	}
	d.opens.walk(v)
	if !d.described.IsZero() {
		v.Mark("changed.metadata", &d.described)
	}
	v.Mark("created", &d.made)
}

// File is a file, or the trace of its removal.
type File struct {
	gone    bool
	removed engine.Mark
	id      int64

	body        []byte
	pieces      []piece     // who wrote what
	end         engine.Mark // who made it end where it did, when it was made or cut
	etag        engine.Token
	version     int64 // ETags that this name has had, also before a removal
	modified    engine.Instant
	readOnly    bool
	closed      engine.Mark // who made it so
	attributes  string      // beside it, as Hidden|Archive
	permission  string      // its key; empty: that of the directory
	contentType string
	metadata    []engine.Pair
	wrote       struct{ metadata, properties engine.Mark }
	lease       lease.Lease
	opens       opens
	copied      *copying // the copy that made it; nil: none did
}

// copying is a copy that was done, which the properties of the file go on telling.
type copying struct {
	id     engine.Token
	source string
	over   engine.Instant
}

func (c *copying) fields() []engine.Field {
	return []engine.Field{{Name: "copy-id", Value: c.id.Value()}, {Name: "copy-status", Value: engine.Text("success")},
		{Name: "copy-source", Value: engine.Text(c.source)}, {Name: "copy-completed", Value: engine.Moment(c.over)}}
}

// attributed gives the file attributes, as a request says them.
func (f *File) attributed(tx *engine.Tx, text string) {
	was := f.readOnly
	switch f.readOnly, f.attributes, _ = attributesOf(text); {
	case !f.readOnly:
		f.closed = engine.Mark{}
	case !was:
		f.closed = tx.Mark()
	}
}

// Gone says whether the file was removed.
func (f *File) Gone() bool { return f.gone }

// Walk hands out the fields.
func (f *File) Walk(v engine.Visitor) {
	if f.gone {
		v.Flag("gone", &f.gone)
		v.Mark("removed", &f.removed)
		v.Number("version", &f.version)
		f.lease.WalkFormer(v)
		return
	}
	v.Bytes("body", &f.body)
	v.Token("etag", &f.etag)
	v.Number("version", &f.version)
	v.Instant("last-modified", &f.modified)
	size := int64(len(f.body))
	v.Number("size", &size)
	v.Flag("read-only", &f.readOnly)
	if !f.closed.IsZero() {
		v.Mark("changed.read-only", &f.closed)
	}
	if f.attributes != "" {
		v.Text("attributes", &f.attributes)
	}
	if f.permission != "" {
		v.Text("permission", &f.permission)
	}
	v.Text("content-type", &f.contentType)
	engine.WalkPairs(v, "metadata.", f.metadata)
	v.Number("id", &f.id)
	if f.copied != nil {
		v.Token("copy.id", &f.copied.id)
		v.Text("copy.source", &f.copied.source)
		v.Instant("copy.completed", &f.copied.over)
	}
	f.lease.Walk(v, lease.EndsField)
	f.opens.walk(v)
	walkPieces(v, f.pieces)
	v.Mark("changed.end", &f.end)
	v.Mark("changed.metadata", &f.wrote.metadata)
	v.Mark("changed.properties", &f.wrote.properties)
}

func (f *File) touched(tx *engine.Tx) {
	f.etag, f.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
	f.version++
}

func (f *File) size() int64 { return int64(len(f.body)) }

// tail is the absence of bytes behind the last one.
func (f *File) tail(object engine.ObjectID) engine.Part {
	return engine.Part{Object: object, Name: "body", From: f.size(), To: endless, Alone: true, Gone: true, Mark: f.end}
}

// whole is what lies behind the end, where nothing is; of an empty file that is all that there is of it, and who
// removes or makes it anew takes that.
func (f *File) whole(object engine.ObjectID) engine.Part {
	p := f.tail(object)
	p.Gone = f.size() > 0
	return p
}

// sides are the parts beside the body.
func (f *File) sides(object engine.ObjectID) []engine.Part {
	return []engine.Part{{Object: object, Name: "metadata", Mark: f.wrote.metadata},
		{Object: object, Name: "properties", Mark: f.wrote.properties}}
}

// stampFields are what every answer says that changes or reads the file.
func (f *File) stampFields() []engine.Field {
	return []engine.Field{{Name: "etag", Value: f.etag.Value()}, {Name: "version", Value: engine.Number(f.version)},
		{Name: "last-modified", Value: engine.Text(f.modified.Date())}}
}

// fields are the properties of the file.
func (f *File) fields() []engine.Field {
	list := []engine.Field{{Name: "size", Value: engine.Number(f.size())}}
	if f.contentType != "" {
		list = append(list, engine.Field{Name: "content-type", Value: engine.Text(f.contentType)})
	}
	list = append(list, engine.Field{Name: "attributes", Value: engine.Text(told(f.readOnly, f.attributes))},
		engine.Field{Name: "file-id", Value: engine.Number(f.id)})
	list = permissionField(list, f.permission)
	if f.copied != nil {
		list = append(list, f.copied.fields()...)
	}
	return append(list, f.lease.Fields()...)
}

func metaFields(pairs []engine.Pair) []engine.Field {
	list := make([]engine.Field, len(pairs))
	for i, p := range pairs {
		list[i] = engine.Field{Name: "meta." + p.Name, Value: engine.Text(p.Text)}
	}
	return list
}

// Handle is an open of an SMB client, or what is known of it after its close.
type Handle struct {
	client        string
	path          string
	directory     bool
	access, share mode
	deleteOnClose bool
	oplock        oplock
	acknowledged  oplock      // as its client knows it: more, where a break met a client that does not answer
	kept          engine.Mark // its application closed it, its client keeps it open; zero: in use
	cache         []cached
	locks         []byteLock
	opened        engine.Mark
	closed        engine.Mark    // zero: open
	session       engine.Instant // when the service looks whether its client is still there; 0: never
}

// cached is a write that waits in a client's cache.
type cached struct {
	from int64
	data []byte
	by   engine.Mark
}

func (c cached) to() int64 { return c.from + int64(len(c.data)) }

// Gone says whether the handle was closed.
func (h *Handle) Gone() bool { return !h.closed.IsZero() }

// For is the file or the directory that was opened.
func (h *Handle) For() engine.ObjectID {
	if h.directory {
		return directoryObject(h.path)
	}
	return fileObject(h.path)
}

// Called is what was opened, and by whom.
func (h *Handle) Called() (title, whose string) { return "handle of " + h.path, h.client }

// Walk hands out the fields.
func (h *Handle) Walk(v engine.Visitor) {
	text := func(name, value string) { v.Text(name, &value) }
	v.Text("path", &h.path)
	v.Text("client", &h.client)
	if h.Gone() {
		v.Mark("closed", &h.closed)
		return
	}
	text("access", h.access.String())
	text("share", h.share.String())
	text("oplock", h.oplock.String())
	if h.acknowledged != h.oplock {
		text("acknowledged", h.acknowledged.String())
	}
	v.Flag("directory", &h.directory)
	v.Flag("delete-on-close", &h.deleteOnClose)
	v.Mark("kept", &h.kept)
	for i := range h.cache {
		c := &h.cache[i]
		name := "cache." + strconv.Itoa(i)
		v.Number(name+".from", &c.from)
		v.Bytes(name, &c.data)
		v.Mark(name+".by", &c.by)
	}
	for i := range h.locks {
		l := &h.locks[i]
		name := "lock." + strconv.Itoa(i)
		v.Number(name+".offset", &l.offset)
		v.Number(name+".length", &l.length)
		v.Flag(name+".shared", &l.shared)
		v.Mark(name+".by", &l.by)
	}
	v.Mark("opened", &h.opened)
	v.End("session", &h.session)
}

// Snapshot is a share as it was at one moment, or the trace of its removal.
type Snapshot struct {
	gone    bool
	removed engine.Mark
	made    engine.Mark
	files   []kept
	dirs    []string
	lease   lease.Lease

	etag     engine.Token // of the share, as all that follows
	modified engine.Instant
	quota    int64
	metadata []engine.Pair
}

// kept is a file of a snapshot.
type kept struct {
	path string
	file *File
}

// Gone says whether the snapshot was removed.
func (s *Snapshot) Gone() bool { return s.gone }

// Walk hands out the fields.
func (s *Snapshot) Walk(v engine.Visitor) {
	if s.gone {
		v.Flag("gone", &s.gone)
		v.Mark("removed", &s.removed)
		return
	}
	v.Mark("made", &s.made)
	s.lease.Walk(v, lease.EndsField)
	v.Token("etag", &s.etag)
	v.Instant("last-modified", &s.modified)
	v.Number("quota", &s.quota)
	engine.WalkPairs(v, "metadata.", s.metadata)
	for i := range s.dirs {
		v.Text("directory."+strconv.Itoa(i), &s.dirs[i])
	}
	for i := range s.files {
		v.Under(s.files[i].path)
		v.Bytes("body", &s.files[i].file.body)
		v.Token("etag", &s.files[i].file.etag)
		v.Up()
	}
}

// part is what a removal of the snapshot takes away.
func (s *Snapshot) part(key string) engine.Part {
	return engine.Part{Object: snapshotObject(key), Name: "body", Mark: s.made}
}

func (s *Snapshot) file(path string) *File {
	for _, k := range s.files {
		if k.path == path {
			return k.file
		}
	}
	return nil
}
