package panes

import (
	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
)

// widgetLook is a look for what has the focus within a pane, or has not.
func widgetLook(l face.Look, focused bool) face.Look {
	l.Focused = focused
	return l
}

// pane is what all panes have in common.
type pane struct {
	desk    command.Host
	scope   command.Scope
	view    *view.View
	focused bool
	version uint64
}

// Scope says whose keys apply while the pane has the focus.
func (p *pane) Scope() command.Scope { return p.scope }

// SetFocus tells the pane whether keys go to it.
func (p *pane) SetFocus(on bool) tea.Cmd {
	if p.focused != on {
		p.focused = on
		p.version++
	}
	return nil
}

// Update takes keys that no command took: only editors want them.
func (p *pane) Update(tea.Msg) tea.Cmd { return nil }

// Editing is true while an editor has the focus.
func (p *pane) Editing() bool { return false }

// Cursor is the cell of the terminal's cursor inside the pane.
func (p *pane) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Keep is what of the pane's state belongs to the layout; Restore takes it back.
func (p *pane) Keep() string { return "" }

// Restore takes back what Keep gave.
func (p *pane) Restore(string) {}

// scroller is what moves by the keys of a list.
type scroller interface {
	Move(int)
	Page(int)
	HalfPage(int)
	First()
	Last()
}

// move carries out a direction; false for left and right, which mean something else in each pane.
func move(s scroller, where command.Direction) bool {
	switch where {
	case command.Above:
		s.Move(-1)
	case command.Below:
		s.Move(1)
	case command.First:
		s.First()
	case command.Last:
		s.Last()
	case command.HalfUp:
		s.HalfPage(-1)
	case command.HalfDown:
		s.HalfPage(1)
	case command.PageUp:
		s.Page(-1)
	case command.PageDown:
		s.Page(1)
	default:
		return false
	}
	return true
}

// steps is how far a direction goes in a pane that only scrolls.
func steps(where command.Direction, height int) int {
	const all = 1 << 20
	switch where {
	case command.Above:
		return -1
	case command.Below:
		return 1
	case command.First:
		return -all
	case command.Last:
		return all
	case command.HalfUp:
		return -max(height/2, 1)
	case command.HalfDown:
		return max(height/2, 1)
	case command.PageUp:
		return -max(height-1, 1)
	case command.PageDown:
		return max(height-1, 1)
	}
	return 0
}
