package share

import (
	"slices"
	"strings"

	"interleave/engine"
)

// RenameFile gives a file another name within its share, with content, properties and metadata as they are. To the
// file it is a Delete File, to the name that it takes a Create File; what it replaces there is deleted first, with its
// lease.
//
// Answers: 200 with a new ETag; 409 ResourceAlreadyExists where the name is taken, unless it is to be replaced; the
// refusals of Delete File for the source, and of Create File for the name.
//
// Source: Azure REST, "Rename File"; rules.md, "FileREST operations". Assumed: which handles stop it, and that a lease
// of either file ends.
type RenameFile struct {
	Path           string                   `op:"path" help:"the new name, its share before the first slash"`
	From           string                   `op:"source" help:"the file to rename, its share before the first slash"`
	Replace        engine.Opt[string]       `op:"replace,one=true|false" help:"true: what has the name is replaced"`
	IgnoreReadOnly engine.Opt[string]       `op:"ignore-readonly,one=true|false" help:"true: also where it is ReadOnly"`
	Lease          engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease of what is replaced"`
	SourceLease    engine.Opt[engine.Token] `op:"source-lease,guard=lease" help:"the id of the file's lease, needed while one stands"`
	Untaken
}

func (o RenameFile) calls() (source, target call) {
	source = DeleteFile{Path: o.From, FileWrite: FileWrite{Lease: o.SourceLease,
		Untaken: Untaken{Timeout: o.Timeout}}}.call()
	source.attribute, source.renames = false, true
	target = CreateFile{Path: o.Path, Size: engine.Some(int64(0)),
		FileWrite: FileWrite{Lease: o.Lease, Untaken: o.Untaken}}.call()
	target.attribute = o.IgnoreReadOnly.Want != "true"
	if o.Replace.Want == "true" { // a handle of the file that goes must not write into the one that comes
		target.alone, target.renames = true, true
		target.access, target.breaks, target.locks = source.access, source.breaks, source.locks
	}
	return source, target
}

func (o RenameFile) Apply(tx *engine.Tx) engine.Answer {
	source, target := o.calls()
	c := engine.FirstOf(target.validate(), source.validate())
	if c == nil && (shareOf(o.Path) != shareOf(o.From) || o.Path == o.From) {
		c = wrong(badPath, engine.Text(o.From))
	}
	if c != nil {
		return tx.Refuse(c)
	}
	from, a, ok := source.check(tx)
	if !ok {
		return a
	}
	from.settle()
	read, s := *from.content(), tx.State().(*State)
	if c := s.marked(o.Path); c != nil {
		return from.refuse(c)
	}
	if old := s.file(o.Path); old != nil && o.Replace.Want != "true" {
		return from.refuse(&engine.Cause{Rule: nameTaken, Want: engine.Text(o.Path),
			Since: engine.Newest(old.wrote.metadata, old.wrote.properties, old.end)})
	}
	to, a, ok := target.check(tx)
	switch {
	case !ok && from.moved && a.Status != 0:
		return tx.RefuseKeeping(a.Why)
	case !ok:
		return a
	}
	to.remade(0, o.Replace.Want == "true")
	next := to.file
	next.id, next.body, next.pieces, next.end = read.id, read.body, read.pieces, read.end
	next.contentType, next.metadata = read.contentType, read.metadata
	next.readOnly, next.closed, next.attributes = read.readOnly, read.closed, read.attributes
	next.permission = read.permission
	next.lease = next.lease.Forget(tx.Mark())
	next.named(tx.Mark())
	to.save()
	s.files.Put(tx, o.From, &File{gone: true, removed: tx.Mark(), id: read.id, version: read.version,
		lease: read.lease.Forget(tx.Mark())})
	tx.Show(engine.Part{Object: fileObject(o.From), Name: "body", Gone: true, Mark: tx.Mark()})
	return tx.Done(200, next.stampFields()...)
}

// RenameDirectory gives a directory another name within its share, with all that is in it.
//
// Answers: 200 with a new ETag; 409 ResourceAlreadyExists where the name is taken; 409 SharingViolation while an SMB
// client has something in it open; 409 DeletePending; 404 ResourceNotFound, ParentNotFound.
//
// Source: Azure REST, "Rename Directory"; rules.md, "FileREST operations". Assumed: that any handle inside stops it.
type RenameDirectory struct {
	Path string `op:"path" help:"the new name, its share before the first slash"`
	From string `op:"source" help:"the directory to rename, its share before the first slash"`
}

func (o RenameDirectory) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	c := engine.FirstOf(checkPath(o.Path), checkPath(o.From))
	if c == nil && (shareOf(o.Path) != shareOf(o.From) || strings.HasPrefix(o.Path+"/", o.From+"/")) {
		c = wrong(badPath, engine.Text(o.From))
	}
	if c == nil {
		_, c = s.findShare(tx, shareOf(o.Path))
	}
	if c == nil {
		c = engine.FirstOf(s.findParent(tx, o.From), s.marked(o.From), findDirectory(tx, s, o.From),
			s.findParent(tx, o.Path), CreateDirectory{Path: o.Path}.taken(s))
	}
	if c == nil {
		c = s.openInside(o.From)
	}
	if c != nil {
		return tx.Refuse(c)
	}
	s.move(tx, o.From, o.Path)
	next := *s.directory(o.Path)
	next.touched(tx)
	s.directories.Put(tx, o.Path, &next)
	return tx.Done(200, next.fields()...)
}

// openInside is a handle on a directory or on what is in it.
func (s *State) openInside(path string) *engine.Cause {
	for _, h := range s.handles.All() {
		if !h.Gone() && strings.HasPrefix(h.path+"/", path+"/") {
			return &engine.Cause{Rule: openMove, Want: engine.Text(h.path), Since: h.opened}
		}
	}
	return nil
}

// move gives all that begins with a path another one.
func (s *State) move(tx *engine.Tx, from, to string) {
	for path, d := range s.directories.All() {
		if rest, ok := strings.CutPrefix(path+"/", from+"/"); ok && !d.gone {
			s.directories.Put(tx, strings.TrimSuffix(to+"/"+rest, "/"), d)
			s.directories.Put(tx, path, &Directory{gone: true, removed: tx.Mark()})
		}
	}
	for path, f := range s.files.All() {
		if rest, ok := strings.CutPrefix(path, from+"/"); ok && !f.gone {
			next := *f
			next.named(tx.Mark())
			s.files.Put(tx, to+"/"+rest, &next)
			s.files.Put(tx, path, &File{gone: true, removed: tx.Mark(), id: f.id, version: f.version,
				lease: f.lease.Forget(tx.Mark())})
		}
	}
}

// named gives what a file holds the mark of the rename that put it under its name: to who had read what stood there
// before, or that nothing did, it is another's work, whoever wrote its bytes under the old name.
func (f *File) named(m engine.Mark) {
	f.end, f.wrote.metadata, f.wrote.properties = m, m, m
	f.pieces = slices.Clone(f.pieces)
	for i := range f.pieces {
		f.pieces[i].By = m
	}
	f.pieces = engine.JoinedPieces(f.pieces)
}
