package flight

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// remembered is how long what was delivered or lost stays listed, on the virtual clock.
const remembered = 10 * time.Second

// Pane is what is in flight: messages in the order in which they would be delivered, what was lost a moment ago, and
// below what was delivered.
type Pane struct {
	pane.Base
	list      widget.List[flightRow]
	rows      []flightRow
	moving    int             // rows that are in flight; those behind were lost
	upcoming  []view.Upcoming // what plans send next
	delivered []view.Landed   // the newest first
	now       engine.Instant
	columns   flightColumns
	glyphs    grid.Glyphs
	top       int    // the row of the list's first line
	follow    string // the writer whose newest message is chosen, where the keys go elsewhere
	newest    int    // that writer's newest request
	dragged   int    // the row that the mouse holds; -1: none
	drop      int    // where it would go
}

// flightRow is a message in flight, or one that was lost.
type flightRow struct {
	view.Moving
	lost view.Landed // with a Name: the row is of a message that was lost
}

func (f flightRow) isLost() bool { return f.lost.Name != "" }

// New is the pane of the messages in flight.
func New(d command.Host) *Pane {
	f := &Pane{Base: pane.Base{Desk: d, Keys: command.InFlight}, dragged: -1}
	f.list.Row = f.row
	f.list.Same = func(a, b flightRow) bool { // an answer takes the place of its request
		return a.Name == b.Name && a.lost.Name == b.lost.Name && a.lost.Record == b.lost.Record
	}
	return f
}

// Show lists what is in flight and what was delivered or lost a moment ago.
func (f *Pane) Show(v *view.View) {
	f.View, f.now = v, v.Now()
	f.dragged = -1
	f.gather()
}

func (f *Pane) gather() {
	v := f.View
	f.Changes++
	rows := make([]flightRow, 0, len(f.rows)+1)
	for _, m := range v.Flight() {
		rows = append(rows, flightRow{Moving: m})
	}
	f.moving, f.delivered, f.upcoming = len(rows), nil, v.Upcoming()
	for _, l := range v.Landed(remembered - f.ahead()) {
		if l.Lost == "" {
			f.delivered = append(f.delivered, l)
		} else {
			rows = append(rows, flightRow{lost: l})
		}
	}
	old, had := f.list.Selected()
	at := f.list.Index()
	f.rows = rows
	f.list.SetItems(rows)
	// the place among the others counts, not what was lost
	if now, ok := f.list.Selected(); ok && had && now.isLost() && !old.isLost() {
		f.list.Select(min(at, f.moving-1))
	}
	f.followWriter()
}

// followWriter chooses the newest message of the writer for whom letters act, when another writer does or a newer
// message of that one is there, as long as the person does not choose in this pane.
func (f *Pane) followWriter() {
	who, newest := f.Desk.Writer(), 0
	for _, row := range f.rows[:f.moving] {
		if row.By == who {
			newest = max(newest, row.Request)
		}
	}
	if !f.Focused && (who != f.follow || newest > f.newest) {
		f.Aim(who)
	}
	f.follow, f.newest = who, newest
}

// Tick lets the clock on screen run ahead of the view.
func (f *Pane) Tick(now engine.Instant) {
	if f.View == nil || now <= f.now {
		return
	}
	f.now = now
	if f.moving+len(f.upcoming) > 0 {
		f.Changes++
	}
	listed := len(f.delivered) + len(f.rows) - f.moving
	if listed > 0 && listed != len(f.View.Landed(remembered-f.ahead())) && f.dragged < 0 {
		f.gather() // some of it is longer ago now
	}
}

// ahead is how far the clock on screen is before the view.
func (f *Pane) ahead() time.Duration { return f.now.Sub(f.View.Now()) }

// Version grows whenever what the pane shows may have changed.
func (f *Pane) Version() uint64 { return f.Changes + f.list.Version() }

// Title is the name with the number of messages, and how to come here.
func (f *Pane) Title() (left, right []grid.Span) {
	name := "In flight"
	if f.moving > 0 {
		name += ": " + count(f.moving)
	}
	return []grid.Span{say.Bold(themes.Title, name)}, []grid.Span{say.TitleKey("g i", "")}
}

// Do moves the selection and opens what is selected.
func (f *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.Move:
		return nil, pane.Move(&f.list, intent.Where)
	case command.Open:
		return nil, f.open()
	case command.GoTo:
		return nil, intent.Record == 0 && f.goTo()
	case command.Deliver:
		f.deliver(intent.All)
	case command.Arrive:
		f.hand("takes it back", f.Desk.Room().Arrive)
	case command.Lose:
		f.lose(intent.Answer)
	case command.Hang:
		f.hang(intent.Answer)
	case command.Double:
		f.hand("takes it back", f.Desk.Room().Double)
	case command.Reorder:
		f.reorder(intent.By)
	case command.GiveUp:
		return nil, f.giveUp()
	case command.EditRequest:
		return nil, intent.Name == "" && f.edit()
	default:
		return nil, false
	}
	return nil, true
}

// Aim chooses the newest message of a writer; false where it has none in flight.
func (f *Pane) Aim(writer string) bool {
	at := -1
	for i, row := range f.rows[:f.moving] {
		if row.By == writer && (at < 0 || row.Request > f.rows[at].Request) {
			at = i
		}
	}
	f.Changes++
	return f.list.Select(at)
}

// open delivers a message, and goes to the moment at which one was lost.
func (f *Pane) open() bool {
	row, ok := f.list.Selected()
	switch {
	case !ok:
		return false
	case row.isLost():
		return f.goTo()
	}
	f.Desk.Do(command.Deliver{})
	return true
}

// goTo goes to the moment at which the selected message was sent, decided or lost.
func (f *Pane) goTo() bool {
	row, ok := f.list.Selected()
	if !ok {
		return false
	}
	record := row.lost.Record
	if !row.isLost() {
		x := f.View.Exchange(row.Request)
		record = x.Sent.Event
		if row.Back {
			record = x.Decided.Event
		}
	}
	f.Desk.Do(command.GoTo{Record: record})
	return true
}

// Mouse selects a message, drags it to another place, delivers it by a double click and scrolls.
func (f *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double, face.Right:
		return nil, f.press(m)
	case face.Drag:
		return nil, f.drag(m.Y)
	case face.Release:
		return nil, f.release()
	case face.Wheel:
		f.list.Wheel(m.Delta)
		return nil, true
	}
	return nil, false
}

func (f *Pane) press(m face.Mouse) bool {
	at, ok := f.list.Hit(m.Y - f.top)
	if ok {
		f.list.Select(at)
	}
	switch {
	case m.Kind == face.Right:
		f.Desk.Do(command.Menu{Name: "In-flight"})
		return true
	case !ok:
		return false
	case m.Kind == face.Double:
		f.dragged = -1
		return f.open()
	}
	f.dragged, f.drop = -1, at
	if at < f.moving {
		f.dragged = at
	}
	return true
}

func (f *Pane) drag(y int) bool {
	if f.dragged < 0 {
		return false
	}
	at, ok := f.list.Hit(y - f.top)
	switch {
	case !ok && y < f.top:
		at = f.list.Bar().First
	case !ok || at >= f.moving:
		at = f.moving - 1
	}
	if at != f.drop {
		f.drop = at
		f.Changes++
	}
	return true
}

// release ends a drag: the message takes the place where it was let go.
func (f *Pane) release() bool {
	from, to := f.dragged, f.drop
	f.dragged = -1
	f.Changes++
	if from < 0 || from == to || from >= len(f.rows) {
		return false
	}
	f.place(f.rows[from], to+1)
	return true
}

// Request is that of the selected message.
func (f *Pane) Request() int {
	row, _ := f.list.Selected()
	return row.Moving.Request
}
