package blob

import (
	"slices"

	"interleave/engine"
)

// record is the newest block that a writer appended: its number, where it begins.
type record struct {
	number, from int64
	by           engine.Mark

	origin *engine.Part // of one that was copied
}

// appendedMost is how many blocks an append blob takes.
//
// Source: Azure REST, "Append Block".
const appendedMost = 50_000

// with is the list of records with one more; of each writer the newest stays, which is all that knowing its work needs.
func (r record) with(list []record) []record {
	next := slices.DeleteFunc(slices.Clone(list), func(o record) bool { return o.by.By == r.by.By })
	return append(next, r)
}

// AppendBlock adds a block at the end of an append blob, as one step.
//
// With a position it is added only where the blob has just that many bytes, with a greatest size only where the blob
// has no more afterwards; the position is checked first. Body: 1 to engine.MaxObject bytes, and no more than that in
// the blob.
//
// Answers: 201 with the offset at which it landed, the count of blocks and a new ETag; 412
// AppendPositionConditionNotMet; 412 MaxBlobSizeConditionNotMet; 409 BlobIsSealed; 409 BlockCountExceedsLimit at 50,000
// blocks; 404 BlobNotFound; 409 InvalidBlobType; 400 Md5Mismatch and Crc64Mismatch; 411 MissingContentLengthHeader.
//
// Source: Azure REST, "Append Block".
type AppendBlock struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	Body []byte `op:"body,content" help:"the bytes to add"`
	AppendPlace
	Guards
	Scope
	Transfer
}

// AppendPlace is where a block may land.
type AppendPlace struct {
	Position engine.Opt[int64] `op:"appendpos,guard=size,version" help:"only if the blob has this many bytes"`
	Most     engine.Opt[int64] `op:"maxsize" help:"only if the blob has at most this many bytes afterwards"`
}

func (p AppendBlock) request() request {
	a := p.write(p.Path, p.Scope)
	a.syntax, a.kind, a.needs, a.sent = p.validate(), appendBlob, "aw", p.Transfer
	return a
}

func (p AppendBlock) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	return a.append(tx, p.AppendPlace, func() ([]byte, *engine.Cause) { return p.Body, nil })
}

// append checks a request that appends, and appends. Where the bytes come from another blob, that one is checked first.
func (a request) append(tx *engine.Tx, place AppendPlace, bytes func() ([]byte, *engine.Cause)) engine.Answer {
	f, c := a.check(tx)
	if c == nil && f.old.sealed {
		c = &engine.Cause{Rule: isSealed, Since: f.old.rare.wrote.sealed}
	}
	if c == nil {
		c = atEnd(tx, place.Position, f.old)
	}
	var body []byte
	if c == nil {
		body, c = bytes()
	}
	if c == nil {
		c = place.fits(f.old, body)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next, end := *f.old, int64(len(f.old.body))
	next.lease, next.appended = f.lease, next.appended+1
	next.body = slices.Concat(next.body, body)
	added := record{number: next.appended, from: end, by: tx.Mark(), origin: a.origin()}
	if from := added.origin; from != nil {
		for _, r := range next.records {
			if r.origin != nil && r.by.By == added.by.By && r.origin.Object == from.Object && r.origin.To == from.From {
				tx.Take(*r.origin)
			}
		}
		tx.Take(*from)
	}
	next.records = added.with(next.records)
	next.touched(tx)
	tx.Change(engine.Change{Part: engine.Part{Object: blobObject(a.path), Name: "body", Mark: f.old.wrote.body},
		Adds: true})
	f.state.blobs.Put(tx, a.path, &next)
	return tx.Done(201, a.sent.says(append(next.stampFields(),
		engine.Field{Name: "offset", Value: engine.Number(end)},
		engine.Field{Name: "block-count", Value: engine.Number(next.appended)},
		engine.Field{Name: "size", Value: engine.Number(int64(len(next.body)))}))...)
}

// validate is what the operation finds wrong with its own words.
func (p AppendBlock) validate() *engine.Cause {
	for _, c := range []*engine.Cause{lacks(p.Length), blockBody(p.Body), p.words()} {
		if c != nil {
			return c
		}
	}
	return p.Transfer.differs(p.Body)
}

// words is what is wrong with a place.
func (p AppendPlace) words() *engine.Cause {
	switch {
	case p.Position.Set && (!p.Position.OK || p.Position.Want < 0):
		return wrong(badPosition, p.Position.Raw())
	case p.Most.Set && (!p.Most.OK || p.Most.Want < 0):
		return wrong(badPosition, p.Most.Raw())
	}
	return nil
}

// fits is check 9 behind the position: greatest size, count of blocks; last what the simulation keeps of a blob.
func (p AppendPlace) fits(o *Object, body []byte) *engine.Cause {
	size := int64(len(o.body) + len(body))
	if p.Most.Set && size > p.Most.Want {
		return &engine.Cause{Rule: overMaxSize, Want: p.Most.Raw(), Have: engine.Number(size)}
	}
	return RoomToAppend(o.appended, size)
}

// RoomToAppend is why one more block cannot be appended behind so many others, to a blob that has so many bytes then;
// nil where it can.
func RoomToAppend(appended, size int64) *engine.Cause {
	switch {
	case appended >= appendedMost:
		return &engine.Cause{Rule: manyAppended, Have: engine.Number(appended)}
	case size > engine.MaxObject:
		return &engine.Cause{Rule: blobTooLarge, Want: engine.Number(size), Have: engine.Number(engine.MaxObject)}
	}
	return nil
}

// atEnd is nil where the blob ends at the position that was named, if any.
func atEnd(tx *engine.Tx, position engine.Opt[int64], o *Object) *engine.Cause {
	if !position.Set {
		return nil
	}
	if end := int64(len(o.body)); end != position.Want {
		return &engine.Cause{Rule: otherPosition, Want: position.Raw(), Have: engine.Number(end), Since: o.endMoved()}
	}
	tx.Compare()
	return nil
}

// endMoved is what made the blob end where it does.
func (o *Object) endMoved() engine.Mark {
	last := o.wrote.body
	for _, r := range o.records {
		last = engine.Newest(last, r.by)
	}
	return last
}

// sealChanges says whether a seal gives the blob a new ETag and a new Last-Modified: its page says that it does not,
// the emulator gives new ones.
const sealChanges = false

// Seal makes an append blob read-only for good.
//
// Answers: 200 with the ETag that stays; 412 AppendPositionConditionNotMet; 412 for lease and conditions; 404
// BlobNotFound; 409 InvalidBlobType.
//
// Source: Azure REST, "Append Blob Seal".
// Assumed: sealing a sealed blob succeeds; metadata and properties can still be set; the ETag stays as it was, as the
// page says, where the emulator gives a new one.
type Seal struct {
	Path     string            `op:"path" help:"the blob, its container before the first slash"`
	Position engine.Opt[int64] `op:"appendpos,guard=size,version" help:"only if the blob has this many bytes"`
	Guards
	Place
}

func (p Seal) request() request {
	a := p.write(p.Path, Scope{Place: p.Place})
	a.kind = appendBlob
	if p.Position.Set && (!p.Position.OK || p.Position.Want < 0) {
		a.syntax = wrong(badPosition, p.Position.Raw())
	}
	return a
}

func (p Seal) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	f, c := a.check(tx)
	if c == nil {
		c = atEnd(tx, p.Position, f.old)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next := *f.old
	tx.Change(engine.Change{Part: engine.Part{Object: blobObject(p.Path), Name: "sealed", Mark: next.rare.wrote.sealed},
		Adds: true})
	next.lease, next.sealed, next.alter().wrote.sealed = f.lease, true, tx.Mark()
	if sealChanges {
		next.touched(tx)
	}
	f.state.blobs.Put(tx, p.Path, &next)
	return tx.Done(200, append(next.stampFields(), engine.Field{Name: "sealed", Value: engine.Text("true")})...)
}
