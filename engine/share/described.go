package share

import (
	"strings"

	"interleave/engine"
)

// GetShareProperties reads quota, metadata and lease of a share, or of a snapshot that it has.
//
// Answers: 200; 404 ShareNotFound.
//
// Source: Azure REST, "Get Share Properties".
type GetShareProperties struct {
	Share    string             `op:"share" help:"the share"`
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot to look at"`
}

func (o GetShareProperties) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	share, c := s.findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	if !o.Snapshot.Set {
		tx.Show(share.metadataPart(o.Share))
		tx.Show(share.quotaPart(o.Share))
		return tx.Done(200, append(share.properties(), metaFields(share.metadata)...)...)
	}
	key := o.Share + "@" + o.Snapshot.Want
	snap, c := s.findSnapshot(key, engine.Text(key))
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Show(snap.part(key))
	return tx.Done(200, append(snap.properties(), metaFields(snap.metadata)...)...)
}

// properties are ETag, date, quota and lease.
func (s *Share) properties() []engine.Field {
	return append(append(s.fields(), engine.Field{Name: "quota", Value: engine.Number(s.quota)}), s.lease.Fields()...)
}

// properties are those that the share had, and the snapshot's own lease.
func (s *Snapshot) properties() []engine.Field {
	return append([]engine.Field{{Name: "etag", Value: s.etag.Value()},
		{Name: "last-modified", Value: engine.Text(s.modified.Date())},
		{Name: "quota", Value: engine.Number(s.quota)}}, s.lease.Fields()...)
}

func (s *Share) metadataPart(name string) engine.Part {
	return engine.Part{Object: shareObject(name), Name: "metadata", Mark: engine.Newest(s.created, s.described)}
}

// SetShareMetadata replaces all metadata of a share. It takes no condition: the last writer wins.
//
// Answers: 200 with a new ETag; 404 ShareNotFound.
//
// Source: Azure REST, "Set Share Metadata".
type SetShareMetadata struct {
	Share    string        `op:"share" help:"the share"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; all others go"`
}

func (o SetShareMetadata) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	old, c := s.findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *old
	tx.Change(engine.Change{Part: old.metadataPart(o.Share)})
	next.metadata, next.described = sorted(o.Metadata), tx.Mark()
	next.touched(tx)
	s.shares.Put(tx, o.Share, &next)
	return tx.Done(200, next.fields()...)
}

// GetShareStats reads how many bytes the files of a share have.
//
// Answers: 200; 404 ShareNotFound.
//
// Source: Azure REST, "Get Share Stats".
type GetShareStats struct {
	Share string `op:"share" help:"the share"`
}

func (o GetShareStats) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	share, c := s.findShare(tx, o.Share)
	if c != nil {
		return tx.Refuse(c)
	}
	used := int64(0)
	for path, f := range s.files.All() {
		if !f.gone && shareOf(path) == o.Share {
			used += f.size()
		}
	}
	return tx.Done(200, append(share.fields(), engine.Field{Name: "used", Value: engine.Number(used)})...)
}

// ListShares lists the shares of the account in the order of their names, a page at a time.
//
// Max: 1 to 5000 names in one page; the answer's marker begins the next one. Snapshots stand in front of their share.
//
// Answers: 200 with 0.name and so on.
//
// Source: Azure REST, "List Shares".
type ListShares struct {
	Prefix  string            `op:"prefix" help:"only names that begin so"`
	Marker  string            `op:"marker" help:"where the page begins, from the answer before"`
	Max     engine.Opt[int64] `op:"max" help:"names in one page, 1 to 5000"`
	Include engine.Value      `op:"include" help:"what else is listed: metadata, snapshots; deleted is nothing here"`
}

func (l ListShares) Apply(tx *engine.Tx) engine.Answer {
	if l.Max.Set && (!l.Max.OK || l.Max.Want < 1 || l.Max.Want > pageMost) {
		return tx.Refuse(wrong(badHeader, l.Max.Raw()))
	}
	p := engine.Page{Most: pageMost}
	if l.Max.Set {
		p.Most = int(l.Max.Want)
	}
	asks := func(word string) bool { return strings.Contains(l.Include.String(), word) }
	all := tx.State().(*State)
	for name, s := range all.shares.All() {
		if s.gone || !strings.HasPrefix(name, l.Prefix) || name < l.Marker || !p.Room(name) {
			continue
		}
		if asks("snapshots") {
			for _, id := range s.snapshots {
				key := name + "@" + id
				snap := all.snapshots.Get(key)
				tx.Show(engine.Part{Object: snapshotObject(key), Name: engine.Standing("body"), Mark: snap.made})
				fields := append([]engine.Field{{Name: "snapshot", Value: engine.Text(id)}}, snap.properties()...)
				if asks("metadata") {
					fields = append(fields, metaFields(snap.metadata)...)
				}
				p.Add(name, "name", fields...)
			}
		}
		fields := s.properties()
		tx.Show(s.quotaPart(name))
		if asks("metadata") {
			tx.Show(s.metadataPart(name))
			fields = append(fields, metaFields(s.metadata)...)
		}
		p.Add(name, "name", fields...)
	}
	return tx.Done(200, p.Fields()...)
}

// GetDirectoryProperties reads ETag, date and metadata of a directory; the root is a directory too.
//
// Answers: 200; 404 ShareNotFound, ParentNotFound, ResourceNotFound; 409 DeletePending.
//
// Source: Azure REST, "Get Directory Properties".
type GetDirectoryProperties struct {
	Path string `op:"path" help:"the directory, its share before the first slash"`
	engine.UnderPolicy
}

func (o GetDirectoryProperties) Apply(tx *engine.Tx) engine.Answer {
	if s := tx.State().(*State); !strings.Contains(o.Path, "/") {
		if c := s.enter(tx, o.Path, o.UnderPolicy, "r"); c != nil {
			return tx.Refuse(c)
		}
		return tx.Done(200, s.shares.Get(o.Path).fields()...)
	}
	d, c := directoryAt(tx, o.Path, o.UnderPolicy, "r")
	if c != nil {
		return tx.Refuse(c)
	}
	for _, p := range d.parts(o.Path) {
		tx.Show(p)
	}
	return tx.Done(200, append(permissionField(d.fields(), d.permission), metaFields(d.metadata)...)...)
}

// directoryAt is steps 1 to 6 for a directory.
func directoryAt(tx *engine.Tx, path string, under engine.UnderPolicy, letters string) (*Directory, *engine.Cause) {
	s := tx.State().(*State)
	c := checkPath(path)
	if c == nil {
		c = s.enter(tx, path, under, letters)
	}
	if c == nil {
		c = engine.FirstOf(s.findParent(tx, path), s.marked(path), findDirectory(tx, s, path))
	}
	return s.directory(path), c
}

// SetDirectoryMetadata replaces all metadata of a directory. It takes no condition: the last writer wins.
//
// Answers: 200 with a new ETag; those of Get Directory Properties.
//
// Source: Azure REST, "Set Directory Metadata".
type SetDirectoryMetadata struct {
	Path     string        `op:"path" help:"the directory, its share before the first slash"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; all others go"`
	engine.UnderPolicy
}

func (o SetDirectoryMetadata) Apply(tx *engine.Tx) engine.Answer {
	d, c := directoryAt(tx, o.Path, o.UnderPolicy, "w")
	if c != nil {
		return tx.Refuse(c)
	}
	next := *d
	tx.Change(engine.Change{Part: d.metadataPart(o.Path)})
	next.metadata, next.described = sorted(o.Metadata), tx.Mark()
	next.touched(tx)
	tx.State().(*State).directories.Put(tx, o.Path, &next)
	return tx.Done(200, next.fields()...)
}

// parts are all parts of the directory with the marks of their work.
func (d *Directory) parts(path string) []engine.Part {
	return []engine.Part{{Object: directoryObject(path), Name: "directory", Mark: d.made}, d.metadataPart(path)}
}

func (d *Directory) metadataPart(path string) engine.Part {
	return engine.Part{Object: directoryObject(path), Name: "metadata", Mark: engine.Newest(d.made, d.described)}
}

func (d *Directory) touched(tx *engine.Tx) {
	d.etag, d.modified = tx.Mint(engine.ETag), tx.Now().Seconds()
}

func (d *Directory) fields() []engine.Field {
	return []engine.Field{{Name: "etag", Value: d.etag.Value()},
		{Name: "last-modified", Value: engine.Text(d.modified.Date())}}
}
