package widget

import tea "charm.land/bubbletea/v2"

// wheelRows is how far one notch of the wheel goes.
const wheelRows = 3

func (e *Editor) mouse(msg tea.MouseMsg) (tea.Cmd, bool) {
	m := msg.Mouse()
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return nil, false
		}
		e.Press(m.X, m.Y, m.Mod.Contains(tea.ModShift))
		return nil, true
	case tea.MouseMotionMsg:
		return nil, e.Drag(m.X, m.Y)
	case tea.MouseReleaseMsg:
		dragged := e.dragging
		e.Release()
		return nil, dragged
	case tea.MouseWheelMsg:
		return nil, e.wheel(m.Button)
	}
	return nil, false
}

func (e *Editor) wheel(b tea.MouseButton) bool {
	switch b {
	case tea.MouseWheelUp:
		e.Scroll(-wheelRows)
	case tea.MouseWheelDown:
		e.Scroll(wheelRows)
	default:
		return false
	}
	return true
}

// Press puts the cursor where the mouse went down and begins a selection there; extend selects from the old cursor.
func (e *Editor) Press(x, y int, extend bool) {
	e.begin()
	e.move(e.under(x, y), extend)
	e.goal = -1
	e.dragging = true
	e.follow()
}

// Drag extends the selection to the mouse while its button is down; beyond an edge the text scrolls.
func (e *Editor) Drag(x, y int) bool {
	if !e.dragging {
		return false
	}
	e.begin()
	e.move(e.under(x, y), true)
	e.goal = -1
	e.follow()
	return true
}

// Release ends a drag.
func (e *Editor) Release() { e.dragging = false }

// Scroll moves the text, not the cursor.
func (e *Editor) Scroll(rows int) {
	e.settle()
	e.top = e.step(e.top, rows)
	e.fill() // the last row of the text stays at the bottom or below the top, never above the window
	e.version++
}

// under is the position in the text nearest to a cell.
func (e *Editor) under(x, y int) Pos {
	e.settle()
	r := e.top
	switch {
	case y < 0:
		r = e.step(r, -1)
	case y < e.height:
		r = e.step(r, y)
	default:
		r = e.step(r, e.height)
	}
	return e.at(r.line, r.row, max(x-e.gutter(), 0))
}
