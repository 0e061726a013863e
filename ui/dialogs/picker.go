package dialogs

import (
	tea "charm.land/bubbletea/v2"

	"interleave/ui/face"
	"interleave/ui/grid"
)

// picker is a dialog that is nothing but a chooser.
type picker struct {
	*chooser
	title string
	wide  int
	hints []Hint
}

// Title is what stands in the frame.
func (p *picker) Title() string { return p.title }

// Size is what the rows want.
func (p *picker) Size(maxW, maxH int) (w, h int) { return p.size(p.wide, maxW, maxH) }

// Update takes keys and pastes.
func (p *picker) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	done, cmd, _ = p.update(msg)
	return done, cmd
}

// Mouse takes clicks and the wheel.
func (p *picker) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) { return p.mouse(m) }

// Paint shows all.
func (p *picker) Paint(a grid.Area, look face.Look) { p.paint(a, look) }

// Cursor is where the typed text goes on.
func (p *picker) Cursor() (x, y int, visible bool) { return p.cursor() }

// Hints are the keys that count here.
func (p *picker) Hints() []Hint { return p.hints }
