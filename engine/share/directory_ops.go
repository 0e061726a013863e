package share

import (
	"slices"
	"strings"

	"interleave/engine"
)

// CreateDirectory makes a directory in a share or in another directory.
//
// Answers: 201; 409 ResourceAlreadyExists; 409 DeletePending; 404 ParentNotFound.
//
// Source: Azure REST, "Create Directory"; rules.md, "Order of checks" and "Error codes".
type CreateDirectory struct {
	Path     string        `op:"path" help:"the directory, its share before the first slash"`
	Metadata []engine.Pair `op:"meta.*" help:"a pair of metadata"`
	Permitted
	engine.UnderPolicy
}

func (o CreateDirectory) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	c := engine.FirstOf(checkPath(o.Path), o.Permitted.validate(false))
	if c == nil {
		c = s.enter(tx, o.Path, o.UnderPolicy, "cw")
	}
	if c == nil {
		c = engine.FirstOf(o.known(s.shares.Get(shareOf(o.Path))), s.findParent(tx, o.Path), o.taken(s))
	}
	if c != nil {
		return tx.Refuse(c)
	}
	next := &Directory{made: tx.Mark(), metadata: sorted(o.Metadata),
		permission: o.keyed(tx, s, shareOf(o.Path), "")}
	next.touched(tx)
	next.makes(tx, s, o.Path)
	s.directories.Put(tx, o.Path, next)
	return tx.Done(201, next.fields()...)
}

// makes says that a directory is made where none was.
func (d *Directory) makes(tx *engine.Tx, s *State, path string) {
	removed := engine.Mark{}
	if old := s.directories.Get(path); old != nil {
		removed = old.removed
	}
	for _, p := range d.parts(path) {
		p.Mark, p.Gone = removed, true
		tx.Change(engine.Change{Part: p, Side: p.Name != "directory", Wanted: true})
	}
}

// taken is what has the name.
func (o CreateDirectory) taken(s *State) *engine.Cause {
	if c := s.marked(o.Path); c != nil {
		return c
	}
	if d := s.directory(o.Path); d != nil {
		return &engine.Cause{Rule: alreadyExists, Want: engine.Text(o.Path), Since: d.made}
	}
	if s.file(o.Path) != nil {
		return wrong(typeMismatch, engine.Text(o.Path))
	}
	return nil
}

// DeleteDirectory removes an empty directory at once. It never leaves it pending.
//
// Answers: 202; 409 DirectoryNotEmpty, also for a file that only waits for its last close; 409
// CannotDeleteFileOrDirectory while an SMB client has it open; 409 DeletePending; 404 ResourceNotFound.
//
// Source: Azure REST, "Delete Directory"; rules.md, "Deleting over SMB" (X14), "Error codes" and "Races" (F9, F19).
type DeleteDirectory struct {
	Path string `op:"path" help:"the directory, its share before the first slash"`
	engine.UnderPolicy
}

func (o DeleteDirectory) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	c := checkPath(o.Path)
	if c == nil {
		c = s.enter(tx, o.Path, o.UnderPolicy, "d")
	}
	if c == nil {
		c = engine.FirstOf(s.findParent(tx, o.Path), s.marked(o.Path), findDirectory(tx, s, o.Path))
	}
	if c != nil {
		return tx.Refuse(c)
	}
	d := s.at(tx, o.Path, true)
	if blocker, _ := d.inTheWay(func(*Handle) bool { return true }); blocker != nil {
		return d.refuse(&engine.Cause{Rule: directoryInUse, Want: engine.Text(o.Path), Since: blocker.opened})
	}
	if c := s.occupied(o.Path, notEmpty, pendingInside); c != nil {
		return d.refuse(c)
	}
	d.removed(tx.Mark(), tx.Request())
	d.save()
	return tx.Done(202)
}

// findDirectory is steps 4 and 6 for a directory.
func findDirectory(tx *engine.Tx, s *State, path string) *engine.Cause {
	d := s.directories.Get(path)
	switch {
	case d != nil && !d.gone:
		return nil
	case s.file(path) != nil:
		return wrong(typeMismatch, engine.Text(path))
	}
	return s.noDirectory(tx, notFound, path)
}

// occupied is what is in a directory, by one of two rules: something, or nothing but what waits for its last close.
func (s *State) occupied(path string, something, onlyPending *engine.Rule) *engine.Cause {
	files, directories := s.children(path)
	var pending *engine.Cause
	for _, p := range files {
		f := s.files.Get(p)
		if f.opens.pending.IsZero() {
			return &engine.Cause{Rule: something, Have: engine.Text(p),
				Since: engine.Newest(f.wrote.metadata, f.wrote.properties, f.end)}
		}
		pending = &engine.Cause{Rule: onlyPending, Have: engine.Text(p), Since: f.opens.pending}
	}
	for _, p := range directories {
		return &engine.Cause{Rule: something, Have: engine.Text(p), Since: s.directories.Get(p).made}
	}
	return pending
}

// List lists what is directly in a directory or a share, a page at a time. What waits for its last close to be deleted
// is not listed.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one.
//
// Answers: 200 with 0.name and so on; 404 ShareNotFound, ParentNotFound, ResourceNotFound.
//
// Source: Azure REST, "List Directories and Files"; rules.md, "Deleting over SMB" (X12) and "FileREST operations".
type List struct {
	Path     string             `op:"path" help:"the directory or the share"`
	Prefix   string             `op:"prefix" help:"only names that begin so"`
	Marker   string             `op:"marker" help:"where the page begins, from the answer before"`
	Max      engine.Opt[int64]  `op:"max" help:"names in one page, 1 to 5000"`
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot to read"`
	Include  engine.Value       `op:"include" help:"what else is listed: Timestamps, Etag, Attributes, PermissionKey"`
	engine.UnderPolicy
}

// pageMost is how many names a page has at most.
const pageMost = 5000

func (o List) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	c := o.validate()
	if c == nil {
		c = s.enter(tx, o.Path, o.UnderPolicy, "l")
	}
	var names []string
	if c == nil && o.Snapshot.Set {
		names, c = o.ofSnapshot(tx, s)
	} else if c == nil {
		if c = o.place(tx, s); c == nil {
			names = o.names(s)
		}
	}
	if c != nil {
		return tx.Refuse(c)
	}
	p := engine.Page{Most: pageMost}
	if o.Max.Set {
		p.Most = int(o.Max.Want)
	}
	for _, path := range names {
		if _, name := above(path); name >= o.Marker && strings.HasPrefix(name, o.Prefix) && p.Room(name) {
			o.enter(tx, s, &p, path, name)
		}
	}
	if !o.Snapshot.Set {
		p.Show(tx, engine.Part{Object: directoryObject(o.Path), Name: "names"}, o.Marker,
			func(before string) engine.Mark { return o.newestBefore(s, before) })
		o.showAbsent(tx, s, &p)
	}
	return tx.Done(200, p.Fields()...)
}

func (o List) validate() *engine.Cause {
	if strings.Contains(o.Path, "/") {
		if c := checkPath(o.Path); c != nil {
			return c
		}
	}
	if o.Max.Set && (!o.Max.OK || o.Max.Want < 1 || o.Max.Want > pageMost) {
		return wrong(badHeader, o.Max.Raw())
	}
	return nil
}

// place is the directory that is listed.
func (o List) place(tx *engine.Tx, s *State) *engine.Cause {
	if !strings.Contains(o.Path, "/") {
		return nil
	}
	if c := s.findParent(tx, o.Path); c != nil {
		return c
	}
	return findDirectory(tx, s, o.Path)
}

func (o List) names(s *State) (names []string) {
	files, directories := s.children(o.Path)
	for _, p := range files {
		if s.files.Get(p).opens.pending.IsZero() {
			names = append(names, p)
		}
	}
	for _, p := range directories {
		if s.directories.Get(p).opens.pending.IsZero() {
			names = append(names, p)
		}
	}
	slices.Sort(names)
	return names
}

func (o List) ofSnapshot(tx *engine.Tx, s *State) (names []string, c *engine.Cause) {
	key := shareOf(o.Path) + "@" + o.Snapshot.Want
	snap, c := s.findSnapshot(key, o.Snapshot.Raw())
	if c != nil {
		return nil, c
	}
	tx.Show(snap.part(key))
	all := slices.Clone(snap.dirs)
	for _, f := range snap.files {
		all = append(all, f.path)
	}
	for _, p := range all {
		if parent, _ := above(p); parent == o.Path {
			names = append(names, p)
		}
	}
	slices.Sort(names)
	return names, nil
}

// showAbsent says which files are not in the directory by this page. What is marked for deletion is not listed, and is
// there until it is closed for the last time.
func (o List) showAbsent(tx *engine.Tx, s *State, p *engine.Page) {
	files, _ := s.children(o.Path)
	for _, path := range files {
		if !s.files.Get(path).opens.pending.IsZero() {
			tx.Show(engine.ByName(fileObject(path)))
		}
	}
	names := engine.Part{Object: directoryObject(o.Path), Name: engine.Unlisted("file"), Direct: true}
	p.ShowAbsent(tx, names, o.Prefix, o.Marker,
		func(yield func(string, engine.Mark) bool) {
			for path, f := range s.files.All() {
				if parent, name := above(path); parent == o.Path && f.gone && !yield(name, f.removed) {
					return
				}
			}
		})
}

// enter puts one name on the page, with the size of a file.
func (o List) enter(tx *engine.Tx, s *State, p *engine.Page, path, name string) {
	f := s.file(path)
	if o.Snapshot.Set {
		f = s.snapshots.Get(shareOf(o.Path) + "@" + o.Snapshot.Want).file(path)
	}
	if f == nil {
		var more []engine.Field
		if d := s.directory(path); d != nil {
			more = o.including(d.etag, d.modified, "Directory", d.permission)
		}
		p.Add(name, "directory", more...)
		return
	}
	if !o.Snapshot.Set {
		tx.Show(f.sides(fileObject(path))[1])
		tx.Show(engine.ByName(fileObject(path)))
	}
	p.Add(name, "name", append([]engine.Field{{Name: "size", Value: engine.Number(f.size())}},
		o.including(f.etag, f.modified, told(f.readOnly, f.attributes), f.permission)...)...)
}

// including are the fields of an entry that the request asks for.
func (o List) including(etag engine.Token, modified engine.Instant, attributes, key string) (fields []engine.Field) {
	asks := func(word string) bool { return strings.Contains(strings.ToLower(o.Include.String()), word) }
	if asks("timestamps") {
		fields = append(fields, engine.Field{Name: "last-modified", Value: engine.Text(modified.Date())})
	}
	if asks("etag") {
		fields = append(fields, engine.Field{Name: "etag", Value: etag.Value()})
	}
	if asks("attributes") {
		fields = append(fields, engine.Field{Name: "attributes", Value: engine.Text(attributes)})
	}
	if asks("permissionkey") {
		fields = permissionField(fields, key)
	}
	return fields
}

// newestBefore is the newest work among the names before a token, removals too.
func (o List) newestBefore(s *State, token string) (last engine.Mark) {
	for path, f := range s.files.All() {
		parent, name := above(path)
		if parent != o.Path || name >= token || !strings.HasPrefix(name, o.Prefix) {
			continue
		}
		last = engine.Newest(last, f.wrote.metadata, f.wrote.properties, f.removed, f.end)
	}
	return last
}
