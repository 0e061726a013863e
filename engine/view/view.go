package view

import (
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
)

// Entry is one event of the path to the cursor, with its marks. There may be millions.
type Entry struct {
	Record  int // of the session
	Action  int // the press that made it: the number of its first record
	Step    int // along the branch
	At      engine.Instant
	Marks   []conflict.Finding
	outcome timeline.Outcome // of the record
	place   int32            // of the event among those of the record
	// what lists leave out: what seed does, and the clock passing between the moments of one press
	Quiet bool
}

// Event is what happened. It is shared: read only.
func (e Entry) Event() *engine.Event { return &e.outcome.Events()[e.place] }

// Is says whether two entries are of one event.
func (e Entry) Is(other Entry) bool { return e.outcome == other.outcome && e.place == other.place }

// View is a session at one moment, frozen: it may be read by many and kept for long.
type View struct {
	Record, Last int    // of the session: at the cursor, and the newest
	Step, Steps  int    // along the branch: at the cursor, and its length
	Branch       string // the cursor's
	Past         bool   // the branch goes on behind the cursor
	UndoName     string // the line of what undo takes back; empty: nothing
	RedoName     string
	Next         string              // what the next step would do; empty: nothing is due
	Script       string              // the name of the loaded script; empty: none
	About        string              // what its author says of the whole of it
	Sources      []string            // the documents that its author names
	Caption      string              // what its author says at the cursor: of the moment that was played last
	Lesson       string              // the title, where the script is a lesson; else empty
	ScriptLine   int                 // the line of what it does next; 0: it is at its end
	Gate         *scenario.Statement // the question or the goal at which it waits for its reader; nil: none
	Broken       error               // the rules broke: why nothing more can be done here
	Clients      []Client            // real programs that take part, the first one first
	Door         Door                // where they come in; no ports: nowhere
	Follows      bool                // programs take part, and the clock goes with the one on the wall
	Stopped      bool                // it would, but for a pause
	Ahead        bool                // programs are beyond what stands here: what they send waits

	dueAt      engine.Instant // when Next is due
	timer      bool           // Next is only a timer
	world      *engine.World
	path       Path          // up to the cursor
	whole      Path          // the branch, where the cursor looks at the past; else the same
	course     *engine.World // at the end of whole
	memo       *memo
	branches   []timeline.Branch
	infos      []BranchInfo
	notes      map[string]string
	overlooked []Overlooked
}

// Source is what a session shows of itself beside what every reader may read directly.
type Source struct {
	World      *engine.World // at the cursor, frozen
	Path       Path          // up to the cursor
	Whole      Path          // the branch, where the cursor looks at the past; else the same
	End        *engine.World // at the end of Whole, frozen
	Timeline   *timeline.Timeline
	Left       map[int][3]int // the marks of branches that were gone from, by their newest record
	Notes      map[string]string
	DueAt      engine.Instant // when Next is due
	Timer      bool           // Next is only a timer
	Overlooked []Overlooked   // of requests of clients, the oldest first
	Answered   int            // the newest record of a client: what was answered to it cannot be undone for it
}

// Subject is the first sentence of what the script's author says of it; empty where there is none.
func (v *View) Subject() string {
	text := strings.Join(strings.Fields(v.About), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}

// New completes a view with what the session shows; it must not change any more.
func New(v View, s Source) *View {
	v.world, v.path, v.whole, v.course, v.memo = s.World, s.Path, s.Whole, s.End, &memo{}
	v.branches, v.notes, v.dueAt, v.timer = s.Timeline.Branches(), s.Notes, s.DueAt, s.Timer
	v.overlooked = s.Overlooked
	v.branchInfo(s)
	return &v
}

// Elsewhere is the session's view on another branch, whose end the cursor would stand at.
func (v *View) Elsewhere(w *engine.World, path Path) *View {
	next := *v
	next.world, next.path, next.whole, next.course, next.memo = w, path, path, w, &memo{}
	return &next
}

// OfWorld is a world as it stands, without a history: for what writers know.
func OfWorld(w *engine.World) *View { return &View{world: w, course: w, memo: &memo{}} }

// Clone is the world at the cursor as one in which things can be tried out: no step in it changes the view.
func (v *View) Clone() *engine.World { return v.world.Clone() }

// Before is the world in front of a record of the path, and the record that stands before it.
func (v *View) Before(record int) (w *engine.World, at int) {
	n := v.behind(record - 1)
	if v.path.Len()-n > farBack {
		w = v.path.entries.At(n).outcome.Before()
	}
	if w == nil {
		w = v.world.Clone()
		w.FollowOnly()
		for i := v.path.Len() - 1; i >= n; i-- {
			w.Undo([]engine.Event{*v.path.entries.At(i).Event()})
		}
	}
	if n > 0 {
		at = v.path.entries.recordAt(n - 1)
	}
	return w, at
}

// farBack is from how many events on a world is made from what lies before it, and not by taking back what came after.
const farBack = 2 * blockSize

// Named is the newest request with that name; nil where there is none.
func (v *View) Named(name string) *engine.Exchange { return v.world.Named(name) }

// LeftOut says whether a value stands for nothing, so that its argument is not sent.
func (v *View) LeftOut(value engine.Value) bool { return v.world.LeftOut(value) }

// timeOf is the clock after a record of this branch.
func (v *View) timeOf(record int) (at engine.Instant) {
	if n := v.behind(record); n > 0 {
		return v.path.entries.At(n - 1).At
	}
	return 0
}

// LastOf is the last entry that a record made; ok is false where the record does not lie on the path, or nothing came
// of it.
func (v *View) LastOf(record int) (e Entry, ok bool) {
	if n := v.behind(record); n > 0 && v.path.entries.recordAt(n-1) == record {
		return v.path.entries.At(n - 1), true
	}
	return Entry{}, false
}

// Note is the value kept under a key; empty where there is none.
func (v *View) Note(key string) string { return v.notes[key] }

// Now is the virtual clock at the cursor.
func (v *View) Now() engine.Instant { return v.world.Now() }

// Digest tells worlds apart: equal ones have equal digests.
func (v *View) Digest() uint64 { return v.world.Digest() }

// Writers are those who race, in the order in which they joined.
func (v *View) Writers() []*engine.Writer { return v.world.Writers() }

// Writer is the writer with that id; nil where there is none.
func (v *View) Writer(id string) *engine.Writer { return v.world.Writer(id) }

// WriterAt is the n-th writer, from 1; nil where there are fewer.
func (v *View) WriterAt(n int) *engine.Writer {
	if list := v.world.Writers(); n >= 1 && n <= len(list) {
		return list[n-1]
	}
	return nil
}

// Requests is how many requests were sent up to the cursor; the next one has the number behind it.
func (v *View) Requests() int { return v.world.Requests() }

// Services and Spec give names, parameters and help of what the world can do.
func (v *View) Services() []*engine.Service { return v.world.Services() }

// Spec is the operation with that verb; nil where there is none.
func (v *View) Spec(verb string) *engine.OpSpec { return v.world.Spec(verb) }

// ServiceOf is the service that has the operation with that verb; nil where none has.
func (v *View) ServiceOf(verb string) *engine.Service { return v.world.ServiceOf(verb) }

// Page is the rules page of the service that an object belongs to; empty where it belongs to none.
func (v *View) Page(object engine.ObjectID) string {
	for _, s := range v.world.Services() {
		if slices.Contains(v.world.Kinds(s.Name), object.Kind) {
			return s.Rules
		}
	}
	return ""
}

// Setting is what a switch stands at, as of `blob.copy` or `ann.hold`.
func (v *View) Setting(name string) string { return v.world.Setting(name) }

// Log is the events up to the cursor, the oldest first. It is shared: read only.
func (v *View) Log() Log { return v.path.log() }

// Lines is the log as lists show it, without what is quiet.
func (v *View) Lines() Lines { return v.path.lines() }

// Called is an object as people call it: by its name, or where that is only an id by what it stands for.
func (v *View) Called(object engine.ObjectID) string { return conflict.Called(v.world, object) }

// Tell puts an entry's event into words.
func (v *View) Tell(e Entry) conflict.Telling { return conflict.Tell(v.world, *e.Event()) }

// Line is an entry as plain mode and the runner write it.
func (v *View) Line(e Entry) string { return conflict.Line(v.world, *e.Event(), e.Marks...) }

// Answered is the answer of an entry in short; empty where it has none.
func (v *View) Answered(e Entry) string { return conflict.Answered(v.world, *e.Event()) }

// Exchange is the request with that number; nil where there is none.
func (v *View) Exchange(number int) *engine.Exchange { return v.world.Exchange(number) }

// Title is what people call a writer.
func (v *View) Title(id string) string { return v.world.Title(id) }

// ByID is a scenario line with the id of a writer in front, or behind `tell`, where it stands there by what people call
// it: Ana's requests are written `ana:`, and people who see `Ana` cannot know where her id is another.
func (v *View) ByID(line string) string {
	if told, ok := strings.CutPrefix(line, "tell "); ok {
		at := strings.LastIndex(told, " $") // a title may have blanks
		title := strings.TrimSpace(told[:max(at, 0)])
		for _, w := range v.Writers() {
			if v.Writer(title) == nil && strings.EqualFold(w.Title, title) {
				return "tell " + w.ID + told[at:]
			}
		}
		return line
	}
	who, rest, colon := strings.Cut(line, ":")
	if !colon || who == engine.Seed || v.Writer(who) != nil {
		return line
	}
	for _, w := range v.Writers() {
		if strings.EqualFold(w.Title, strings.TrimSpace(who)) {
			return w.ID + ":" + rest
		}
	}
	return line
}

// Trouble is one mark on the path.
type Trouble struct {
	conflict.Finding
	At     engine.Instant
	Step   int
	Record int
	counts [3]int // marks of each sort on the path up to this one
}

// Troubles are the marks with a kind on the path, the oldest first. They are shared: read only.
func (v *View) Troubles() []Trouble { return v.path.kinds }

// Marks are all marks on the path, those without a kind too, the oldest first. They are shared: read only.
func (v *View) Marks() []Trouble { return v.path.found }

// Tag is a value as people compare it by eye, with what a reference stands for.
func (v *View) Tag(value engine.Value) string { return conflict.Tag(v.world, value) }

// Compared is a value that a cause names, as people compare it.
func (v *View) Compared(c *engine.Cause, value engine.Value) string {
	return conflict.Compared(v.world, c, value)
}

// Told are the marks that have a card: those with a kind, and behind them the newest of all where that is a refusal
// which is nobody's trouble. That a plain read finds nothing is none. The list is shared: read only.
func (v *View) Told() []Trouble {
	kinds, found := v.path.kinds, v.path.found
	if len(found) == 0 {
		return kinds
	}
	last := found[len(found)-1]
	x := v.world.Exchange(last.Request)
	if last.Kind != "" || x == nil || v.Spec(x.Verb).Group == engine.GroupRead &&
		(x.Answer.Status == 404 || x.Answer.Status == 304) {
		return kinds
	}
	return append(kinds[:len(kinds):len(kinds)], last)
}

// Refusal is the mark that the decision about a request got. It stands between its sending and its hearing.
func (v *View) Refusal(request int) (mark conflict.Finding, ok bool) {
	x, list := v.world.Exchange(request), v.path.found
	if x == nil {
		return mark, false
	}
	for _, t := range list[sort.Search(len(list), func(i int) bool { return list[i].Record >= x.Sent.Event }):] {
		if !x.Heard.IsZero() && t.Record > x.Heard.Event {
			break
		}
		if t.Severity == engine.SeverityRefused && t.Request == request {
			mark, ok = t.Finding, true
		}
	}
	return mark, ok
}

// Story tells a mark in words; an end by the clock between its steps is one of them, and what its
// client was told by a broken oplock.
func (v *View) Story(c conflict.Finding) conflict.Narrative {
	told := conflict.WithEnds(v.world, c, conflict.Story(v.world, c), v.endsBetween)
	if e, ok := v.eventOf(c.Victim.Event, c.Victim.Request); ok {
		told = conflict.WithOplock(v.world, c, told, e)
	}
	return told
}

// First is the first sentence of a conflict's story.
func (v *View) First(c conflict.Finding) string {
	if first, ok := conflict.First(v.world, c); ok {
		return first
	}
	return v.Story(c).First
}

// Counts are how many marks of each sort the path has, those without a kind too.
func (v *View) Counts() (refused, silent, unknown int) {
	counts := v.path.Counts()
	return counts[0], counts[1], counts[2]
}

// Fresh are the marks of the press that led to the cursor.
func (v *View) Fresh() []conflict.Finding {
	var list []conflict.Finding
	log := v.Log()
	for i := log.Len() - 1; i >= 0 && log.At(i).Action == log.At(log.Len()-1).Action; i-- {
		list = append(slices.Clip(log.At(i).Marks), list...)
	}
	return list
}

// Timers are what ends by itself, the next one first.
func (v *View) Timers() []engine.Timer { return v.world.Timers() }

// ObjectInfo is an object as the tree lists it.
type ObjectInfo struct {
	Object  engine.ObjectID // as `blob wiki/home.md`
	Kind    string          // as `blob`
	Name    string          // as `wiki/home.md`
	Inside  engine.ObjectID // the object that holds it by its name, or that it is a handle of; empty: none
	Hidden  bool            // a delete marker stands on top of it
	Version string
	Lease   string // active where somebody holds it: the holder's id
	Marks   [3]int // refused, silent, unknown on the path
}

// Things are the objects of one service, containers before what they hold, in the order of their names.
func (v *View) Things(service string) []ObjectInfo { return v.things(service, false) }

// ThingsToSee are the things with those among them that a delete marker hides: they can be had back.
func (v *View) ThingsToSee(service string) []ObjectInfo { return v.things(service, true) }

func (v *View) things(service string, hidden bool) []ObjectInfo {
	kinds := v.world.Kinds(service)
	var list []ObjectInfo
	names, opens := map[string]engine.ObjectID{}, map[engine.ObjectID]string{}
	marks := v.marksByObject()
	wanted := func(r engine.Record) bool { return Stands(r) || hidden && !markerOf(r).IsZero() }
	for object, r := range v.world.Records(wanted) {
		kind, name := object.Kind, object.Name
		if !slices.Contains(kinds, kind) {
			continue
		}
		t := ObjectInfo{Object: object, Kind: kind, Name: name, Hidden: !Stands(r),
			Version: propertyOf(r, "version"), Marks: marks[object]}
		if s := propertyOf(r, "lease.state"); s == "leased" || s == "breaking" {
			t.Lease = propertyOf(r, "lease.holder")
		}
		names[name] = object
		if _, id := r.(engine.Titled); id {
			opens[object] = propertyOf(r, "path")
		}
		list = append(list, t)
	}
	for i, t := range list {
		list[i].Inside = names[opens[t.Object]]
		for at := strings.LastIndexAny(t.Name, "/@"); at > 0 &&
			list[i].Inside.IsZero(); at = strings.LastIndexAny(t.Name[:at], "/@") {
			list[i].Inside = names[t.Name[:at]]
		}
	}
	slices.SortStableFunc(list, func(a, b ObjectInfo) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// memo is what a view finds out once.
type memo struct {
	marks  atomic.Pointer[map[engine.ObjectID][3]int]
	beside atomic.Pointer[[]string]
}

func (v *View) marksByObject() map[engine.ObjectID][3]int {
	if known := v.memo.marks.Load(); known != nil {
		return *known
	}
	marks := map[engine.ObjectID][3]int{}
	for i := range v.path.found {
		m := &v.path.found[i]
		n := marks[m.Object]
		n[m.Severity.Place()]++
		marks[m.Object] = n
	}
	v.memo.marks.Store(&marks)
	return marks
}

func propertyOf(r engine.Record, names ...string) string {
	return propertyIn(engine.PropertiesNamed(r, names...), names...)
}

func propertyIn(list []engine.Property, names ...string) string {
	for _, p := range list {
		if slices.Contains(names, p.Name) && (len(names) > 1 || p.Text != "0") {
			return p.Text
		}
	}
	return ""
}
