package blob

import (
	"slices"

	"interleave/engine"
)

// mediaType is the one that was given, else the standard one.
func mediaType(o engine.Opt[string]) string { return o.Or(standardContentType) }

// make is the blob that a put, a commit or a copy leaves: with its content, metadata, properties and tags for all that
// were there. Snapshots, a lease that stands and the tier stay; what is staged goes. A tier that nobody set is nobody's
// work.
func (a *request) make(tx *engine.Tx, f *found, c *content, tier engine.Opt[string]) *Object {
	m, object := tx.Mark(), f.state.blobs.Object(a.path)
	next := &Object{content: *c, made: m, wrote: written{body: m, properties: m}, lease: f.lease,
		created: tx.Now().Seconds()}
	next.tier, next.version = "Hot", 0
	var few rare
	if p := f.past; p != nil {
		next.version = p.version
		few.stamped, few.spent, few.before = p.rare.stamped, p.spend(m, c.blocks), p.typeBefore(c.kind)
	}
	if f.old == nil {
		tx.Change(engine.Change{Part: engine.Part{Object: object, Name: "body", Mark: f.removed(), Gone: true},
			Wanted: a.when.wantsAbsence()})
	} else {
		next.created, next.tier, next.made = f.old.created, f.old.tier, f.old.made
		few.snapshots, few.wrote.tier, few.before = f.old.rare.snapshots, f.old.rare.wrote.tier, f.old.rare.before
		f.old.replaced(tx, object, c, tier.Set)
	}
	if o := f.there(); o != nil {
		o.discard(tx, a.path, c.blocks, true)
	}
	few.markPairs(f.old, c, m)
	if tier.Set {
		next.tier, few.wrote.tier = tier.Want, m
	}
	if c.kind == pageBlob {
		few.wrote.sequence = m
	}
	next.rare = few.shared()
	return next
}

// replaced says which parts of a blob give way to other content: those that a put sends, and no others. Metadata and
// tags that were empty and stay so are no work of anybody.
func (o *Object) replaced(tx *engine.Tx, object engine.ObjectID, c *content, tier bool) {
	side := func(sent bool, name string, by engine.Mark, same bool) {
		if sent {
			tx.Change(engine.Change{Part: engine.Part{Object: object, Name: name, Mark: by}, Side: true, Same: same})
		}
	}
	w := &o.rare.wrote
	tx.Change(engine.Change{Part: engine.Part{Object: object, Name: "body", Mark: o.wrote.body}})
	side(len(o.metadata)+len(c.metadata) > 0, "metadata", w.metadata, slices.Equal(o.metadata, c.metadata))
	side(len(o.tags)+len(c.tags) > 0, "tags", w.tags, slices.Equal(o.tags, c.tags))
	side(true, "properties", o.wrote.properties, o.asDescribed(c))
	side(tier, "tier", w.tier, false)
	for _, part := range slices.Concat(o.pieces(object, span{}), o.returned(object)) {
		stays := part.Name == engine.Undeleted // something is there still
		tx.Change(engine.Change{Part: part, Drops: !stays, Silent: true, Side: stays})
	}
}

// asDescribed says whether content has the headers of what was there, where anybody has set some: the media type that
// every blob has is nobody's work.
func (o *Object) asDescribed(c *content) bool {
	return (o.contentType != standardContentType || len(o.headers) > 0) && o.contentType == c.contentType &&
		slices.Equal(o.headers, c.headers)
}

// markPairs marks metadata and tags where the request wrote or cleared some.
func (r *rare) markPairs(old *Object, c *content, m engine.Mark) {
	metadata, tags := len(c.metadata), len(c.tags)
	if old != nil {
		r.wrote.metadata, r.wrote.tags = old.rare.wrote.metadata, old.rare.wrote.tags
		metadata, tags = metadata+len(old.metadata), tags+len(old.tags)
	}
	if metadata > 0 {
		r.wrote.metadata = m
	}
	if tags > 0 {
		r.wrote.tags = m
	}
}
