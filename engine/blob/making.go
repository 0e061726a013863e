package blob

import "interleave/engine"

// properties are the content properties of a request, beside the media type.
type properties struct{ encoding, language, disposition, cache, md5 engine.Opt[string] }

// pairs are those that were given, by name.
func (p properties) pairs() (list []engine.Pair) {
	for _, h := range []struct {
		name string
		is   engine.Opt[string]
	}{{"cache-control", p.cache}, {"content-disposition", p.disposition}, {"content-encoding", p.encoding}, {"content-language", p.language},
		{"content-md5", p.md5}} {
		if h.is.Set && h.is.Want != "" {
			list = append(list, engine.Pair{Name: h.name, Text: h.is.Want})
		}
	}
	return list
}

// mediaType is the one that was given, else the standard one.
func mediaType(o engine.Opt[string]) string {
	if o.Set {
		return o.Want
	}
	return standardContentType
}

// make is the blob that a put, a commit or a copy leaves: with its content, metadata, properties and tags for all that were there.
// Snapshots, a lease that stands and the tier stay; what is staged goes.
func (a *ask) make(tx *engine.Tx, f *found, c content, tier engine.Opt[string]) *Object {
	m := tx.Mark()
	next := &Object{content: c, made: m, lease: f.lease, wrote: written{body: m, properties: m, tier: m, sequence: m}}
	next.tier, next.version = "Hot", 0
	if p := f.past; p != nil {
		next.version, next.stamped, next.spent, next.before = p.version, p.stamped, p.spend(m, c.blocks), p.typeBefore(c.kind)
	}
	if f.old == nil {
		tx.Change(engine.Change{Part: engine.Part{Object: blobObject(a.path), Name: "body", Mark: f.removed(), Gone: true}, Wanted: a.when.wantsAbsence()})
	} else {
		next.snapshots, next.tier, next.wrote.tier, next.made, next.before = f.old.snapshots, f.old.tier, f.old.wrote.tier, f.old.made, f.old.before
		f.old.replaced(tx, a.path, c, tier.Set)
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

// replaced says which parts of a blob give way to other content. Metadata and tags that were empty and stay so are no work of anybody.
func (o *Object) replaced(tx *engine.Tx, path string, c content, tier bool) {
	stays := map[string]bool{"tier": !tier, "metadata": len(o.metadata)+len(c.metadata) == 0, "tags": len(o.tags)+len(c.tags) == 0}
	for _, part := range o.parts(path) {
		if !stays[part.Name] {
			tx.Change(engine.Change{Part: part, Side: part.Name != "body"})
		}
	}
	for _, part := range o.pieces(path, span{}) {
		tx.Change(engine.Change{Part: part, Drops: true, Silent: true})
	}
}

// markPairs marks metadata and tags where the request wrote or cleared some.
func (o *Object) markPairs(old *Object, m engine.Mark) {
	var before Object
	if old != nil {
		before = *old
	}
	o.wrote.metadata, o.wrote.tags = before.wrote.metadata, before.wrote.tags
	if len(before.metadata)+len(o.metadata) > 0 {
		o.wrote.metadata = m
	}
	if len(before.tags)+len(o.tags) > 0 {
		o.wrote.tags = m
	}
}
