package blob

import (
	"math"
	"slices"
	"strconv"

	"interleave/engine"
)

// page is 512 bytes of a page blob: whether anything is in it, and who wrote or cleared it.
type page struct {
	written bool
	by      engine.Mark
}

// The sizes of page blobs and the top of their sequence numbers.
//
// Source: Azure REST, "Put Page", "Put Blob", "Set Blob Properties".
const (
	pageSize     = 512
	putPageMost  = 4 << 20 // bytes of one write
	sequenceMost = math.MaxInt64
)

func pageName(at int64) string { return "page " + strconv.FormatInt(at, 10) }

func walkPages(v engine.Visitor, pages []page) {
	for i := range pages {
		if p := &pages[i]; !p.by.IsZero() {
			name := "pages." + strconv.Itoa(i*pageSize)
			v.Flag(name, &p.written)
			v.Mark(name+".by", &p.by)
		}
	}
}

func isPageSize(o engine.Opt[int64]) bool {
	return o.OK && o.Want >= 0 && o.Want <= engine.MaxObject && o.Want%pageSize == 0
}

// resize makes a page blob longer, by empty pages, or shorter.
func (o *Object) resize(tx *engine.Tx, path string, size int64) {
	for i := size / pageSize; i < int64(len(o.pages)); i++ {
		if p := o.pages[i]; !p.by.IsZero() {
			tx.Change(engine.Change{Part: engine.Part{Object: blobObject(path), Name: pageName(i * pageSize),
				Mark: p.by}, Drops: true})
		}
	}
	body, pages := make([]byte, size), make([]page, size/pageSize)
	copy(body, o.body)
	copy(pages, o.pages)
	o.body, o.pages = body, pages
}

// PutPage writes or clears whole pages of a page blob in place.
//
// Writes of the same pages are done one after the other; the last one stands, and it may be an old one that was long
// under way. The sequence number, which this never changes, tells such a one: all conditions on it that are given must
// hold. Range: from a multiple of 512 to the byte before another; body: just as long, or empty to clear; at most
// 4 MiB.
//
// Answers: 201 with a new ETag; 412 SequenceNumberConditionNotMet; 416 InvalidPageRange; 412 for lease and conditions;
// 404 BlobNotFound; 409 InvalidBlobType; 413 RequestBodyTooLarge; 400 Md5Mismatch and Crc64Mismatch; 411
// MissingContentLengthHeader.
//
// Source: Azure REST, "Put Page".
type PutPage struct {
	Path  string             `op:"path" help:"the blob, its container before the first slash"`
	Body  []byte             `op:"body,content" help:"the bytes of the pages"`
	Range engine.Opt[string] `op:"range" help:"the bytes to write, as 0-511"`
	Write engine.Opt[string] `op:"page-write,one=update|clear" help:"whether the pages are written or cleared; written unless given"`
	SequenceConditions
	Guards
	Scope
	Transfer
}

// SequenceConditions are those on the sequence number of a page blob.
type SequenceConditions struct {
	AtMost  engine.Opt[int64] `op:"if-sequence-le,guard=sequence,version" help:"only if the sequence number is this or less"`
	Below   engine.Opt[int64] `op:"if-sequence-lt,guard=sequence,version" help:"only if the sequence number is less"`
	Exactly engine.Opt[int64] `op:"if-sequence-eq,guard=sequence,version" help:"only if the sequence number is this"`
}

func (p PutPage) request() request {
	a := p.write(p.Path, p.Scope)
	a.kind, a.sent = pageBlob, p.Transfer
	_, a.syntax = p.validate()
	return a
}

func (p PutPage) Apply(tx *engine.Tx) engine.Answer {
	a := p.request()
	at, _ := p.validate()
	return a.putPages(tx, pageWrite{at: at, asked: p.Range, when: p.SequenceConditions, clears: p.clears(),
		bytes: func() ([]byte, *engine.Cause) { return p.Body, nil }})
}

// pageWrite is what is written to which pages, and under which conditions.
type pageWrite struct {
	at     span
	asked  engine.Opt[string] // the range as it was given
	when   SequenceConditions
	clears bool
	bytes  func() ([]byte, *engine.Cause)
}

// putPages checks a request that writes pages, and writes. Where the bytes come from another blob, that one is checked
// first.
func (a request) putPages(tx *engine.Tx, w pageWrite) engine.Answer {
	f, c := a.check(tx)
	if c == nil {
		c = w.when.numbered(tx, f.old)
	}
	if c == nil && w.at.to > int64(len(f.old.body)) {
		c = &engine.Cause{Rule: beyondPages, Want: w.asked.Raw(), Have: engine.Number(int64(len(f.old.body)))}
	}
	var body []byte
	if c == nil {
		body, c = w.bytes()
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next := *f.old
	next.lease, next.body, next.pages = f.lease, slices.Clone(next.body), slices.Clone(next.pages)
	clear(next.body[w.at.from:w.at.to])
	copy(next.body[w.at.from:w.at.to], body)
	for i := w.at.from / pageSize; i < w.at.to/pageSize; i++ {
		old := next.pages[i]
		part := engine.Part{Object: blobObject(a.path), Name: pageName(i * pageSize), Mark: old.by}
		if w.clears && !old.written { // it stays as it is, the work of who cleared it, if anybody did
			if !old.by.IsZero() {
				tx.Show(part)
			}
			continue
		}
		tx.Change(engine.Change{Part: part})
		next.pages[i] = page{written: !w.clears, by: tx.Mark()}
	}
	next.touched(tx)
	f.state.blobs.Put(tx, a.path, &next)
	tx.Show(next.numberPart(blobObject(a.path)))
	return tx.Done(201, a.sent.says(append(next.stampFields(),
		engine.Field{Name: "sequence", Value: engine.Number(next.sequence)}))...)
}

// Stretch is the bytes that it writes or clears.
func (p PutPage) Stretch() (from, to int64, ok bool) {
	at, c := aligned(p.Range)
	return at.from, at.to, c == nil
}

func (p PutPage) clears() bool { return p.Write.Want == "clear" }

// validate is what the operation finds wrong with its own words, and where it writes.
func (p PutPage) validate() (at span, c *engine.Cause) {
	length := int64(len(p.Body))
	if c := lacks(p.Length); c != nil {
		return at, c
	}
	switch {
	case length > putPageMost:
		return at, &engine.Cause{Rule: bodyTooLarge, Want: engine.Number(length), Have: engine.Number(putPageMost)}
	case p.Write.Set && p.Write.Want != "update" && !p.clears():
		return at, wrong(badPageWrite, p.Write.Raw())
	}
	if at, c = aligned(p.Range); c != nil {
		return at, c
	}
	if p.clears() && length > 0 || !p.clears() && length != at.to-at.from {
		return at, &engine.Cause{Rule: otherSize, Want: p.Range.Raw(), Have: engine.Number(length)}
	}
	if c := p.SequenceConditions.words(); c != nil {
		return at, c
	}
	return at, p.Transfer.differs(p.Body)
}

// aligned is a range of whole pages.
func aligned(r engine.Opt[string]) (at span, c *engine.Cause) {
	at, ok := parseRange(r)
	switch {
	case !r.Set:
		return at, &engine.Cause{Rule: noRange}
	case !ok:
		return at, wrong(badRange, r.Raw())
	case at.to == 1<<62 || at.from%pageSize != 0 || at.to%pageSize != 0:
		return at, wrong(unalignedPages, r.Raw())
	}
	return at, nil
}

// words is what is wrong with the numbers.
func (p SequenceConditions) words() *engine.Cause {
	for _, n := range []engine.Opt[int64]{p.AtMost, p.Below, p.Exactly} {
		if n.Set && (!n.OK || n.Want < 0) {
			return wrong(badSequence, n.Raw())
		}
	}
	return nil
}

// numbered is nil where all conditions on the sequence number hold.
func (p SequenceConditions) numbered(tx *engine.Tx, o *Object) *engine.Cause {
	for _, n := range []struct {
		want  engine.Opt[int64]
		holds bool
	}{{p.AtMost, o.sequence <= p.AtMost.Want}, {p.Below, o.sequence < p.Below.Want},
		{p.Exactly, o.sequence == p.Exactly.Want}} {
		switch {
		case !n.want.Set:
		case !n.holds:
			return &engine.Cause{Rule: otherSequence, Want: n.want.Raw(), Have: engine.Number(o.sequence),
				Since: o.rare.wrote.sequence}
		default:
			compare(tx, engine.ObjectID{}, []string{"sequence"})
		}
	}
	return nil
}

// GetPageRanges lists which pages of a page blob hold something, as ranges of bytes; beside a snapshot, which were
// written since then and which were cleared.
//
// Answers: 200 with the ranges; 304, 412 and 404 as for Get; 409 InvalidBlobType, PreviousSnapshotNotFound.
//
// Source: Azure REST, "Get Page Ranges" and "Specifying conditional headers for Blob service operations".
type GetPageRanges struct {
	Path  string             `op:"path" help:"the blob, its container before the first slash"`
	Range engine.Opt[string] `op:"range" help:"bytes to look at, as 0-511"`
	Since engine.Opt[string] `op:"previous" help:"a snapshot: only what is another since then"`
	ReadGuards
	ReadScope
}

func (g GetPageRanges) request() request {
	a := g.read(g.Path, g.ReadScope)
	a.kind = pageBlob
	if _, ok := parseRange(g.Range); !ok {
		a.syntax = wrong(badRange, g.Range.Raw())
	}
	return a
}

func (g GetPageRanges) Apply(tx *engine.Tx) engine.Answer {
	a := g.request()
	at, _ := parseRange(g.Range)
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	if f.unchanged {
		return tx.Done(304, f.stampFields()...)
	}
	pages := f.content().pages
	if size := int64(len(pages)) * pageSize; g.Range.Set && at.from >= size {
		return tx.Refuse(&engine.Cause{Rule: outOfRange, Want: g.Range.Raw(), Have: engine.Number(size)})
	}
	fields := append(f.stampFields(), engine.Field{Name: "size", Value: engine.Number(int64(len(pages)) * pageSize)})
	if !g.Since.Set {
		return tx.Done(200, append(fields, rangeField("ranges", filled(pages, at)))...)
	}
	before := f.state.snapshots.Get(g.Path + "@" + g.Since.Want)
	if before == nil || before.gone {
		return tx.Refuse(wrong(noPrevious, g.Since.Raw()))
	}
	written, cleared := slices.Clone(pages), slices.Clone(pages)
	for i, p := range pages {
		old := page{}
		if i < len(before.pages) {
			old = before.pages[i]
		}
		written[i].written = p.written && p != old
		cleared[i].written = !p.written && old.written
	}
	return tx.Done(200, append(fields, rangeField("ranges", filled(written, at)),
		rangeField("cleared", filled(cleared, at)))...)
}

func rangeField(name string, ranges []span) engine.Field {
	list := make([]engine.Value, len(ranges))
	for i, r := range ranges {
		list[i] = engine.Text(strconv.FormatInt(r.from, 10) + "-" + strconv.FormatInt(r.to-1, 10))
	}
	return engine.Field{Name: name, Value: engine.List(list...)}
}

// filled are the stretches of written pages within a span.
func filled(pages []page, within span) (list []span) {
	for i, p := range pages {
		at := int64(i) * pageSize
		if !p.written || within.to != 0 && (at+pageSize <= within.from || at >= within.to) {
			continue
		}
		if n := len(list); n > 0 && list[n-1].to == at {
			list[n-1].to = at + pageSize
			continue
		}
		list = append(list, span{at, at + pageSize})
	}
	return list
}
