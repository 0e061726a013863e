package share

import (
	"cmp"
	"strings"

	"interleave/engine"
)

// CreateFile makes a file of zeros, or puts a new one in the place of what was there: content, properties and metadata
// are replaced. It counts as an open that writes and deletes. It takes no condition: the last writer wins.
//
// Size: at most engine.MaxObject bytes (the service: 4 TiB).
//
// Answers: 201 with a new ETag; 409 SharingViolation, FileLockConflict, DeletePending; 412 for a lease; 404
// ParentNotFound.
//
// Source: Azure REST, "Create File"; "Manage file locks"; rules.md, "FileREST operations" and "Order of checks".
type CreateFile struct {
	Path        string             `op:"path" help:"the file, its share before the first slash"`
	Size        engine.Opt[int64]  `op:"size,content" help:"how many bytes it has, all zero"`
	ContentType string             `op:"content-type" help:"what the content is, as text/plain; application/octet-stream unless given"`
	Attributes  engine.Opt[string] `op:"attributes" help:"its attributes, as None or ReadOnly|Hidden"`
	Metadata    []engine.Pair      `op:"meta.*" help:"a pair of metadata"`
	Permitted
	FileWrite
}

func (o CreateFile) call() call {
	c := o.on(o.Path)
	c.syntax, c.makes, c.access, c.attribute, c.locks = engine.FirstOf(lacking(o.Size), checkSize(o.Size),
		checkAttributes(o.Attributes, false), o.Permitted.validate(false)), true, writing|deleting, true, lockedSize
	c.permitted = o.Permitted
	return c
}

func (o CreateFile) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	f.remade(o.Size.Want, false)
	f.file.contentType, f.file.metadata = cmp.Or(o.ContentType, "application/octet-stream"), sorted(o.Metadata)
	f.file.attributed(tx, o.Attributes.Want)
	f.file.permission = o.keyed(tx, f.s, shareOf(o.Path), "")
	f.save()
	fields := append(f.file.stampFields(), engine.Field{Name: "file-id", Value: engine.Number(f.file.id)})
	return tx.Done(201, permissionField(fields, f.file.permission)...)
}

func lacking(o engine.Opt[int64]) *engine.Cause {
	if !o.Set {
		return wrong(lackLength, engine.Value{})
	}
	return nil
}

func checkSize(o engine.Opt[int64]) *engine.Cause {
	if o.Set && (!o.OK || o.Want < 0 || o.Want > engine.MaxObject) {
		return wrong(sizeLimit, o.Raw())
	}
	return nil
}

// sorted is a set of pairs by name, the last of equal names.
func sorted(pairs []engine.Pair) []engine.Pair {
	var list []engine.Pair
	for _, p := range pairs {
		at := 0
		for at < len(list) && strings.ToLower(list[at].Name) < strings.ToLower(p.Name) {
			at++
		}
		if at < len(list) && strings.EqualFold(list[at].Name, p.Name) {
			list[at] = p
			continue
		}
		list = append(list[:at], append([]engine.Pair{p}, list[at:]...)...)
	}
	return list
}

// GetFile reads the content of a file, or a piece of it. It counts as an open that reads; what an SMB client has in its
// cache is written back first.
//
// Answers: 200 with body and properties, 206 of a range; 409 SharingViolation, FileLockConflict, DeletePending; 500
// ClientCacheFlushDelay; 416 InvalidRange; 404 ResourceNotFound.
//
// Source: Azure REST, "Get File"; "Manage file locks"; rules.md, "FileREST operations" and "What REST does to oplocks".
type GetFile struct{ OfContent }

func (o GetFile) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	at, _ := readRange(o.Range)
	file, status := f.content(), 200
	if o.Range.Set {
		status = 206
		if at.from >= file.size() {
			return f.refuse(&engine.Cause{Rule: beyondEnd, Want: o.Range.Raw(), Have: engine.Number(file.size())})
		}
	}
	to := min(at.to, file.size())
	if f.old == nil {
		object := fileObject(o.Path)
		show(tx, file, object, file.pieces, at.from, at.to)
		for _, p := range file.sides(object) {
			tx.Show(p)
		}
		f.settle()
	}
	fields := append([]engine.Field{{Name: "body", Value: engine.Text(string(file.body[at.from:to]))}},
		file.stampFields()...)
	return tx.Done(status, append(append(fields, file.fields()...), metaFields(file.metadata)...)...)
}

// span is a stretch of bytes, to not in it.
type span struct{ from, to int64 }

// readRange reads first-last, with or without `bytes=` in front; last may be left out. The whole unless given.
func readRange(o engine.Opt[string]) (s span, c *engine.Cause) {
	if !o.Set {
		return span{0, endless}, nil
	}
	first, last, both := strings.Cut(strings.TrimPrefix(o.Want, "bytes="), "-")
	from, ok := offset(first)
	if !both || !ok {
		return span{}, wrong(badRange, o.Raw())
	}
	s = span{from, endless}
	if last != "" {
		to, ok := offset(last)
		if !ok || to < from {
			return span{}, wrong(badRange, o.Raw())
		}
		s.to = to + 1
	}
	return s, nil
}

// offset reads an offset of at most 18 digits.
func offset(text string) (n int64, ok bool) {
	if text == "" || len(text) > 18 {
		return 0, false
	}
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// GetProperties reads everything about a file but its content. No share mode stops it.
//
// Answers: 200; 500 ClientCacheFlushDelay; 409 DeletePending; 404 ResourceNotFound.
//
// Source: Azure REST, "Get File Properties"; rules.md, "FileREST operations", "What a share mode makes REST refuse" and
// "What REST does to oplocks".
type GetProperties struct{ OfFile }

func (o GetProperties) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	file := f.content()
	if f.old == nil {
		for _, p := range file.sides(fileObject(o.Path)) {
			tx.Show(p)
		}
		f.settle()
	}
	return tx.Done(200, append(append(file.stampFields(), file.fields()...), metaFields(file.metadata)...)...)
}

// GetMetadata reads the metadata of a file. No share mode stops it.
//
// Answers: 200; 500 ClientCacheFlushDelay; 409 DeletePending; 404 ResourceNotFound.
//
// Source: Azure REST, "Get File Metadata"; rules.md, "FileREST operations", "What a share mode makes REST refuse" and
// "What REST does to oplocks".
type GetMetadata struct{ OfFile }

func (o GetMetadata) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	file := f.content()
	if f.old == nil {
		tx.Show(file.sides(fileObject(o.Path))[0])
		f.settle()
	}
	return tx.Done(200, append(file.stampFields(), metaFields(file.metadata)...)...)
}

// SetProperties replaces the properties of a file, and its size where one is given: it counts as an open that writes.
//
// Answers: 200 with a new ETag; 409 SharingViolation, FileLockConflict (only with a size), DeletePending; 412 for a
// lease; 404 ResourceNotFound.
//
// Source: Azure REST, "Set File Properties"; rules.md, "Byte-range locks" (L13) and "FileREST operations".
type SetProperties struct {
	Path        string             `op:"path" help:"the file, its share before the first slash"`
	Size        engine.Opt[int64]  `op:"size" help:"how many bytes it has from now on"`
	ContentType engine.Opt[string] `op:"content-type" help:"what the content is, as text/plain; cleared unless given"`
	Attributes  engine.Opt[string] `op:"attributes" help:"its attributes, as None or ReadOnly|Hidden; kept unless given"`
	Permitted
	FileWrite
}

func (o SetProperties) call() call {
	c := o.on(o.Path)
	readOnly, _, _ := attributesOf(o.Attributes.Want)
	c.syntax = engine.FirstOf(checkSize(o.Size), checkAttributes(o.Attributes, true), o.Permitted.validate(true))
	c.access = writing
	c.permitted = o.Permitted
	c.attribute = !o.Attributes.Set || readOnly || keeps(o.Attributes)
	if o.Size.Set {
		c.locks = lockedSize
	}
	return c
}

// Apply checks the request. That the attribute ReadOnly can be taken off is assumed.
func (o SetProperties) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	if o.Size.Set {
		f.cut(o.Size.Want)
	}
	tx.Change(engine.Change{Part: f.file.sides(fileObject(o.Path))[1]})
	f.file.contentType, f.file.wrote.properties, f.file.copied = o.ContentType.Want, tx.Mark(), nil
	if o.Attributes.Set && !keeps(o.Attributes) {
		f.file.attributed(tx, o.Attributes.Want)
	}
	f.file.permission = o.keyed(tx, f.s, shareOf(o.Path), f.file.permission)
	f.file.touched(tx)
	f.save()
	return tx.Done(200, permissionField(f.file.stampFields(), f.file.permission)...)
}

// SetMetadata replaces all metadata of a file: it counts as an open that writes. Locks on bytes do not stop it.
//
// Answers: 200 with a new ETag; 409 SharingViolation, DeletePending; 412 for a lease; 404 ResourceNotFound.
//
// Source: Azure REST, "Set File Metadata"; rules.md, "Byte-range locks" (L13) and "FileREST operations".
type SetMetadata struct {
	Path     string        `op:"path" help:"the file, its share before the first slash"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; all others go"`
	FileWrite
}

func (o SetMetadata) call() call {
	c := o.on(o.Path)
	c.access, c.attribute = writing, true
	return c
}

func (o SetMetadata) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	tx.Change(engine.Change{Part: f.file.sides(fileObject(o.Path))[0]})
	f.file.metadata, f.file.wrote.metadata = sorted(o.Metadata), tx.Mark()
	f.file.touched(tx)
	f.save()
	return tx.Done(200, f.file.stampFields()...)
}

// DeleteFile removes a file at once. It never leaves it pending: while any handle is open it is refused.
//
// Answers: 202; 409 SharingViolation, DeletePending; 412 for a lease; 404 ResourceNotFound.
//
// Source: Azure REST, "Delete File2"; "Manage file locks"; rules.md, "Deleting over SMB" (X14) and "FileREST
// operations".
type DeleteFile struct {
	Path string `op:"path" help:"the file, its share before the first slash"`
	FileWrite
}

func (o DeleteFile) call() call {
	c := o.on(o.Path)
	c.access, c.alone, c.attribute, c.breaks = deleting, true, true, "delete"
	return c
}

func (o DeleteFile) Apply(tx *engine.Tx) engine.Answer {
	f, a, ok := o.call().check(tx)
	if !ok {
		return a
	}
	f.removed(tx.Mark(), tx.Request())
	f.save()
	return tx.Done(202)
}
