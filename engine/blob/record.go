package blob

import (
	"strconv"

	"interleave/engine"
	"interleave/engine/lease"
)

// The types of blobs.
const (
	blockBlob  = "BlockBlob"
	appendBlob = "AppendBlob"
	pageBlob   = "PageBlob"
)

// content is what a blob holds, and what a snapshot keeps of it.
type content struct {
	kind     string // the type of the blob
	etag     engine.Token
	version  int64          // ETags that this name has had, also before a removal
	modified engine.Instant // in whole seconds

	body        []byte
	metadata    []engine.Pair // by name
	tags        []engine.Pair
	contentType string
	headers     []engine.Pair // the other content properties, by name
	summed      sum           // the MD5 of a body that came without one; not walked, for it follows from the body
	tier        string

	blocks   []block  // of a block blob that was committed from blocks
	records  []record // of an append blob: of each writer the newest block
	appended int64    // blocks that were appended
	sealed   bool
	pages    []page // of a page blob, one for 512 bytes
	sequence int64
}

// walk hands out the fields of a blob that is there.
func (c *content) walk(v engine.Visitor) {
	c.walkKind(v)
	v.Bytes("body", &c.body)
	v.Token("etag", &c.etag)
	v.Number("version", &c.version)
	v.Instant("last-modified", &c.modified)
	v.Text("content-type", &c.contentType)
	engine.WalkPairs(v, "", c.headers)
	v.Text("tier", &c.tier)
	engine.WalkPairs(v, "metadata.", c.metadata)
	engine.WalkPairs(v, "tags.", c.tags)
	walkBlocks(v, c.blocks)
	switch c.kind {
	case appendBlob:
		v.Number("block-count", &c.appended)
		v.Flag("sealed", &c.sealed)
		for i := range c.records {
			number := strconv.FormatInt(c.records[i].number, 10)
			v.Mark("block "+number, &c.records[i].by)
			engine.WalkOrigin(v, "copied."+number, c.records[i].origin)
		}
	case pageBlob:
		v.Number("sequence", &c.sequence)
		walkPages(v, c.pages)
	}
}

// walkKind hands out the type, where it is not the usual one.
func (c *content) walkKind(v engine.Visitor) {
	if c.kind != blockBlob {
		v.Text("type", &c.kind)
	}
}

// Object is a blob: its content and its lease, what is staged for it, or what is known of it after its removal. One
// that has only staged blocks is uncommitted: it is there to be leased, committed and deleted, and for nothing else.
type Object struct {
	content
	gone        bool
	uncommitted bool
	made        engine.Mark // how this one took its place
	wrote       written
	lease       lease.Lease
	created     engine.Instant // when it was made, in whole seconds, by whatever was overwritten since; not walked
	rare        *rare          // never nil, and frozen: alter makes another
}

// written says which request wrote the parts that every put writes; the others stand in rare.
type written struct{ body, properties engine.Mark }

// rare is what few blobs have. A blob is written anew by each request, and a put has nothing to do with most of it: its
// versions share it, those without any of it share usual.
type rare struct {
	removed   engine.Mark // zero while it is there
	undeleted engine.Mark // who brought it back, where somebody did
	before    string      // the type of the blob that was there before, where it is another one
	wrote     struct{ metadata, tags, tier, sequence, sealed engine.Mark }

	snapshots []string // ids of those that are there
	stamped   stamp
	staged    []block // by id
	unused    engine.Instant
	spent     []spent
	copied    *copying
	kept      *deleted[*Object] // of a removed one: what can be brought back; nil: nothing
}

// usual is that of most blobs: nothing.
var usual = &rare{}

// alter gives this version of a blob what is rare of its own, to be written before the version is stored.
func (o *Object) alter() *rare {
	next := *o.rare
	o.rare = &next
	return o.rare
}

// shared is usual where there is nothing; else one in memory of its own.
func (r *rare) shared() *rare {
	w := &r.wrote
	marks := r.removed.Event + r.undeleted.Event + w.metadata.Event + w.tags.Event + w.tier.Event + w.sequence.Event +
		w.sealed.Event
	lists := len(r.before) + len(r.snapshots) + len(r.staged) + len(r.spent)
	if marks+lists == 0 && r.stamped == (stamp{}) && r.unused == 0 && r.copied == nil && r.kept == nil {
		return usual
	}
	own := *r
	return &own
}

// stamp is the newest snapshot id of a name: the moment, and how many before it had the same one.
type stamp struct {
	at engine.Instant
	n  int64
}

// Gone says whether the blob was removed.
func (o *Object) Gone() bool { return o.gone }

// Staged says whether it has nothing but staged blocks: reads and conditions find no blob.
func (o *Object) Staged() bool { return o.uncommitted }

// Walk hands out the fields.
func (o *Object) Walk(v engine.Visitor) {
	there := !o.gone && !o.uncommitted
	switch {
	case there:
		o.content.walk(v)
	case o.gone:
		v.Flag("gone", &o.gone)
		o.walkKind(v)
		v.Mark("removed", &o.rare.removed)
		v.Number("version", &o.version)
		o.walkKept(v)
	default:
		v.Flag("uncommitted", &o.uncommitted)
		v.Mark("removed", &o.rare.removed)
		v.Number("version", &o.version)
		v.Instant("last-modified", &o.modified)
	}
	if o.rare.before != "" {
		v.Text("type-before", &o.rare.before)
		v.Mark("made", &o.made)
	}
	o.lease.Walk(v, lease.BreaksField)
	for i := range o.rare.snapshots {
		v.Text("snapshots."+strconv.Itoa(i), &o.rare.snapshots[i])
	}
	v.Instant("stamped.at", &o.rare.stamped.at)
	v.Number("stamped.n", &o.rare.stamped.n)
	o.walkStaged(v)
	if o.rare.copied != nil {
		o.rare.copied.walk(v)
	}
	if !there {
		return
	}
	v.Mark("changed.body", &o.wrote.body)
	v.Mark("changed.metadata", &o.rare.wrote.metadata)
	v.Mark("changed.tags", &o.rare.wrote.tags)
	v.Mark("changed.properties", &o.wrote.properties)
	v.Mark("changed.tier", &o.rare.wrote.tier)
	if !o.rare.undeleted.IsZero() {
		v.Mark("changed."+engine.Undeleted, &o.rare.undeleted)
	}
	switch {
	case o.kind == pageBlob:
		v.Mark("changed.sequence", &o.rare.wrote.sequence)
	case o.sealed:
		v.Mark("changed.sealed", &o.rare.wrote.sealed)
	}
}

// WalkEnds hands out what ends by the clock: the lease, what is staged, a copy.
func (o *Object) WalkEnds(v engine.Visitor) {
	o.lease.WalkEnds(v, lease.BreaksField)
	if len(o.rare.staged) > 0 {
		v.End(stagedTimer, &o.rare.unused)
	}
	if o.rare.copied != nil {
		v.End(copyTimer, &o.rare.copied.ends)
	}
}

// touched gives the blob a new ETag and a new date.
func (o *Object) touched(tx *engine.Tx) {
	o.etag, o.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
	o.version++
}

func (o *Object) validators() validators {
	return validators{etag: o.etag, modified: o.modified, changed: o.changed()}
}

// changed is what gave the blob its ETag.
func (o *Object) changed() engine.Mark {
	w := &o.rare.wrote
	last := engine.Newest(o.wrote.body, w.metadata, o.wrote.properties, w.sequence)
	if sealChanges {
		last = engine.Newest(last, w.sealed)
	}
	for _, p := range o.pages {
		last = engine.Newest(last, p.by)
	}
	for _, r := range o.records {
		last = engine.Newest(last, r.by)
	}
	if o.rare.copied != nil {
		last = engine.Newest(last, o.rare.copied.ended)
	}
	return last
}

// parts are the parts that every blob has, with the marks of their work.
func (o *Object) parts(object engine.ObjectID) []engine.Part {
	return []engine.Part{{Object: object, Name: "body", Mark: o.wrote.body},
		{Object: object, Name: "metadata", Mark: o.rare.wrote.metadata},
		{Object: object, Name: "tags", Mark: o.rare.wrote.tags},
		{Object: object, Name: "properties", Mark: o.wrote.properties},
		{Object: object, Name: "tier", Mark: o.rare.wrote.tier}}
}

// returned is the part of a blob that was brought back; none of any other.
func (o *Object) returned(object engine.ObjectID) []engine.Part {
	if o.rare.undeleted.IsZero() {
		return nil
	}
	return []engine.Part{{Object: object, Name: engine.Undeleted, Mark: o.rare.undeleted}}
}

// pieces are the parts of the body that were written alone, within a span: pages with the sequence number, appended
// blocks.
func (o *Object) pieces(object engine.ObjectID, s span) (list []engine.Part) {
	within := func(at int64) bool { return s.to == 0 || at+pageSize > s.from && at < s.to }
	for i, p := range o.pages {
		if at := int64(i) * pageSize; !p.by.IsZero() && within(at) {
			list = append(list, engine.Part{Object: object, Name: pageName(at), Mark: p.by})
		}
	}
	for _, r := range o.records {
		if s.to == 0 || r.from >= s.from && r.from < s.to {
			list = append(list, engine.Part{Object: object, Name: "block " + strconv.FormatInt(r.number, 10),
				Mark: r.by})
		}
	}
	if o.kind == pageBlob {
		list = append(list, o.numberPart(object))
	}
	return list
}

// numberPart is the sequence number of a page blob.
func (o *Object) numberPart(object engine.ObjectID) engine.Part {
	return engine.Part{Object: object, Name: "sequence", Mark: o.rare.wrote.sequence}
}

// Snapshot is a blob as it was at one moment, or the trace of its removal. Nothing changes it but a delete.
type Snapshot struct {
	content
	created engine.Instant // when the blob was made; not walked, as there
	gone    bool
	removed engine.Mark
	made    engine.Mark
	kept    *deleted[*Snapshot] // of a removed one: what can be brought back; nil: nothing
}

// Gone says whether the snapshot was removed.
func (s *Snapshot) Gone() bool { return s.gone }

// Walk hands out the fields.
func (s *Snapshot) Walk(v engine.Visitor) {
	if s.gone {
		v.Flag("gone", &s.gone)
		v.Mark("removed", &s.removed)
		if s.kept != nil {
			v.Instant("deleted-at", &s.kept.at)
			v.Instant("kept-until", &s.kept.until)
			v.Under("deleted")
			s.kept.what.Walk(v)
			v.Up()
		}
		return
	}
	s.content.walk(v)
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
	dates    engine.PolicyDates
	public   string // container or blob: what anybody may read; empty: nothing
	lease    lease.Lease
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
		c.lease.Walk(v, lease.BreaksField)
		return
	}
	v.Token("etag", &c.etag)
	v.Number("version", &c.version)
	v.Instant("last-modified", &c.modified)
	engine.WalkPairs(v, "metadata.", c.metadata)
	for i := range c.policies {
		p := &c.policies[i]
		v.Flag("policy."+p.name+".there", &p.there)
		v.Text("policy."+p.name, &p.allows)
		v.Text("policy."+p.name+".before", &p.before)
		v.End("policy."+p.name+".settles", &p.settles)
		v.Mark("policy."+p.name+".set", &p.set)
	}
	c.dates.Walk(v)
	if c.public != "" {
		v.Text("public-access", &c.public)
	}
	c.lease.Walk(v, lease.BreaksField)
	v.Mark("created", &c.created)
	v.Mark("changed.metadata", &c.wrote.metadata)
	v.Mark("changed.acl", &c.wrote.acl)
}

func (c *Container) touched(tx *engine.Tx) {
	c.etag, c.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
	c.version++
}

func (c *Container) validators() validators {
	return validators{etag: c.etag, modified: c.modified, changed: engine.Newest(c.wrote.metadata, c.wrote.acl)}
}

func (c *Container) parts(name string) []engine.Part {
	object := containerObject(name)
	return []engine.Part{{Object: object, Name: "metadata", Mark: c.wrote.metadata},
		{Object: object, Name: "acl", Mark: c.wrote.acl}}
}

func blobObject(path string) engine.ObjectID    { return engine.ObjectID{Kind: "blob", Name: path} }
func snapshotObject(key string) engine.ObjectID { return engine.ObjectID{Kind: "snapshot", Name: key} }
func containerObject(name string) engine.ObjectID {
	return engine.ObjectID{Kind: "container", Name: name}
}
