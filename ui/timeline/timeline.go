package timeline

import (
	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// Pane is one record in two views: the strip (lanes across, one column per event) and the sequence (time down, one
// column per writer and the service). Both are laid out from one event to the next, so that only what is on screen is
// looked at, however long the session is.
type Pane struct {
	pane.Base
	course  view.Course
	named   map[int]string // bookmarks by record
	chosen  string         // the view that somebody chose; empty: by the height
	w, h    int            // inside the frame
	eyes    bool
	sel     int  // the first entry of the selected event
	first   int  // the first entry of the first event on screen
	lane    int  // the first lane on screen
	follow  bool // the event at the cursor stays selected
	loose   bool // somebody scrolled: the selection may be out of sight
	lanes   int  // how many lanes the strip showed last
	timerY  int  // the row of the next timer; 0: none is shown
	now     engine.Instant
	in      string // when the next timer ends, as it was told last
	beside  bool   // the mouse was pressed on that row
	columns []column
	right   int // of all columns
	rows    []sequenceRow
}

const (
	stripView    = "strip"
	sequenceView = "sequence"
	// tall is from how many rows on the sequence is shown where nobody chose.
	tall = 12
)

// New is the pane of the timeline.
func New(d command.Host) *Pane {
	return &Pane{Base: pane.Base{Desk: d, Keys: command.Timeline}, follow: true}
}

// Fit tells the pane its size before it is painted.
func (t *Pane) Fit(w, h int) {
	if t.w != w || t.h != h {
		t.w, t.h, t.loose = w, h, false
		t.Changes++
	}
}

func (t *Pane) mode() string {
	switch {
	case t.chosen != "":
		return t.chosen
	case t.h >= tall:
		return sequenceView
	}
	return stripView
}

// Tick lets the clock on screen run ahead of the view.
func (t *Pane) Tick(now engine.Instant) {
	if t.View == nil || now <= t.now {
		return
	}
	t.now = now
	if timers := t.View.Timers(); t.timerY > 0 && len(timers) > 0 && t.in != t.nextIn(timers[0]) {
		t.Changes++
	}
}

// Show follows the branch: the selection stays with the cursor in time, or with its event as long as that is on the
// branch.
func (t *Pane) Show(v *view.View) {
	before := t.course.Lines
	t.View, t.course, t.now = v, v.Course(), v.Now()
	t.Changes++
	t.named = map[int]string{}
	for _, b := range v.Bookmarks() {
		t.named[b.Record] = b.Name
	}
	lines := t.course.Lines
	if t.sel < before.Len() && (t.sel >= lines.Len() || lines.At(t.sel).Record != before.At(t.sel).Record) {
		t.follow = true
	}
	if t.follow {
		t.sel, t.loose = t.here(), false
	}
	t.sel, t.first = max(min(t.sel, lines.Len()-1), 0), max(min(t.first, lines.Len()-1), 0)
}

// here is the event at the cursor: the last one that has happened.
func (t *Pane) here() int {
	if at, ok := t.before(t.course.Here); ok {
		return at
	}
	return 0
}

// Version grows whenever what the pane shows may have changed.
func (t *Pane) Version() uint64 { return t.Changes }

// Title is the name with the branch, and at the right the keys.
func (t *Pane) Title() (left, right []grid.Span) {
	left = []grid.Span{say.Bold(themes.Title, "Timeline")}
	if t.View == nil {
		return left, nil
	}
	other := map[string]string{stripView: sequenceView, sequenceView: stripView}[t.mode()]
	right = append(right, say.TitleKey("v", other))
	if len(t.course.Troubles) > 0 {
		right = append(right, say.TitleKey("{ }", "conflicts"))
	}
	return append(left, say.Dim(t.View.Branch)), append(right, say.TitleKey("b", "bookmark"))
}

// Turns says that `v` shows the other view.
func (t *Pane) Turns() bool { return t.View != nil }

// Keep is the view that somebody chose.
func (t *Pane) Keep() string { return t.chosen }

// Restore takes it back.
func (t *Pane) Restore(notes string) {
	if notes == stripView || notes == sequenceView {
		t.chosen = notes
	}
}

// Do moves the selection, goes to the selected event and changes the view.
func (t *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.Move:
		return nil, t.move(intent.Where)
	case command.Open:
		return nil, t.goTo(t.sel)
	case command.GoTo:
		return nil, intent.Record == 0 && t.goTo(t.sel)
	case command.View:
		t.chosen = map[string]string{stripView: sequenceView, sequenceView: stripView}[t.mode()]
		t.first, t.loose = t.sel, false
		t.Changes++
		return nil, true
	case command.Copy:
		if t.course.Lines.Len() == 0 {
			return nil, false
		}
		e := t.course.Lines.At(t.last(t.sel))
		t.Desk.Say("Copied the event as a line.", 0)
		return tea.SetClipboard(t.course.Line(e)), true
	}
	return nil, false
}

func (t *Pane) move(where command.Direction) bool {
	page := max(t.shown()-1, 1)
	switch where {
	case command.Left, command.Above:
		t.step(-1)
	case command.Right, command.Below:
		t.step(1)
	case command.HalfUp:
		t.step(-max(page/2, 1))
	case command.HalfDown:
		t.step(max(page/2, 1))
	case command.PageUp:
		t.step(-page)
	case command.PageDown:
		t.step(page)
	case command.First:
		if at, ok := t.after(-1); ok {
			t.choose(at)
		}
	case command.Last:
		if at, ok := t.before(t.course.Lines.Len()); ok {
			t.choose(at)
		}
	default:
		return false
	}
	return true
}

// shown is how many events are on screen.
func (t *Pane) shown() int {
	if t.mode() == stripView {
		return len(t.columns)
	}
	return len(t.rows)
}

// step moves the selection by n events.
func (t *Pane) step(n int) {
	at := t.sel
	for ; n > 0; n-- {
		next, ok := t.after(at)
		if !ok {
			break
		}
		at = next
	}
	for ; n < 0; n++ {
		next, ok := t.before(at)
		if !ok {
			break
		}
		at = next
	}
	t.choose(at)
}

func (t *Pane) choose(at int) {
	t.sel, t.loose = at, false
	t.follow = at == t.here()
	t.Changes++
}

// goTo moves the cursor in time to an event.
func (t *Pane) goTo(at int) bool {
	if at >= t.course.Lines.Len() {
		return false
	}
	t.choose(at)
	t.follow = true
	t.Desk.Do(command.GoTo{Record: t.course.Lines.At(t.last(at)).Record})
	return true
}

// Mouse moves in time where it is pressed and as long as it is dragged; the wheel scrolls.
func (t *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double, face.Drag:
		if m.Kind == face.Click {
			t.beside = t.timerY > 0 && m.Y == t.timerY
		}
		if t.beside { // that line stands beside time: a drag that begins on it moves nothing, a double click leaps once
			if m.Kind == face.Click && len(t.View.Timers()) > 0 {
				t.Desk.Do(command.NextTimer{})
			}
			return nil, true
		}
		at, ok := t.hit(m.X, m.Y)
		if !ok || m.Kind == face.Drag && at == t.sel {
			return nil, ok
		}
		return nil, t.goTo(at)
	case face.Right:
		at, ok := t.hit(m.X, m.Y)
		if ok {
			t.choose(at)
		}
		return nil, false
	case face.Wheel:
		t.scroll(m.Delta * wheelEvents)
		return nil, true
	}
	return nil, false
}

// wheelEvents is how far one notch of the wheel goes.
const wheelEvents = 3

// scroll moves what is on screen by n events; the selection stays where it is.
func (t *Pane) scroll(n int) {
	for ; n > 0 && !t.endInSight(); n-- {
		next, ok := t.after(t.first)
		if !ok {
			break
		}
		t.first = next
		t.layOut()
	}
	for ; n < 0; n++ {
		next, ok := t.before(t.first)
		if !ok {
			break
		}
		t.first = next
	}
	t.loose = true
	t.Changes++
}

// layOut finds the events on screen from the first one on.
func (t *Pane) layOut() {
	if t.mode() == stripView {
		t.layColumns()
	} else {
		t.layRows()
	}
}

// endInSight says whether the newest event is on screen.
func (t *Pane) endInSight() bool {
	last, ok := t.before(t.course.Lines.Len())
	if !ok {
		return true
	}
	if t.mode() == stripView {
		return len(t.columns) > 0 && t.columns[len(t.columns)-1].at == last
	}
	return len(t.rows) > 0 && t.rows[len(t.rows)-1].at == last
}

// hit is the event at a cell of the pane. What lies behind the newest event is where one is already, and below the
// clock of the strip only a bookmark belongs to an event.
func (t *Pane) hit(x, y int) (at int, ok bool) {
	if t.mode() != stripView {
		return t.hitRow(y)
	}
	at, ok = t.hitColumn(x, y)
	return at, ok && (y <= t.lanes+1 || y != t.timerY && t.bookmark(at) != "")
}

// SetClientEyes hides or shows what no writer can see.
func (t *Pane) SetClientEyes(on bool) {
	if t.eyes != on {
		t.eyes = on
		t.Changes++
	}
}

// Paint shows the view.
func (t *Pane) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	t.Fit(w, h)
	t.SetClientEyes(look.ClientEyes)
	a.Fill(themes.Style{})
	if t.View == nil || t.course.Lines.Len() == 0 {
		t.columns, t.rows, t.timerY = t.columns[:0], t.rows[:0], 0 // what is not on screen cannot be clicked
		say.Paint(a.Inset(1, 0, 0, 0), "No events. "+t.Onward())
		return
	}
	if at := t.start(t.sel); t.hidden(at) { // client eyes have just been put on
		t.sel = t.here()
	} else {
		t.sel = at
	}
	if t.mode() == stripView {
		t.paintStrip(a, look)
	} else {
		t.paintSequence(a, look)
	}
}

// lanesOf are the ids of those who have a lane, the service last and empty.
func (t *Pane) writers() []*engine.Writer { return t.course.Writers() }
