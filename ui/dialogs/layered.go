package dialogs

import (
	"interleave/ui/face"
	"interleave/ui/grid"
)

// layered is a picker above which a dialog may lie, as a question for a name: what lies above is what is seen.
type layered struct {
	picker
	above Dialog // nil: the list is open
}

// open is the part that is seen and takes the keys.
func (l *layered) open() Dialog {
	if l.above != nil {
		return l.above
	}
	return &l.picker
}

// Title is the open part's.
func (l *layered) Title() string { return l.open().Title() }

// Size is what the open part wants.
func (l *layered) Size(maxW, maxH int) (w, h int) { return l.open().Size(maxW, maxH) }

// Paint shows the open part.
func (l *layered) Paint(a grid.Area, look face.Look) { l.open().Paint(a, look) }

// Cursor is the open part's.
func (l *layered) Cursor() (x, y int, visible bool) { return l.open().Cursor() }

// Hints are the open part's.
func (l *layered) Hints() []Hint { return l.open().Hints() }
