package share

import "interleave/engine"

// Untaken are the headers that Azure Files knows of other services and refuses, beside the time that a request waits
// and the access policy that it comes by.
type Untaken struct {
	engine.UnderPolicy
	Timeout    engine.Opt[int64] `op:"timeout" help:"seconds that the request waits, 30 at most"`
	Match      engine.Value      `op:"if-match" help:"not taken: Azure Files has no conditions"`
	NoneMatch  engine.Value      `op:"if-none-match" help:"not taken: Azure Files has no conditions"`
	Modified   engine.Value      `op:"if-modified-since" help:"not taken: Azure Files has no conditions"`
	Unmodified engine.Value      `op:"if-unmodified-since" help:"not taken: Azure Files has no conditions"`
}

func (u Untaken) on(path string) call {
	return call{path: path, conditions: conditions{u.Match, u.NoneMatch, u.Modified, u.Unmodified}, timeout: u.Timeout,
		under: u.UnderPolicy}
}

// FileWrite is what every request that changes a file takes.
type FileWrite struct {
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one stands"`
	Untaken
	Snapshot engine.Opt[string] `op:"snapshot" help:"no snapshot can be written"`
}

func (w FileWrite) on(path string) call {
	c := w.Untaken.on(path)
	c.lease, c.snapshot, c.guarded, c.breaks = w.Lease, w.Snapshot, true, "write"
	return c
}

// FileRead is what every request that reads a file takes.
type FileRead struct {
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease; if sent, it must be the one that stands"`
	Untaken
	Snapshot engine.Opt[string] `op:"snapshot" help:"the snapshot to read"`
}

func (r FileRead) on(path string) call {
	c := r.Untaken.on(path)
	c.lease, c.snapshot, c.reads, c.breaks = r.Lease, r.Snapshot, true, "read"
	return c
}

// OfFile is what a request takes that reads something of a file beside its content.
type OfFile struct {
	Path string `op:"path" help:"the file, its share before the first slash"`
	FileRead
}

func (o OfFile) call() call { return o.on(o.Path) }

// OfContent is what a request takes that reads the content, or what is known of its bytes. It counts as an open that
// reads.
type OfContent struct {
	Path  string             `op:"path" help:"the file, its share before the first slash"`
	Range engine.Opt[string] `op:"range" help:"bytes to read, as 0-9"`
	FileRead
}

func (o OfContent) call() call {
	c := o.on(o.Path)
	_, c.syntax = readRange(o.Range)
	c.access, c.locks, c.exclusive = reading, lockedRead, true
	return c
}
