package blob

import (
	"slices"
	"strings"

	"interleave/engine"
)

// PutBlockList makes a blob of blocks, in the order of the list. An element is searched among the staged blocks
// (uncommitted), in the committed list (committed), or among the staged ones first (latest).
//
// All blocks that are staged and not in the list are thrown away, also other writers'; committed ones that are not in
// it are dropped; metadata, properties and tags are those of the request. Snapshots and a lease that stands stay. The
// list has at most 50,000 elements; an empty one makes an empty blob. The conditions are checked now, not when the
// blocks were staged.
//
// Answers: 201 with a new ETag; 400 InvalidBlockList where a block is not where it is searched, and nothing changes;
// 412 for lease and conditions; 409 BlobAlreadyExists for If-None-Match *; 409 InvalidBlobType; 400 Md5Mismatch and
// Crc64Mismatch, of the list and not of the blob; 411 MissingContentLengthHeader.
//
// Source: Azure REST, "Put Block List".
// Assumed: a list without a word searches for the latest; tags that are not sent are cleared, as Put Blob does.
type PutBlockList struct {
	Path     string       `op:"path" help:"the blob, its container before the first slash"`
	Blocks   engine.Value `op:"blocks,content" help:"the ids in order, behind where they are searched: [uncommitted A001 latest B001]"`
	Guards   `if-none-match:"only if the blob has another ETag; * if there is none"`
	Metadata []engine.Pair      `op:"meta.*,content" help:"a pair of metadata; all others go"`
	Tags     []engine.Pair      `op:"tag.*,content" help:"a tag; all others go"`
	MIME     engine.Opt[string] `op:"content-type" help:"the media type, application/octet-stream unless given"`
	Properties
	Tier engine.Opt[string] `op:"tier,one=Hot|Cool|Cold" help:"the access tier"`
	Scope
	Transfer `md5:"the MD5 of the list as it is sent, in base64: another one on arrival is refused" crc64:"the CRC64 of the list as it is sent, in base64: another one on arrival is refused"`
}

// element is one entry of a block list.
type element struct{ search, id string }

func (p PutBlockList) request() request {
	a := p.write(p.Path, p.Scope)
	a.commits, a.kind, a.use = true, blockBlob, creates
	_, a.syntax = p.validate()
	return a
}

func (p PutBlockList) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	list, _ := p.validate()
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	made := content{kind: blockBlob, metadata: sorted(p.Metadata), tags: sorted(p.Tags), contentType: mediaType(p.MIME),
		headers: p.Properties.pairs()}
	if c := f.assemble(tx, p.Path, list, &made); c != nil {
		return tx.Refuse(c)
	}
	next := a.make(tx, &f, &made, p.Tier)
	next.touched(tx)
	f.state.blobs.Put(tx, p.Path, next)
	return tx.Done(201, p.Transfer.says(next.stampFields())...)
}

// validate reads the list, and says what the operation finds wrong with its own words.
func (p PutBlockList) validate() ([]element, *engine.Cause) {
	if c := lacks(p.Length); c != nil {
		return nil, c
	}
	values, ok := p.Blocks.List()
	if !ok && !p.Blocks.IsZero() {
		values = []engine.Value{p.Blocks}
	}
	var list []element
	search := searchLatest
	for _, v := range values {
		text := v.String()
		switch word := strings.ToLower(text); word {
		case searchCommitted, searchStaged, searchLatest:
			search = word
			continue
		}
		switch n, ok := checkBlockID(text); {
		case !ok:
			return nil, wrong(badListedID, v)
		case n > blockIDMost:
			return nil, wrong(longBlockID, v)
		}
		list = append(list, element{search, text})
	}
	switch {
	case len(list) > committedMost:
		return nil, &engine.Cause{Rule: longBlockList, Want: engine.Number(int64(len(list))),
			Have: engine.Number(committedMost)}
	case p.Tier.Set && !isTier(p.Tier.Want):
		return nil, wrong(badTier, p.Tier.Raw())
	}
	if c := engine.FirstOf(checkMetadata(p.Metadata), checkTags(p.Tags)); c != nil {
		return nil, c
	}
	return list, p.Transfer.differs(document(list))
}

// assemble puts the listed blocks together, and says of each that it is taken in.
func (f *found) assemble(tx *engine.Tx, path string, list []element, made *content) *engine.Cause {
	if c := mixed(list); c != nil {
		return c
	}
	o := f.there()
	if o == nil {
		o = &Object{rare: usual}
	}
	offsets, at := make([]int64, len(o.blocks)), int64(0)
	for i, b := range o.blocks {
		offsets[i], at = at, at+b.size
	}
	taken := map[engine.Part]bool{}
	take := func(p engine.Part) {
		if !taken[p] {
			taken[p] = true
			tx.Take(p)
		}
	}
	bodies, size := make([][]byte, 0, len(list)), 0
	for _, e := range list {
		b, body, part, ok := o.search(path, e, offsets)
		if !ok {
			return limited(&engine.Cause{Rule: missingBlock, Want: engine.Text(e.search + " " + e.id),
				Since: f.past.howSpent(e.search, e.id)}, stagedLimit)
		}
		if size += len(body); size > engine.MaxObject {
			return &engine.Cause{Rule: blobTooLarge, Want: engine.Number(int64(size)),
				Have: engine.Number(engine.MaxObject)}
		}
		take(part)
		if b.from != nil {
			take(*b.from)
		}
		bodies = append(bodies, body)
		made.blocks = append(made.blocks, block{id: b.id, size: int64(len(body)), by: b.by})
	}
	made.body = slices.Concat(bodies...)
	return nil
}

// mixed is nil where each block that is listed more than once is searched in one place.
func mixed(list []element) *engine.Cause {
	searched := map[string]string{}
	for _, e := range list {
		if at, again := searched[e.id]; again && at != e.search {
			return &engine.Cause{Rule: mixedBlock, Want: engine.Text(e.search + " " + e.id),
				Have: engine.Text(at + " " + e.id)}
		}
		searched[e.id] = e.search
	}
	return nil
}

// search finds the block that an element of a list names.
func (o *Object) search(path string, e element, offsets []int64) (b block, body []byte, part engine.Part, ok bool) {
	if e.search != searchCommitted {
		if b, ok = findBlock(o.rare.staged, e.id); ok {
			return b, b.body, stagedPart(path, b), true
		}
	}
	if e.search != searchStaged {
		for i, b := range o.blocks {
			if b.id == e.id {
				return b, o.body[offsets[i] : offsets[i]+b.size], blockPart(path, b), true
			}
		}
	}
	return block{}, nil, engine.Part{}, false
}

// GetBlockList reads which blocks a blob consists of, in their order, and which are staged for it, by their ids. It
// takes no conditions.
//
// Answers: 200, with an ETag where the blob is committed; 412 for a lease id that does not stand; 404 BlobNotFound
// where there is neither a blob nor a staged block; 409 InvalidBlobType.
//
// Source: Azure REST, "Get Block List".
// Assumed: without a word of its own the list has the committed blocks, as the documents say; each list is exact at
// that moment.
type GetBlockList struct {
	Path  string                   `op:"path" help:"the blob, its container before the first slash"`
	List  engine.Opt[string]       `op:"list,one=committed|uncommitted|all" help:"which blocks; the committed ones unless given"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
	ReadScope
}

// which says which of its lists is asked for.
func (g GetBlockList) which() string {
	if g.List.Set {
		return strings.ToLower(g.List.Want)
	}
	return searchCommitted
}

func (g GetBlockList) request() request {
	a := g.of(g.Path, g.Lease, Conditions{})
	a.bare, a.kind = true, blockBlob
	if which := g.which(); which != searchCommitted && which != searchStaged && which != "all" {
		a.syntax = wrong(badBlockListType, g.List.Raw())
	}
	return a
}

func (g GetBlockList) Apply(tx *engine.Tx) engine.Answer {
	a, which := g.request(), g.which()
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	if f.key != "" {
		f.show(tx, g.Path, span{}, "body")
		return tx.Done(200, append(f.stampFields(), listFields(searchCommitted, f.snapshot.blocks)...)...)
	}
	o := f.there()
	var fields []engine.Field
	if f.old != nil {
		fields = o.stampFields()
	}
	if which != searchStaged {
		if f.old != nil {
			f.show(tx, g.Path, span{}, "body")
		}
		fields = append(fields, listFields(searchCommitted, o.blocks)...)
	}
	if which != searchCommitted {
		for _, b := range o.rare.staged {
			tx.Show(stagedPart(g.Path, b))
		}
		fields = append(fields, listFields(searchStaged, o.rare.staged)...)
	}
	if f.old != nil {
		fields = append(fields, engine.Field{Name: "size", Value: engine.Number(int64(len(o.body)))})
	}
	return tx.Done(200, fields...)
}

// listFields are the ids and the sizes of blocks.
func listFields(name string, blocks []block) []engine.Field {
	ids, sizes := make([]engine.Value, len(blocks)), make([]engine.Value, len(blocks))
	for i, b := range blocks {
		ids[i], sizes[i] = engine.Text(b.id), engine.Number(b.size)
	}
	return []engine.Field{{Name: name, Value: engine.List(ids...)},
		{Name: name + "-sizes", Value: engine.List(sizes...)}}
}
