package share

import (
	"interleave/engine"
)

// PutRange writes or clears bytes of a file in place. One put is done as one; two are not. It counts as an open that
// writes the whole
// file: a byte-range lock anywhere stops it. It takes no condition: the last writer wins.
//
// Range: within the size of the file; body: just as long, or none to clear; at most 4 MiB, here engine.MaxObject bytes.
//
// Answers: 201 with a new ETag; 409 SharingViolation, FileLockConflict, DeletePending; 412 for a lease; 500
// ClientCacheFlushDelay; 416 InvalidRange; 413 RequestBodyTooLarge; 404 ResourceNotFound.
//
// Source: Azure REST, "Put Range"; "Manage file locks"; rules.md, "Byte-range locks" (L11) and "FileREST operations".
// Assumed: one put is done as one.
type PutRange struct {
	Path  string             `op:"path" help:"the file, its share before the first slash"`
	Body  []byte             `op:"body,content" help:"the bytes of the range"`
	Range engine.Opt[string] `op:"range" help:"the bytes to write, as 0-9"`
	Write engine.Opt[string] `op:"write,one=update|clear" help:"whether they are written or cleared; written unless given"`
	FileWrite
}

func (o PutRange) call() call {
	c := o.on(o.Path)
	c.syntax, c.access, c.attribute, c.locks = o.validate(), writing, true, lockedREST
	return c
}

// putMost is how many bytes one put writes at most.
//
// Source: Azure REST, "Put Range"; rules.md, "Error codes".
const putMost = 4 << 20

// Stretch is the bytes that it writes or clears.
func (o PutRange) Stretch() (from, to int64, ok bool) {
	at, c := readRange(o.Range)
	return at.from, at.to, o.Range.Set && c == nil
}

func (o PutRange) clears() bool { return o.Write.Want == "clear" }

// words is what the operation finds wrong with its own words.
func (o PutRange) validate() *engine.Cause {
	at, cause := readRange(o.Range)
	length := int64(len(o.Body))
	switch {
	case o.Write.Set && o.Write.Want != "update" && !o.clears():
		return wrong(badHeader, o.Write.Raw())
	case !o.Range.Set || cause == nil && at.to == endless:
		return wrong(badRange, o.Range.Raw())
	case cause != nil:
		return cause
	case length > putMost:
		return &engine.Cause{Rule: bodyTooLarge, Want: engine.Number(length), Have: engine.Number(putMost)}
	case o.clears() && length > 0, !o.clears() && length != at.to-at.from:
		return &engine.Cause{Rule: otherLength, Want: o.Range.Raw(), Have: engine.Number(length)}
	}
	return nil
}

func (o PutRange) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	at, _ := readRange(o.Range)
	if at.to > f.file.size() {
		return f.refuse(&engine.Cause{Rule: beyondEnd, Want: o.Range.Raw(), Have: engine.Number(f.file.size())})
	}
	if o.clears() {
		f.clear(at)
	} else {
		f.lay(at.from, o.Body, true, tx.Mark(), tx.Request())
	}
	f.file.touched(tx)
	f.save()
	return tx.Done(201, f.file.stampFields()...)
}

// pageSize is what a clear frees; what is not a whole page of a range is written with zeros.
//
// Source: rules.md, "FileREST operations", "Put Range".
const pageSize = 512

func (d *desk) clear(at span) {
	m := d.tx.Mark()
	zeros := func(from, to int64) { d.lay(from, make([]byte, to-from), true, m, d.tx.Request()) }
	from, to := (at.from+pageSize-1)/pageSize*pageSize, at.to/pageSize*pageSize
	if from > to { // no whole page
		zeros(at.from, at.to)
		return
	}
	zeros(at.from, from)
	for _, p := range engine.PiecesWithin(d.file.pieces, from, to) {
		if !p.Data { // it stays as it is, the work of who made or cleared it
			d.tx.Show(bodyPart(p, fileObject(d.path)))
			continue
		}
		zeros(p.From, p.To)
		d.file.pieces = engine.Laid(d.file.pieces, pieceOf(p.From, p.To, false, m))
	}
	zeros(to, at.to)
}

// ListRanges says which bytes of a file were written and not cleared since. It counts as an open that reads.
//
// Answers: 200 with ranges and size; the refusals of Get File.
//
// Source: Azure REST, "List Ranges"; rules.md, "FileREST operations".
type ListRanges struct {
	OfContent `range:"bytes to look at, as 0-511"`
}

func (o ListRanges) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	at, _ := readRange(o.Range)
	file := f.content()
	if f.old == nil {
		f.settle()
	}
	var list []engine.Value
	for _, r := range filled(engine.PiecesWithin(file.pieces, at.from, at.to)) {
		list = append(list, engine.Text(number(r.from)+"-"+number(r.to-1)))
	}
	fields := append(file.stampFields(), engine.Field{Name: "size", Value: engine.Number(file.size())})
	return tx.Done(200, append(fields, engine.Field{Name: "ranges", Value: engine.List(list...)})...)
}

// filled are the stretches that hold something.
func filled(pieces []piece) (list []span) {
	for _, p := range pieces {
		if n := len(list); p.Data && n > 0 && list[n-1].to == p.From {
			list[n-1].to = p.To
		} else if p.Data {
			list = append(list, span{p.From, p.To})
		}
	}
	return list
}

// CopyFile makes a file with the content, the properties and the metadata of another, at once. To its target it is a
// Create File, of its source it asks what a Get File does.
//
// Answers: 202 with a new ETag, copy-id and copy-status success; the refusals of Create File, and of Get File for the
// source.
//
// Source: Azure REST, "Copy File"; rules.md, "FileREST operations". Assumed: the copy is done at once.
type CopyFile struct {
	Path        string                   `op:"path" help:"the file to make, its share before the first slash"`
	From        string                   `op:"source,content" help:"the file to copy, its share before the first slash"`
	Lease       engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the target's lease, needed while one stands"`
	SourceLease engine.Opt[engine.Token] `op:"source-lease,guard=lease" help:"the id of the source's lease; if sent, it must be the one that stands"`
	Untaken
	Snapshot engine.Opt[string] `op:"source-snapshot" help:"the snapshot that the source is read from"`
}

func (o CopyFile) calls() (source, target call) {
	read := OfContent{Path: o.From, FileRead: FileRead{o.SourceLease, Untaken{Timeout: o.Timeout}, o.Snapshot}}
	make := CreateFile{Path: o.Path, Size: engine.Some(int64(0)),
		FileWrite: FileWrite{Lease: o.Lease, Untaken: o.Untaken}}
	return read.call(), make.call()
}

func (o CopyFile) Apply(tx *engine.Tx) engine.Answer {
	source, target := o.calls()
	from, read, to, a, ok := openBoth(tx, source, target)
	if !ok {
		return a
	}
	for _, p := range read.pieces {
		if from.old == nil {
			tx.Take(bodyPart(p, fileObject(o.From)))
		}
	}
	to.remade(read.size(), false)
	to.file.body, to.file.contentType, to.file.metadata = read.body, read.contentType, read.metadata
	to.file.pieces = engine.Laid(nil, pieceOf(0, read.size(), true, tx.Mark()))
	to.file.copied = &copying{tx.Mint(engine.CopyID), o.From, tx.Now().Seconds()}
	to.save()
	return tx.Done(202, append(to.file.stampFields(), to.file.copied.fields()[:2]...)...)
}

// openBoth opens the source of a copy and then its target: the source as it is then, or the answer where one of them is
// refused. What the source's clients have written back stays, unless the request only waits.
func openBoth(tx *engine.Tx, source, target call) (from found, read File, to found, a engine.Answer, ok bool) {
	if c := engine.FirstOf(target.validate(), source.validate()); c != nil {
		return from, read, to, tx.Refuse(c), false
	}
	if from, a, ok = source.check(tx); !ok {
		return from, read, to, a, false
	}
	if from.old == nil {
		from.settle()
	}
	read = *from.content()
	to, a, ok = target.check(tx)
	if !ok && from.moved && a.Status != 0 {
		a = tx.RefuseKeeping(a.Why)
	}
	return from, read, to, a, ok
}
