package blob

import (
	"slices"

	"interleave/engine"
)

// mediaType is the one that was given, else the standard one.
func mediaType(o engine.Opt[string]) string {
	if o.Set {
		return o.Want
	}
	return standardContentType
}

// make is the blob that a put, a commit or a copy leaves: with its content, metadata, properties and tags for all that
// were there. Snapshots, a lease that stands and the tier stay; what is staged goes. A tier that nobody set is nobody's
// work.
func (a *request) make(tx *engine.Tx, f *found, c *content, tier engine.Opt[string]) *Object {
	m, object := tx.Mark(), f.state.blobs.Object(a.path)
	next := &Object{content: *c, made: m, lease: f.lease, wrote: written{body: m, properties: m, sequence: m}}
	next.tier, next.version = "Hot", 0
	if p := f.past; p != nil {
		next.version, next.stamped, next.spent, next.before = p.version, p.stamped, p.spend(m,
			c.blocks), p.typeBefore(c.kind)
	}
	next.created = tx.Now().Seconds()
	if f.old == nil {
		tx.Change(engine.Change{Part: engine.Part{Object: object, Name: "body", Mark: f.removed(), Gone: true},
			Wanted: a.when.wantsAbsence()})
	} else {
		next.created = f.old.created
		next.snapshots, next.tier, next.wrote.tier, next.made, next.before = f.old.snapshots, f.old.tier,
			f.old.wrote.tier, f.old.made, f.old.before
		f.old.replaced(tx, object, c, tier.Set)
	}
	if o := f.there(); o != nil {
		o.discard(tx, a.path, c.blocks, true)
	}
	next.markPairs(f.old, m)
	if tier.Set {
		next.tier, next.wrote.tier = tier.Want, m
	}
	return next
}

// replaced says which parts of a blob give way to other content: those that a put sends, and no others. Metadata and
// tags that were empty and stay so are no work of anybody.
func (o *Object) replaced(tx *engine.Tx, object engine.ObjectID, c *content, tier bool) {
	sent := map[string]bool{"body": true, "properties": true, "tier": tier,
		"metadata": len(o.metadata)+len(c.metadata) > 0, "tags": len(o.tags)+len(c.tags) > 0}
	for _, part := range o.parts(object) {
		if sent[part.Name] {
			tx.Change(engine.Change{Part: part, Side: part.Name != "body"})
		}
	}
	for _, part := range slices.Concat(o.pieces(object, span{}), o.returned(object)) {
		stays := part.Name == engine.Undeleted // something is there still
		tx.Change(engine.Change{Part: part, Drops: !stays, Silent: true, Side: stays})
	}
}

// markPairs marks metadata and tags where the request wrote or cleared some.
func (o *Object) markPairs(old *Object, m engine.Mark) {
	metadata, tags := len(o.metadata), len(o.tags)
	if old != nil {
		o.wrote.metadata, o.wrote.tags = old.wrote.metadata, old.wrote.tags
		metadata, tags = metadata+len(old.metadata), tags+len(old.tags)
	}
	if metadata > 0 {
		o.wrote.metadata = m
	}
	if tags > 0 {
		o.wrote.tags = m
	}
}
