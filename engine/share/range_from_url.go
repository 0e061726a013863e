package share

import "interleave/engine"

// PutRangeFromURL writes bytes of another file into a file, in place and as one. To its target it is a Put Range, of
// its source it asks what a Get File does. It takes no condition: the last writer wins.
//
// Range: within the size of the file; source-range: just as long, within the source.
//
// Answers: 201 with a new ETag; the refusals of Put Range, and of Get File for the source; 416 InvalidRange for bytes
// that the source does not have.
//
// Source: Azure REST, "Put Range from URL"; rules.md, "FileREST operations".
type PutRangeFromURL struct {
	Path        string             `op:"path" help:"the file, its share before the first slash"`
	From        string             `op:"source,content" help:"the file to read, its share before the first slash"`
	Range       engine.Opt[string] `op:"range" help:"the bytes to write, as 0-9"`
	SourceRange engine.Opt[string] `op:"source-range" help:"the bytes to read, as 0-9"`
	FileWrite
	Snapshot engine.Opt[string] `op:"source-snapshot" help:"the snapshot that the source is read from"`
}

func (o PutRangeFromURL) calls() (source, target call) {
	read := OfContent{Path: o.From, Range: o.SourceRange, FileRead: FileRead{Snapshot: o.Snapshot}}
	target = PutRange{Path: o.Path, FileWrite: o.FileWrite}.call()
	target.syntax = o.lengths()
	return read.call(), target
}

// Stretch is the bytes that it writes.
func (o PutRangeFromURL) Stretch() (from, to int64, ok bool) {
	return PutRange{Range: o.Range}.Stretch()
}

// lengths is what the operation finds wrong with its two ranges.
func (o PutRangeFromURL) lengths() *engine.Cause {
	from, fromCause := readRange(o.SourceRange)
	to, toCause := readRange(o.Range)
	switch {
	case !o.Range.Set || toCause == nil && to.to == endless:
		return wrong(badRange, o.Range.Raw())
	case !o.SourceRange.Set || fromCause == nil && from.to == endless:
		return wrong(badRange, o.SourceRange.Raw())
	case toCause != nil || fromCause != nil:
		return engine.FirstOf(toCause, fromCause)
	case from.to-from.from != to.to-to.from:
		return &engine.Cause{Rule: otherRange, Want: o.Range.Raw(), Have: o.SourceRange.Raw()}
	}
	return nil
}

// Apply writes what the source holds now.
func (o PutRangeFromURL) Apply(tx *engine.Tx) engine.Answer {
	source, target := o.calls()
	from, read, to, a, ok := openBoth(tx, source, target)
	if !ok {
		return a
	}
	at, _ := readRange(o.Range)
	of, _ := readRange(o.SourceRange)
	switch {
	case of.to > read.size():
		return to.refuse(&engine.Cause{Rule: beyondEnd, Want: o.SourceRange.Raw(), Have: engine.Number(read.size())})
	case at.to > to.file.size():
		return to.refuse(&engine.Cause{Rule: beyondEnd, Want: o.Range.Raw(), Have: engine.Number(to.file.size())})
	}
	for _, p := range engine.PiecesWithin(read.pieces, of.from, of.to) {
		if from.old == nil {
			tx.Take(bodyPart(p, fileObject(o.From)))
		}
	}
	to.lay(at.from, read.body[of.from:of.to], true, tx.Mark(), tx.Request())
	to.file.touched(tx)
	to.save()
	return tx.Done(201, to.file.stampFields()...)
}
