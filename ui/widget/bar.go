package widget

import (
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// Bar is a scroll bar: of Total rows, Shown rows from First on are on screen.
type Bar struct{ First, Shown, Total int }

// Needed is true when not everything is on screen.
func (b Bar) Needed() bool { return b.Total > b.Shown && b.Shown > 0 }

// Thumb is the part of a bar of that height that stands for what is on screen. It touches an end only when the text
// does.
func (b Bar) Thumb(height int) (top, length int) {
	if height <= 0 || !b.Needed() {
		return 0, max(height, 0)
	}
	length = min(max(height*b.Shown/b.Total, 1), height)
	space, travel := height-length, b.Total-b.Shown
	first := min(max(b.First, 0), travel)
	top = space * first / travel
	if first > 0 && top == 0 && space > 1 {
		top = 1
	}
	if first < travel && top == space && space > 1 {
		top = space - 1
	}
	return top, length
}

// FirstAt is the first row to show when the bar is pressed or dragged at y.
func (b Bar) FirstAt(y, height int) int {
	_, length := b.Thumb(height)
	space := height - length
	if !b.Needed() || space <= 0 {
		return 0
	}
	y = min(max(y-length/2, 0), space)
	return (y*(b.Total-b.Shown) + space/2) / space
}

// Paint puts the bar in the last column of the area, if it is needed.
func (b Bar) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	if !b.Needed() || w == 0 {
		return
	}
	top, length := b.Thumb(h)
	for y := range h {
		if y >= top && y < top+length {
			a.Put(w-1, y, look.Glyphs.ScrollThumb, ink(themes.Dim))
		} else {
			a.Put(w-1, y, look.Glyphs.ScrollTrack, ink(themes.Faint))
		}
	}
}
