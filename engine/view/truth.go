package view

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Truth is what the referee knows of one object: what is there, every version that ever was, who holds it.
type Truth struct {
	Object     engine.ObjectID
	Kind, Name string
	Exists     bool
	Properties []engine.Property // of what is there
	Versions   []Version         // the newest first
	Lease      LeaseState
	Tenures    []LeaseSpan // leases that are over, the newest first
	Timers     []engine.Timer
}

// Version is one state that an object had.
type Version struct {
	Number  string       // the program's own count
	Tag     string       // the whole ETag
	ID      engine.Token // by which the service keeps it; none: it keeps it no longer, or keeps no versions
	Short   string       // the ETag as people compare it
	By      string       // writer id; Clock where its own time, or that of another thing, was over
	At      engine.Instant
	Request int
	Record  int // of the session
	Method  string
	Body    string
	Gone    bool // it was deleted, or has ended by itself
	Expired bool // its own time was over
	Marker  bool // a delete marker stands on top of what was there
	Again   bool // it had been there before: what hid it was taken away
	Now     bool
	Marks   []conflict.Finding // refusals that met it, harm that it did or suffered
	BaseOf  []string           // ids of the writers who were shown it last
	beside  func() string      // found out where somebody asks: few of those who look at a version do
}

// Beside is what changed beside the text, as `metadata.k=v`; empty: nothing did.
func (n *Version) Beside() string {
	if n.beside == nil {
		return ""
	}
	return n.beside()
}

// Clock stands in the place of a writer where something went away by itself: that is nobody's act.
const Clock = "clock"

// Went is how a version went away that is gone, in a word.
func (n Version) Went() string {
	switch {
	case n.Marker && n.ID.IsZero():
		return "marker gone"
	case n.Marker:
		return "delete marker"
	case n.Expired:
		return "expired"
	case n.By == Clock:
		return "gone"
	}
	return "deleted"
}

// Author is who wrote a version: what is there again was written before, whoever took away what hid it.
func (t *Truth) Author(n Version) string {
	for _, w := range t.Versions {
		if n.Again && !w.Again && !w.Gone && w.Number == n.Number {
			return w.By
		}
	}
	return n.By
}

// CountsMarkers says whether numbers are missing between the versions where a delete marker was put: that and its
// removal are counted as well.
func (t *Truth) CountsMarkers() bool {
	newer, marked := int64(0), false
	for _, n := range t.Versions {
		number, counted := engine.Text(n.Number).Int()
		if n.Gone || n.Again {
			marked = marked || n.Marker
			continue
		}
		if marked && counted && newer > number+1 {
			return true
		}
		newer, marked = number, false
	}
	return false
}

// LeaseState is the lease of an object as the service has it.
type LeaseState struct {
	State  string // available, leased, breaking, broken, expired; empty: this kind has none
	Holder string
	ID     string
	Ends   engine.Instant // of a leased or breaking one; Never: it does not end by itself
	Length int64          // seconds; 0 or less: no length
}

// versionsMost is how many states of an object are listed.
const versionsMost = 64

// farMost is how many events far back are looked at for them: what came of those has to be found again.
const farMost = 8 * blockSize

// farFrom is 1 for an event that lies further back than a session of usual length is long.
func (v *View) farFrom(e Entry) int {
	if v.Step-e.Step > 16*blockSize {
		return 1
	}
	return 0
}

// Truth is what the referee knows of an object, as `blob wiki/home.md`.
func (v *View) Truth(object engine.ObjectID) Truth {
	kind, name := object.Kind, object.Name
	t := Truth{Object: object, Kind: kind, Name: name}
	r := v.world.Object(object)
	t.Exists = Stands(r)
	t.Properties = engine.Properties(r)
	t.Lease = leaseOf(t.Properties)
	if t.Lease.State != "" {
		t.Tenures = v.tenures(t)
	}
	for _, timer := range v.Timers() {
		if timer.Object == object {
			t.Timers = append(t.Timers, timer)
		}
	}
	v.versions(&t)
	return t
}

// Exists says whether an object is there.
func (v *View) Exists(object engine.ObjectID) bool { return Stands(v.world.Object(object)) }

// GoneAs is the thing that had a name and is there no more, the one that went last where there were several; ok is
// false where nothing had it.
func (v *View) GoneAs(name string) (was engine.ObjectID, ok bool) {
	var last engine.Instant
	for _, s := range v.Services() {
		for _, kind := range v.world.Kinds(s.Name) {
			object := engine.ObjectID{Kind: kind, Name: name}
			r := v.world.Object(object)
			if r == nil || Stands(r) {
				continue
			}
			at := engine.Instant(0)
			for _, p := range engine.PropertiesNamed(r, "removed") {
				at = p.Mark.At
			}
			if !ok || at >= last {
				was, last, ok = object, at, true
			}
		}
	}
	return was, ok
}

// Stands says whether a record is there and not that of something gone.
func Stands(r engine.Record) bool {
	gone, _ := r.(engine.Gone)
	return r != nil && (gone == nil || !gone.Gone())
}

// Readable says whether a record stands and is there to be read: of what has been staged alone no read shows anything.
func Readable(r engine.Record) bool {
	staged, _ := r.(engine.Staged)
	return Stands(r) && (staged == nil || !staged.Staged())
}

// Readable says whether an object stands and a read would find it.
func (v *View) Readable(object engine.ObjectID) bool { return Readable(v.world.Object(object)) }

func leaseOf(list []engine.Property) LeaseState {
	l := LeaseState{}
	for _, p := range list {
		switch p.Name {
		case "lease.state":
			l.State = p.Text
		case "lease.holder":
			l.Holder = p.Text
		case "lease.id":
			l.ID = p.Text
		case "lease.ends", "lease.breaks":
			if p.At != 0 {
				l.Ends = p.At
			}
		case "lease.duration":
			if n, ok := engine.Text(p.Text).Int(); ok {
				l.Length = n
			}
		}
	}
	return l
}

// versions goes through the path from its end and takes each record of the object that has another version than the one
// before it.
func (v *View) versions(t *Truth) {
	far := 0
	v.path.backwards(func(objects map[engine.ObjectID]struct{}) bool {
		_, any := objects[t.Object]
		return any
	}, func(e Entry) bool {
		if far += v.farFrom(e); e.makes(v.world, t.Object) {
			before, after, _ := e.Event().On(v.world, t.Kind, t.Name)
			n := v.version(t.Object, e, after)
			n.beside = func() string { return besideLine(v.changedBeside(t.Kind, before, after)) }
			t.Versions = append(t.Versions, n)
		}
		return len(t.Versions) < versionsMost && far < farMost
	})
	if len(t.Versions) > 0 {
		n := &t.Versions[0] // of what counts none, only its coming and going are states of their own
		n.Now = t.Exists && (n.Number != "" || n.Body == propertyIn(t.Properties, engine.TextNames()...))
	}
	v.dropTaken(t)
	for _, w := range v.Writers() {
		if read, ok := v.Known(w.ID).Reading(t.Object); ok {
			if at := v.lastRead(t.Versions, read); at >= 0 {
				t.Versions[at].BaseOf = append(t.Versions[at].BaseOf, w.ID)
			}
		}
	}
	places := map[int][]int{} // by record
	for i := range t.Versions {
		places[t.Versions[i].Record] = append(places[t.Versions[i].Record], i)
	}
	v.marksOn(t, places)
}

// dropTaken takes the ids off the versions that the service keeps no longer.
func (v *View) dropTaken(t *Truth) {
	kept := map[engine.Token]bool{}
	for _, p := range t.Properties {
		if p.Name == versionID || strings.HasPrefix(p.Name, "versions.") && strings.HasSuffix(p.Name, "."+versionID) {
			kept[p.Token] = true
		}
	}
	for i := range t.Versions {
		if n := &t.Versions[i]; !kept[n.ID] {
			n.ID = engine.Token{}
		}
	}
}

// lastRead is the place of the state that a writer was last shown: the one of that number, and where the service counts
// none, or nothing was there, what stood when the answer was given; -1: none of them. What is gone keeps the number of
// what was there.
func (v *View) lastRead(versions []Version, read Reading) int {
	x := v.world.Exchange(read.Request)
	return slices.IndexFunc(versions, func(n Version) bool {
		switch {
		case n.Gone != read.Gone:
			return false
		case !read.Gone && n.Number != "":
			return n.Number == read.Version
		}
		return x != nil && n.Record <= x.Decided.Event && (n.Gone || read.Body == n.Body)
	})
}

// marksOn gives the versions the marks that concern them: refusals that met one, harm that it did or suffered, an
// answer that its author never heard. No mark is older than the version that it is about.
func (v *View) marksOn(t *Truth, places map[int][]int) {
	if len(t.Versions) == 0 {
		return
	}
	note := func(m *conflict.Finding, record int) {
		for _, i := range places[record] {
			t.Versions[i].Marks = append(t.Versions[i].Marks, *m)
		}
	}
	oldest, found := t.Versions[len(t.Versions)-1].Record, v.path.found
	for i := sort.Search(len(found), func(i int) bool { return found[i].Record >= oldest }); i < len(found); i++ {
		switch m := &found[i].Finding; {
		case m.Severity == engine.SeverityRefused && m.Cause != nil && m.Object == t.Object:
			note(m, m.Cause.Since.Event)
		case m.Severity == engine.SeveritySilent:
			if v.concerns(m, t.Object) {
				note(m, m.Event)
			}
			if m.Victim.Event != m.Event {
				note(m, m.Victim.Event)
			}
		case m.Severity == engine.SeverityUnknown && m.Object == t.Object:
			if x := v.world.Exchange(m.Request); x != nil && x.Heard.IsZero() && !v.knows(m.By, t, x.Decided.Event) {
				note(m, x.Decided.Event)
			}
		}
	}
}

// concerns says whether the harm of a request is one of an object's states: not where it was done to another thing of
// its kind, as by a rename to what stood under the new name.
func (v *View) concerns(m *conflict.Finding, object engine.ObjectID) bool {
	return m.Object == object || m.Object.Kind != object.Kind || v.world.Holds(m.Object, object) ||
		v.world.Holds(object, m.Object)
}

// knows says whether a writer has been shown the version that a record made, or a newer one.
func (v *View) knows(writer string, t *Truth, record int) bool {
	read, ok := v.Known(writer).Reading(t.Object)
	at := slices.IndexFunc(t.Versions, func(n Version) bool { return n.Record == record })
	if !ok || at < 0 {
		return false
	}
	shown, _ := engine.Text(read.Version).Int()
	n, counted := engine.Text(t.Versions[at].Number).Int()
	return counted && shown >= n
}

func flag(r engine.Record) string {
	if gone, ok := r.(engine.Gone); ok && gone.Gone() {
		return " gone"
	}
	return ""
}

// Marker is the id of the delete marker that stands on top of an object; none where there is no such.
func (v *View) Marker(object engine.ObjectID) engine.Token { return markerOf(v.world.Object(object)) }

func markerOf(r engine.Record) (id engine.Token) {
	const top = "versions.0."
	marker := false
	for _, p := range engine.PropertiesNamed(r, top+deleteMarker, top+versionID) {
		marker = marker || p.Name == top+deleteMarker
		if p.Name == top+versionID {
			id = p.Token
		}
	}
	if !marker {
		return engine.Token{}
	}
	return id
}

const versionID = "version-id"

// deleteMarker is the field of a version that is one.
const deleteMarker = "delete-marker"

// versionNames are the properties that a version is told by.
var versionNames = append([]string{"version", "etag", versionID, "changed." + engine.Undeleted},
	engine.TextNames()...)

func (v *View) version(object engine.ObjectID, e Entry, r engine.Record) Version {
	all := engine.PropertiesNamed(r, versionNames...)
	n := Version{Number: propertyIn(all, "version"), Tag: propertyIn(all, "etag"), By: e.Event().By, At: e.At,
		Request: v.madeBy(e), Record: e.Record,
		Body: propertyIn(all, engine.TextNames()...), Gone: flag(r) != ""}
	for _, p := range all {
		if p.Name == "etag" && p.Kind == "token" {
			n.Short = p.Token.Short()
		} else if p.Name == "etag" {
			n.Short = conflict.Tag(v.world, engine.Text(p.Text))
		}
	}
	for _, p := range all {
		if p.Name == versionID {
			n.ID = p.Token
		}
	}
	if n.Marker = n.Gone && !markerOf(r).IsZero(); n.Marker {
		n.ID = markerOf(r)
	}
	n.Again = Record(all).Mark("changed."+engine.Undeleted).Event == e.Record
	if n.Gone && e.Event().Kind == engine.Ended {
		n.By, n.Request, n.Expired = Clock, 0, e.Event().Object == object
	}
	if x := v.world.Exchange(n.Request); x != nil {
		n.By, n.Method = x.By, v.world.Spec(x.Verb).Method
	}
	return n
}

// madeBy is the request whose work an event brought: that of the event, unless all that it changed waited somewhere, as
// a write in a client's cache that another's read calls in.
func (v *View) madeBy(e Entry) int {
	made, own := 0, false
	for _, c := range e.Event().Changed {
		if made = max(made, c.For); c.For == 0 {
			own = true
		}
	}
	if made == 0 || own {
		return e.Event().Request
	}
	return made
}

// Unseen is how many of those versions lie under the writer's own merges: the newest one may be its own.
func (v *View) Unseen(writer string, object engine.ObjectID) int {
	k := v.Known(writer)
	if k == nil {
		return 0
	}
	read, _ := k.Reading(object)
	return read.Missed
}

// Behind is the referee's remark on a writer: how many versions of an object came after the one it was last shown, or
// lie under its own merges unseen. known is false where it was shown none.
func (v *View) Behind(writer string, object engine.ObjectID) (n int, known bool) {
	k := v.Known(writer)
	if k == nil {
		return 0, false
	}
	read, ok := k.Reading(object)
	if !ok || read.Gone {
		return 0, false
	}
	r := v.world.Object(object)
	if r == nil || flag(r) != "" {
		return 1, true
	}
	now, counted := engine.Text(propertyOf(r, "version")).Int()
	seen, told := engine.Text(read.Version).Int()
	n = int(now-seen) + read.Missed
	for _, x := range k.changedBeside(read.Request, object) { // its own came on top of what it has not seen
		if own, ok := x.Answer.Field("version").Int(); ok && own > seen {
			n--
		}
	}
	if size := propertyOf(r, "size"); n <= 0 && read.Piece && size != strconv.Itoa(len(read.Body)) {
		return 0, false // nobody has shown it what stands around
	}
	return n, counted && told
}
