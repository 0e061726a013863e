package blob

import (
	"strings"

	"interleave/engine"
	"interleave/engine/lease"
)

// request is what a request for a blob names and carries, whatever its operation.
type request struct {
	path     string
	snapshot engine.Opt[string]
	lease    engine.Opt[engine.Token]
	under    engine.Opt[string] // the access policy that it comes by
	needs    string             // letters, one of which the policy must allow
	when     conditions
	use      use
	syntax   *engine.Cause  // what the operation finds wrong with its own words
	oneOnly  bool           // a snapshot may be named
	writing  *engine.Rule   // what refuses a snapshot where none may be named
	kind     string         // the type that the blob must have; empty: any
	bare     bool           // an uncommitted blob will do
	commits  bool           // dates are compared with an uncommitted blob too
	from     *source        // another blob that it reads
	sent     Transfer       // what a request that stages says of its body
	target   bool           // its conditions are those of the destination of a copy
	order    *lease.Order   // a lease operation: what it wants of the lease
	headers  bool           // it takes conditional headers; looked at for the list of refusals only
	tagged   bool           // and a condition on tags
	own      []*engine.Rule // what its own words may break; likewise
}

// found is what a request works on: where it is let through, with the lease as it is afterwards.
type found struct {
	state     *State
	container *Container
	past      *Object // of the blob, also where it is gone; nil: there never was one
	old       *Object // nil: it is not there, or uncommitted
	bare      *Object // the blob, where it is uncommitted
	snapshot  *Snapshot
	key       string // of the snapshot that was named; empty: none was
	lease     lease.Lease
	left      int64 // seconds, of a lease that is being broken
	unchanged bool  // 304
}

// there is the blob, committed or not; nil where it is missing.
func (f *found) there() *Object {
	if f.old != nil {
		return f.old
	}
	return f.bare
}

// versioned are the parts that a blob's ETag and date stand for: tags and tier change without them.
var versioned = []string{"body", "metadata", "properties"}

// stands are the parts that the ETag and the date of what was found stand for.
func (f *found) stands(path string) []string {
	if f.old == nil {
		return versioned
	}
	list := versioned
	for _, p := range f.old.pieces(blobObject(path), span{}) {
		list = append(list[:len(list):len(list)], p.Name)
	}
	return list
}

// check passes a request through all gates; what one of them does not let through is its cause.
func (a *request) check(tx *engine.Tx) (found, *engine.Cause) {
	f := found{state: tx.State().(*State)}
	for g := range gates {
		if c := a.pass(gate(g), tx, &f); c != nil {
			return f, c
		}
	}
	return f, nil
}

func (a *request) guarded() bool { return a.when.given() || a.lease.Set }

// wordGate is check 1: names first, then the operation's own, the lease id, the conditions.
func (a *request) wordGate(*engine.Tx, *found) *engine.Cause {
	if c := checkNames(a.path, a.snapshot); c != nil {
		return c
	}
	if a.syntax != nil {
		return a.syntax
	}
	if _, ok := lease.ID(a.lease); !ok {
		return wrong(badLeaseID, a.lease.Raw())
	}
	a.when.plain()
	if c := a.when.check(a.use); c != nil || a.from == nil {
		return c
	}
	a.from.when.plain()
	return a.from.when.check(sources)
}

// containerGate is check 2.
func (a *request) containerGate(tx *engine.Tx, f *found) *engine.Cause {
	name, _ := split(a.path)
	return f.findContainer(tx, name, a.use == reads && !a.guarded())
}

// toCreate are the letters one of which makes what is not there; to replace what is there takes that to write.
const toCreate = "wc"

// permissionGate comes next: the policy or the signature must allow what is done. To create takes less than to write.
//
// Source: rules.md, "What a shared access signature allows".
func (a *request) permissionGate(tx *engine.Tx, f *found) *engine.Cause {
	f.past = f.state.blobs.Get(a.path)
	switch {
	case f.past == nil || f.past.gone:
	case f.past.uncommitted:
		f.bare = f.past
	default:
		f.old = f.past
	}
	if a.use != creates || a.needs != toCreate || f.old == nil {
		return permitted(tx, f.container, a.under, a.needs)
	}
	c := permitted(tx, f.container, a.under, "w")
	if c != nil && (c.Rule == permissionNever || c.Rule == lettersLack) && strings.Contains(c.Have.String(), "c") {
		return &engine.Cause{Rule: noOverwrite, Want: engine.Text("w"), Have: c.Have, Since: f.old.changed()}
	}
	return c
}

// findContainer finds what a request works in. What is missing is shown to be: its absence is an answer.
func (f *found) findContainer(tx *engine.Tx, name string, plain bool) *engine.Cause {
	r := f.state.containers.Get(name)
	if r != nil && !r.gone {
		f.container = r
		return nil
	}
	missing, removed := containerNotFound, engine.Mark{}
	if plain {
		missing = noContainerToRead
	}
	if r != nil {
		removed = r.removed
	}
	return tx.Missing(missing, containerObject(name), engine.Text(name), removed)
}

// blobGate is checks 3 and 4. To If-Match an uncommitted blob is missing.
//
// Source: rules.md, "Conditions on writes", "Blob missing" and "Uncommitted blob".
func (a *request) blobGate(tx *engine.Tx, f *found) *engine.Cause {
	if f.old == nil && (f.bare == nil || !a.bare || !a.when.match.IsZero()) && a.use != creates &&
		!(a.snapshot.Set && a.oneOnly) {
		return a.notFound(tx, blobObject(a.path), f.removed())
	}
	if !a.snapshot.Set {
		return nil
	}
	if !a.oneOnly {
		return wrong(a.writing, a.snapshot.Raw())
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

func (a *request) notFound(tx *engine.Tx, object engine.ObjectID, removed engine.Mark) *engine.Cause {
	name := object.Name
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
		return f.past.rare.removed
	}
	return engine.Mark{}
}

// pendingGate is check 5: what a copy is under way to takes neither writes nor snapshots nor lease operations.
func (a *request) pendingGate(_ *engine.Tx, f *found) *engine.Cause {
	if f.old == nil || f.key != "" || a.use == reads || a.use == aborts || !f.old.pending() {
		return nil
	}
	return &engine.Cause{Rule: pendingCopy, Have: f.old.rare.copied.id.Value(), Since: f.old.rare.copied.started}
}

// typeGate is check 8. Where a blob of the right type was replaced by one of another, who replaced it is told.
func (a *request) typeGate(_ *engine.Tx, f *found) *engine.Cause {
	switch {
	case a.kind == "" || f.there() == nil && f.key == "":
		return nil
	case f.key != "":
		if f.snapshot.kind == a.kind {
			return nil
		}
		return &engine.Cause{Rule: otherType, Want: engine.Text(a.kind), Have: engine.Text(f.snapshot.kind)}
	}
	o := f.there()
	switch {
	case o.kind == a.kind, a.use == creates && f.old == nil:
		return nil
	case o.rare.before == a.kind:
		return &engine.Cause{Rule: typeReplaced, Want: engine.Text(a.kind), Have: engine.Text(o.kind), Since: o.made}
	}
	return &engine.Cause{Rule: otherType, Want: engine.Text(a.kind), Have: engine.Text(o.kind)}
}

// leaseOnNothing is the switch of what a lease id does where no blob is.
const leaseOnNothing = "lease-on-nothing"

// leaseGate is check 6; the lease operations have their own. A snapshot has no lease; neither has what is not there,
// but the end of one may be known.
func (a *request) leaseGate(tx *engine.Tx, f *found) (c *engine.Cause) {
	if a.order != nil {
		f.lease, f.left, c = leaseMachine.Move(tx, f.there().lease, *a.order)
		return c
	}
	id, _ := lease.ID(a.lease)
	switch {
	case f.key != "":
		none := lease.Lease{}
		_, c = none.Use(tx, usesOfBlob[a.tableUse(none)], id)
		return c
	case f.past != nil:
		f.lease = f.past.lease
	}
	if f.there() == nil {
		switch {
		case id.IsZero():
			return nil
		case a.target: // the page of the copies says so for itself, and nothing else was seen
			return f.lease.Refuse(tx, noLeaseToCopy, id)
		case tx.Setting(leaseOnNothing) != "refused":
			return nil
		}
		return f.lease.Refuse(tx, noLeaseToMake, id)
	}
	f.lease, c = f.lease.Use(tx, usesOfBlob[a.tableUse(f.lease)], id)
	return c
}

// endlessGate is for copies: only a lease without end is enough.
func (a *request) endlessGate(_ *engine.Tx, f *found) *engine.Cause {
	if !a.target || !f.lease.Active() || f.lease.Endless() {
		return nil
	}
	return &engine.Cause{Rule: finiteLease, Want: a.lease.Raw(), Have: engine.Number(f.lease.Seconds()),
		Since: f.lease.Since(), Until: f.lease.Ends()}
}

// tableUse is the rows of rules.md, "Using a blob while leased" that apply.
func (a *request) tableUse(l lease.Lease) use {
	switch a.use {
	case creates:
		return writes
	case snaps:
		return reads
	case aborts:
		if l.Endless() {
			return writes
		}
		return reads
	}
	return a.use
}

// conditionGate is check 7: the conditional headers, then the condition on tags, which must hold too.
func (a *request) conditionGate(tx *engine.Tx, f *found) *engine.Cause {
	if !a.when.given() {
		return nil
	}
	r := ordinary
	if a.target {
		r = ofTarget
	}
	if c := a.headerGate(tx, f, r); c != nil || f.unchanged {
		return c
	}
	switch {
	case f.key != "":
		return a.when.tagsMet(f.snapshot.tags, f.snapshot.made, r)
	case f.old == nil:
		return a.when.tagsMet(nil, f.removed(), r)
	}
	return a.when.tagsMet(f.old.tags, f.old.rare.wrote.tags, r)
}

// headerGate compares the conditional headers. To them an uncommitted blob is not there; only a commit compares dates
// with its beginning.
func (a *request) headerGate(tx *engine.Tx, f *found, r *refusals) (c *engine.Cause) {
	if f.old == nil && f.key == "" {
		if c := a.when.create(f.removed(), r); c != nil || f.bare == nil || a.use == creates && !a.commits {
			return c
		}
		bare := validators{modified: f.bare.modified, changed: f.bare.rare.staged[0].by}
		dates := conditions{modified: a.when.modified, unmodified: a.when.unmodified}
		return dates.write(tx, bare, a.use, nil, r)
	}
	v := f.validators()
	if v.of = blobObject(a.path); f.key != "" {
		v.of = snapshotObject(f.key)
	}
	if a.use == reads {
		c, f.unchanged = a.when.read(tx, v, f.stands(a.path))
		return c
	}
	return a.when.write(tx, v, a.use, f.stands(a.path), r)
}

// validators are those of what was named, the blob or its snapshot.
func (f *found) validators() validators {
	if f.key != "" {
		return f.snapshot.validators()
	}
	return f.old.validators()
}
