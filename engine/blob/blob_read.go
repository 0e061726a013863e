package blob

import (
	"strconv"

	"interleave/engine"
)

// Get reads a blob or one of its snapshots, all of it or a range of bytes.
//
// Answers: 200, or 206 for a range, with body, metadata, properties and the state of the lease; 304 where If-None-Match
// or If-Modified-Since say that nothing is new; 412 ConditionNotMet; 404 BlobNotFound whatever the conditions say; 416
// InvalidRange.
//
// Source: Azure REST, "Get Blob" and "Specifying conditional headers for Blob service operations".
type Get struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	ReadGuards
	Range engine.Opt[string] `op:"range" help:"bytes to read, as 0-3 or 4-"`
	ReadScope
}

func (g Get) request() request { return g.read(g.Path, g.ReadScope) }

func (g Get) Apply(tx *engine.Tx) engine.Answer {
	span, ranged := parseRange(g.Range) // what is none counts as not sent
	return g.request().read(tx, func(f *found) engine.Answer {
		body, status := f.content().body, 200
		if g.Range.Set && ranged {
			if span.from >= int64(len(body)) {
				return tx.Refuse(&engine.Cause{Rule: outOfRange, Want: g.Range.Raw(),
					Have: engine.Number(int64(len(body)))})
			}
			span.to, status = min(span.to, int64(len(body))), 206
			body = body[span.from:span.to]
		}
		f.show(tx, g.Path, span, "body", "metadata", "properties", "tier")
		fields := append(make([]engine.Field, 0, mostFields), engine.Field{Name: "body",
			Value: engine.Text(string(body))})
		return tx.Done(status, f.properties(append(fields, f.stampFields()...))...)
	})
}

// read passes a request through the gates, and answers with what was found where it has changed.
func (a request) read(tx *engine.Tx, answer func(*found) engine.Answer) engine.Answer {
	f, c := a.check(tx)
	switch {
	case c != nil:
		return tx.Refuse(c)
	case f.unchanged:
		return tx.Done(304, f.stampFields()...)
	}
	return answer(&f)
}

// Description is what a request takes that reads something of a blob beside its content.
type Description struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	ReadGuards
	ReadScope
}

func (d Description) request() request { return d.read(d.Path, d.ReadScope) }

// GetProperties reads everything about a blob but its content and its tags.
//
// Answers: 200; 304, 412 and 404 as for Get.
//
// Source: Azure REST, "Get Blob Properties".
type GetProperties struct{ Description }

func (g GetProperties) Apply(tx *engine.Tx) engine.Answer {
	return g.request().read(tx, func(f *found) engine.Answer {
		f.show(tx, g.Path, span{}, "metadata", "properties", "tier")
		f.showStanding(tx, g.Path)
		f.showSequence(tx, g.Path)
		return tx.Done(200, f.properties(append(make([]engine.Field, 0, mostFields), f.stampFields()...))...)
	})
}

// GetMetadata reads the metadata of a blob.
//
// Answers: 200; 304, 412 and 404 as for Get.
//
// Source: Azure REST, "Get Blob Metadata".
type GetMetadata struct{ Description }

func (g GetMetadata) Apply(tx *engine.Tx) engine.Answer {
	return g.request().read(tx, func(f *found) engine.Answer {
		f.show(tx, g.Path, span{}, "metadata")
		f.showStanding(tx, g.Path)
		return tx.Done(200, append(f.stampFields(), engine.PairFields("meta.", f.content().metadata)...)...)
	})
}

// GetTags reads the tags of a blob. It takes no conditions, and its answer carries no ETag: tags have none.
//
// Answers: 200; 412 for a lease id that does not stand; 404 BlobNotFound.
//
// Source: Azure REST, "Get Blob Tags".
type GetTags struct {
	Path  string                   `op:"path" help:"the blob, its container before the first slash"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
	ReadScope
}

func (g GetTags) request() request {
	a := g.of(g.Path, g.Lease, Conditions{})
	a.needs = "t"
	return a
}

func (g GetTags) Apply(tx *engine.Tx) engine.Answer {
	return g.request().read(tx, func(f *found) engine.Answer {
		f.show(tx, g.Path, span{}, "tags")
		return tx.Done(200, engine.PairFields("tag.", f.content().tags)...)
	})
}

// span is a piece of a body, to not in it; 0, 0 is the whole.
type span struct{ from, to int64 }

// parseRange reads first-last, with or without `bytes=` in front; last may be left out.
func parseRange(o engine.Opt[string]) (s span, ok bool) {
	if !o.Set {
		return span{}, true
	}
	s.from, s.to, ok = engine.ByteRange(o.Want)
	return s, ok
}

// show says which parts the answer shows, and of the body which bytes.
func (f *found) show(tx *engine.Tx, path string, s span, names ...string) {
	parts := []engine.Part(nil)
	if f.key != "" {
		parts = f.snapshot.parts(f.key)
	} else {
		parts = f.old.parts(blobObject(path))
	}
	for _, p := range parts {
		for _, name := range names {
			if p.Name != name {
				continue
			}
			if name == "body" {
				p.From, p.To = s.from, s.to
				f.showPieces(tx, path, s)
			}
			tx.Show(p)
		}
	}
}

// showStanding says that the answer shows by its tag which text stands there.
func (f *found) showStanding(tx *engine.Tx, path string) {
	if f.key == "" {
		tx.Show(engine.Part{Object: blobObject(path), Name: engine.Standing("body"), Mark: f.old.wrote.body})
	}
}

// showSequence says that the answer shows the sequence number of a page blob.
func (f *found) showSequence(tx *engine.Tx, path string) {
	if f.key == "" && f.old.kind == pageBlob {
		tx.Show(f.old.numberPart(blobObject(path)))
	}
}

// showPieces says which parts of the body the answer shows that were written alone: pages, appended blocks, committed
// blocks.
func (f *found) showPieces(tx *engine.Tx, path string, s span) {
	if f.key != "" {
		return
	}
	for _, p := range f.old.pieces(blobObject(path), s) {
		tx.Show(p)
	}
	for _, b := range f.old.blocks {
		tx.Show(blockPart(path, b))
	}
}

// content is that of what was named, the blob or its snapshot.
func (f *found) content() *content {
	if f.key != "" {
		return &f.snapshot.content
	}
	return &f.old.content
}

func (f *found) stampFields() []engine.Field { return f.content().stampFields() }

// mostFields is room for the fields of most reads.
const mostFields = 14

// properties puts the fields of a read behind its body and stamps.
func (f *found) properties(fields []engine.Field) []engine.Field {
	if f.key != "" {
		fields = append(f.snapshot.content.fieldsBehind(fields), f.snapshot.beside()...)
		return append(fields, engine.PairFields("meta.", f.snapshot.metadata)...)
	}
	fields = append(f.old.content.fieldsBehind(fields), engine.Field{Name: "created",
		Value: engine.Moment(f.old.created)})
	fields = append(fields, f.old.inferred()...)
	fields = append(fields, f.old.lease.Fields()...)
	if f.old.rare.copied != nil {
		fields = append(fields, f.old.rare.copied.fields()...)
	}
	if n := len(f.old.tags); n > 0 {
		fields = append(fields, engine.Field{Name: "tag-count", Value: engine.Number(int64(n))})
	}
	return append(fields, engine.PairFields("meta.", f.old.metadata)...)
}

// beside are when the blob of a snapshot was made, and how many tags it had.
func (s *Snapshot) beside() []engine.Field {
	fields := []engine.Field{{Name: "created", Value: engine.Moment(s.created)}}
	if n := len(s.tags); n > 0 {
		fields = append(fields, engine.Field{Name: "tag-count", Value: engine.Number(int64(n))})
	}
	return fields
}

// inferred says of a tier that nobody set that it is the account's.
func (o *Object) inferred() []engine.Field {
	if o.kind != blockBlob || !o.rare.wrote.tier.IsZero() {
		return nil
	}
	return []engine.Field{{Name: "tier-inferred", Value: engine.Text("true")}}
}

// fields are the properties of content, by its type.
func (c *content) fields() []engine.Field { return c.fieldsBehind(nil) }

func (c *content) fieldsBehind(fields []engine.Field) []engine.Field {
	fields = append(fields, engine.Field{Name: "type", Value: engine.Text(c.kind)},
		engine.Field{Name: "size", Value: engine.Number(int64(len(c.body)))})
	if c.contentType != "" {
		fields = append(fields, engine.Field{Name: "content-type", Value: engine.Text(c.contentType)})
	}
	fields = append(fields, engine.PairFields("", c.headers)...)
	if c.summed != (sum{}) {
		fields = append(fields, engine.Field{Name: "content-md5", Value: engine.Text(c.summed.text())})
	}
	fields = append(fields, engine.Field{Name: "tier", Value: engine.Text(c.tier)})
	switch c.kind {
	case appendBlob:
		fields = append(fields, engine.Field{Name: "block-count", Value: engine.Number(c.appended)},
			engine.Field{Name: "sealed", Value: engine.Text(strconv.FormatBool(c.sealed))})
	case pageBlob:
		fields = append(fields, engine.Field{Name: "sequence", Value: engine.Number(c.sequence)})
	}
	return fields
}
