package grid

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Border is the set of lines of a frame.
type Border struct {
	TopLeft, Top, TopRight          string
	Left, Right                     string
	BottomLeft, Bottom, BottomRight string
}

// lines are those of a border that Lip Gloss defines.
func lines(b lipgloss.Border) Border {
	return Border{b.TopLeft, b.Top, b.TopRight, b.Left, b.Right, b.BottomLeft, b.Bottom, b.BottomRight}
}

// Glyphs are the drawing characters. Each is one column wide for every terminal
// and for the renderer, except Ellipsis, which is two in ASCII.
type Glyphs struct {
	Name string

	Thin, Heavy       Border // a window; the window with the focus
	Past, PastFocused Border // the same while looking at the past

	Lane                            string // a lane of the timeline, and a column of a sequence
	LaneUp                          string
	ArrowTail, ArrowLine            string
	ArrowRight, ArrowLeft           string
	BarFull, BarRest                string
	ScrollTrack, ScrollThumb        string
	TreeOpen, TreeClosed            string
	Bullet, Cursor, Caret, Ellipsis string
}

// Unicode is the set of terminals that have it.
func Unicode() Glyphs {
	return Glyphs{
		Name:        "unicode",
		Thin:        lines(lipgloss.RoundedBorder()),
		Heavy:       lines(lipgloss.ThickBorder()),
		Past:        Border{"╭", "┄", "╮", "┆", "┆", "╰", "┄", "╯"},
		PastFocused: Border{"┏", "┅", "┓", "┇", "┇", "┗", "┅", "┛"},
		Lane:        "┄", LaneUp: "┆",
		ArrowTail: "●", ArrowLine: "─", ArrowRight: "▶", ArrowLeft: "◀",
		BarFull: "━", BarRest: "━",
		ScrollTrack: "│", ScrollThumb: "┃",
		TreeOpen: "▾", TreeClosed: "▸",
		Bullet: "●", Cursor: "▌", Caret: "^", Ellipsis: "…",
	}
}

// ASCII is the set for all others.
func ASCII() Glyphs {
	return Glyphs{
		Name:        "ascii",
		Thin:        Border{"+", "-", "+", "|", "|", "+", "-", "+"},
		Heavy:       Border{"+", "=", "+", "|", "|", "+", "=", "+"},
		Past:        Border{"+", ".", "+", ":", ":", "+", ".", "+"},
		PastFocused: Border{"+", "=", "+", ":", ":", "+", "=", "+"},
		Lane:        "-", LaneUp: "|",
		ArrowTail: "-", ArrowLine: "-", ArrowRight: ">", ArrowLeft: "<",
		BarFull: "#", BarRest: ".",
		ScrollTrack: "|", ScrollThumb: "#",
		TreeOpen: "v", TreeClosed: ">",
		Bullet: "*", Cursor: ">", Caret: "^", Ellipsis: "..",
	}
}

// Arrow is an arrow to the right, n columns long, with a tail where there is room.
func (gl Glyphs) Arrow(n int) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return gl.ArrowRight
	}
	return gl.ArrowTail + strings.Repeat(gl.ArrowLine, n-2) + gl.ArrowRight
}

// ArrowBack is an arrow to the left, n columns long.
func (gl Glyphs) ArrowBack(n int) string {
	if n <= 0 {
		return ""
	}
	return gl.ArrowLeft + strings.Repeat(gl.ArrowLine, n-1)
}
