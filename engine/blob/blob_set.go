package blob

import (
	"interleave/engine"
	"slices"
)

// SetMetadata replaces all metadata of a blob; without a pair it clears it.
//
// Answers: 200 with a new ETag; 412 for lease and conditions; 404 BlobNotFound.
//
// Source: Azure REST, "Set Blob Metadata".
type SetMetadata struct {
	Path     string        `op:"path" help:"the blob, its container before the first slash"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; all others go"`
	Guards
	Scope
}

func (o SetMetadata) request() request {
	a := o.write(o.Path, o.Scope)
	a.syntax = checkMetadata(o.Metadata)
	return a
}

func (o SetMetadata) Apply(tx *engine.Tx) engine.Answer {
	return o.request().setPart(tx, "metadata", 200, func(next *Object) []engine.Field {
		next.metadata, next.alter().wrote.metadata = sorted(o.Metadata), tx.Mark()
		next.touched(tx)
		return next.stampFields()
	})
}

// SetProperties replaces the content properties of a blob, and changes the size and the sequence number of a page blob.
//
// One content property that is given clears all that are not; a request that speaks of size or sequence number only
// leaves them alone. Sequence number: 0 to 2^63-1; max keeps the larger one, update sets it, increment adds one. Size:
// a multiple of 512.
//
// Answers: 200 with a new ETag; 412 for lease and conditions; 404 BlobNotFound; 409 SequenceNumberIncrementTooLarge at
// the top; 409 InvalidBlobType for size and sequence number of another type.
//
// Source: Azure REST, "Set Blob Properties".
// Assumed: a request that gives nothing clears all content properties.
type SetProperties struct {
	Path string             `op:"path" help:"the blob, its container before the first slash"`
	MIME engine.Opt[string] `op:"content-type" help:"the media type; cleared unless given"`
	Properties
	Action   engine.Opt[string] `op:"sequence-action,one=max|update|increment" help:"what becomes of the sequence number of a page blob"`
	Sequence engine.Opt[int64]  `op:"sequence" help:"the number for max and update"`
	Size     engine.Opt[int64]  `op:"size" help:"bytes of a page blob from now on, a multiple of 512"`
	Guards
	Scope
}

func (o SetProperties) request() request {
	a := o.write(o.Path, o.Scope)
	a.syntax = o.validate()
	if o.Action.Set || o.Size.Set {
		a.kind = pageBlob
	}
	return a
}

func (o SetProperties) Apply(tx *engine.Tx) engine.Answer {
	a := o.request()
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *f.old
	next.lease = f.lease
	if next.rare.copied != nil {
		next.alter().copied = nil
	}
	if c := o.number(tx, &next); c != nil {
		return tx.Refuse(c)
	}
	if o.Size.Set {
		next.resize(tx, o.Path, o.Size.Want)
	}
	headers := o.Properties
	if given := o.MIME.Set || len(headers.pairs()) > 0; given || a.kind == "" {
		next.contentType, next.headers, next.summed = o.MIME.Want, headers.pairs(), sum{}
	}
	if !o.Action.Set || o.Size.Set || o.MIME.Set || len(headers.pairs()) > 0 {
		tx.Change(engine.Change{Part: engine.Part{Object: blobObject(o.Path), Name: "properties",
			Mark: f.old.wrote.properties}})
		next.wrote.properties = tx.Mark()
	}
	next.touched(tx)
	f.state.blobs.Put(tx, o.Path, &next)
	fields := next.stampFields()
	if next.kind == pageBlob {
		if o.Action.Want != "update" { // that says so by what it changed
			tx.Show(next.numberPart(blobObject(o.Path)))
		}
		fields = append(fields, engine.Field{Name: "sequence", Value: engine.Number(next.sequence)})
	}
	return tx.Done(200, fields...)
}

// validate is what the operation finds wrong with its own words.
func (o SetProperties) validate() *engine.Cause {
	switch word := o.Action.Want; {
	case o.Action.Set && word != "max" && word != "update" && word != "increment":
		return wrong(badAction, o.Action.Raw())
	case o.Sequence.Set && (!o.Sequence.OK || o.Sequence.Want < 0):
		return wrong(badSequence, o.Sequence.Raw())
	case o.Sequence.Set && (!o.Action.Set || word == "increment"):
		return wrong(numberUnasked, o.Sequence.Raw())
	case o.Action.Set && word != "increment" && !o.Sequence.Set:
		return &engine.Cause{Rule: noNumber}
	case o.Size.Set && !isPageSize(o.Size):
		return wrong(badSize, o.Size.Raw())
	}
	return nil
}

// number changes the sequence number as asked. What is computed from the present number replaces nothing.
func (o SetProperties) number(tx *engine.Tx, next *Object) *engine.Cause {
	if !o.Action.Set {
		return nil
	}
	was := next.rare.wrote.sequence
	change := engine.Change{Part: engine.Part{Object: blobObject(o.Path), Name: "sequence", Mark: was}, Adds: true}
	switch o.Action.Want {
	case "update":
		next.sequence, change.Adds = o.Sequence.Want, false
	case "max":
		next.sequence = max(next.sequence, o.Sequence.Want)
	case "increment":
		if next.sequence == sequenceMost {
			return &engine.Cause{Rule: sequenceAtTop, Have: engine.Number(next.sequence), Since: was}
		}
		next.sequence++
	}
	next.alter().wrote.sequence = tx.Mark()
	tx.Change(change)
	return nil
}

// SetTags replaces all tags of a blob. It takes no conditions and does not change the ETag, so that no If-Match
// protects them.
//
// Answers: 204; 412 for the lease; 404 BlobNotFound; 411 MissingContentLengthHeader.
//
// Source: Azure REST, "Set Blob Tags".
type SetTags struct {
	Path  string                   `op:"path" help:"the blob, its container before the first slash"`
	Tags  []engine.Pair            `op:"tag.*,content" help:"a tag; all others go"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Scope
	Length engine.Opt[string] `op:"content-length,one=none" help:"none: the client does not say how long the body is"`
}

func (o SetTags) request() request {
	a := Guards{Lease: o.Lease}.write(o.Path, o.Scope)
	a.syntax, a.needs = engine.FirstOf(lacks(o.Length), checkTags(o.Tags)), "t"
	return a
}

func (o SetTags) Apply(tx *engine.Tx) engine.Answer {
	return o.request().setPart(tx, "tags", 204, func(next *Object) []engine.Field {
		next.tags, next.alter().wrote.tags = sorted(o.Tags), tx.Mark()
		return nil
	})
}

// SetTier moves a blob to another access tier. It takes no conditions and does not change the ETag.
//
// Answers: 200; 412 for the lease; 404 BlobNotFound.
//
// Source: Azure REST, "Set Blob Tier".
// Assumed: archive, and the 202 of waking a blob from it, are left out.
type SetTier struct {
	Path  string                   `op:"path" help:"the blob, its container before the first slash"`
	Tier  string                   `op:"tier,one=Hot|Cool|Cold" help:"the access tier"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Scope
}

func (o SetTier) request() request {
	a := Guards{Lease: o.Lease}.write(o.Path, o.Scope)
	if !isTier(o.Tier) {
		a.syntax = wrong(badTier, engine.Text(o.Tier))
	}
	return a
}

func (o SetTier) Apply(tx *engine.Tx) engine.Answer {
	return o.request().setPart(tx, "tier", 200, func(next *Object) []engine.Field {
		next.tier, next.alter().wrote.tier = o.Tier, tx.Mark()
		return nil
	})
}

// setPart checks a write of one part of a blob that is there, and has it changed.
func (a request) setPart(tx *engine.Tx, name string, status int,
	change func(next *Object) []engine.Field) engine.Answer {
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	parts := f.old.parts(blobObject(a.path))
	at := slices.IndexFunc(parts, func(p engine.Part) bool { return p.Name == name })
	if at < 0 {
		panic("blob: " + name + " is written and stands in no list of parts (record.go): nobody would be judged by it")
	}
	tx.Change(engine.Change{Part: parts[at]})
	next := *f.old
	next.lease = f.lease
	fields := change(&next)
	f.state.blobs.Put(tx, a.path, &next)
	return tx.Done(status, fields...)
}

// TakeSnapshot keeps the blob as it is now under an id of its own; the blob does not change.
//
// Without metadata the snapshot has the ETag and the date of the blob, with metadata fresh ones. Ids grow with time.
//
// Answers: 201 with the snapshot's id; 412 for conditions, and for a lease id that does not stand; 404 BlobNotFound.
//
// Source: Azure REST, "Snapshot Blob".
type TakeSnapshot struct {
	Path     string        `op:"path" help:"the blob, its container before the first slash"`
	Metadata []engine.Pair `op:"meta.*" help:"a pair of metadata of the snapshot; the blob's unless given"`
	Guards   `lease:"the id of the lease; if sent, it must be the one that stands"`
	Scope    `snapshot:"no snapshot can be made of a snapshot: the service refuses it"`
}

func (o TakeSnapshot) request() request {
	a := o.write(o.Path, o.Scope)
	a.needs, a.writing, a.use = toCreate, snapshotOfSnapshot, snaps
	a.syntax = checkMetadata(o.Metadata)
	return a
}

func (o TakeSnapshot) Apply(tx *engine.Tx) engine.Answer {
	a := o.request()
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	base := *f.old
	rare := base.alter()
	rare.stamped = rare.stamped.next(tx.Now())
	id := rare.stamped.at.Stamp(int(rare.stamped.n))
	rare.snapshots = append(slices.Clip(rare.snapshots), id)
	snap := &Snapshot{made: tx.Mark(), content: base.content, created: base.created}
	if len(o.Metadata) > 0 {
		snap.metadata, snap.etag, snap.modified = sorted(o.Metadata), tx.Mint(engine.ETag), tx.Now().Seconds()
	}
	key := a.path + "@" + id
	tx.Change(engine.Change{Part: engine.Part{Object: snapshotObject(key), Name: "body", Gone: true}})
	f.state.snapshots.Put(tx, key, snap)
	f.state.blobs.Put(tx, a.path, &base)
	return tx.Done(201, append([]engine.Field{{Name: "snapshot", Value: engine.Text(id)}},
		stampFields(snap.etag, snap.modified, snap.version)...)...)
}

// next is the id after s at a moment: later ones are greater, also where the clock stood still.
func (s stamp) next(now engine.Instant) stamp {
	if s.n > 0 && s.at == now {
		return stamp{now, s.n + 1}
	}
	return stamp{now, 1}
}
