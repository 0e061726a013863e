package blob

import (
	"slices"
	"time"

	"interleave/engine"
)

// copying is what a blob knows of the newest copy to it.
type copying struct {
	id       engine.Token
	status   string
	source   string       // the blob
	snapshot string       // of it; empty: the blob itself
	etag     engine.Token // of the source when it began
	request  int64        // that began it
	started  engine.Mark
	ends     engine.Instant // of a pending one
	ended    engine.Mark    // of one that is over and was pending
	reason   string         // it failed
	over     engine.Instant // when it was, in whole seconds; it decides nothing and is not walked
}

// The states of a copy, its switch and its time.
//
// Source: Azure REST, "Copy Blob".
const (
	copyPending   = "pending"
	copySucceeded = "success"
	copyAborted   = "aborted"
	copyFailed    = "failed"
	copyTimer     = "copy.ends"
	copyLimit     = "The service gave up the copy to {it}, two weeks after it began,"
	copyLasts     = 14 * 24 * time.Hour
	copySwitch    = "copy"
)

func (c *copying) walk(v engine.Visitor) {
	v.Token("copy.id", &c.id)
	v.Text("copy.status", &c.status)
	v.Text("copy.source", &c.source)
	v.Text("copy.source-snapshot", &c.snapshot)
	v.Token("copy.source-etag", &c.etag)
	v.Number("copy.request", &c.request)
	v.Mark("copy.started", &c.started)
	v.Mark("copy.ended", &c.ended)
	v.Text("copy.why", &c.reason)
	v.End(copyTimer, &c.ends)
}

// fields are the copy as answers report it: a source that is a snapshot with its moment, as its address has it.
func (c *copying) fields() []engine.Field {
	source := c.source
	if c.snapshot != "" {
		source += "?snapshot=" + c.snapshot
	}
	fields := []engine.Field{{Name: "copy-id", Value: c.id.Value()},
		{Name: "copy-status", Value: engine.Text(c.status)},
		{Name: "copy-source", Value: engine.Text(source)}}
	if c.reason != "" {
		fields = append(fields, engine.Field{Name: "copy-why", Value: engine.Text(c.reason)})
	}
	if c.status != copyPending {
		fields = append(fields, engine.Field{Name: "copy-completed", Value: engine.Moment(c.over)})
	}
	return fields
}

// pending says whether a copy to the blob is under way.
func (o *Object) pending() bool { return o.rare.copied != nil && o.rare.copied.status == copyPending }

// concluded is the blob with its copy in another state.
func (o *Object) concluded(tx *engine.Tx, m engine.Mark, status, reason string) *Object {
	next, c := *o, *o.rare.copied
	c.status, c.reason, c.ends, c.ended, c.over = status, reason, 0, m, tx.Now().Seconds()
	next.alter().copied = &c
	return &next
}

// copyEndedBy is how the newest copy to the blob ended; zero where there was none.
func (o *Object) copyEndedBy() engine.Mark {
	if o.rare.copied == nil {
		return engine.Mark{}
	}
	return engine.Newest(o.rare.copied.started, o.rare.copied.ended)
}

// source is the blob that a request reads beside the one it writes, with conditions of its own. Its lease is
// irrelevant.
type source struct {
	path     string
	snapshot engine.Opt[string]
	when     conditions
	read     content     // what was read
	tagged   engine.Mark // who wrote its tags
	key      string      // of the snapshot

	origin *engine.Part // of a piece that is copied: what from; nil where that is always the same
}

// validate is check 1 for the source; its conditions come after those of the destination.
func (s *source) validate() *engine.Cause {
	return checkNames(s.path, s.snapshot)
}

// checkNames looks at the names of a container and of a blob in it, and at the time of a snapshot.
func checkNames(path string, snapshot engine.Opt[string]) *engine.Cause {
	container, name := split(path)
	if r := checkContainerName(container); r != nil {
		return wrong(r, engine.Text(container))
	}
	if r := checkBlobName(name); r != nil {
		return wrong(r, engine.Text(name))
	}
	if snapshot.Set && !isStamp(snapshot.Want) {
		return wrong(badSnapshot, snapshot.Raw())
	}
	return nil
}

// sourceGate finds the source and compares its conditions. The destination of a copy becomes of its type.
//
// Source: rules.md, "Order of checks", Copy Blob: the source comes before the destination's lease and conditions.
func (a *request) sourceGate(tx *engine.Tx, f *found) *engine.Cause {
	if a.from == nil {
		return nil
	}
	c := a.from.check(tx, f)
	if c == nil && a.target {
		a.kind = a.from.read.kind
	}
	return c
}

func (s *source) check(tx *engine.Tx, f *found) *engine.Cause {
	v, c := s.find(f.state)
	if c != nil || !s.when.given() {
		return c
	}
	if c := s.when.write(tx, v, sources, nil, ofSource); c != nil {
		return c
	}
	return s.when.tagsMet(s.read.tags, s.tagged, ofSource)
}

// find reads the source as it is now; a missing one is a cause.
func (s *source) find(state *State) (validators, *engine.Cause) {
	c := &engine.Cause{Rule: sourceNotFound, Want: engine.Text(s.path)}
	if s.snapshot.Set {
		s.key = s.path + "@" + s.snapshot.Want
		c.Want = engine.Text(s.key)
		snap := state.snapshots.Get(s.key)
		if snap == nil || snap.gone {
			if snap != nil {
				c.Since = snap.removed
			}
			return validators{}, c
		}
		s.read, s.tagged = snap.content, snap.made
		return snap.validators(), nil
	}
	if o := state.blob(s.path); o != nil {
		s.read, s.tagged = o.content, o.rare.wrote.tags
		return o.validators(), nil
	}
	if past := state.blobs.Get(s.path); past != nil {
		c.Since = past.rare.removed
	}
	return validators{}, c
}

// Copy makes a blob the copy of another one, or of a snapshot: content, properties and, unless the request has some,
// metadata.
//
// The switch blob.copy says whether the service copies at once (fast) or goes on alone (slow): then the destination is
// empty until the copy is finished, and takes neither writes nor snapshots nor lease operations. Its ETag changes when
// the copy begins and when it ends. A source that changes meanwhile makes the copy fail; after two weeks it fails too.
//
// The destination must be missing or of the source's type. Its snapshots and its lease stay; a lease must be presented
// and have no end.
//
// Answers: 202 with the id and the state of the copy; 404 BlobNotFound where the source is missing; 412
// SourceConditionNotMet; 409 PendingCopyOperation; 412 LeaseIdMissing and its kin, InfiniteLeaseDurationRequired; 412
// TargetConditionNotMet; 409 BlobAlreadyExists for If-None-Match *; 409 InvalidBlobType.
//
// Source: Azure REST, "Copy Blob".
// Assumed: a copy of a blob onto itself is done at once; a blob keeps its tier; a sealed blob's copy is sealed; tags
// are not copied.
type Copy struct {
	Path           string             `op:"path" help:"the destination, its container before the first slash"`
	Source         string             `op:"source" help:"the blob to copy, its container before the first slash"`
	SourceSnapshot engine.Opt[string] `op:"source-snapshot" help:"the snapshot of the source to copy"`
	SourceConditions
	Match        engine.Value             `op:"if-match,guard=etag,version" help:"only if the destination has this ETag; * if there is one"`
	NoneMatch    engine.Value             `op:"if-none-match,guard=etag" help:"only if the destination has another ETag; * if there is none"`
	Modified     engine.Value             `op:"if-modified-since,guard=last-modified" help:"only if the destination was written after this second"`
	Unmodified   engine.Value             `op:"if-unmodified-since,guard=last-modified,version" help:"only if the destination was not written after this second"`
	Lease        engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the destination's lease, needed while one stands"`
	Metadata     []engine.Pair            `op:"meta.*,content" help:"a pair of metadata; the source's unless given"`
	Tags         []engine.Pair            `op:"tag.*,content" help:"a tag; all others go"`
	IfTags       engine.Opt[string]       `op:"if-tags" help:"only if the tags of the blob are so, as state = 'done' AND n > '3'"`
	SourceIfTags engine.Opt[string]       `op:"source-if-tags" help:"only if the tags of the source are so"`
	SourceMD5    engine.Opt[string]       `op:"source-md5" help:"the MD5 of the source, in base64: another one is refused"`
	TagOption    engine.Opt[string]       `op:"tag-option,one=COPY|REPLACE" help:"COPY: the source's tags are taken over"`
	Tier         engine.Opt[string]       `op:"tier,one=Hot|Cool|Cold" help:"the access tier of the destination"`
	Place
}

func (o Copy) request() request {
	from := source{path: o.Source, snapshot: o.SourceSnapshot, when: o.SourceConditions.with(o.SourceIfTags)}
	guards := Guards{Conditions{o.Match, o.NoneMatch, o.Modified, o.Unmodified}, o.Lease}
	a := guards.write(o.Path, Scope{o.IfTags, o.Place})
	a.target, a.from, a.syntax, a.use, a.needs = true, &from, o.validate(&from), creates, toCreate
	return a
}

func (o Copy) Apply(tx *engine.Tx) engine.Answer {
	return o.copy(tx, tx.Setting(copySwitch) == "slow")
}

// CopyFromURL is Copy that answers when all is copied, whatever the switch says.
//
// Answers: as Copy, with the state success.
//
// Source: Azure REST, "Copy Blob From URL".
type CopyFromURL Copy

func (o CopyFromURL) request() request { return Copy(o).request() }

func (o CopyFromURL) Apply(tx *engine.Tx) engine.Answer { return Copy(o).copy(tx, false) }

// takeFrom says what of the source goes into the copy: its content, and what was set beside that since. Metadata and
// tags that the request names are its own, and so are tags unless it asks for those of the source.
func (o Copy) takeFrom(tx *engine.Tx, read *Object) {
	for _, p := range read.parts(blobObject(o.Source)) {
		taken := p.Mark.Event > read.wrote.body.Event
		switch p.Name {
		case "body":
			taken = true
		case "metadata":
			taken = taken && len(o.Metadata) == 0 && len(read.metadata) > 0
		case "tags":
			taken = taken && o.TagOption.Want == takesTags && len(read.tags) > 0
		case "properties":
		default: // the tier stays the source's own
			taken = false
		}
		if taken {
			tx.Take(p)
		}
	}
}

func (o Copy) copy(tx *engine.Tx, slow bool) engine.Answer {
	a := o.request()
	f, c := a.check(tx)
	if c != nil {
		return tx.Refuse(c)
	}
	from := a.from
	if c := arrived(o.SourceMD5, from.read.body); c != nil {
		return tx.Refuse(c)
	}
	read := f.state.blob(o.Source)
	if read != nil && !o.SourceSnapshot.Set && o.Source != o.Path { // a snapshot is always the same
		o.takeFrom(tx, read)
	}
	slow = slow && (o.Source != o.Path || o.SourceSnapshot.Set)
	made := from.read.copy(tx.Mark())
	if len(o.Metadata) > 0 {
		made.metadata = sorted(o.Metadata)
	}
	if made.tags = sorted(o.Tags); o.TagOption.Want == takesTags {
		made.tags = from.read.tags
	}
	if slow {
		made.emptied()
	}
	next := a.make(tx, &f, &made, o.Tier)
	began := &copying{id: tx.Mint(engine.CopyID), status: copySucceeded, source: o.Source,
		snapshot: o.SourceSnapshot.Want, etag: from.read.etag,
		request: int64(tx.Request()), started: tx.Mark(), over: tx.Now().Seconds()}
	if slow {
		began.status, began.ends = copyPending, tx.Now().Add(copyLasts)
		tx.Work()
	}
	rare := next.alter()
	rare.wrote.sealed, rare.copied = tx.Mark(), began
	next.touched(tx)
	f.state.blobs.Put(tx, o.Path, next)
	return tx.Done(202, append(next.stampFields(), began.fields()[:2]...)...)
}

// validate is what the operation finds wrong with its own words.
func (o Copy) validate(from *source) *engine.Cause {
	if c := from.validate(); c != nil {
		return c
	}
	if o.Tier.Set && !isTier(o.Tier.Want) {
		return wrong(badTier, o.Tier.Raw())
	}
	if c := engine.FirstOf(checkMetadata(o.Metadata), checkTags(o.Tags)); c != nil {
		return c
	}
	switch {
	case o.TagOption.Set && o.TagOption.Want != takesTags && o.TagOption.Want != "REPLACE":
		return wrong(badTagOption, o.TagOption.Raw())
	case o.TagOption.Want == takesTags && len(o.Tags) > 0:
		return &engine.Cause{Rule: tagsTwice}
	}
	return checkMD5(o.SourceMD5)
}

// takesTags is the word by which a copy has the tags of its source.
const takesTags = "COPY"

// copy is content as a copy has it: all of it is the copier's work.
func (c content) copy(m engine.Mark) content {
	c.blocks, c.pages = slices.Clone(c.blocks), slices.Clone(c.pages)
	for i := range c.blocks {
		c.blocks[i].by = m
	}
	for i := range c.pages {
		if !c.pages[i].by.IsZero() {
			c.pages[i].by = m
		}
	}
	c.records = nil
	return c
}

// emptied leaves nothing of the content; a page blob keeps its size.
func (c *content) emptied() {
	c.blocks, c.records, c.appended, c.summed = nil, nil, 0, sum{}
	c.body, c.pages = make([]byte, int64(len(c.pages))*pageSize), make([]page, len(c.pages))
}

// Finish ends the copy that a request began: the destination becomes what the source is, unless that has changed since.
func (s *State) Finish(tx *engine.Tx, request int) engine.Answer {
	for path, o := range s.blobs.All() {
		if !o.pending() || o.rare.copied.request != int64(request) {
			continue
		}
		from := source{path: o.rare.copied.source}
		if o.rare.copied.snapshot != "" {
			from.snapshot = engine.Some(o.rare.copied.snapshot)
		}
		v, c := from.find(s)
		switch {
		case c != nil:
			c.Rule = copySourceGone
		case v.etag != o.rare.copied.etag:
			c = &engine.Cause{Rule: copySourceChanged, Want: o.rare.copied.etag.Value(), Have: v.etag.Value(),
				Since: v.changed}
		}
		if c != nil {
			next := o.concluded(tx, tx.Mark(), copyFailed, c.Rule.Fault.Message)
			next.touched(tx)
			s.blobs.Put(tx, path, next)
			return tx.RefuseKeeping(c)
		}
		next := o.concluded(tx, tx.Mark(), copySucceeded, "")
		whole := from.read.copy(tx.Mark())
		next.body, next.blocks, next.pages, next.appended, next.wrote.body = whole.body, whole.blocks, whole.pages,
			whole.appended, tx.Mark()
		next.summed = whole.summed
		next.touched(tx)
		s.blobs.Put(tx, path, next)
		return tx.Done(200, append(next.stampFields(), next.rare.copied.fields()[:2]...)...)
	}
	panic("blob: a copy is finished that is not pending")
}

// copyEnded is the blob after a copy to it has taken too long.
func (o *Object) copyEnded(tx *engine.Tx) (next *Object, by string) {
	by = o.rare.copied.started.By
	tx.Stop(int(o.rare.copied.request))
	next = o.concluded(tx, tx.As(by), copyFailed, "The copy was not finished within two weeks.")
	next.touched(tx)
	return next, by
}

// AbortCopy ends a copy that is under way. The destination stays as the copy made it when it began, empty and with its
// new metadata: what was there before is lost.
//
// Answers: 204; 409 NoPendingCopyOperation; 409 CopyIdMismatch; 400 InvalidQueryParameterValue for an id that is no
// GUID; 412 where the destination has a lease without end and its id is not given; 404 BlobNotFound.
//
// Source: Azure REST, "Abort Copy Blob".
// Assumed: the destination gets a new ETag.
type AbortCopy struct {
	Path  string                   `op:"path" help:"the destination, its container before the first slash"`
	Copy  engine.Opt[engine.Token] `op:"copy,guard=copy-id" help:"the id of the copy"`
	Lease engine.Opt[engine.Token] `op:"lease,guard=lease" help:"the id of the lease, needed while one without end stands"`
	Place
}

func (o AbortCopy) request() request {
	a := Guards{Lease: o.Lease}.write(o.Path, Scope{Place: o.Place})
	a.use = aborts
	if _, ok := copyID(o.Copy); !ok {
		a.syntax = wrong(badCopyID, o.Copy.Raw())
	}
	return a
}

func (o AbortCopy) Apply(tx *engine.Tx) engine.Answer {
	a := o.request()
	id, _ := copyID(o.Copy)
	f, c := a.check(tx)
	switch {
	case c != nil:
		return tx.Refuse(c)
	case !f.old.pending():
		return tx.Refuse(limited(&engine.Cause{Rule: noPendingCopy, Want: id.Value(), Since: f.old.copyEndedBy()},
			copyLimit))
	case f.old.rare.copied.id != id:
		return tx.Refuse(&engine.Cause{Rule: otherCopy, Want: id.Value(), Have: f.old.rare.copied.id.Value(),
			Since: f.old.rare.copied.started})
	}
	next := f.old.concluded(tx, tx.Mark(), copyAborted, "")
	next.lease = f.lease
	next.touched(tx)
	tx.Stop(int(f.old.rare.copied.request))
	f.state.blobs.Put(tx, o.Path, next)
	return tx.Done(204)
}

// copyID is the id that a request names; ok is false where it is no GUID, or there is none.
func copyID(o engine.Opt[engine.Token]) (id engine.Token, ok bool) {
	return engine.GUIDAs(engine.CopyID, o)
}
