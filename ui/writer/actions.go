package writer

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/advice"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/pane"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// Do carries out what concerns this writer.
func (w *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	if w.window.known == nil {
		return nil, false
	}
	if intent == (command.Open{}) && w.follow() {
		return nil, true
	}
	switch intent.(type) {
	case command.Read, command.Write, command.Delete, command.Undelete, command.SwitchOn, command.EditDraft,
		command.Open, command.AddProperty, command.DropProperty, command.Guard:
		if w.itsCode() {
			return nil, true
		}
	}
	switch intent.(type) {
	case command.Write, command.EditDraft, command.Open, command.AddProperty, command.DropProperty:
		if w.tooLong() {
			return nil, true
		}
	}
	switch intent := intent.(type) {
	case command.Read:
		w.read()
	case command.Write:
		w.write()
	case command.Delete:
		w.remove(intent.Version)
	case command.Undelete:
		w.remove(w.View.Marker(w.window.object))
	case command.SwitchOn:
		w.switchOn()
	case command.EditDraft:
		return nil, w.begin()
	case command.Open:
		if w.gridOn() && w.window.grid.at < len(w.window.grid.rows) && w.window.content {
			w.chooseCell()
			return nil, true
		}
		return nil, w.begin()
	case command.AddProperty:
		return nil, w.property(w.addProperty)
	case command.DropProperty:
		return nil, w.property(w.dropProperty)
	case command.Escape:
		was := w.Editing()
		w.edit(false)
		return nil, was
	case command.TextKey:
		return w.textKey(intent.Key)
	case command.Guard:
		return nil, intent.Name != "" && w.guard(intent.Name)
	case command.Hold:
		w.hold()
	case command.TakeText:
		return nil, w.takeText(intent)
	case command.Copy:
		return w.copy()
	case command.Move:
		if w.gridOn() {
			return nil, w.moveGrid(intent.Where)
		}
		n := pane.Rows(intent.Where, w.window.at.Dy())
		w.scroll(n)
		return nil, n != 0
	default:
		return nil, false
	}
	return nil, true
}

// begin gives the keys to the editor; why not is said.
func (w *Pane) begin() bool {
	switch {
	case w.window.object.IsZero():
		w.Desk.Say("Nothing is selected. o makes an object, g t chooses.", 0)
	case w.speaks():
		w.edit(true)
	case act.Begins(w.Desk.Room().View(), w.id, w.window.object) != nil:
		w.Desk.Do(command.MakeInside{})
	case !w.window.content:
		w.Desk.Say(fmt.Sprintf("%s has no content to edit. o lists what can be done.", w.View.Called(w.window.object)),
			0)
	case w.gridOn():
		w.beginCell()
	default:
		if !w.window.touched {
			w.window.touched = true
			w.window.editor.ToEnd()
		}
		if w.window.holdsPolicy() {
			w.Desk.Say(fmt.Sprintf("This text is the policy of %s, in JSON.", w.View.Called(w.window.object)), 0)
		}
		w.edit(true)
	}
	return true
}

// takeText puts a text in the place of what stands in the editor, as one edit that Ctrl+Z takes back; false where the
// window shows another object, or another writer's.
func (w *Pane) takeText(in command.TakeText) bool {
	if w.id != in.Writer || w.window.object != in.Object {
		return false
	}
	if w.tooLong() {
		return true
	}
	if w.speaks() {
		_ = w.window.prompt.input.SetText(in.Text)
		w.keepLine()
		w.Changes++
		return true
	}
	if !w.window.content {
		return false
	}
	w.window.touched = true
	if w.gridOn() { // the text is that of the row, and of no cell
		w.window.grid.typing = false
		w.edit(false)
		w.setText(in.Text)
		return true
	}
	w.window.editor.SelectAll()
	w.Insert(in.Text)
	w.window.editor.MoveTo(widget.Pos{}) // what was put in front of the rest is read first
	return true
}

func (w *Pane) textKey(key string) (cmd tea.Cmd, mine bool) {
	if !w.Editing() {
		return nil, false
	}
	if w.speaks() {
		return w.typePrompt(control(key)), true
	}
	e := w.window.editor
	if w.gridOn() {
		return w.cellKey(key)
	}
	switch key {
	case "ctrl+z":
		e.Undo()
	case "ctrl+y":
		e.Redo()
	case "ctrl+x":
		cmd = e.Cut()
	case "ctrl+c":
		cmd = e.Copy()
	case "ctrl+v":
		cmd = e.Paste()
	default:
		return nil, false
	}
	w.keep()
	w.tellDraft()
	return cmd, true
}

// read is the plain read of the selected object; a snapshot is read through what it was taken of.
func (w *Pane) read() {
	if w.speaks() {
		w.readByLine()
		return
	}
	w.aim(engine.ToRead, act.Asked(w.window.object), "read", act.Content{})
}

// write sends the draft with the guard that the writer has chosen.
func (w *Pane) write() {
	if w.speaks() {
		w.sendLine()
		return
	}
	w.commitCell()
	object := w.window.object
	if object.IsZero() || act.Spec(w.View, w.id, object, engine.ToWrite) == nil {
		w.do(engine.ToWrite, "written", act.Content{})
		return
	}
	text := w.window.editor.Text()
	if text == "" && w.puts() {
		w.Desk.Say("Nothing is written yet: e begins a new message, o puts an empty one.", 0)
		return
	}
	draft, kept, from := w.window.draft, w.window.drafted, w.View.Record
	if !kept || draft.Text != text {
		draft = w.window.edited()
	}
	if !w.do(engine.ToWrite, "written", act.Content{Text: text, From: w.View.From(draft), Base: w.window.baseText()}) {
		return
	}
	if kept && draft.Text != w.window.draft.Text {
		w.Desk.Room().SetDraft(w.id, object, draft)
	}
	if kept && w.puts() && w.wasTaken() {
		w.emptyDraft(object, from)
	}
	w.beginChange() // what was written is taken back by itself, and the draft stays
}

// Idle says whether a key would only say why it sends nothing: what is to be written is not there yet, or needs
// something else first.
func (w *Pane) Idle(in command.Intent) bool {
	if w.id == "" {
		return false
	}
	if _, reads := in.(command.Read); reads && !w.speaks() && !w.window.object.IsZero() {
		return act.Spec(w.View, w.id, act.Asked(w.window.object), engine.ToRead) == nil
	}
	if _, writes := in.(command.Write); !writes || w.Editing() {
		return false
	}
	if w.speaks() {
		return w.window.prompt.input.Text() == ""
	}
	text := w.window.editor.Text()
	if text == "" && w.puts() {
		return true
	}
	return act.Of(w.View, w.id, w.window.object, engine.ToWrite, act.Content{Text: text, Base: w.window.baseText()}).
		Why != ""
}

// puts says whether what is written becomes something new each time: a message of a queue.
func (w *Pane) puts() bool { return w.window.object.Kind == "queue" }

// wasTaken says whether what the writer sent last was heard to be accepted.
func (w *Pane) wasTaken() bool {
	d, sent := w.Desk.Room().View().Known(w.id).Doing()
	return sent && d.Heard && !d.Refused
}

// emptyDraft is for a message that lies in its queue: the next one is another, and what the writer is handed wants its
// place. One undo takes the message back and gives the text again.
func (w *Pane) emptyDraft(object engine.ObjectID, from int) {
	room := w.Desk.Room()
	was := room.DraftAt(w.id, object)
	room.DropDraft(w.id, object)
	room.ChangedDraft(w.id, object, was)
	room.JoinDraft(from)
}

// do asks for what an aim means for the selected object; where it cannot be, it says why.
func (w *Pane) do(aim engine.Aim, done string, content act.Content) (sent bool) {
	return w.aim(aim, w.window.object, done, content)
}

func (w *Pane) aim(aim engine.Aim, object engine.ObjectID, done string, content act.Content) (sent bool) {
	if object.IsZero() {
		w.Desk.Say("Nothing is selected. o makes an object, g t chooses.", 0)
		return false
	}
	switch a := act.Of(w.View, w.id, object, aim, content); {
	case a.Spec == nil:
		w.Desk.Say(fmt.Sprintf("%s cannot be %s by itself. o lists what can be done.", w.View.Called(object), done), 0)
	case a.Why != "":
		w.Desk.Say(a.Why+say.Hint(a.Lacks), 0)
	default:
		w.goesWith = along(a.Takes)
		sent = w.request(a.Send, done)
		w.goesWith = ""
	}
	return sent
}

// remove deletes the selected object, or one version of it by its id: where that is a delete marker, what it hides is
// there again.
func (w *Pane) remove(version engine.Token) {
	object := w.window.object
	marker := w.View.Marker(object)
	if version.IsZero() {
		version = act.Hides(w.View, w.id, object)
	}
	a := act.Version(w.View, w.id, object, version)
	if a.Spec == nil {
		if w.do(engine.ToDelete, "deleted", act.Content{}) {
			w.tellOfMarkers(object, marker)
		}
		return
	}
	if !w.request(a.Send, "deleted") {
		return
	}
	v := w.Desk.Room().View()
	switch d, _ := v.Known(w.id).Doing(); {
	case !d.Heard || d.Refused:
	case version != marker:
		w.Desk.Say(fmt.Sprintf("%s heard %s. That version is gone for good. u takes it back.", w.window.known.Title,
			d.Words), 0)
	case v.Readable(object):
		w.Desk.Say(fmt.Sprintf("%s heard %s. v%s is there again, r reads it. u takes it back.", w.window.known.Title,
			d.Words, view.Record(v.Properties(object)).Text("version")), 0)
	case !v.Marker(object).IsZero():
		w.Desk.Say(fmt.Sprintf("%s heard %s. The next delete marker is on top now, g u takes it away too. "+
			"u takes it back.", w.window.known.Title, d.Words), 0)
	}
}

// tellOfMarkers tells of a delete that put a delete marker on top of another: who wants back what they hide has to
// take both away.
func (w *Pane) tellOfMarkers(object engine.ObjectID, below engine.Token) {
	v := w.Desk.Room().View()
	d, _ := v.Known(w.id).Doing()
	if on := v.Marker(object); d.Heard && !d.Refused && !below.IsZero() && !on.IsZero() && on != below {
		w.Desk.Say(fmt.Sprintf("%s heard %s. One more delete marker is on top now. u takes it back.",
			w.window.known.Title, d.Words), 0)
	}
}

// switchOn tells the object to do what it can and does not yet.
func (w *Pane) switchOn() {
	f, send, ok := act.Feature(w.View, w.id, w.window.object)
	if !ok || !w.request(send, "told") {
		return
	}
	if v := w.Desk.Room().View(); view.Record(v.Properties(w.window.object)).Text(f.Property) == f.On {
		w.Desk.Say(fmt.Sprintf("%s switched %s of %s on. u takes it back.", w.window.known.Title, f.Name,
			w.View.Called(w.window.object)), 0)
	}
}

// along are the objects that go with the one that is deleted, counted by their kinds: `2 messages`.
func along(list []engine.ObjectID) string {
	var parts []string
	for i := 0; i < len(list); {
		n := i
		for n < len(list) && list[n].Kind == list[i].Kind {
			n++
		}
		parts = append(parts, numbered(n-i, list[i].Kind))
		i = n
	}
	return strings.Join(parts, ", ")
}

// numbered counts objects of a kind.
func numbered(n int, kind string) string {
	if stem, ok := strings.CutSuffix(kind, "y"); ok && n > 1 { // entity, directory
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return say.Number(n, kind)
}

func (w *Pane) request(s engine.Send, done string) (sent bool) {
	events, err := w.Desk.Room().Send(s)
	if err != nil {
		w.Desk.Say(say.Error(err), 0)
		return false
	}
	w.tell(events, done)
	return true
}

// tell says what came of a request: the first sentence of its mark, else what the writer heard.
func (w *Pane) tell(events []engine.Event, done string) {
	if len(events) == 0 {
		return
	}
	number := events[0].Request
	v := w.Desk.Room().View()
	log := v.Log()
	for i := log.Len() - 1; i >= max(log.Len()-len(events), 0); i-- {
		if e := log.At(i); e.Event().Request == number && len(e.Marks) > 0 && e.Marks[0].Kind != "" {
			w.Desk.Say(v.First(e.Marks[0]), e.Marks[0].Severity)
			return
		}
	}
	k := v.Known(w.id)
	d, ok := k.Doing()
	switch {
	case !ok:
	case d.Held:
		w.Desk.Say(fmt.Sprintf("%s's %s is held. a delivers it.", k.Title, d.No), 0)
	case !d.Heard:
		w.Desk.Say(fmt.Sprintf("%s's %s waits at the service.", k.Title, d.No), 0)
	case refused(d) && d.Open: // all of it may be done, or a part
		w.Desk.Say(fmt.Sprintf("%s heard %s.", k.Title, d.Words), engine.SeverityRefused)
	case refused(d):
		w.Desk.Say(fmt.Sprintf("%s heard %s. Nothing changed.", k.Title, d.Words), engine.SeverityRefused)
	case done == "read" && !d.Refused:
		w.Desk.Say(w.readWords(k, d), 0)
	case done == "read" && hides(v):
		w.Desk.Say(w.hiddenWords(k, d), 0)
	case w.goesWith != "":
		w.Desk.Say(fmt.Sprintf("%s heard %s. With it went %s. u takes it back.", k.Title, d.Words, w.goesWith), 0)
	default:
		w.Desk.Say(fmt.Sprintf("%s heard %s. u takes it back.", k.Title, d.Words), 0)
	}
}

// hiddenWords is a read that a delete marker answers: whose marker hides what, where those who look may know that.
func (w *Pane) hiddenWords(k *view.Known, d view.Doing) string {
	v := w.Desk.Room().View()
	list := v.Truth(w.window.object).Versions
	if w.eyes || len(list) < 2 || !list[0].Marker || list[1].Number == "" || v.Writer(list[0].By) == nil {
		return fmt.Sprintf("%s heard %s. c says what hides it. u takes it back.", k.Title, d.Words)
	}
	status, _, _ := strings.Cut(d.Words, " ")
	return fmt.Sprintf("%s heard %s: %s's delete marker hides v%s. d takes it away, c says more.", k.Title, status,
		v.Title(list[0].By), list[1].Number)
}

// hides says whether a delete marker hides what was read.
func hides(v *view.View) bool {
	why, _ := advice.Hidden(v)
	return why != ""
}

func (w *Pane) readWords(k *view.Known, d view.Doing) string {
	read, ok := k.Reading(w.window.object)
	switch _, empty := k.CameEmpty(w.window.object); {
	case empty:
		return fmt.Sprintf("%s heard %s, without a message. u takes it back.", k.Title, d.Words)
	case !ok || read.Version == "" || read.Request != d.Request:
		return fmt.Sprintf("%s heard %s. u takes it back.", k.Title, d.Words)
	case w.window.changed():
		return fmt.Sprintf("%s read v%s. The draft stays.", k.Title, read.Version)
	}
	return fmt.Sprintf("%s read v%s. u takes it back.", k.Title, read.Version)
}

func (w *Pane) guard(name string) bool {
	w.set("guard", name)
	return true
}

func (w *Pane) hold() {
	text, err := w.Desk.Room().Hold(w.id, !w.window.known.Hold)
	if err != nil {
		w.Desk.Say(say.Error(err), 0)
		return
	}
	w.Desk.Say(text+". u takes it back.", 0)
}

func (w *Pane) set(key, value string) {
	if _, err := w.Desk.Room().Do(engine.Set{Scope: w.id, Key: key, Value: value}); err != nil {
		w.Desk.Say(say.Error(err), 0)
		return
	}
	w.Desk.Say(fmt.Sprintf("%s: %s is %s. u takes it back.", w.window.known.Title, key, value), 0)
}

// copy is the selected text, or the whole of it.
func (w *Pane) copy() (tea.Cmd, bool) {
	text := w.window.editor.Selected()
	if text == "" {
		text = w.window.editor.Text()
	}
	if text == "" || !w.window.content {
		return nil, false
	}
	w.Desk.Say(fmt.Sprintf("Copied %d bytes of %s's text.", len(text), w.window.known.Title), 0)
	return tea.SetClipboard(text), true
}
