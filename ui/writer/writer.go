package writer

import (
	"fmt"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// Pane is the pane of one writer: its window, and the referee's remark on it. Only this adapter sees the view of the
// session.
type Pane struct {
	pane.Base
	place  int
	id     string
	window window
	behind int // versions that came after what the window shows, or that it has not seen
	unseen int // those of them that lie under its own merges
	judged bool
	loss   engine.Trouble // what the writer has lost without being told; empty: nothing
	eyes   bool           // client eyes: the remark is hidden
	saved  uint64
	change change

	goesWith string // while a delete is sent: the objects that go with its own
}

// New is the pane of the writer with that place, from 1.
func New(d command.Host, place int) *Pane {
	return &Pane{Base: pane.Base{Desk: d, Keys: command.Writer}, place: place, window: newWindow()}
}

// Show hands down what the writer can know.
func (w *Pane) Show(v *view.View) {
	w.View = v
	w.Changes++
	who := v.WriterAt(w.place)
	if who == nil {
		w.id, w.judged, w.loss = "", false, ""
		w.window.take(knowledge{})
		return
	}
	w.id = who.ID
	w.window.take(w.knowledge(v))
	w.window.prompt.take(v, w.id, w.window.object)
	w.window.prompt.load(w.Desk.Room().View(), w.id, w.window.object)
	w.saved = w.window.editor.Changed()
	w.behind, w.judged = v.Behind(w.id, w.window.object)
	w.unseen = v.Unseen(w.id, w.window.object)
	w.loss = lossOf(v, w.id, w.window.object)
}

// lossOf is the silent loss that a writer has of an object, until it is shown what it asks for next; nothing where it
// has none. The referee alone knows of it.
func lossOf(v *view.View, writer string, object engine.ObjectID) (kind engine.Trouble) {
	list := v.Troubles()
	for i := len(list) - 1; i >= 0; i-- {
		t := list[i]
		if t.Severity != engine.SeveritySilent || t.Whose != writer || t.Object != object {
			continue
		}
		if d, sent := v.Known(writer).Doing(); sent && d.Heard && v.Exchange(d.Request).Sent.Event > t.Event {
			return ""
		}
		return t.Kind
	}
	return ""
}

func (w *Pane) knowledge(v *view.View) knowledge {
	f := knowledge{known: v.Known(w.id), object: w.Desk.Object()}
	if f.object.IsZero() {
		return f
	}
	if f.change = act.Spec(v, w.id, f.object, engine.ToWrite); f.change != nil {
		f.content = true
	} else {
		f.change = act.Spec(v, w.id, f.object, engine.ToDelete)
		f.newest, f.fields = view.HeardOf(v, w.id, f.object)
	}
	f.begins = act.Begins(v, w.id, f.object) != nil
	f.given = f.known.Holding(f.object)
	f.taken = v.Taken(w.id)
	if f.client = v.Client(w.id); f.client != nil {
		f.wrote = wroteLast(v, w.id, f.object)
		f.there, f.went = elsewhere(v, w.id, f.object)
	}
	// Typing tells no news: the view that is shown may be older than the last letter.
	if !spoken(v, view.KindOf(f.object)) {
		f.draft, f.drafted = w.Desk.Room().View().Draft(w.id, f.object)
	}
	if f.drafted {
		w.settle(&f)
		f.base = view.BasisOf(v, f.known, f.object, f.draft)
	}
	f.holds = w.protects(v, f)
	return f
}

// protects tries the next write behind another's: what the guard line says of it was seen on a clone.
func (w *Pane) protects(v *view.View, f knowledge) act.Protection {
	if f.change == nil || f.known == nil || spoken(v, view.KindOf(f.object)) {
		return act.NotTried
	}
	aim, c := engine.ToDelete, act.Content{}
	if f.content {
		read, _ := f.known.Reading(f.object)
		aim, c = engine.ToWrite, act.Content{Text: read.Body, Base: read.Body}
		if f.drafted {
			c.Text = f.draft.Text
		}
	}
	return act.Protects(v, act.Of(v, w.id, f.object, aim, c))
}

// settle notes that a draft has become what is there: the writer has saved it, and what it reads next may take its
// place. Where that save is taken back, the branch has not heard of it, and the draft is a draft again.
func (w *Pane) settle(f *knowledge) {
	read, ok := f.known.Reading(f.object)
	if !ok || !read.Own || !read.HasBody || read.Body != f.draft.Text {
		return
	}
	if from := read.Into(f.draft.From); len(from) != len(f.draft.From) {
		f.draft.From = from
		w.Desk.Room().SetDraft(w.id, f.object, f.draft)
	}
}

// SetClientEyes hides or shows what only the referee can know.
func (w *Pane) SetClientEyes(on bool) {
	if w.eyes != on {
		w.eyes, w.window.eyes = on, on
		w.Changes++
	}
}

// Tick lets the clock on screen run ahead of the view.
func (w *Pane) Tick(now engine.Instant) {
	w.window.tick(now)
	if c := w.window.client; c != nil {
		w.window.takeClient(w.Desk.Room().Clients())
	}
}

// Version grows whenever what the pane shows may have changed.
func (w *Pane) Version() uint64 {
	return w.Changes + w.window.version + w.window.editor.Version() + w.window.prompt.version()
}

// Title is the badge and the name, and the writer's marks at the right.
func (w *Pane) Title() (left, right []grid.Span) {
	number := " " + strconv.Itoa(w.place) + " "
	if w.window.known == nil {
		return []grid.Span{say.Dim(number), say.Dim("no writer")}, nil
	}
	badge := grid.Span{Text: number, Style: themes.Style{Ink: themes.Badge, Ground: themes.Writer(w.place), Bold: true}}
	left = []grid.Span{badge, say.Bold(themes.Writer(w.place), w.window.known.Title)}
	right = w.marks()
	if remark := w.remark(); len(right) == 0 && remark.Text != "" {
		right = append(right, remark)
	}
	if w.Editing() {
		right = append(right, say.Bold(themes.Focus, "EDIT"))
	}
	return left, right
}

// marks are the writer's own marks, behind the loss that only the referee sees.
func (w *Pane) marks() []grid.Span {
	list := w.window.marks()
	if w.loss != "" && !w.eyes {
		list = append([]grid.Span{say.Finding(engine.SeveritySilent, "~ "+w.loss.Words())}, list...)
	}
	return list
}

// remark is what the referee says of the window; empty where it says nothing.
func (w *Pane) remark() grid.Span {
	switch {
	case w.eyes || !w.judged || w.window.known == nil:
		return grid.Span{}
	case w.behind <= 0 && w.window.outdated() != "":
		return say.Bold(themes.Behind, "< draft v"+w.window.outdated())
	case w.behind <= 0:
		return say.Bold(themes.Fresh, "= fresh")
	case w.behind == w.unseen: // the newest version is its own, made on top of what it has not seen
		return say.Bold(themes.Behind, fmt.Sprintf("< %d unseen", w.behind))
	}
	return say.Bold(themes.Behind, fmt.Sprintf("< %d behind", w.behind))
}

// Paint paints the window and beside its first row the remark.
func (w *Pane) Paint(a grid.Area, look face.Look) {
	w.SetClientEyes(look.ClientEyes)
	width, height := a.Size()
	if w.window.known == nil {
		a.Fill(themes.Style{})
		say.Paint(a.Inset(1, 0, 0, 0), fmt.Sprintf("There is no writer %d. + adds one.", w.place))
		return
	}
	remark := w.remark()
	reserve := 0
	if remark.Text != "" && height >= 3 && len(w.marks()) > 0 { // else the title says it
		reserve = grid.Width(remark.Text) + 1
	}
	w.window.paint(a, look, reserve, w.Focused)
	if current := w.currentRow(look); current != nil {
		w.window.paintBeside(a.Sub(w.window.at), look, current)
	}
	if reserve > 0 {
		say.PutRight(a, width-1, 0, remark)
	}
}

// Editing is true while the editor takes the keys.
func (w *Pane) Editing() bool { return w.window.editing && w.Focused }

// SetFocus tells the pane whether keys go to it; without them nothing is edited.
func (w *Pane) SetFocus(on bool) tea.Cmd {
	if !on {
		w.edit(false)
	}
	return w.Base.SetFocus(on)
}

func (w *Pane) edit(on bool) {
	if !on {
		w.commitCell()
	}
	on = on && w.window.known != nil && w.window.client == nil &&
		(w.window.content && w.window.long.text == "" || w.window.prompt.on)
	if w.window.editing != on {
		w.window.editing = on
		if on {
			w.beginChange()
		} else {
			w.endChange()
		}
		w.Changes++
	}
}

// Cursor is where the next letter goes.
func (w *Pane) Cursor() (x, y int, visible bool) {
	if !w.Editing() {
		return 0, 0, false
	}
	if w.speaks() {
		return w.window.prompt.cursor(w.window.at)
	}
	if w.gridOn() {
		return w.cellCursor()
	}
	x, y, visible = w.window.editor.Cursor()
	return x + w.window.at.Min.X, y + w.window.at.Min.Y, visible
}

// Update takes the keys and pastes that no command took.
func (w *Pane) Update(msg tea.Msg) tea.Cmd {
	if _, paste := msg.(tea.PasteMsg); !w.Editing() || w.window.known == nil && paste {
		return nil
	}
	if w.speaks() {
		return w.typePrompt(msg)
	}
	if w.gridOn() {
		return w.typeGrid(msg)
	}
	cmd, _ := w.window.editor.Update(msg)
	if reason := w.window.editor.Refusal(); reason != "" {
		w.Desk.Say(reason, 0)
	}
	w.keep()
	if k, ok := msg.(tea.KeyPressMsg); ok && (k.String() == "ctrl+z" || k.String() == "ctrl+y") {
		w.tellDraft()
	}
	return cmd
}

// keep saves the draft where the text has changed.
func (w *Pane) keep() {
	changed := w.window.editor.Changed()
	if changed == w.saved || w.window.known == nil || w.window.object.IsZero() {
		return
	}
	w.saved = changed
	if !w.window.editing {
		w.beginChange()
	}
	d := w.window.edited()
	if !w.window.drafted && len(d.From) == 0 && d.Text == "" {
		return
	}
	w.Desk.Room().SetDraft(w.id, w.window.object, d)
	w.window.draft, w.window.drafted = d, true
	w.window.base = view.BasisOf(w.View, w.window.known, w.window.object, d)
	w.window.mark()
	w.Changes++
	if !w.window.editing {
		w.endChange()
	} else if w.gridOn() {
		w.tellDraft()
	}
}

// change is one that a person makes in a draft: of which object, and how the draft was kept before it.
type change struct {
	object engine.ObjectID
	was    string
}

func (w *Pane) beginChange() {
	w.change = change{w.window.object, w.Desk.Room().DraftAt(w.id, w.window.object)}
}

// endChange makes what was changed one step that undo takes back, where nothing else has happened since.
func (w *Pane) endChange() {
	if w.window.known != nil && !w.speaks() && w.change.object == w.window.object {
		w.Desk.Room().ChangedDraft(w.id, w.change.object, w.change.was)
	}
}

// tellDraft shows everybody what a draft says now: typing alone tells no news.
func (w *Pane) tellDraft() {
	w.Desk.Room().ChangedDraft(w.id, w.window.object, w.Desk.Room().DraftAt(w.id, w.window.object))
}

// Insert puts text into the editor as one step, as of a paste that the desktop has asked about.
func (w *Pane) Insert(text string) {
	if w.speaks() {
		_ = w.window.prompt.input.Insert(text) // what is too long is said below the line
		w.keepLine()
		return
	}
	if w.window.known == nil || !w.window.content || w.tooLong() {
		return
	}
	if w.gridOn() {
		if !w.window.grid.typing {
			w.beginCell()
		}
		_ = w.window.grid.cell.Insert(text) // what is too long is not taken
		w.Changes++
		return
	}
	if err := w.window.editor.Insert(text); err != nil {
		w.Desk.Say(w.window.editor.Refusal(), 0)
	}
	w.keep()
}

// Mouse puts the cursor into the text, selects and scrolls.
func (w *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	e, at := w.window.editor, w.window.at
	inside := w.window.content && image.Pt(m.X, m.Y).In(at)
	x, y := m.X-at.Min.X, m.Y-at.Min.Y
	switch m.Kind {
	case face.Click:
		if m.Y == w.window.guardAt && w.window.known != nil {
			if m.Chooses { // it was meant for the window
				return nil, true
			}
			w.Desk.Do(command.Guard{})
			return nil, true
		}
		if w.speaks() && image.Pt(m.X, m.Y).In(at) {
			w.edit(true)
			return nil, true
		}
		if !inside {
			return nil, false
		}
		if w.gridOn() {
			return nil, w.gridMouse(m)
		}
		if !w.window.editing && !w.window.ownText() {
			return nil, true // it chooses the window
		}
		w.edit(true)
		w.window.touched = true
		e.Press(x, y, m.Shift)
	case face.Double:
		if inside && w.gridOn() {
			w.gridDouble(m)
			return nil, true
		}
		if !inside {
			return nil, false
		}
		if !w.window.editing && !w.window.ownText() {
			return nil, w.begin()
		}
		e.Press(x, y, false)
		e.SelectWord()
	case face.Drag:
		return nil, e.Drag(x, y)
	case face.Release:
		e.Release()
		return nil, true
	case face.Wheel:
		w.scroll(3 * m.Delta)
	default:
		return nil, false
	}
	return nil, true
}

func (w *Pane) scroll(rows int) {
	if w.speaks() {
		w.window.prompt.up -= rows
		w.Changes++
		return
	}
	if w.gridOn() {
		w.window.grid.at = min(max(w.window.grid.at+rows, 0), len(w.window.grid.rows))
		w.Changes++
		return
	}
	if w.window.content {
		w.window.editor.Scroll(rows)
		return
	}
	w.window.top += rows
	w.Changes++
}
