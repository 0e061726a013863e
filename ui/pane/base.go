package pane

import (
	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
)

// InFocus is a look for what has the focus within a pane, or has not.
func InFocus(l face.Look, focused bool) face.Look {
	l.Focused = focused
	return l
}

// Base is what all panes have in common.
type Base struct {
	Desk    command.Host
	Keys    command.Scope
	View    *view.View
	Focused bool
	Changes uint64
	runs    bool
}

// SetRuns tells the pane whether the clock runs.
func (p *Base) SetRuns(on bool) {
	if p.runs != on {
		p.runs = on
		p.Changes++
	}
}

// Onward names the keys that lead on from where nothing has happened yet.
func (p *Base) Onward() string {
	if p.runs {
		return "Space stops the clock, . steps."
	}
	return "Space runs, . steps."
}

// Scope says whose keys apply while the pane has the focus.
func (p *Base) Scope() command.Scope { return p.Keys }

// SetFocus tells the pane whether keys go to it.
func (p *Base) SetFocus(on bool) tea.Cmd {
	if p.Focused != on {
		p.Focused = on
		p.Changes++
	}
	return nil
}

// Update takes keys that no command took: only editors want them.
func (p *Base) Update(tea.Msg) tea.Cmd { return nil }

// Editing is true while an editor has the focus.
func (p *Base) Editing() bool { return false }

// Cursor is the cell of the terminal's cursor inside the pane.
func (p *Base) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Keep is what of the pane's state belongs to the layout; Restore takes it back.
func (p *Base) Keep() string { return "" }

// Restore takes back what Keep gave.
func (p *Base) Restore(string) {}

// scroller is what moves by the keys of a list.
type scroller interface {
	Move(int)
	Page(int)
	HalfPage(int)
	First()
	Last()
}

// Move carries out a direction; false for left and right, which mean something else in each pane.
func Move(s scroller, where command.Direction) bool {
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

// Rows is how far a direction goes in a pane that only scrolls.
func Rows(where command.Direction, height int) int {
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
