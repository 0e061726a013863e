package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// Conditions are the four conditional headers of an operation on a blob.
type Conditions struct {
	Match      engine.Value `op:"if-match,guard=etag,version" help:"only if the blob has this ETag; * if there is one"`
	NoneMatch  engine.Value `op:"if-none-match,guard=etag" help:"only if the blob has another ETag"`
	Modified   engine.Value `op:"if-modified-since,guard=last-modified" help:"only if it was written after this second"`
	Unmodified engine.Value `op:"if-unmodified-since,guard=last-modified,version" help:"only if it was not written after this second"`
}

func (c Conditions) with(tags engine.Opt[string]) conditions {
	return conditions{c.Match, c.NoneMatch, c.Modified, c.Unmodified, tags}
}

// Unheeded are conditional headers that a request may carry and the service does not look at: what is staged is guarded
// when it is committed.
//
// Source: rules.md, "What each operation accepts". Assumed: that they are ignored.
type Unheeded struct {
	Match      engine.Value `op:"if-match,guard=etag,version,ignored" help:"ignored: a condition counts when the blocks are committed"`
	NoneMatch  engine.Value `op:"if-none-match,guard=etag,ignored" help:"ignored: a condition counts when the blocks are committed"`
	Modified   engine.Value `op:"if-modified-since,guard=last-modified,ignored" help:"ignored: a condition counts when the blocks are committed"`
	Unmodified engine.Value `op:"if-unmodified-since,guard=last-modified,version,ignored" help:"ignored: a condition counts when the blocks are committed"`
}

// Guards are what a write can be made to depend on.
type Guards struct {
	Conditions
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
}

// ReadGuards are what a read can be made to depend on.
type ReadGuards struct {
	Conditions `if-match:"only if the blob has one of these ETags" if-none-match:"only if the blob has none of these ETags"`
	Lease      engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
}

// Place is what a request says of where it works beside the path: a snapshot, though none can be written, and by which
// policy it comes.
type Place struct {
	Snapshot engine.Opt[string] `op:"snapshot" help:"no snapshot can be written: the service refuses it"`
	Under    engine.Opt[string] `op:"under" help:"the access policy that the request comes by"`
}

// Scope is a place, and the condition on the tags of what is there.
type Scope struct {
	IfTags engine.Opt[string] `op:"if-tags" help:"only if the tags of the blob are so, as state = 'done' AND n > '3'"`
	Place
}

// ReadScope is the scope of a request that can read snapshots.
type ReadScope struct {
	IfTags engine.Opt[string] `op:"if-tags" help:"only if the tags of the blob are so, as state = 'done' AND n > '3'"`
	Place  `snapshot:"the snapshot to read"`
}

// write is a request that changes a blob.
func (g Guards) write(path string, s Scope) request {
	return request{path: path, lease: g.Lease, snapshot: s.Snapshot, under: s.Under, when: g.with(s.IfTags),
		needs: "w", use: writes, writing: snapshotWritten}
}

// read is a request that reads a blob or a snapshot.
func (g ReadGuards) read(path string, s ReadScope) request {
	return s.of(path, g.Lease, g.Conditions)
}

func (s ReadScope) of(path string, id engine.Opt[engine.Token], c Conditions) request {
	return request{path: path, lease: id, snapshot: s.Snapshot, under: s.Under, when: c.with(s.IfTags), needs: "r",
		oneOnly: true}
}

// LeaseConditions are what the lease operations on a blob take beside their own.
type LeaseConditions struct {
	Conditions
	IfTags   engine.Opt[string] `op:"if-tags" help:"only if the tags of the blob are so, as state = 'done' AND n > '3'"`
	Snapshot engine.Opt[string] `op:"snapshot" help:"no snapshot can be leased: the service refuses it"`
}

func (c LeaseConditions) lease(path string, o lease.Order) request {
	return request{path: path, snapshot: c.Snapshot, when: c.with(c.IfTags), use: leases, order: &o,
		syntax: validateOrder(o), bare: true, writing: snapshotWritten}
}

// ContainerConditions are those of a container. Its ETag guards nothing.
type ContainerConditions struct {
	Modified   engine.Value `op:"if-modified-since,guard=last-modified" help:"only if it was written after this second"`
	Unmodified engine.Value `op:"if-unmodified-since,guard=last-modified,version" help:"only if it was not written after this second"`
	Match      engine.Value `op:"if-match,guard=etag,version,ignored" help:"ignored on containers"`
	NoneMatch  engine.Value `op:"if-none-match,guard=etag,ignored" help:"ignored on containers"`
}

func (c ContainerConditions) dates() conditions {
	return conditions{modified: c.Modified, unmodified: c.Unmodified}
}

// SourceConditions are those of the blob that a request reads beside the one that it writes.
type SourceConditions struct {
	SourceMatch      engine.Value `op:"source-if-match,guard=etag" help:"only if the source has this ETag"`
	SourceNoneMatch  engine.Value `op:"source-if-none-match,guard=etag" help:"only if the source has another ETag"`
	SourceModified   engine.Value `op:"source-if-modified-since,guard=last-modified" help:"only if the source was written after this second"`
	SourceUnmodified engine.Value `op:"source-if-unmodified-since,guard=last-modified" help:"only if the source was not written after this second"`
}

func (c SourceConditions) with(tags engine.Opt[string]) conditions {
	return conditions{c.SourceMatch, c.SourceNoneMatch, c.SourceModified, c.SourceUnmodified, tags}
}

// FromURL is the blob whose bytes a request takes, read at that moment.
type FromURL struct {
	Source         string             `op:"source" help:"the blob to read, its container before the first slash"`
	SourceRange    engine.Opt[string] `op:"source-range" help:"bytes of the source, as 0-3 or 4-"`
	SourceSnapshot engine.Opt[string] `op:"source-snapshot" help:"the snapshot of the source to read"`
	SourceMD5      engine.Opt[string] `op:"source-md5" help:"the MD5 of the bytes that are read, in base64: others are refused"`
	SourceConditions
}

// Properties are what a blob says of its content beside the media type.
type Properties struct {
	Encoding    engine.Opt[string] `op:"content-encoding" help:"how the content is encoded; cleared unless given"`
	Language    engine.Opt[string] `op:"content-language" help:"the language of the content; cleared unless given"`
	Disposition engine.Opt[string] `op:"content-disposition" help:"how a browser is to show the content; cleared unless given"`
	Cache       engine.Opt[string] `op:"cache-control" help:"how long the content may be kept elsewhere; cleared unless given"`
	MD5         engine.Opt[string] `op:"content-md5" help:"the MD5 hash that is kept with the content; cleared unless given"`
}

// pairs are those that were given, by name.
func (p Properties) pairs() (list []engine.Pair) {
	for _, h := range []struct {
		name string
		opt  engine.Opt[string]
	}{{"cache-control", p.Cache}, {"content-disposition", p.Disposition}, {"content-encoding", p.Encoding},
		{"content-language", p.Language}, {"content-md5", p.MD5}} {
		if h.opt.Want != "" {
			list = append(list, engine.Pair{Name: h.name, Text: h.opt.Want})
		}
	}
	return list
}
