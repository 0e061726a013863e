package blob

import (
	"crypto/md5"
	"slices"

	"interleave/engine"
)

// Put replaces the content of a block blob with its properties, metadata and tags, or creates the blob.
//
// The last writer wins unless a condition or a lease says otherwise. A lease that stands stays as it is, snapshots
// stay, the tier stays unless one is given. Body: at most engine.MaxObject bytes.
//
// Answers: 201 with a new ETag; 412 LeaseIdMissing and its kin while a lease stands; 412 ConditionNotMet; 409
// BlobAlreadyExists for If-None-Match * on a blob that is there; 413 RequestBodyTooLarge; 400 Md5Mismatch (of the MD5
// that stays with a block blob, where one is given for that) and Crc64Mismatch where another body arrives than was
// sent; 411 MissingContentLengthHeader.
//
// Source: Azure REST, "Put Blob".
// Assumed: tags that are not sent are cleared (R36), the tier of the old blob is kept.
type Put struct {
	Path     string `op:"path" help:"the blob, its container before the first slash"`
	Body     []byte `op:"body,content" help:"the new content"`
	Guards   `if-none-match:"only if the blob has another ETag; * if there is none"`
	Metadata []engine.Pair      `op:"meta.*,content" help:"a pair of metadata; all others go"`
	Tags     []engine.Pair      `op:"tag.*,content" help:"a tag; all others go"`
	Type     engine.Opt[string] `op:"type,one=BlockBlob|AppendBlob|PageBlob" help:"the type of the blob, BlockBlob unless given"`
	Size     engine.Opt[int64]  `op:"size" help:"bytes of a page blob, a multiple of 512"`
	Sequence engine.Opt[int64]  `op:"sequence" help:"the sequence number of a page blob, 0 unless given"`
	MIME     engine.Opt[string] `op:"content-type" help:"the media type, application/octet-stream unless given"`
	Properties
	Tier engine.Opt[string] `op:"tier,one=Hot|Cool|Cold" help:"the access tier"`
	Scope
	Transfer
}

func (p Put) request() request {
	a := p.write(p.Path, p.Scope)
	a.syntax, a.kind, a.use, a.needs = p.validate(), p.kind(), creates, toCreate
	return a
}

func (p Put) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	headers := p.Properties
	headers.MD5 = p.kept()
	made := content{kind: p.kind(), body: p.Body, metadata: sorted(p.Metadata), tags: sorted(p.Tags),
		contentType: mediaType(p.MIME),
		headers:     headers.pairs()}
	if made.kind == blockBlob && headers.MD5.Want == "" {
		made.summed = md5.Sum(p.Body)
	}
	if made.kind == pageBlob {
		made.body, made.pages, made.sequence = make([]byte, p.Size.Want), make([]page,
			p.Size.Want/pageSize), p.Sequence.Want
	}
	next := a.make(tx, &f, &made, p.Tier)
	next.touched(tx)
	f.state.blobs.Put(tx, p.Path, next)
	if next.kind == pageBlob {
		tx.Show(next.numberPart(blobObject(p.Path)))
	}
	return tx.Done(201, p.Transfer.says(next.stampFields())...)
}

// kept is the MD5 that stays with the blob: the one that is given for it, else the one that its body was sent with.
//
// Of a request that names none the service makes one: content.summed.
//
// Source: Azure REST, "Put Blob", "Request headers".
func (p *Put) kept() engine.Opt[string] {
	if p.MD5.Set || p.kind() != blockBlob {
		return p.MD5
	}
	return p.BodyMD5
}

func (p *Put) kind() string {
	if p.Type.Set {
		return p.Type.Want
	}
	return blockBlob
}

// validate is what the operation finds wrong with its own words.
func (p *Put) validate() *engine.Cause {
	if c := lacks(p.Length); c != nil {
		return c
	}
	switch {
	case len(p.Body) > engine.MaxObject:
		return tooLarge(int64(len(p.Body)))
	case p.kind() != blockBlob && p.kind() != appendBlob && p.kind() != pageBlob:
		return wrong(badType, p.Type.Raw())
	case p.kind() != blockBlob && len(p.Body) > 0:
		return &engine.Cause{Rule: bodyOfType, Want: engine.Number(int64(len(p.Body)))}
	case p.kind() == pageBlob && !p.Size.Set:
		return &engine.Cause{Rule: noSize}
	case p.Size.Set && (p.kind() != pageBlob || !isPageSize(p.Size)):
		return wrong(badSize, p.Size.Raw())
	case p.Sequence.Set && (p.kind() != pageBlob || !p.Sequence.OK || p.Sequence.Want < 0):
		return wrong(badSequence, p.Sequence.Raw())
	case p.Tier.Set && !isTier(p.Tier.Want):
		return wrong(badTier, p.Tier.Raw())
	}
	if c := engine.FirstOf(checkMetadata(p.Metadata), checkTags(p.Tags)); c != nil {
		return c
	}
	sums := p.Transfer
	if p.MD5.Set && p.kind() == blockBlob { // the one that stays with the blob counts before that of the transfer
		sums.BodyMD5 = p.MD5
	}
	return sums.differs(p.Body)
}

func isTier(text string) bool { return slices.Contains([]string{"Hot", "Cool", "Cold"}, text) }

// stampFields are what an accepted write tells.
func (c *content) stampFields() []engine.Field {
	return stampFields(c.etag, c.modified, c.version)
}

func stampFields(tag engine.Token, at engine.Instant, version int64, more ...engine.Field) []engine.Field {
	return append([]engine.Field{{Name: "etag", Value: tag.Value()}, {Name: "last-modified", Value: engine.Moment(at)},
		{Name: "version", Value: engine.Number(version)}}, more...)
}
