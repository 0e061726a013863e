package blob

import (
	"interleave/engine"
)

// bytes are those of the source that a request asks for, once the source was found.
func (s *source) bytes(f FromURL) ([]byte, *engine.Cause) {
	bytes, r := s.read.body, f.SourceRange
	if r.Set {
		span, _ := parseRange(r) // it was read before
		if span.from >= int64(len(bytes)) {
			return nil, &engine.Cause{Rule: outOfRange, Want: r.Raw(), Have: engine.Number(int64(len(bytes)))}
		}
		bytes = bytes[span.from:min(span.to, int64(len(bytes)))]
	}
	if len(bytes) == 0 {
		return nil, &engine.Cause{Rule: emptyBlock}
	}
	return bytes, arrived(f.SourceMD5, bytes)
}

// sourced are those bytes, and says that they go into what is written: of a blob, for a snapshot is always the same.
func (a *request) sourced(tx *engine.Tx, f FromURL) ([]byte, *engine.Cause) {
	bytes, c := a.from.bytes(f)
	read := tx.State().(*State).blob(f.Source)
	if c != nil || read == nil || f.SourceSnapshot.Set {
		return bytes, c
	}
	at := span{}
	if f.SourceRange.Set {
		at, _ = parseRange(f.SourceRange)
	}
	object := blobObject(f.Source)
	a.from.origin = &engine.Part{Object: object, Name: engine.Origin("body"), Mark: read.wrote.body, From: at.from,
		To: at.from + int64(len(bytes))}
	if f.Source != a.path {
		tx.Take(engine.Part{Object: object, Name: "body", Mark: read.wrote.body})
		for _, p := range read.pieces(object, at) {
			if p.Name != "sequence" { // that is none of its bytes
				tx.Take(p)
			}
		}
	}
	return bytes, c
}

// origin is what the bytes of the request were copied from; nil: they were sent, or that is always the same.
func (a *request) origin() *engine.Part {
	if a.from == nil {
		return nil
	}
	return a.from.origin
}

// checkMD5 is what is wrong with an MD5 of a source.
func checkMD5(given engine.Opt[string]) *engine.Cause {
	if given.Set && sumBytes(given.Want) != len(sum{}) {
		return wrong(badSourceMD5, given.Raw())
	}
	return nil
}

// arrived compares the MD5 that a request names with what arrived from the source.
//
// Source: Azure REST, "Copy Blob From URL", x-ms-source-content-md5.
func arrived(given engine.Opt[string], bytes []byte) *engine.Cause {
	if own := md5Of(bytes); given.Set && own != given.Want {
		return &engine.Cause{Rule: otherSourceMD5, Want: given.Raw(), Have: engine.Text(own)}
	}
	return nil
}

// reads lets a request read another blob beside the one that it writes.
func (a *request) reads(f FromURL) {
	a.from = &source{path: f.Source, snapshot: f.SourceSnapshot, when: f.with(engine.Opt[string]{})}
	if a.syntax == nil {
		a.syntax = a.from.validate()
	}
	if _, ok := parseRange(f.SourceRange); a.syntax == nil && !ok {
		a.syntax = wrong(badRange, f.SourceRange.Raw())
	}
	if a.syntax == nil {
		a.syntax = checkMD5(f.SourceMD5)
	}
}

// AppendBlockFromURL is AppendBlock whose bytes are those of another blob, or a range of them, read at that moment.
//
// Answers: 201; 404 BlobNotFound where the source is missing; 412 SourceConditionNotMet; 416 InvalidRange for a range
// behind the end of the source; else as Append Block.
//
// Source: Azure REST, "Append Block From URL".
type AppendBlockFromURL struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	FromURL
	AppendPlace
	Guards
	Scope
}

func (p AppendBlockFromURL) request() request {
	a := p.write(p.Path, p.Scope)
	a.syntax, a.kind, a.needs = p.words(), appendBlob, "aw"
	a.reads(p.FromURL)
	return a
}

func (p AppendBlockFromURL) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	return a.append(tx, p.AppendPlace, func() ([]byte, *engine.Cause) { return a.sourced(tx, p.FromURL) })
}

// PutPageFromURL writes whole pages with bytes of another blob, read at that moment.
//
// Both ranges are from a multiple of 512 to the byte before another, and of one length.
//
// Answers: 201; 404 BlobNotFound where the source is missing; 412 SourceConditionNotMet; 416 InvalidRange for a range
// behind the end of the source; 400 InvalidHeaderValue where the ranges differ in length; 413 RequestBodyTooLarge where
// they are longer than 4 MiB; else as Put Page.
//
// Source: Azure REST, "Put Page From URL".
type PutPageFromURL struct {
	Path    string             `op:"path" help:"the blob, its container before the first slash"`
	Range   engine.Opt[string] `op:"range" help:"the bytes to write, as 0-511"`
	FromURL `source-range:"bytes of the source, as 0-511"`
	SequenceConditions
	Guards
	Scope
}

// Stretch is the bytes that it writes.
func (p PutPageFromURL) Stretch() (from, to int64, ok bool) { return PutPage{Range: p.Range}.Stretch() }

func (p PutPageFromURL) request() request {
	a := p.write(p.Path, p.Scope)
	a.kind = pageBlob
	_, a.syntax = p.validate()
	a.reads(p.FromURL)
	return a
}

// validate is what the operation finds wrong with its own words, and where it writes.
func (p PutPageFromURL) validate() (at span, c *engine.Cause) {
	if at, c = aligned(p.Range); c != nil {
		return at, c
	}
	from, c := aligned(p.SourceRange)
	if c != nil {
		return at, c
	}
	if from.to-from.from != at.to-at.from {
		return at, &engine.Cause{Rule: otherSize, Want: p.Range.Raw(), Have: p.SourceRange.Raw()}
	}
	if length := at.to - at.from; length > putPageMost {
		return at, &engine.Cause{Rule: bodyTooLarge, Want: engine.Number(length), Have: engine.Number(putPageMost)}
	}
	return at, p.SequenceConditions.words()
}

func (p PutPageFromURL) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	at, _ := p.validate()
	return a.putPages(tx, pageWrite{at: at, asked: p.Range, when: p.SequenceConditions,
		bytes: func() ([]byte, *engine.Cause) {
			bytes, c := a.sourced(tx, p.FromURL)
			if c == nil && int64(len(bytes)) != at.to-at.from {
				c = &engine.Cause{Rule: outOfRange, Want: p.SourceRange.Raw(),
					Have: engine.Number(int64(len(a.from.read.body)))}
			}
			return bytes, c
		}})
}
