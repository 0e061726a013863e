package blob

import (
	"interleave/engine"
)

// PutBlock stages a block under its id in the one staging area that all writers of the blob share; the same id again
// replaces what was staged under it, whoever sent it.
//
// Nothing of a blob that is there changes, not even its ETag; a name that is free becomes an uncommitted blob. It takes
// no conditions. Ids are base64 of at most 64 bytes, all staged ones of as many. Body: 1 to engine.MaxObject bytes.
//
// Answers: 201; 400 InvalidBlobOrBlock for an id of another length than those that are staged; 412 for the lease; 409
// InvalidBlobType; 409 BlockCountExceedsLimit with 100,000 staged blocks; 400 Md5Mismatch and Crc64Mismatch; 411
// MissingContentLengthHeader.
//
// Source: Azure REST, "Put Block".
// Assumed: it frees a lease that has expired, as other writes do; conditional headers are ignored.
type PutBlock struct {
	Path  string                   `op:"path" help:"the blob, its container before the first slash"`
	Body  []byte                   `op:"body,content" help:"the bytes of the block"`
	Block engine.Opt[string]       `op:"block" help:"the id of the block, base64, as A001"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Unheeded
	Place
	Transfer
}

func (p PutBlock) request() request {
	a := Guards{Lease: p.Lease}.write(p.Path, Scope{Place: p.Place})
	a.use, a.kind, a.syntax, a.sent = creates, blockBlob, p.validate(), p.Transfer
	return a
}

func (p PutBlock) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	return a.stage(tx, p.Block.Want, func() ([]byte, *engine.Cause) { return p.Body, nil })
}

// validate is what the operation finds wrong with its own words.
func (p PutBlock) validate() *engine.Cause {
	for _, c := range []*engine.Cause{lacks(p.Length), blockBody(p.Body), blockWords(p.Block)} {
		if c != nil {
			return c
		}
	}
	return p.Transfer.differs(p.Body)
}

func tooLarge(size int64) *engine.Cause {
	return &engine.Cause{Rule: bodyTooLarge, Want: engine.Number(size), Have: engine.Number(engine.MaxObject)}
}

// blockBody is what is wrong with the bytes of a block.
func blockBody(body []byte) *engine.Cause {
	switch {
	case len(body) > engine.MaxObject:
		return tooLarge(int64(len(body)))
	case len(body) == 0:
		return &engine.Cause{Rule: emptyBlock}
	}
	return nil
}

// blockWords is what is wrong with the id of a block.
func blockWords(id engine.Opt[string]) *engine.Cause {
	switch n, ok := checkBlockID(id.Want); {
	case !ok:
		return wrong(badBlockID, id.Raw())
	case n > blockIDMost:
		return wrong(longBlockID, id.Raw())
	}
	return nil
}

// stage checks a request that stages a block, and stages it. Where the bytes come from another blob, that one is
// checked first.
func (a request) stage(tx *engine.Tx, id string, bytes func() ([]byte, *engine.Cause)) engine.Answer {
	f, c := a.check(tx)
	if c == nil {
		c = f.roomFor(id)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	body, c := bytes()
	if c != nil {
		return tx.Refuse(c)
	}
	next := f.base(tx)
	if old, ok := findBlock(next.rare.staged, id); ok {
		tx.Change(engine.Change{Part: stagedPart(a.path, old), Silent: true})
	} else {
		tx.Change(engine.Change{Part: stagedPart(a.path, block{id: id}), Adds: true})
	}
	next.lease = f.lease
	rare := next.alter()
	rare.staged = with(rare.staged, block{id: id, body: body, size: int64(len(body)), by: tx.Mark(), from: a.origin()})
	rare.unused = tx.Now().Add(stagedKept)
	f.state.blobs.Put(tx, a.path, &next)
	return tx.Done(201, a.sent.says(nil)...)
}

// roomFor is nil where a block of that id can be staged.
func (f *found) roomFor(id string) *engine.Cause {
	o := f.there()
	if o == nil || len(o.rare.staged) == 0 {
		return nil
	}
	first := o.rare.staged[0]
	was, _ := checkBlockID(first.id) // bytes: texts of one length may be of several
	if is, _ := checkBlockID(id); is != was {
		return &engine.Cause{Rule: otherLength, Want: engine.Text(id), Have: engine.Text(first.id),
			Since: firstStaged(o.rare.staged)}
	}
	_, again := findBlock(o.rare.staged, id)
	return RoomToStage(len(o.rare.staged), again)
}

// RoomToStage is why a block cannot be staged beside so many others; nil where it can, as always where it stands there
// already and is staged again.
func RoomToStage(staged int, again bool) *engine.Cause {
	if again || staged < stagedMost {
		return nil
	}
	return &engine.Cause{Rule: manyStaged, Have: engine.Number(int64(staged))}
}

// firstStaged is the oldest work in the staging area: it fixed the length of the ids.
func firstStaged(staged []block) engine.Mark {
	first := staged[0].by
	for _, b := range staged {
		if b.by.Event < first.Event {
			first = b.by
		}
	}
	return first
}

// base is a copy of the blob to stage into: itself, or a new uncommitted one.
func (f *found) base(tx *engine.Tx) Object {
	if o := f.there(); o != nil {
		return *o
	}
	next := Object{uncommitted: true, rare: usual}
	if p := f.past; p != nil {
		next.version, next.rare = p.version, &rare{removed: p.rare.removed, stamped: p.rare.stamped,
			spent: p.rare.spent, before: p.typeBefore(blockBlob)}
	}
	next.kind, next.modified, next.made = blockBlob, tx.Now().Seconds(), tx.Mark()
	return next
}

// typeBefore is the type that stood under the name before one of another type takes it.
func (o *Object) typeBefore(kind string) string {
	if o.kind != kind {
		return o.kind
	}
	return o.rare.before
}

// PutBlockFromURL stages a block whose bytes are those of another blob, or a range of them, read at that moment.
//
// Conditions on the source count, those on the destination do not exist; a lease on the source is irrelevant.
//
// Answers: 201; 404 BlobNotFound where the source is missing; 412 SourceConditionNotMet; else as Put Block.
//
// Source: Azure REST, "Put Block From URL".
type PutBlockFromURL struct {
	Path  string             `op:"path" help:"the blob, its container before the first slash"`
	Block engine.Opt[string] `op:"block" help:"the id of the block, base64, as A001"`
	FromURL
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Unheeded
	Place
}

func (p PutBlockFromURL) request() request {
	a := Guards{Lease: p.Lease}.write(p.Path, Scope{Place: p.Place})
	a.use, a.kind, a.syntax = creates, blockBlob, blockWords(p.Block)
	a.reads(p.FromURL)
	return a
}

func (p PutBlockFromURL) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	return a.stage(tx, p.Block.Want, func() ([]byte, *engine.Cause) { return a.sourced(tx, p.FromURL) })
}
