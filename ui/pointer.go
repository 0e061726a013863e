package ui

import (
	"image"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// pointer is the mouse: what it holds, and what can be clicked outside of the panes.
type pointer struct {
	root     *Root
	drag     drag
	click    click
	zones    []zone
	released bool // the mouse is the terminal's
}

// zone is a place on screen that does a command when it is clicked.
type zone struct {
	rect image.Rectangle
	id   string
	says string // noted when it is pressed
}

// zone remembers a part of a painted row.
func (p *pointer) zone(a grid.Area, x, width int, id string) {
	if at := a.Rect().Min; id != "" {
		p.zones = append(p.zones, zone{rect: image.Rect(at.X+x, at.Y, at.X+x+width, at.Y+1), id: id})
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
	above int    // what lay above the desk, before it
	zone  zone   // the key of a bar that it pressed; without an id: it pressed none
	named string // the key of a window or of a sentence that it pressed; empty: it pressed none
}

const doubleWait = 400 * time.Millisecond

type clickOverMsg struct{ token int }

func (m clickOverMsg) apply(r *Root) {
	r.idle = true
	if r.pointer.click.token == m.token {
		r.pointer.click = click{}
	}
}

func (p *pointer) update(msg tea.MouseMsg) {
	if p.released || p.root.desk.places.Class == layout.TooSmall {
		p.root.idle = true
		return
	}
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		switch m.Button {
		case tea.MouseLeft:
			p.pressAt(at, m.Mod.Contains(tea.ModShift))
		case tea.MouseRight:
			p.rightAt(at)
		}
	case tea.MouseMotionMsg:
		p.dragTo(at)
	case tea.MouseReleaseMsg:
		p.releaseAt(at)
	case tea.MouseWheelMsg:
		p.wheelAt(at, map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[m.Button])
	}
}

// pressAt is the left button going down: the topmost thing there takes it.
func (p *pointer) pressAt(at image.Point, shift bool) {
	double := p.click.token != 0 && p.click.at == at
	p.root.tokens++
	before, above := p.click, p.above()
	p.click = click{at: at, token: p.root.tokens, above: above}
	p.root.ask(p.root.deps.After(doubleWait, clickOverMsg{p.root.tokens}))
	if !double {
		before = click{}
	} else {
		p.click = click{}
		if before.above != above { // it is not for what the first press has opened, or uncovered
			return
		}
	}
	kind := face.Click
	if double {
		kind = face.Double
	}
	switch {
	case len(p.root.layers.list) > 0:
		p.pressDialog(at, kind, shift)
	case p.root.menu.open && at.In(p.root.menu.rect()):
		if row := at.Y - 2 + p.root.menu.top; at.Y >= 2 && at.Y < 2+p.root.menu.height() {
			p.root.menu.perform(row)
		}
	case at.Y == 0 && p.pressMenuBar(at.X):
	case p.root.menu.open:
		p.root.menu.open = false
	case p.pressZone(at, before.zone):
	default:
		p.root.jump.letters = nil
		p.pressDesk(at, kind, shift, before.named)
	}
}

// above is how many things lie above the desk: dialogs, and the menu.
func (p *pointer) above() int {
	n := len(p.root.layers.list)
	if p.root.menu.open {
		n++
	}
	return n
}

func (p *pointer) pressDialog(at image.Point, kind face.MouseKind, shift bool) {
	if top := p.root.layers.top(); at.In(top.rect.Inset(1)) {
		p.drag = drag{dialog: true, from: at}
		p.root.layers.mouse(face.Mouse{Kind: kind, X: at.X, Y: at.Y, Shift: shift})
	} else if at.Y == p.root.status.hintsAt.Y {
		p.pressDialogHint(at)
	} else if _, filled := top.dialog.(dialogs.Filled); !filled && kind == face.Click && !at.In(top.rect) {
		p.root.layers.update(dialogs.Hint{Key: "Esc"}.Press()) // what was typed into a form is not thrown away by that
	}
}

// pressDialogHint is a click on a dialog's key in the footer.
func (p *pointer) pressDialogHint(at image.Point) {
	x := p.root.status.hintsAt.X
	for _, shown := range p.root.status.shown {
		if at.X >= x && at.X < x+shown.width() {
			for _, h := range p.root.layers.top().dialog.Hints() {
				if h.Key == shown.key && h.What == shown.what {
					p.root.layers.update(h.Press())
					return
				}
			}
		}
		x += shown.width() + 2
	}
}

func (p *pointer) pressMenuBar(x int) bool {
	for i, from := range p.root.menu.places() {
		if name := command.Menus()[i]; x >= from && x < from+len(name) {
			if p.root.menu.open && p.root.menu.at == i {
				p.root.menu.open = false
			} else {
				p.root.menu.drop(name)
			}
			return true
		}
	}
	return false
}

// pressZone is a click on a key. The second press of a double one is for the key of the first, also where that has
// moved since, and for no other that has come there.
func (p *pointer) pressZone(at image.Point, first zone) bool {
	for _, z := range p.zones {
		z.says = p.textAt(z.rect)
		if first.id == "" && !at.In(z.rect) || first.id != "" && !first.again(z, at) {
			continue
		}
		p.click.zone = z
		switch c, ok := command.ByID(z.id); {
		case ok && p.root.keys.mode() == command.Edit && len(c.Edit.Keys()) > 0: // as its key there
			p.root.keys.performEditing(c)
		case ok:
			p.root.keys.perform(c)
		}
		return true
	}
	return first.id != ""
}

// again says whether another is the same key: it stands where it was pressed, or says the same at another place.
func (z zone) again(other zone, at image.Point) bool {
	return z.id == other.id && (at.In(other.rect) || z.says == other.says)
}

// textAt is what is painted in a part of a row.
func (p *pointer) textAt(rect image.Rectangle) string {
	var text strings.Builder
	for x := rect.Min.X; x < rect.Max.X; x++ {
		cell, _ := p.painted().Cell(x, rect.Min.Y)
		text.WriteString(cell)
	}
	return text.String()
}

// painted is the grid that shows what lies topmost on the desk.
func (p *pointer) painted() *grid.Grid {
	if p.root.screen.floats() {
		return p.root.screen.grids.screen
	}
	return p.root.screen.grids.desk
}

// pressDesk focuses the pane there and hands the click in; a border is taken hold of. A key that the first press of a
// double one pressed is pressed again.
func (p *pointer) pressDesk(at image.Point, kind face.MouseKind, shift bool, first string) {
	id := p.root.desk.places.At(at)
	if id == layout.TabRow {
		p.pressTab(at.X)
		return
	}
	rect, _ := p.root.desk.places.Find(id)
	if id == layout.Status {
		p.pressKeyAt(at, rect, first)
		return
	}
	w := p.root.desk.window(id)
	if w == nil {
		return
	}
	title := at.Y == rect.Min.Y
	if !p.root.desk.isOver(id) {
		for _, b := range p.root.desk.places.Borders {
			if at.In(b.Rect) && kind == face.Click && !(title && b.Axis == layout.Across) {
				p.drag = drag{border: b, from: at}
			}
		}
	}
	chooses := p.root.desk.focus != id
	p.root.desk.focusOn(id)
	if (title || kind == face.Click || first != "") && p.pressKeyAt(at, rect, first) {
		return
	}
	if kind == face.Double && title {
		p.drag = drag{}
		p.root.desk.zoom()
		return
	}
	inside := rect.Inset(1)
	if at.In(inside) && !p.root.looks.covered(id) {
		p.drag = drag{pane: id, from: at}
		cmd, _ := w.pane.Mouse(face.Mouse{Kind: kind, X: at.X - inside.Min.X, Y: at.Y - inside.Min.Y, Shift: shift,
			Chooses: chooses})
		p.root.ask(cmd)
	}
}

// rightAt opens the operations for what lies there.
func (p *pointer) rightAt(at image.Point) {
	if len(p.root.layers.list) > 0 {
		return
	}
	p.root.menu.open, p.root.jump.letters = false, nil
	id := p.root.desk.places.At(at)
	w := p.root.desk.window(id)
	if w == nil {
		return
	}
	p.root.desk.focusOn(id)
	if p.root.looks.covered(id) {
		return
	}
	rect, _ := p.root.desk.places.Find(id)
	inside := rect.Inset(1)
	cmd, taken := w.pane.Mouse(face.Mouse{Kind: face.Right, X: at.X - inside.Min.X, Y: at.Y - inside.Min.Y})
	p.root.ask(cmd)
	if !taken {
		if c, ok := command.ByID("object.more"); ok {
			p.root.keys.perform(c)
		}
	}
}

// dragTo follows the mouse while its button is down.
func (p *pointer) dragTo(at image.Point) {
	d := p.drag
	switch {
	case d.dialog && len(p.root.layers.list) > 0:
		p.root.layers.mouse(face.Mouse{Kind: face.Drag, X: at.X, Y: at.Y})
	case d.border.Name != "":
		by := at.X - d.from.X
		if d.border.Axis == layout.Down {
			by = at.Y - d.from.Y
		}
		if by != 0 {
			p.root.desk.moveBorder(d.border.Name, by)
			p.drag.from = at
		}
	case d.pane != "":
		p.toPane(d.pane, face.Drag, at, 0)
	default:
		p.root.idle = true
	}
}

func (p *pointer) releaseAt(at image.Point) {
	d := p.drag
	p.drag = drag{}
	switch {
	case d.dialog && len(p.root.layers.list) > 0:
		p.root.layers.mouse(face.Mouse{Kind: face.Release, X: at.X, Y: at.Y})
	case d.pane != "":
		p.toPane(d.pane, face.Release, at, 0)
	default:
		p.root.idle = d.border.Name == ""
	}
}

// wheelAt scrolls what is under the pointer.
func (p *pointer) wheelAt(at image.Point, delta int) {
	switch {
	case delta == 0:
		p.root.idle = true
	case len(p.root.layers.list) > 0:
		p.root.layers.mouse(face.Mouse{Kind: face.Wheel, X: at.X, Y: at.Y, Delta: delta})
	case p.root.menu.open:
		p.root.menu.choose(min(max(p.root.menu.row+delta, 0), len(p.root.menu.rows())-1))
	default:
		p.toPane(p.root.desk.places.At(at), face.Wheel, at, delta)
	}
}

func (p *pointer) toPane(id string, kind face.MouseKind, at image.Point, delta int) {
	w := p.root.desk.window(id)
	if w == nil || p.root.looks.covered(id) {
		return
	}
	rect, _ := p.root.desk.places.Find(id)
	cmd, _ := w.pane.Mouse(face.Mouse{Kind: kind, X: at.X - rect.Min.X - 1, Y: at.Y - rect.Min.Y - 1, Delta: delta})
	p.root.ask(cmd)
}

// tabNames are the words of the tab row, in its order.
func (d *desk) tabNames() []string {
	var names []string
	for _, id := range d.places.Tabs {
		name := strings.ToUpper(id[:1]) + id[1:]
		if id == layout.Timeline { // with it the clock would have no room
			name = "Line"
		}
		if n := writerPlace(id); n > 0 {
			if w := d.root.view.WriterAt(n); w != nil {
				name = string(rune('0'+n)) + " " + d.root.looks.glyphs.Fit(w.Title, tabWidth)
			}
		}
		names = append(names, name)
	}
	return names
}

const tabWidth = 8

// tabGap is what lies between two names of the tab row; where many names leave the clock no room, nothing.
func (d *desk) tabGap() int {
	const clock = 13
	used := 0
	for _, name := range d.tabNames() {
		used += grid.Width(name) + 3
	}
	if used+clock > d.w {
		return 0
	}
	return 1
}

func (p *pointer) pressTab(x int) {
	at, gap := 0, p.root.desk.tabGap()
	for i, name := range p.root.desk.tabNames() {
		if width := grid.Width(name) + 2; x >= at && x < at+width {
			p.root.desk.focusOn(p.root.desk.places.Tabs[i])
			return
		} else {
			at += width + gap
		}
	}
}
