package ui

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
)

// Do carries out an intent as if its command had been pressed.
func (r *Root) Do(in command.Intent) {
	r.room.UndoBoundary()
	r.do(in)
}

// do hands an intent along the chain: the first that takes it carries it out.
func (r *Root) do(in command.Intent) {
	r.screen.dirty = true
	r.status.offer = nil // what somebody does instead is an answer too
	if r.looks.beyond(in) {
		r.status.hint(r.looks.cover())
		return
	}
	if acts(in) {
		r.playback.settle()
	}
	for _, takes := range [...]func(command.Intent) bool{r.course.do, r.doCopy, r.byHeard, r.byFocused,
		r.byWriterWindow, r.byFlight, r.byTurned,
		r.playback.do, r.doView, r.doDialog, r.doFile, r.doWriter, r.programs.do} {
		if takes(in) {
			return
		}
	}
	r.status.hint(elsewhere(in))
}

// byFocused hands an intent to the pane with the focus.
func (r *Root) byFocused(in command.Intent) bool { return r.byPane(r.desk.focused(), in) }

// nextView is the key of the next view.
const nextView = "v"

// byTurned shows the next view of the window that says so.
func (r *Root) byTurned(in command.Intent) bool {
	id := r.desk.turned()
	if _, view := in.(command.View); !view || id == "" {
		return false
	}
	return r.byPane(r.desk.window(id), in)
}

// turned is the window whose next view the key of it shows: the focused one, else the conflict card, else the timeline,
// what of them is on screen and has another view now. Empty: none.
func (d *desk) turned() string {
	if d.root.course.atHome() {
		return layout.Lesson
	}
	for _, id := range []string{d.focus, layout.Card, layout.Timeline} {
		if _, placed := d.places.Find(id); placed && !d.root.looks.covered(id) {
			if p, ok := d.window(id).pane.(turner); ok && p.Turns() {
				return id
			}
		}
	}
	return ""
}

func (r *Root) byPane(w *window, in command.Intent) bool {
	cmd, taken := w.pane.Do(in)
	r.ask(cmd)
	return taken
}

// byWriter says whether an intent is carried out by the window of the writer for whom letters act, wherever the focus
// is.
func byWriter(in command.Intent) bool {
	switch in.(type) {
	case command.Read, command.Write, command.Delete, command.Undelete, command.SwitchOn, command.EditDraft,
		command.Hold:
		return true
	}
	return false
}

func (r *Root) byWriterWindow(in command.Intent) bool {
	id := r.desk.writerPane()
	w := r.desk.window(id)
	if w == nil || id == r.desk.focus || !byWriter(in) {
		return false
	}
	w.show(r.view)
	if _, edit := in.(command.EditDraft); edit {
		r.desk.focusOn(id)
	}
	return r.byPane(w, in)
}

// writerPane is the pane of the writer for whom letters act.
func (d *desk) writerPane() string {
	for n := 1; n <= d.arranged.Writers; n++ {
		if w := d.root.view.WriterAt(n); w != nil && w.ID == d.root.writer {
			return layout.Writer(n)
		}
	}
	return ""
}

// acts says whether an intent changes what is simulated: then the time that has run on screen becomes part of the
// history first.
func acts(in command.Intent) bool {
	switch in.(type) {
	case command.Read, command.Write, command.Delete, command.Undelete, command.SwitchOn, command.Hold,
		command.HoldAll, command.GiveUp,
		command.Recommend, command.Plan, command.StepPlan,
		command.StopPlan:
		return true
	}
	return flies(in)
}

// elsewhere says of an intent that nobody here takes where it would do something.
func elsewhere(in command.Intent) string {
	switch in.(type) {
	case command.Open:
		return "Enter opens what is selected. g t goes to the tree."
	case command.Up:
		return "Backspace goes up in the tree. g t goes there."
	case command.View:
		return "v shows the next view of a pane. This one has a single view."
	case command.Copy:
		return "y copies a tag, a story or a line. Here is nothing to copy."
	case command.GoTo:
		return "F4 goes to the selected event. g e goes to the log."
	case command.Find:
		return "/ searches a list. g e goes to the log."
	case command.Move:
		return "Nothing moves here."
	case command.TextKey:
		return "This key belongs to the text. e edits."
	}
	return "This does nothing here. ? lists what does."
}

// openForm opens the form of an operation, with what stands behind its name filled in, as in `put-blob wiki/new`. Where
// nothing is left to fill in, as in `create-bucket lake`, it is sent.
func (r *Root) openForm(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	var args []engine.Arg
	if v := r.view; rest != "" && v.Spec(verb) != nil {
		s, err := scenario.ParseLine(engine.Seed+": "+line, v.Requests()+1, v.Services())
		if err != nil {
			r.status.sayError(err)
			return
		}
		for _, in := range s.Inputs {
			if send, ok := in.(engine.Send); ok {
				args = send.Args
			}
		}
	}
	form := dialogs.NewForm(r, verb, args)
	if rest == "" || !dialogs.SendWhole(form, args) {
		r.layers.open(form)
	}
}

// takeText puts a text into a writer's draft: through its window where that shows the object, so that the text's own
// undo knows it. A writer that is behind reads first: what holds both texts was made from the newer one too, and
// travels under its tag.
func (r *Root) takeText(in command.TakeText) {
	from := r.view.Record
	told, err := r.readFirst(in.Writer, in.Object)
	if err != nil {
		r.status.sayError(err)
		return
	}
	r.catchUp()
	for n := 1; n <= r.desk.arranged.Writers; n++ {
		w := r.desk.window(layout.Writer(n))
		if w == nil {
			continue
		}
		w.show(r.view)
		if r.byPane(w, in) {
			r.room.JoinDraft(from)
			r.status.say(told+holdsBoth(in), 0)
			return
		}
	}
	draft, _ := r.view.Draft(in.Writer, in.Object)
	draft.Text, draft.Script = in.Text, false
	if read, ok := r.view.Known(in.Writer).Reading(in.Object); ok && !slices.Contains(draft.From, read.Name) {
		draft.From = append(draft.From, read.Name)
	}
	was := r.room.DraftAt(in.Writer, in.Object)
	r.room.SetDraft(in.Writer, in.Object, draft)
	r.room.ChangedDraft(in.Writer, in.Object, was)
	r.room.JoinDraft(from)
	r.catchUp()
	r.status.say(told+holdsBoth(in), 0)
}

// readFirst reads an object for a writer that has an older version of it. In the past a request would begin a branch.
func (r *Root) readFirst(writer string, object engine.ObjectID) (told string, err error) {
	if behind, known := r.view.Behind(writer, object); behind == 0 || !known || r.view.Past {
		return r.view.Title(writer) + "'s", nil
	}
	read := act.Of(r.view, writer, object, engine.ToRead, act.Content{})
	if read.Why == "" {
		_, err = r.room.Send(read.Send)
	}
	if d, ok := r.room.View().Known(writer).Doing(); ok && !d.Heard {
		return r.view.Title(writer) + " asked again, and has heard nothing yet. The", err
	}
	return r.view.Title(writer) + " read again. The", err
}

// holdsBoth is what is left to do with a draft that holds two texts.
func holdsBoth(in command.TakeText) string {
	switch {
	case view.HoldsMarkers(in.Text):
		return " draft holds both, with marker lines. e to mend it, then w."
	case in.Chosen != "":
		return fmt.Sprintf(" draft holds %s. e changes it, w writes it.", in.Chosen)
	}
	return " draft holds both. w writes it."
}
