package ui

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/export"
	"interleave/engine/room"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
	"interleave/ui/say"
)

// racePlayed says whether the session is that of a race of the library, of which nothing is left to be done.
func (r *Root) racePlayed() bool {
	if r.view.Script == "" || r.view.Next != "" || r.course.player != nil || r.deps.Hooks.Races == nil {
		return false
	}
	return slices.ContainsFunc(r.deps.Hooks.Races(),
		func(race dialogs.Race) bool { return path.Base(race.Name) == path.Base(r.view.Script) })
}

// doFile is what needs files. Disks may wait, so each of them is a command; its answer comes back as a message.
func (r *Root) doFile(in command.Intent) bool {
	hooks := r.deps.Hooks
	switch in := in.(type) {
	case command.Quit:
		r.quit()
	case command.Suspend:
		r.suspend()
	case command.Races:
		if hooks.Races == nil {
			r.status.hint("There is no library of races here.")
			return true
		}
		r.layers.open(dialogs.NewRaces(r, hooks.Races()))
	case command.OpenRace:
		if hooks.Played != nil {
			hooks.Played(in.Name)
		}
		r.enter(in.Name, quick(hooks.OpenRace))
	case command.OpenFile:
		r.layers.open(dialogs.NewOpenFile(r, func(path string) {
			if strings.HasSuffix(path, ".race") {
				r.enter(path, quick(hooks.OpenRace))
			} else {
				r.enter(path, hooks.Open)
			}
		}))
	case command.Sessions:
		r.list()
	case command.NewSession:
		if hooks.New == nil {
			r.status.hint("Sessions are not kept here.")
			return true
		}
		r.enter("a new session", quick(func(string) (*room.Room, error) { return hooks.New() }))
	case command.SaveAs:
		if hooks.SaveAs == nil {
			r.status.hint("Sessions are not kept here.")
			return true
		}
		r.layers.open(dialogs.NewSaveAs(r, r.suggested(), r.saveAs))
	case command.Export:
		if hooks.Export == nil || hooks.Write == nil {
			r.status.hint("Nothing is written from here.")
			return true
		}
		r.layers.open(dialogs.NewExport(r, r.targets(), r.writing(r.object)))
	default:
		return false
	}
	return true
}

// writing writes the session in a form to a file: what only this desktop can show is taken here and now, the rest goes
// on elsewhere.
func (r *Root) writing(object engine.ObjectID) dialogs.Write {
	return func(what, file string, over bool) func() error {
		job, hooks := r.busy.begin("Writing "+file), r.deps.Hooks
		switch what {
		case export.AsPicture:
			picture := r.picture()
			return func() error { defer job.end(); return hooks.Write(file, picture, over) }
		case export.AsCast, export.AsSequence:
			recording := r.recording()
			return func() error {
				defer job.end()
				made, err := recording.made(what)
				if err != nil {
					return err
				}
				return hooks.Write(file, made, over)
			}
		}
		return func() error { defer job.end(); return hooks.Export(what, object, file, over) }
	}
}

// suggested is the name that a saved or exported file gets unless another is typed.
func (r *Root) suggested() string {
	name := path.Base(r.view.Script)
	if r.view.Script == "" {
		name = "session"
	}
	return strings.TrimSuffix(name, ".race")
}

func (r *Root) saveAs(name string) error {
	where, err := r.deps.Hooks.SaveAs(name)
	if err == nil {
		r.status.say("Saved as "+where+". The session goes on there.", 0)
	}
	return err
}

// targets are what can be written to a file.
func (r *Root) targets() []dialogs.Target {
	var list []dialogs.Target
	for _, f := range export.Files() {
		t := dialogs.Target{What: f.Word, Text: f.Title, Say: f.Say, Path: r.suggested() + f.Ext}
		if _, t.Why = export.Ready(r.view, r.object, f.Word); t.Why == "" && f.Word == export.AsText {
			t.Path = path.Base(conflict.Place(r.object))
		}
		if f.Word == export.Scenario {
			t.Path = r.suggested() + "-run" + f.Ext
		}
		list = append(list, t)
	}
	return list
}

// enter opens another session; the room that is shown stays until the new one is there.
func (r *Root) enter(name string, open opener) {
	if open == nil {
		r.status.hint("Sessions are not kept here.")
		return
	}
	r.desk.keep()
	goOn := func() {
		job := r.busy.begin("Opening " + path.Base(name))
		r.ask(func() tea.Msg {
			defer job.end()
			next, err := open(name, job.progress)
			return enteredMsg{next, err}
		})
	}
	if r.course.presented() { // a remote control cannot answer, and the lesson can be had again
		goOn()
		return
	}
	r.parting("Go on to another session", goOn)
}

// opener opens a session, and says how far it is from any goroutine.
type opener = func(name string, progress func(done, total int)) (*room.Room, error)

// quick is an opener for what says nothing of how far it is.
func quick(open func(string) (*room.Room, error)) opener {
	if open == nil {
		return nil
	}
	return func(name string, _ func(int, int)) (*room.Room, error) { return open(name) }
}

type enteredMsg struct {
	room *room.Room
	err  error
}

func (m enteredMsg) apply(r *Root) {
	if m.err != nil {
		r.status.say(say.Error(m.err), 0)
		return
	}
	r.layers.list, r.status.offer, r.status.toast = nil, nil, toast{}
	r.adopt(m.room)
	if refused := m.room.View().RefusedStart(); len(refused) > 0 {
		r.layers.open(dialogs.NewNotice(refused))
	}
	switch v := m.room.View(); {
	case v.Lesson != "":
	case v.Script != "":
		r.status.say(strings.TrimSpace(v.Subject()+" Space runs it, . steps."), 0)
	case len(v.Writers()) == 0:
		r.status.say("An empty session. + adds a writer, then o makes an object.", 0)
	case v.Requests() == 0:
		var names []string
		for _, w := range v.Writers() {
			names = append(names, w.Title)
		}
		r.status.say("An empty session with "+strings.Join(names, " and ")+". o makes an object, + adds a writer.", 0)
	default:
		r.status.say("This is another session. O lists them.", 0)
	}
}

func (r *Root) list() {
	list := r.deps.Hooks.List
	if list == nil {
		r.status.hint("Sessions are not kept here.")
		return
	}
	r.ask(func() tea.Msg { found, err := list(); return listedMsg{found, err} })
}

type listedMsg struct {
	found []dialogs.Session
	err   error
}

func (m listedMsg) apply(r *Root) {
	if m.err != nil {
		r.status.say(say.Error(m.err), 0)
		return
	}
	found := func() ([]dialogs.Session, error) { return m.found, nil }
	r.layers.open(dialogs.NewSessions(r, found,
		func(path string) error { r.enter(path, r.deps.Hooks.Open); return nil }))
}

// quit closes an open layer first.
func (r *Root) quit() {
	if r.desk.isOver(r.desk.docked) || r.desk.arranged.Zoom || r.desk.isOver(r.desk.focus) {
		r.escape()
		return
	}
	r.leave()
}

// leave ends the program, unless something would be lost by it that a person can still save.
func (r *Root) leave() {
	r.desk.keep()
	if r.status.saved() == notSaved && r.deps.Hooks.Save != nil {
		r.trySaving(true)
		return
	}
	r.parting("Leave", func() { r.ask(tea.Quit) })
}

// parting does what gives up the session on screen. One that was begun without a file is gone then: where somebody has
// done something in it, that is asked first.
func (r *Root) parting(word string, end func()) {
	untouched := r.view.UndoName == "" || r.view.UndoName == r.came.undo && r.view.Last == r.came.last
	if r.status.saved() != notKept || untouched {
		end()
		return
	}
	r.layers.open(dialogs.NewAsk(word+"?", "Nothing of this session is kept: it was begun without a file.",
		[]dialogs.Choice{{Text: "Stay"},
			{Key: "s", Text: "Save it in a file", Do: func() { r.do(command.SaveAs{}) }},
			{Key: "l", Text: word + ", and lose it", Do: end}}))
}

// trySaving tries to bring everything to the disk, and asks what to do where it does not go there.
func (r *Root) trySaving(leaving bool) {
	r.ask(func() tea.Msg { return triedMsg{r.deps.Hooks.Save(), leaving} })
}

type triedMsg struct {
	err     error
	leaving bool
}

func (m triedMsg) apply(r *Root) {
	switch {
	case m.err == nil && m.leaving:
		r.ask(tea.Quit)
	case m.err == nil:
		r.status.say("All of it is saved.", 0)
	default:
		r.layers.open(dialogs.NewAsk("Not saved", say.Error(m.err), []dialogs.Choice{
			{Text: "Stay"},
			{Key: "t", Text: "Try again", Do: func() { r.trySaving(m.leaving) }},
			{Key: "s", Text: "Save it elsewhere", Do: func() { r.do(command.SaveAs{}) }},
			{Key: "x", Text: "Leave without it", Do: func() { r.ask(tea.Quit) }}}))
	}
}

// suspend hands the terminal to the shell that waits for it.
func (r *Root) suspend() {
	if r.deps.Hooks.Suspend == nil || !Awaited() {
		r.status.hint("No shell waits here that could wake this program up again.")
		return
	}
	r.ask(func() tea.Msg { r.deps.Hooks.Suspend(); return nil })
}

// keep keeps what belongs to the layout with the session.
func (d *desk) keep() {
	keep := func(key, note string) {
		if note != d.root.view.Note(key) {
			d.root.room.Note(key, note)
		}
	}
	for id, w := range d.windows {
		keep("pane."+id, w.pane.Keep())
	}
	text, _ := json.Marshal(deskNotes{d.arranged.Layout, d.sizes})
	keep(deskNote, string(text))
}

// deskNotes are the layout and the borders that were dragged, by class of screen and layout.
type deskNotes struct {
	Layout string
	Sizes  map[string]map[string]int
}

const deskNote = "desk"

// restore takes back what keepNotes kept; a note that cannot be read is as good as none.
func (d *desk) restore() {
	var notes deskNotes
	if json.Unmarshal([]byte(d.root.view.Note(deskNote)), &notes) != nil {
		return
	}
	if slices.Contains(layout.Layouts(), notes.Layout) {
		d.arranged.Layout = notes.Layout
	}
	if notes.Sizes != nil {
		d.sizes = notes.Sizes
	}
}

// switchWriter turns a switch of the writer for whom letters act.
func (r *Root) switchWriter(key, value string) error {
	_, err := r.room.Do(engine.Set{Scope: r.writer, Key: key, Value: value})
	r.status.sayError(err)
	return err
}
