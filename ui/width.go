package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/grid"
)

// firstFrame is when the terminal shows the desk and may be asked how wide it draws a line.
const firstFrame = 60 * time.Millisecond

type askWidthMsg struct{}

// widthQuestion draws a box character in the third row and asks where the cursor stands: in the first row the answer
// would look like a key.
const widthQuestion = "\x1b7\x1b[3;1H─\x1b[6n\x1b8"

// width takes the answer: a line character that took two cells means the ASCII set. No answer means the Unicode set.
func (r *Root) width(x int) {
	if r.deps.Glyphs != "" {
		return
	}
	r.deps.Glyphs = "unicode"
	if x > 1 {
		r.deps.Glyphs, r.glyphs = "ascii", grid.ASCII()
	}
	r.desk.generation++
	r.ask(tea.ClearScreen)
}
