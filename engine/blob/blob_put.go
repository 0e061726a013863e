package blob

import (
	"slices"

	"interleave/engine"
)

// Put replaces the content of a block blob with its properties, metadata and tags, or creates the blob.
//
// The last writer wins unless a condition or a lease says otherwise. A lease that stands stays as it is, snapshots stay, the tier
// stays unless one is given. Body: at most engine.MaxBody bytes.
//
// Answers: 201 with a new ETag; 412 LeaseIdMissing and its kin while a lease stands; 412 ConditionNotMet; 409 BlobAlreadyExists for
// If-None-Match * on a blob that is there; 413 RequestBodyTooLarge.
//
// Source: Azure REST, "Put Blob"; fact sheet 2.2, 4.1, 4.3, 6 (what is replaced), 9.1.
// Assumed: tags that are not sent are cleared (R36), the tier of the old blob is kept.
type Put struct {
	Path       string                   `op:"path" help:"the blob, its container before the first slash"`
	Body       []byte                   `op:"body,content" help:"the new content"`
	Match      engine.Value             `op:"if-match,guard=etag,version" help:"only if the blob has this ETag; * if there is one"`
	NoneMatch  engine.Value             `op:"if-none-match,guard=etag" help:"only if the blob has another ETag; * if there is none"`
	Modified   engine.Value             `op:"if-modified-since,guard=last-modified" help:"only if it was written after this second"`
	Unmodified engine.Value             `op:"if-unmodified-since,guard=last-modified,version" help:"only if it was not written after this second"`
	Lease      engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Metadata   []engine.Pair            `op:"meta.*,content" help:"a pair of metadata; all others go"`
	Tags       []engine.Pair            `op:"tag.*,content" help:"a tag; all others go"`
	Type       engine.Opt[string]       `op:"type,one=BlockBlob" help:"the type of the blob"`
	MIME       engine.Opt[string]       `op:"content-type" help:"the media type, application/octet-stream unless given"`
	Tier       engine.Opt[string]       `op:"tier,one=Hot|Cool|Cold" help:"the access tier"`
	Snapshot   engine.Opt[string]       `op:"snapshot" help:"no snapshot can be written: the service refuses it"`
	Under      engine.Opt[string]       `op:"under" help:"the access policy that the request comes by"`
}

// Service is the name of the service.
func (Put) Service() string { return Name }

// Apply judges the request.
func (p Put) Apply(tx *engine.Tx) engine.Answer {
	a := ask{path: p.Path, snapshot: p.Snapshot, lease: p.Lease, under: p.Under, needs: "w", use: creates, syntax: p.words(),
		writing: snapshotWritten, when: conditions{p.Match, p.NoneMatch, p.Modified, p.Unmodified}}
	f, c := a.judge(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	m := tx.Mark()
	next := &Object{body: p.Body, metadata: sorted(p.Metadata), tags: sorted(p.Tags), contentType: standardContentType, tier: "Hot",
		wrote: written{body: m, properties: m, tier: m}, lease: f.lease}
	if p.MIME.Set {
		next.contentType = p.MIME.Want
	}
	if f.past != nil {
		next.version, next.stamped = f.past.version, f.past.stamped
	}
	if f.old == nil {
		tx.Change(engine.Change{Part: engine.Part{Object: blobObject(p.Path), Name: "body", Mark: f.removed(), Gone: true}, Wanted: a.when.wantsAbsence()})
	} else {
		next.snapshots, next.tier, next.wrote.tier = f.old.snapshots, f.old.tier, f.old.wrote.tier
		p.replace(tx, f.old)
	}
	p.markPairs(next, f.old, m)
	if p.Tier.Set {
		next.tier, next.wrote.tier = p.Tier.Want, m
	}
	next.touched(tx)
	f.state.blobs.Put(tx, p.Path, next)
	return tx.Done(201, next.stampFields()...)
}

// replace says which parts of the old blob give way. Metadata and tags that were empty and stay so are no work of anybody.
func (p Put) replace(tx *engine.Tx, old *Object) {
	stays := map[string]bool{"tier": !p.Tier.Set, "metadata": len(old.metadata)+len(p.Metadata) == 0, "tags": len(old.tags)+len(p.Tags) == 0}
	for _, part := range old.parts(p.Path) {
		if !stays[part.Name] {
			tx.Change(engine.Change{Part: part, Side: part.Name != "body"})
		}
	}
}

// markPairs marks metadata and tags where the put wrote or cleared some.
func (p Put) markPairs(next, old *Object, m engine.Mark) {
	var before Object
	if old != nil {
		before = *old
	}
	next.wrote.metadata, next.wrote.tags = before.wrote.metadata, before.wrote.tags
	if len(before.metadata)+len(p.Metadata) > 0 {
		next.wrote.metadata = m
	}
	if len(before.tags)+len(p.Tags) > 0 {
		next.wrote.tags = m
	}
}

// words is what the operation finds wrong with its own words.
func (p Put) words() *engine.Cause {
	switch {
	case len(p.Body) > engine.MaxBody:
		return &engine.Cause{Rule: bodyTooLarge, Want: engine.Number(int64(len(p.Body))), Have: engine.Number(engine.MaxBody)}
	case p.Type.Set && p.Type.Want != "BlockBlob":
		return wrong(badType, p.Type.Raw)
	case p.Tier.Set && !isTier(p.Tier.Want):
		return wrong(badTier, p.Tier.Raw)
	}
	if r := checkMetadata(p.Metadata); r != nil {
		return &engine.Cause{Rule: r}
	}
	if r := checkTags(p.Tags); r != nil {
		return &engine.Cause{Rule: r}
	}
	return nil
}

func isTier(text string) bool { return slices.Contains([]string{"Hot", "Cool", "Cold"}, text) }

// stampFields are what an accepted write tells.
func (o *Object) stampFields() []engine.Field {
	return stampFields(o.etag, o.modified, o.version)
}

func stampFields(tag engine.Token, at engine.Instant, version int64, more ...engine.Field) []engine.Field {
	return append([]engine.Field{{Name: "etag", Value: tag.Value()}, {Name: "last-modified", Value: engine.Moment(at)},
		{Name: "version", Value: engine.Number(version)}}, more...)
}
