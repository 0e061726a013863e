package room

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// Keeper is where a session is kept; persist.Store is one. Both calls queue and never wait; the list of records is
// theirs only until they come back.
type Keeper interface {
	Append([]timeline.Record)
	Note(key, value string)
}

// Options say how a room begins.
type Options struct {
	Keep Keeper // nil: nothing is kept

	// Progress is told how far Restore is, done from 0 to total, from the goroutine that called it; nil: nobody is.
	Progress func(done, total int)
}

// Room is a live session. All methods may be called from any goroutine.
type Room struct {
	mu     sync.Mutex
	make   func() *engine.World
	line   *timeline.Timeline
	marks  map[int][][]conflict.Finding // by record, by event; of those records that have any
	judged []uint64                     // by record, a bit: its marks are known
	path   view.Path
	trail  trail
	newest view.JudgedRecord // that is being judged
	left   map[int][3]int    // by the newest record of a branch that was gone from: its marks of each sort
	tip    *engine.World     // of the branch, for those who look at the past; nil: not needed so far
	tipAt  int
	notes  map[string]string
	noted  bool                  // a view has the notes: they are copied before the next change
	tell   func(done, total int) // while a session is brought back; else nil
	keep   Keeper
	kept   int               // records handed to the keeper
	fresh  []timeline.Record // room for those that are handed to it next
	script *script
	past   bool // the cursor went back to look; an undo does not look, it takes back
	undone undone
	drafts draftChanges
	stops  bool // requests by hand stay under way
	passed passed
	loaded loaded
	orders map[int]Orders // by the last record of an order that was loaded: what its search was about
	broken error          // after a panic of the rules: why nothing more can be done here
	view   *view.View
	news   func(*view.View)
	seats  seats

	watcher watcher
}

// New is a room with an empty world that makeWorld makes.
func New(makeWorld func() *engine.World, o Options) *Room {
	r := &Room{make: makeWorld, keep: o.Keep, tell: o.Progress, notes: map[string]string{}}
	r.clear()
	return r
}

func (r *Room) clear() {
	r.line = timeline.New(r.make(), scenario.FormatInput, scenario.ParseInput)
	r.line.SumEach(r.keep != nil)
	r.marks, r.judged, r.path, r.left = map[int][][]conflict.Finding{}, nil, view.Path{}, map[int][3]int{}
	r.kept, r.script, r.broken, r.view, r.trail = 0, nil, nil, nil, trail{}
	r.undone, r.passed, r.loaded, r.orders, r.drafts = undone{}, passed{}, loaded{}, nil, draftChanges{}
	r.seats.live, r.seats.failed, r.seats.stopped, r.seats.overlooked = 0, nil, nil, nil
	r.watcher.at = -1
}

// OnNews sets who is told of every change: the call comes from the goroutine that changed something, after the room is
// free again.
func (r *Room) OnNews(tell func(*view.View)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.news = tell
}

// change runs something under the lock, makes the new view, keeps what is new, and tells the news.
func (r *Room) change(do func() error) (err error) {
	r.mu.Lock()
	line, back, last := r.line, r.returnPointHere(""), r.line.Last()
	func() {
		defer func() {
			if p := recover(); p != nil {
				err = r.broke(p)
			}
		}()
		err = do()
		if r.line == line && r.line.Last() > last && !r.hasEntered() {
			r.oneUndo(back)
		}
	}()
	r.save()
	r.view = nil
	r.seats.wake()
	news := r.news
	var seen *view.View // made when somebody looks
	if news != nil {
		seen = r.look()
	}
	r.mu.Unlock()
	if news != nil {
		news(seen)
	}
	return err
}

// broke is what stands of a session whose rules broke. What was carried out before is followed as far as that goes: the
// referee may be what broke.
func (r *Room) broke(p any) (err error) {
	err = fmt.Errorf("the rules broke behind record %d: %v; the session up to there is kept, undo goes back",
		r.line.Last(), p)
	r.broken = err
	defer func() { _ = recover() }()
	r.follow()
	return err
}

// save hands new records to the keeper, and says where the cursor is: a press that walks along makes no record. Who
// watches is told first.
func (r *Room) save() {
	r.tellWatcher()
	if r.keep == nil {
		return
	}
	r.keepRecords()
	r.keepCursor()
}

func (r *Room) keepCursor() {
	r.note("cursor", strconv.Itoa(r.line.Here()))
	r.note("past", yes(r.isPast()))
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

func (r *Room) keepRecords() {
	if r.line.Last() > r.kept {
		r.fresh = r.recordsFrom(r.fresh[:0], r.kept+1)
		r.keep.Append(r.fresh)
		r.kept = r.line.Last()
		if clear(r.fresh); cap(r.fresh) > freshMost {
			r.fresh = nil
		}
	}
}

// freshMost is how many records are handed to the keeper in a list whose room is used again.
const freshMost = 64

func (r *Room) recordsFrom(records []timeline.Record, first int) []timeline.Record {
	records = slices.Grow(records, max(r.line.Last()-first+1, 0))
	for n := first; n <= r.line.Last(); n++ {
		records = append(records, r.line.Record(n))
	}
	return records
}

// Kept is all that a keeper was given so far: what Restore takes.
func (r *Room) Kept() ([]timeline.Record, map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	notes := r.allNotes()
	notes["cursor"], notes["past"] = strconv.Itoa(r.line.Here()), yes(r.isPast())
	return r.recordsFrom(nil, 1), notes
}

// KeepIn changes the keeper. The new one has the records up to last already, and gets those behind it, the notes, and
// all that comes. nil: nothing is kept from now on.
func (r *Room) KeepIn(k Keeper, last int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.line.SumEach(k != nil)
	if r.keep, r.kept = k, last; k == nil {
		return
	}
	for key, value := range r.allNotes() {
		k.Note(key, value)
	}
	r.keepRecords()
}

// Do carries out inputs as one action.
func (r *Room) Do(inputs ...engine.Input) (events []engine.Event, err error) {
	err = r.change(func() error {
		events, err = r.byHand(inputs...)
		return err
	})
	return events, err
}

func (r *Room) do(inputs ...engine.Input) ([]engine.Event, error) {
	if r.broken != nil {
		return nil, r.broken
	}
	if err := r.asks(); err != nil {
		return nil, err
	}
	events, err := r.line.Do(r.toNobody(inputs)...)
	if err != nil {
		return nil, err
	}
	r.past, r.undone = r.isPast(), undone{}
	r.follow()
	return events, nil
}

// isPause says whether a record only lets the time pass that the rest of its action takes.
func (r *Room) isPause(n int) bool {
	clock := func(k int) bool { _, ok := r.line.Input(k).(engine.Clock); return ok }
	if !clock(n) {
		return false
	}
	action := r.line.Action(n)
	for k := action; k <= r.line.Last() && r.line.Action(k) == action; k++ {
		if !clock(k) {
			return true
		}
	}
	return false
}

// ViewOf is the session as it stands at the tip of a branch; the cursor stays where it is. nil: there is no such
// branch. What lies on that branch alone is judged while the room is free.
func (r *Room) ViewOf(branch string) *view.View {
	v, w, path, before, fresh := r.viewOf(branch)
	if v == nil {
		return nil
	}
	for _, n := range fresh {
		n.Judge(before)
		path.Add(n, w)
	}
	r.mu.Lock()
	for _, n := range fresh {
		if n.Record <= r.line.Last() && n.Outcome == r.line.Outcome(n.Record) {
			r.knows(n)
		}
	}
	r.mu.Unlock()
	return v.Elsewhere(w, path)
}

// viewOf is the view with the world at the branch's end, but for the records that the branch has alone; before is the
// world in front of these.
func (r *Room) viewOf(branch string) (v *view.View, w *engine.World, path view.Path, before *engine.World,
	fresh []*view.JudgedRecord) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.line.Branches(), func(b timeline.Branch) bool { return b.Name == branch })
	if at < 0 {
		return nil, nil, path, nil, nil
	}
	tip := r.line.Branches()[at].Tip
	next := *r.look()
	v, w = &next, r.line.At(tip)
	v.Record, v.Branch, v.Past = tip, branch, false
	v.Step, v.Steps = r.line.Depth(tip), r.line.Depth(tip)
	v.UndoName, v.RedoName, v.Next = r.actionName(tip), "", ""
	w.Freeze()
	shared, _, _ := r.line.CommonAncestor(tip, r.path.Tip)
	path = r.path.Until(r.line.Depth(shared))
	for _, n := range r.line.Path(tip)[r.line.Depth(shared):] {
		judged := r.judgedRecord(n)
		fresh = append(fresh, &judged)
	}
	return v, w, path, r.line.At(shared), fresh
}

// Try says what would happen, on a clone; nothing is kept.
func (r *Room) Try(inputs ...engine.Input) (events []engine.Event, marks []conflict.Finding, err error) {
	r.mu.Lock()
	w, number := r.line.World().Clone(), r.line.Last()+1
	err = r.asks()
	r.mu.Unlock()
	if err != nil {
		return nil, nil, err
	}
	for i, in := range inputs {
		before := w.Clone()
		more, err := w.Step(number+i, in)
		if err != nil {
			return nil, nil, err
		}
		events = append(events, more...)
		for _, found := range conflict.Judge(before, more) {
			marks = append(marks, found...)
		}
	}
	return events, marks, nil
}

// ErrNothing is returned where there is nothing to undo, redo, step or deliver; the sentence says what.
var ErrNothing = errors.New("nothing to do")

// Bookmark names the moment at the cursor; an empty name takes the bookmark away.
func (r *Room) Bookmark(name string) {
	_ = r.change(func() error { r.note(fmt.Sprintf("bookmark.%d", r.line.Here()), name); return nil })
}

// Note keeps a value under a key; an empty one takes it away. Notes are no part of the history.
func (r *Room) Note(key, value string) {
	_ = r.change(func() error { r.note(key, value); return nil })
}

func (r *Room) note(key, value string) {
	if r.notes[key] == value {
		return
	}
	if r.noted {
		r.notes, r.noted = maps.Clone(r.notes), false
	}
	r.notes[key] = value
	if value == "" {
		delete(r.notes, key)
	}
	if r.keep != nil {
		r.keep.Note(key, value)
	}
}

// Restore brings back a kept session: its records are replayed, its notes taken over, the cursor put back. Divergences
// are told and kept as they were.
func (r *Room) Restore(records []timeline.Record, notes map[string]string) (diverged []timeline.Divergence, err error) {
	err = r.change(func() error {
		r.clear()
		r.notes = maps.Clone(notes)
		if r.notes == nil {
			r.notes = map[string]string{}
		}
		if diverged, err = r.load(records); err != nil {
			return err
		}
		r.restoreNames()
		r.restoreScript()
		here := 0
		if _, e := fmt.Sscan(r.notes["cursor"], &here); e == nil && here <= r.line.Last() {
			_ = r.line.Go(here)
			r.past = r.notes["past"] != ""
		}
		r.moved()
		r.tell = nil
		return nil
	})
	return diverged, err
}

// atOnce is how many records are brought back between two words about the progress.
const atOnce = 4096

// load replays records, and judges them meanwhile, as far as they follow one another. Half of the progress is theirs,
// the other half the path's.
func (r *Room) load(records []timeline.Record) (diverged []timeline.Divergence, err error) {
	r.path.Expect(len(records))
	straight := 0
	for straight < len(records) && records[straight].Parent == records[straight].Number-1 {
		straight++
	}
	r.line.Expect(straight)
	behind, lines := newJudging(r.make()), new(scenario.InputReader)
	for done := 0; done < len(records) && err == nil; {
		some := records[done:min(done+atOnce, len(records))]
		var more []timeline.Divergence
		more, err = r.line.Load(some, lines.Read)
		diverged = append(diverged, more...)
		r.knows(behind.wait()...)
		done += len(some)
		r.told(done+behind.record, 2*len(records))
		behind.begin(r, r.line.Last(), done == len(records))
	}
	r.knows(behind.wait()...)
	r.kept = r.line.Last()
	return diverged, err
}

func (r *Room) told(done, total int) {
	if r.tell != nil {
		r.tell(done, total)
	}
}

// restoreNames gives the branches their names, the latest last.
func (r *Room) restoreNames() {
	type named struct {
		tip       int
		key, name string
	}
	var names []named
	for key, name := range r.notes {
		n := named{key: key, name: name}
		rest, ok := strings.CutPrefix(key, "branch.")
		if _, err := fmt.Sscan(rest, &n.tip); ok && err == nil && n.tip <= r.line.Last() {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b named) int { return cmp.Or(cmp.Compare(a.tip, b.tip), cmp.Compare(b.key, a.key)) })
	for _, n := range names {
		branches := r.line.Branches()
		at := slices.IndexFunc(branches, func(b timeline.Branch) bool {
			if strings.HasSuffix(n.key, forkNote) {
				return b.Fork == n.tip && b.Tip != n.tip
			}
			return r.line.Contains(b.Tip, n.tip)
		})
		if at >= 0 {
			_ = r.line.Rename(branches[at].Name, n.name)
		}
	}
}

// View is the session as it stands, frozen.
func (r *Room) View() *view.View {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.look()
}

func (r *Room) look() *view.View {
	if r.view != nil {
		return r.view
	}
	w := r.line.World().Clone()
	w.Freeze()
	here := r.line.Here()
	v := view.View{Record: here, Last: r.line.Last(), Step: r.line.Depth(here),
		Steps:  r.line.Depth(r.line.Branch().Tip),
		Branch: r.line.Branch().Name, Past: r.isPast(), UndoName: r.undoName(), Script: r.scriptName(),
		Broken: r.broken, Clients: r.clients(), Door: r.seats.door, Follows: r.follows(),
		Stopped: r.seats.paused && r.joined()}
	if r.script != nil {
		v.Lesson = r.script.title
		v.Gate = r.gate()
		v.ScriptLine = r.scriptLine()
		r.script.player.Go(r.scriptAt())
		v.About, v.Sources = r.script.about, r.script.sources
		if r.isCaptioned() {
			v.Caption = r.script.player.Caption()
		}
	}
	s := view.Source{World: w, Path: r.atCursor(), End: w, Timeline: r.line, Left: r.left, Notes: r.notes,
		Answered: r.seats.live, Overlooked: r.seats.overlooked}
	v.Next, s.DueAt, s.Timer = r.nextDue()
	if c, ok := r.lastOf(r.drafts.undone); ok {
		v.RedoName = c.name
	} else if next := r.line.Next(); r.undone.branch != "" && r.undone.at == here {
		v.RedoName = r.undone.name
	} else if next != 0 {
		v.RedoName = r.actionName(next)
	}
	s.Whole = s.Path
	if v.Past {
		s.Whole, s.End = r.path, r.atTip()
	}
	r.view, r.noted = view.New(v, s), true
	return r.view
}

// atTip is the world at the newest record of the branch, frozen: looked for once as long as the branch stays the same.
func (r *Room) atTip() *engine.World {
	if tip := r.line.Branch().Tip; r.tip == nil || r.tipAt != tip {
		r.tip, r.tipAt = r.line.At(tip), tip
		r.tip.Freeze()
	}
	return r.tip
}
