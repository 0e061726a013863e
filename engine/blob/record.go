package blob

import (
	"strconv"

	"interleave/engine"
)

// Object is a blob: its committed content and its lease, or what is known of it after its removal.
type Object struct {
	gone     bool
	removed  engine.Mark // zero while it is there
	etag     engine.Token
	version  int64          // ETags that this name has had, also before a removal
	modified engine.Instant // in whole seconds

	body        []byte
	metadata    []engine.Pair // by name
	tags        []engine.Pair
	contentType string
	tier        string
	wrote       written

	lease     lease
	snapshots []string // ids of those that are there
	stamped   stamp
}

// written says which request wrote each part.
type written struct{ body, metadata, tags, properties, tier engine.Mark }

// stamp is the newest snapshot id of a name: the moment, and how many before it had the same one.
type stamp struct {
	at engine.Instant
	n  int64
}

// Gone says whether the blob was removed.
func (o *Object) Gone() bool { return o.gone }

// Walk hands out the fields.
func (o *Object) Walk(v engine.Visitor) {
	if o.gone {
		v.Flag("gone", &o.gone)
		v.Mark("removed", &o.removed)
	} else {
		v.Bytes("body", &o.body)
		v.Token("etag", &o.etag)
	}
	v.Number("version", &o.version)
	if !o.gone {
		v.Instant("last-modified", &o.modified)
		v.Text("content-type", &o.contentType)
		v.Text("tier", &o.tier)
		walkPairs(v, "metadata.", o.metadata)
		walkPairs(v, "tags.", o.tags)
	}
	o.lease.walk(v)
	for i := range o.snapshots {
		v.Text("snapshots."+strconv.Itoa(i), &o.snapshots[i])
	}
	v.Instant("stamped.at", &o.stamped.at)
	v.Number("stamped.n", &o.stamped.n)
	if !o.gone {
		v.Mark("changed.body", &o.wrote.body)
		v.Mark("changed.metadata", &o.wrote.metadata)
		v.Mark("changed.tags", &o.wrote.tags)
		v.Mark("changed.properties", &o.wrote.properties)
		v.Mark("changed.tier", &o.wrote.tier)
	}
}

// touched gives the blob a new ETag and a new date.
func (o *Object) touched(tx *engine.Tx) {
	o.etag, o.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
	o.version++
}

func (o *Object) validators() validators {
	w := o.wrote
	return validators{etag: o.etag, modified: o.modified, changed: newest(w.body, w.metadata, w.properties)}
}

// parts are all parts of the blob with the marks of their work.
func (o *Object) parts(path string) []engine.Part {
	object := blobObject(path)
	return []engine.Part{{Object: object, Name: "body", Mark: o.wrote.body}, {Object: object, Name: "metadata", Mark: o.wrote.metadata},
		{Object: object, Name: "tags", Mark: o.wrote.tags}, {Object: object, Name: "properties", Mark: o.wrote.properties},
		{Object: object, Name: "tier", Mark: o.wrote.tier}}
}

// Snapshot is a blob as it was at one moment, or the trace of its removal. Nothing changes it but a delete.
type Snapshot struct {
	gone     bool
	removed  engine.Mark
	made     engine.Mark
	etag     engine.Token
	version  int64
	modified engine.Instant

	body        []byte
	metadata    []engine.Pair
	tags        []engine.Pair
	contentType string
	tier        string
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
	v.Bytes("body", &s.body)
	v.Token("etag", &s.etag)
	v.Number("version", &s.version)
	v.Instant("last-modified", &s.modified)
	v.Text("content-type", &s.contentType)
	v.Text("tier", &s.tier)
	walkPairs(v, "metadata.", s.metadata)
	walkPairs(v, "tags.", s.tags)
	v.Mark("changed.body", &s.made)
}

func (s *Snapshot) validators() validators {
	return validators{etag: s.etag, modified: s.modified, changed: s.made}
}

// parts are what a removal of the snapshot takes away.
func (s *Snapshot) parts(key string) []engine.Part {
	object := snapshotObject(key)
	return []engine.Part{{Object: object, Name: "body", Mark: s.made}, {Object: object, Name: "metadata", Mark: s.made},
		{Object: object, Name: "properties", Mark: s.made}}
}

// Container is a container, or what is known of it after its removal.
type Container struct {
	gone     bool
	removed  engine.Mark
	until    engine.Instant // of a removed one: when its name is free; 0: it is
	etag     engine.Token
	version  int64
	modified engine.Instant

	created  engine.Mark
	metadata []engine.Pair
	policies []policy
	lease    lease
	wrote    struct{ metadata, acl engine.Mark }
}

// policy is a named set of permissions; one that was taken away stays with none.
type policy struct {
	name    string
	there   bool
	allows  string // letters, as `rwl`
	before  string // what it allowed until it was set
	settles engine.Instant
	set     engine.Mark
}

// Gone says whether the container was removed.
func (c *Container) Gone() bool { return c.gone }

// Walk hands out the fields.
func (c *Container) Walk(v engine.Visitor) {
	if c.gone {
		v.Flag("gone", &c.gone)
		v.Mark("removed", &c.removed)
		v.End("free", &c.until)
		v.Number("version", &c.version)
		c.lease.walk(v)
		return
	}
	v.Token("etag", &c.etag)
	v.Number("version", &c.version)
	v.Instant("last-modified", &c.modified)
	walkPairs(v, "metadata.", c.metadata)
	for i := range c.policies {
		p := &c.policies[i]
		v.Flag("policy."+p.name+".there", &p.there)
		v.Text("policy."+p.name, &p.allows)
		v.Text("policy."+p.name+".before", &p.before)
		v.End("policy."+p.name+".settles", &p.settles)
		v.Mark("policy."+p.name+".set", &p.set)
	}
	c.lease.walk(v)
	v.Mark("created", &c.created)
	v.Mark("changed.metadata", &c.wrote.metadata)
	v.Mark("changed.acl", &c.wrote.acl)
}

func (c *Container) touched(tx *engine.Tx) {
	c.etag, c.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
	c.version++
}

func (c *Container) validators() validators {
	return validators{etag: c.etag, modified: c.modified, changed: newest(c.wrote.metadata, c.wrote.acl)}
}

func (c *Container) parts(name string) []engine.Part {
	object := containerObject(name)
	return []engine.Part{{Object: object, Name: "metadata", Mark: c.wrote.metadata}, {Object: object, Name: "acl", Mark: c.wrote.acl}}
}

func walkPairs(v engine.Visitor, under string, pairs []engine.Pair) {
	for i := range pairs {
		v.Text(under+pairs[i].Name, &pairs[i].Text)
	}
}

func newest(marks ...engine.Mark) (last engine.Mark) {
	for _, m := range marks {
		if m.Event > last.Event {
			last = m
		}
	}
	return last
}

func blobObject(path string) string      { return "blob " + path }
func snapshotObject(key string) string   { return "snapshot " + key }
func containerObject(name string) string { return "container " + name }
