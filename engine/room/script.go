package room

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// script is a loaded file: its lines are what a step does next. Where it stands belongs to a record, so that going
// back, or to another branch, goes back in the script too.
type script struct {
	name   string
	text   string
	file   *scenario.File
	player *scenario.Player
	at     places
	ended  map[int]string // by record: why the script ended there
	redone map[int]thread // by record: what the recommended action has taken further there

	about, title string // what its author says of all of it, and the title where it is a lesson
	sources      []string
}

// newScript is a script at its beginning. What does not change is read once: every view shows it.
func newScript(name, text string, file *scenario.File) *script {
	return &script{name: name, text: text, file: file, player: scenario.NewPlayer(file), ended: map[int]string{},
		redone: map[int]thread{}, about: file.About(), title: file.LessonTitle(), sources: file.Sources()}
}

// thread is what one writer does to one object.
type thread struct {
	By     string
	Object engine.ObjectID
}

// startBookmark is where the play of a loaded file begins for the reader, where it has such a bookmark: what stands
// before is done at once.
const startBookmark = "start"

// Load begins a new session with a file as its script. What makes the start of the race is played at once. On an error
// nothing has happened.
func (r *Room) Load(name string, data []byte) error {
	return r.change(func() error {
		file, err := scenario.Parse(name, data, r.line.World().Services())
		if err != nil {
			return err
		}
		keep, old := r.keep, r.allNotes()
		r.clear()
		if keep != nil {
			for key := range old {
				keep.Note(key, "")
			}
		}
		r.notes = map[string]string{}
		r.script = newScript(name, string(data), file)
		r.note("script.name", name)
		r.note("script.text", string(data))
		return r.playStart()
	})
}

// playStart plays what makes the start: up to the bookmark `start`, else what seed and the switches do.
func (r *Room) playStart() error {
	toBookmark := slices.ContainsFunc(r.script.file.Statements, func(s *scenario.Statement) bool {
		return s.Kind == scenario.Bookmark && s.Name == startBookmark
	})
	for {
		next, ok := r.peek()
		started := slices.Contains(next.Bookmarks, startBookmark)
		if !ok || started || !toBookmark && !next.Statement.IsSetup() {
			if started {
				r.fillDrafts(next.Drafts)
			}
			return r.settleScript()
		}
		if next.Ask != nil {
			return nil
		}
		if _, err := r.oneOfScript(); err != nil {
			return err
		}
	}
}

// peek is the script's next step, without doing it.
func (r *Room) peek() (scenario.Step, bool) {
	s := r.script
	if s == nil || r.scriptEnded() != "" {
		return scenario.Step{}, false
	}
	at := r.scriptAt()
	s.player.Go(at)
	next, ok := s.player.Next(r.line.World())
	s.player.Go(at)
	return next, ok
}

// scriptLine is the line of the statement that the script does next; 0: it is at its end.
func (r *Room) scriptLine() int {
	r.script.player.Go(r.scriptAt())
	return r.script.player.Line()
}

// scriptAt is the player's place at the cursor.
func (r *Room) scriptAt() int { return r.script.at.nearest(r.line, r.line.Here()) }

// isCaptioned says whether what the author says at the cursor is about what happens there: not where hands acted since,
// and not in a past that goes on otherwise, as an order of a search or a run under another guard does.
func (r *Room) isCaptioned() bool {
	end := r.script.player.Len()
	if r.isPast() {
		return r.scriptAt() <= end && r.script.at.nearestTip(r.line) <= end
	}
	return r.scriptAt() <= end && !r.handsSince()
}

// handsSince says whether somebody acted behind the script's last step: what its author says there is about that step.
func (r *Room) handsSince() bool {
	for n := r.line.Here(); n != 0; n = r.line.Parent(n) {
		if _, ok := r.script.at.at(n); ok {
			return false
		}
		if scenario.ByHand(r.line.Input(n)) {
			return true
		}
	}
	return false
}

// scriptEnded says why the script goes no further on the way to the cursor; empty: it does.
func (r *Room) scriptEnded() string {
	newest := 0
	for n := range r.script.ended {
		if n > newest && n <= r.line.Here() && r.line.Contains(r.line.Here(), n) {
			newest = n
		}
	}
	return r.script.ended[newest]
}

// stepScript does the script's next moment; a clock line goes with the moment behind it, unless something ends on its
// way. did is empty where there is no script or it is at its end. A line that no longer fits ends the script on this
// branch.
func (r *Room) stepScript() (did string, err error) {
	if did, err = r.oneOfScript(); did == "" || err != nil {
		return did, err
	}
	return did, r.settleScript()
}

func (r *Room) oneOfScript() (did string, err error) {
	s := r.script
	if next, ok := r.peek(); !ok || next.Ask != nil {
		return "", nil
	}
	s.player.Go(r.scriptAt())
	step, _ := s.player.Next(r.line.World())
	if step.Back != "" {
		if err := r.line.Go(s.player.Places()[step.Back]); err != nil {
			return "", err
		}
		r.moved()
	}
	if why := r.outdated(step.Statement); why != "" {
		s.ended[r.line.Here()] = why
		return "", fmt.Errorf("the script ends here: %s", why)
	}
	inputs := step.Inputs
	for onlyClock(step) && !r.endsOnTheWay(step.Inputs) && !s.player.AtPage() {
		place := s.player.At()
		next, ok := s.player.Next(r.line.World())
		if !ok || next.Statement.Walks() || next.Back != "" || next.Ask != nil || len(next.Bookmarks) > 0 ||
			len(next.Inputs) == 0 {
			s.player.Go(place)
			break
		}
		inputs, step.Drafts, step.Statement, step.What = append(slices.Clone(inputs),
			next.Inputs...), append(step.Drafts, next.Drafts...), next.Statement, next.What
		step.Inputs = next.Inputs
	}
	start, place := r.line.Here(), s.player.At()
	if len(inputs) > 0 {
		if _, err := r.do(inputs...); err != nil {
			s.ended[start] = fmt.Sprintf("%s line %d no longer fits: %v", s.name, step.Statement.Line, err)
			return "", fmt.Errorf("the script ends here: %s", s.ended[start])
		}
	}
	for _, name := range step.Bookmarks {
		s.player.Places()[name] = start
		if name != startBookmark {
			r.note(fmt.Sprintf("bookmark.%d", start), name)
		}
	}
	r.fillDrafts(step.Drafts)
	r.placeScript(place)
	if len(step.Bookmarks) > 0 {
		r.keepScript()
	}
	if step.What == "" {
		return string(step.Statement.Kind), nil
	}
	return step.What, nil
}

// redone notes that the recommended action has taken a writer's work on an object further: what the script has left for
// it is outdated.
func (r *Room) redone(c conflict.Finding) {
	_ = r.change(func() error {
		if r.script != nil && r.scriptEnded() == "" {
			r.script.redone[r.line.Here()] = thread{c.By, c.Object}
			r.keepScript()
		}
		return nil
	})
}

// outdated says why a statement makes no sense any more: the recommended action has done its part, or changed what it
// describes.
func (r *Room) outdated(s *scenario.Statement) string {
	newest := 0
	for n, t := range r.script.redone {
		if s != nil && n > newest && n <= r.line.Here() && r.line.Contains(r.line.Here(), n) &&
			(s.By == t.By && r.sendsTo(s, t.Object) || s.Check != nil && s.Check.Object == t.Object) {
			newest = n
		}
	}
	if t, ok := r.script.redone[newest]; ok && newest != 0 {
		return fmt.Sprintf("%s line %d no longer fits: R has taken %s's work on %s further", r.script.name, s.Line,
			r.titleOf(t.By), conflict.Place(t.Object))
	}
	return ""
}

// sendsTo says whether a statement sends a request for an object.
func (r *Room) sendsTo(s *scenario.Statement, object engine.ObjectID) bool {
	return slices.ContainsFunc(s.Inputs, func(in engine.Input) bool {
		send, ok := in.(engine.Send)
		spec := r.line.World().Spec(send.Verb)
		return ok && spec != nil && spec.About(send.Args) == object
	})
}

// onlyClock says whether a step does nothing but move the clock.
func onlyClock(s scenario.Step) bool {
	// what plans do next the world says behind the clock
	if s.Back != "" || s.Ask != nil || len(s.Inputs) == 0 || s.Statement.Walks() {
		return false
	}
	return !slices.ContainsFunc(s.Inputs, func(in engine.Input) bool { _, ok := in.(engine.Clock); return !ok })
}

// endsOnTheWay says whether something ends while a clock line moves the time: that is what its reader is to see, before
// anybody acts behind it. A wait of a plan is no end.
func (r *Room) endsOnTheWay(inputs []engine.Input) bool {
	after := r.line.World().Clone()
	for _, in := range inputs {
		events, err := after.Step(after.Record()+1, in)
		if err != nil || slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == engine.Ended }) {
			return true
		}
	}
	return false
}

// fillDrafts puts the script's texts into the editors; what a person has written there stays.
func (r *Room) fillDrafts(drafts []*scenario.Statement) {
	for _, s := range drafts {
		key := view.DraftKey(s.By, r.objectOf(s.Draft.Path))
		if before, kept := r.draftHere(key); kept && !before.Script {
			continue
		}
		d := view.Draft{Text: s.Draft.Body.String(), Script: true}
		if s.Draft.From != "" {
			d.From = []string{s.Draft.From}
		}
		text, _ := json.Marshal(d)
		r.note(key, string(text))
	}
}

// objectOf is the object that a path of a draft names: the kind whose content is a body and that has such a record,
// else the first such kind.
func (r *Room) objectOf(path string) engine.ObjectID {
	var first engine.ObjectID
	for _, service := range r.line.World().Services() {
		for _, op := range service.Ops {
			if !slices.ContainsFunc(op.Params(), func(p engine.Param) bool { return p.Content && p.Positional() }) {
				continue
			}
			object := engine.ObjectID{Kind: op.Object, Name: path}
			if first.IsZero() {
				first = object
			}
			if r.line.World().Object(object) != nil {
				return object
			}
		}
	}
	return first
}

// placeScript says where the script stands behind the record at the cursor.
func (r *Room) placeScript(place int) {
	r.script.at.set(r.line.Here(), place)
	if r.keep != nil {
		r.keep.Note(r.script.at.note(r.line.Here()))
	}
}

// scriptNote is what the note `script.at` holds. At stands in sessions of the first format only; now each stretch of
// records has a note of its own.
type scriptNote struct {
	At     map[int]int `json:",omitempty"`
	Places map[string]int
	Redone map[int]thread `json:",omitempty"`
}

// keepScript notes the script's bookmarks and what the recommended action did.
func (r *Room) keepScript() {
	text, _ := json.Marshal(scriptNote{Places: r.script.player.Places(), Redone: r.script.redone})
	r.note("script.at", string(text))
}

// allNotes are the notes with those about the script's places, which change too often to stand among the others.
func (r *Room) allNotes() map[string]string {
	all := maps.Clone(r.notes)
	if r.script != nil {
		r.script.at.notes(all)
	}
	return all
}

// restoreScript brings back the script of a kept session.
func (r *Room) restoreScript() {
	name, text := r.notes["script.name"], r.notes["script.text"]
	if text == "" {
		return
	}
	file, err := scenario.Parse(name, []byte(text), r.line.World().Services())
	if err != nil {
		return
	}
	s := newScript(name, text, file)
	s.at.restore(r.notes, r.line.Last())
	var note scriptNote
	if json.Unmarshal([]byte(r.notes["script.at"]), &note) == nil {
		for record, place := range note.At {
			if record >= 0 && record <= r.line.Last() && place >= 0 {
				s.at.set(record, place)
			}
		}
		maps.Copy(s.redone, note.Redone)
		maps.Copy(s.player.Places(), note.Places)
	}
	r.script = s
	if note.At == nil {
		return
	}
	r.keepScript()
	if r.keep != nil {
		written := map[string]string{}
		s.at.notes(written)
		for key, value := range written {
			r.keep.Note(key, value)
		}
	}
}

func (r *Room) scriptName() string {
	if r.script == nil || r.isAside() {
		return ""
	}
	return r.script.name
}

// nextOfScript says what the script does next (empty: nothing) and when: a clock line in front of it moves the time
// first.
func (r *Room) nextOfScript() (what string, at engine.Instant) {
	if r.script == nil {
		return "", 0
	}
	next, ok := r.peek()
	if !ok || next.Ask != nil {
		return "", 0
	}
	at = r.line.World().Now()
	for _, in := range next.Inputs {
		clock, ok := in.(engine.Clock)
		switch timers := r.line.World().Timers(); {
		case !ok:
		case clock.Next && len(timers) > 0:
			at = timers[0].At
		case clock.By != 0:
			at = at.Add(clock.By)
		case !clock.Next:
			at = clock.To
		}
	}
	return next.What, at
}
