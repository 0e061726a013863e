package ui

import (
	"image"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// zone is a place on screen that does a command when it is clicked.
type zone struct {
	rect image.Rectangle
	id   string
}

// zone remembers a part of a painted row.
func (r *Root) zone(a grid.Area, x, width int, id string) {
	if at := a.Rect().Min; id != "" {
		r.zones = append(r.zones, zone{image.Rect(at.X+x, at.Y, at.X+x+width, at.Y+1), id})
	}
}

// drag is what the mouse holds while its button is down.
type drag struct {
	border layout.Border
	pane   string
	dialog bool
	from   image.Point
}

// click is the last press, for as long as a second one makes a double click.
type click struct {
	at    image.Point
	token int
}

const doubleWait = 400 * time.Millisecond

type clickOverMsg struct{ token int }

func (m clickOverMsg) reach(r *Root) {
	r.idle = true
	if r.click.token == m.token {
		r.click = click{}
	}
}

func (r *Root) mouse(msg tea.MouseMsg) {
	if r.noMouse || r.places.Class == layout.TooSmall {
		r.idle = true
		return
	}
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		switch m.Button {
		case tea.MouseLeft:
			r.pressAt(at, m.Mod.Contains(tea.ModShift))
		case tea.MouseRight:
			r.rightAt(at)
		}
	case tea.MouseMotionMsg:
		r.dragTo(at)
	case tea.MouseReleaseMsg:
		r.releaseAt(at)
	case tea.MouseWheelMsg:
		r.wheelAt(at, map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[m.Button])
	}
}

// pressAt is the left button going down: the topmost thing there takes it.
func (r *Root) pressAt(at image.Point, shift bool) {
	double := r.click.token != 0 && r.click.at == at
	r.tokens++
	r.click = click{at, r.tokens}
	r.ask(r.deps.After(doubleWait, clickOverMsg{r.tokens}))
	if double {
		r.click = click{}
	}
	kind := face.Click
	if double {
		kind = face.Double
	}
	switch {
	case len(r.layers) > 0:
		r.pressDialog(at, kind, shift)
	case r.menu.open && at.In(r.menu.rect()):
		if row := at.Y - 2 + r.menu.top; at.Y >= 2 && at.Y < 2+r.menu.height() {
			r.menu.perform(row)
		}
	case at.Y == 0 && r.pressMenuBar(at.X):
	case r.menu.open:
		r.menu.open = false
	case r.pressZone(at):
	default:
		r.jump = nil
		r.pressDesk(at, kind, shift)
	}
}

func (r *Root) pressDialog(at image.Point, kind face.MouseKind, shift bool) {
	if top := r.layers[len(r.layers)-1]; at.In(top.rect.Inset(1)) {
		r.drag = drag{dialog: true, from: at}
		r.dialogMouse(face.Mouse{Kind: kind, X: at.X, Y: at.Y, Shift: shift})
	} else {
		r.pressDialogHint(at)
	}
}

// pressDialogHint is a click on a dialog's key in the footer.
func (r *Root) pressDialogHint(at image.Point) {
	if at.Y != r.h-statusRows+1 {
		return
	}
	x := 1
	for _, h := range r.layers[len(r.layers)-1].dialog.Hints() {
		width := grid.Width(h.Key) + 1 + grid.Width(h.What)
		if at.X >= x && at.X < x+width {
			r.dialogUpdate(h.Press())
			return
		}
		x += width + 2
	}
}

func (r *Root) pressMenuBar(x int) bool {
	for i, from := range r.menu.places() {
		if name := command.Menus()[i]; x >= from && x < from+len(name) {
			if r.menu.open && r.menu.at == i {
				r.menu.open = false
			} else {
				r.menu.drop(name)
			}
			return true
		}
	}
	return false
}

func (r *Root) pressZone(at image.Point) bool {
	for _, z := range r.zones {
		if at.In(z.rect) {
			if c, ok := command.ByID(z.id); ok {
				r.perform(c)
			}
			return true
		}
	}
	return false
}

// pressDesk focuses the pane there and hands the click in; a border is taken hold of.
func (r *Root) pressDesk(at image.Point, kind face.MouseKind, shift bool) {
	id := r.places.At(at)
	if id == layout.TabRow {
		r.pressTab(at.X)
		return
	}
	w := r.window(id)
	if w == nil {
		return
	}
	rect, _ := r.places.Find(id)
	title := at.Y == rect.Min.Y
	if !r.isOver(id) {
		for _, b := range r.places.Borders {
			if at.In(b.Rect) && kind == face.Click && !(title && b.Axis == layout.Across) {
				r.drag = drag{border: b, from: at}
			}
		}
	}
	r.focusOn(id)
	if kind == face.Double && title {
		r.drag = drag{}
		r.zoom()
		return
	}
	inside := rect.Inset(1)
	if at.In(inside) && !r.covered(id) {
		r.drag = drag{pane: id, from: at}
		cmd, _ := w.pane.Mouse(face.Mouse{Kind: kind, X: at.X - inside.Min.X, Y: at.Y - inside.Min.Y, Shift: shift})
		r.ask(cmd)
	}
}

// rightAt opens the operations for what lies there.
func (r *Root) rightAt(at image.Point) {
	if len(r.layers) > 0 {
		return
	}
	r.menu.open, r.jump = false, nil
	id := r.places.At(at)
	w := r.window(id)
	if w == nil {
		return
	}
	r.focusOn(id)
	if r.covered(id) {
		return
	}
	rect, _ := r.places.Find(id)
	inside := rect.Inset(1)
	cmd, taken := w.pane.Mouse(face.Mouse{Kind: face.Right, X: at.X - inside.Min.X, Y: at.Y - inside.Min.Y})
	r.ask(cmd)
	if !taken {
		if c, ok := command.ByID("object.more"); ok {
			r.perform(c)
		}
	}
}

// dragTo follows the mouse while its button is down.
func (r *Root) dragTo(at image.Point) {
	d := r.drag
	switch {
	case d.dialog && len(r.layers) > 0:
		r.dialogMouse(face.Mouse{Kind: face.Drag, X: at.X, Y: at.Y})
	case d.border.Name != "":
		by := at.X - d.from.X
		if d.border.Axis == layout.Down {
			by = at.Y - d.from.Y
		}
		if by != 0 {
			r.moveBorder(d.border.Name, by)
			r.drag.from = at
		}
	case d.pane != "":
		r.toPane(d.pane, face.Drag, at, 0)
	default:
		r.idle = true
	}
}

func (r *Root) releaseAt(at image.Point) {
	d := r.drag
	r.drag = drag{}
	switch {
	case d.dialog && len(r.layers) > 0:
		r.dialogMouse(face.Mouse{Kind: face.Release, X: at.X, Y: at.Y})
	case d.pane != "":
		r.toPane(d.pane, face.Release, at, 0)
	default:
		r.idle = d.border.Name == ""
	}
}

// wheelAt scrolls what is under the pointer.
func (r *Root) wheelAt(at image.Point, delta int) {
	switch {
	case delta == 0:
		r.idle = true
	case len(r.layers) > 0:
		r.dialogMouse(face.Mouse{Kind: face.Wheel, X: at.X, Y: at.Y, Delta: delta})
	case r.menu.open:
		r.menu.choose(min(max(r.menu.row+delta, 0), len(r.menu.rows())-1))
	default:
		r.toPane(r.places.At(at), face.Wheel, at, delta)
	}
}

func (r *Root) toPane(id string, kind face.MouseKind, at image.Point, delta int) {
	w := r.window(id)
	if w == nil || r.covered(id) {
		return
	}
	rect, _ := r.places.Find(id)
	cmd, _ := w.pane.Mouse(face.Mouse{Kind: kind, X: at.X - rect.Min.X - 1, Y: at.Y - rect.Min.Y - 1, Delta: delta})
	r.ask(cmd)
}

// tabNames are the words of the tab row, in its order.
func (r *Root) tabNames() []string {
	var names []string
	for _, id := range r.places.Tabs {
		name := strings.ToUpper(id[:1]) + id[1:]
		if id == layout.Timeline { // with it the clock would have no room
			name = "Line"
		}
		if n := writerPlace(id); n > 0 {
			if w := r.view.WriterAt(n); w != nil {
				name = string(rune('0'+n)) + " " + r.glyphs.Fit(w.Title, tabWidth)
			}
		}
		names = append(names, name)
	}
	return names
}

const tabWidth = 8

// tabGap is what lies between two names of the tab row; where many names leave the clock no room, nothing.
func (r *Root) tabGap() int {
	const clock = 13
	used := 0
	for _, name := range r.tabNames() {
		used += grid.Width(name) + 3
	}
	if used+clock > r.w {
		return 0
	}
	return 1
}

func (r *Root) pressTab(x int) {
	at, gap := 0, r.tabGap()
	for i, name := range r.tabNames() {
		if width := grid.Width(name) + 2; x >= at && x < at+width {
			r.focusOn(r.places.Tabs[i])
			return
		} else {
			at += width + gap
		}
	}
}
