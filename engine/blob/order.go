package blob

import (
	"strings"

	"interleave/engine"
)

// ask is what a request for a blob names and carries, whatever its operation.
type ask struct {
	path     string
	snapshot engine.Opt[string]
	lease    engine.Opt[engine.Token]
	under    engine.Opt[string] // the access policy that it comes by
	needs    string             // letters, one of which the policy must allow
	when     conditions
	use      use
	syntax   *engine.Cause // what the operation finds wrong with its own words
	oneOnly  bool          // a snapshot may be named
	writing  *engine.Rule  // what refuses a snapshot where none may be named
}

// found is what a request met: where it is let through, with the lease as it is afterwards.
type found struct {
	state     *State
	container *Container
	past      *Object // of the blob, also where it is gone; nil: there never was one
	old       *Object // nil: it is not there
	snapshot  *Snapshot
	key       string // of the snapshot that was named; empty: none was
	lease     lease
	unchanged bool // 304
}

// versioned are the parts that a blob's ETag and date stand for: tags and tier change without them.
var versioned = []string{"body", "metadata", "properties"}

// judge does checks 1 to 7 of section 5, for every operation on a blob but the lease operations, whose check 6 is another.
func (a ask) judge(tx *engine.Tx) (found, *engine.Cause) {
	f, c := a.locate(tx)
	if c != nil {
		return f, c
	}
	if c := a.leaseGate(tx, &f); c != nil {
		return f, c
	}
	return f, a.conditionGate(tx, &f)
}

// locate does checks 1 to 4: words, container, permission, blob, snapshot.
func (a *ask) locate(tx *engine.Tx) (found, *engine.Cause) {
	if c := a.words(); c != nil {
		return found{}, c
	}
	f := found{state: tx.State().(*State)}
	box, _ := split(a.path)
	c := f.findContainer(tx, box, a.use == reads && !a.guarded())
	if c != nil {
		return f, c
	}
	f.past, f.old = f.state.blobs.Get(a.path), f.state.blob(a.path)
	needs := a.needs
	if a.use == creates && f.old == nil {
		needs += "c"
	}
	if c := permitted(tx, f.container, a.under, needs); c != nil {
		return f, c
	}
	return f, a.findBlob(tx, &f)
}

func (a *ask) guarded() bool { return a.when.given() || a.lease.Set }

// words is check 1: names first, then the operation's own, the lease id, the conditions.
func (a *ask) words() *engine.Cause {
	box, name := split(a.path)
	if r := checkContainerName(box); r != nil {
		return wrong(r, engine.Text(box))
	}
	if r := checkBlobName(name); r != nil {
		return wrong(r, engine.Text(name))
	}
	if a.snapshot.Set && !isStamp(a.snapshot.Want) {
		return wrong(badSnapshot, a.snapshot.Raw)
	}
	if a.syntax != nil {
		return a.syntax
	}
	if _, ok := leaseID(a.lease); !ok {
		return wrong(badLeaseID, a.lease.Raw)
	}
	a.when = a.when.plain()
	return a.when.check(a.use)
}

// findContainer is check 2. What is missing is shown to be: its absence is an answer.
func (f *found) findContainer(tx *engine.Tx, name string, plain bool) *engine.Cause {
	r := f.state.containers.Get(name)
	if r != nil && !r.gone {
		f.container = r
		return nil
	}
	c := &engine.Cause{Rule: containerNotFound, Want: engine.Text(name)}
	if plain {
		c.Rule = noContainerToRead
	}
	if r != nil {
		c.Since = r.removed
	}
	tx.Show(engine.Part{Object: containerObject(name), Name: "*", Gone: true, Mark: c.Since})
	return c
}

// findBlob is checks 3 and 4.
func (a *ask) findBlob(tx *engine.Tx, f *found) *engine.Cause {
	if f.old == nil && a.use != creates && !(a.snapshot.Set && a.oneOnly) {
		return a.notFound(tx, blobObject(a.path), f.removed())
	}
	if !a.snapshot.Set {
		return nil
	}
	if !a.oneOnly {
		return wrong(a.writing, a.snapshot.Raw)
	}
	f.key = a.path + "@" + a.snapshot.Want
	f.snapshot = f.state.snapshots.Get(f.key)
	switch {
	case f.snapshot == nil:
		return a.notFound(tx, snapshotObject(f.key), engine.Mark{})
	case f.snapshot.gone:
		return a.notFound(tx, snapshotObject(f.key), f.snapshot.removed)
	}
	return nil
}

func (a *ask) notFound(tx *engine.Tx, object string, removed engine.Mark) *engine.Cause {
	_, name, _ := strings.Cut(object, " ")
	c := &engine.Cause{Rule: blobNotFound, Want: engine.Text(name), Since: removed}
	switch {
	case a.use == reads && !a.guarded():
		c.Rule = noBlobToRead
	case a.use != reads && !a.when.match.IsZero():
		c.Rule = guardedNoBlob
	}
	tx.Show(engine.Part{Object: object, Name: "body", Gone: true, Mark: removed})
	return c
}

// removed is who removed the blob, as far as anybody did.
func (f *found) removed() engine.Mark {
	if f.past != nil {
		return f.past.removed
	}
	return engine.Mark{}
}

// leaseGate is check 6. A snapshot has no lease; neither has what is not there, but the end of one may be known.
func (a *ask) leaseGate(tx *engine.Tx, f *found) (c *engine.Cause) {
	id, _ := leaseID(a.lease)
	table := usesOfBlob
	switch {
	case f.key != "":
		_, c = lease{}.used(tx, table, a.tableUse(), id)
		return c
	case f.past != nil:
		f.lease = f.past.lease
	}
	if f.old == nil {
		if id.IsZero() {
			return nil
		}
		return f.lease.refuse(tx, *noLeaseToMake, id)
	}
	f.lease, c = f.lease.used(tx, table, a.tableUse(), id)
	return c
}

// tableUse is the rows of section 4.1 that apply.
func (a *ask) tableUse() use {
	switch a.use {
	case creates:
		return writes
	case copies:
		return reads
	}
	return a.use
}

// conditionGate is check 7.
func (a *ask) conditionGate(tx *engine.Tx, f *found) (c *engine.Cause) {
	if !a.when.given() {
		return nil
	}
	if f.old == nil && f.key == "" {
		return a.when.create(f.removed())
	}
	v := f.validators()
	if a.use == reads {
		c, f.unchanged = a.when.read(tx, v, versioned)
		return c
	}
	return a.when.write(tx, v, a.use, versioned)
}

// validators are those of what was named, the blob or its snapshot.
func (f *found) validators() validators {
	if f.key != "" {
		return f.snapshot.validators()
	}
	return f.old.validators()
}
