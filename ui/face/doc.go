// Package face is what a window and the desktop know of each other's surface: how things look just now, and what the
// mouse did.
//
// It is apart so that panes and dialogs need not know each other.
package face

import (
	"interleave/themes"
	"interleave/ui/grid"
)

// Look is how things look just now.
type Look struct {
	Glyphs     grid.Glyphs
	Theme      themes.Theme
	ClientEyes bool // what the writers cannot know is hidden from their windows
	Focused    bool // keys go there: the selected row says so
	Turns      bool // the key of the next view turns this window
	Motion     bool // bars and ages may move by themselves
	Flash      bool // what has just happened stands in reverse for a moment
}

// MouseKind is what the mouse did.
type MouseKind uint8

// The kinds of what a mouse does.
const (
	Click MouseKind = iota
	Double
	Drag
	Release
	Wheel
	Right
)

// Mouse is what the mouse did at a cell of the window's inside. Delta counts the notches of the wheel, down if
// positive. Chooses is set on the press that gave the window its focus.
type Mouse struct {
	Kind    MouseKind
	X, Y    int
	Delta   int
	Shift   bool
	Chooses bool
}
