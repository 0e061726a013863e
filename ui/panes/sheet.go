package panes

import (
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// line is a row of a sheet.
type line struct {
	left, right []grid.Span
	does        command.Intent // by Enter or a click; nil: nothing
	bar         bool
	share       float64
}

// sheet is text that is longer than its place may be.
type sheet struct {
	lines  []line
	top    int
	height int
	chosen int // the line of the chosen link, -1: none
}

func (s *sheet) set(lines []line) {
	s.lines = lines
	if s.chosen >= len(lines) || s.chosen >= 0 && lines[s.chosen].does == nil {
		s.chosen = -1
	}
	s.settle()
}

func (s *sheet) settle() { s.top = min(max(s.top, 0), max(len(s.lines)-s.height, 0)) }

func (s *sheet) scroll(rows int) {
	s.top += rows
	s.settle()
}

// next chooses the next link in a direction; where there is none the text scrolls.
func (s *sheet) next(by int) {
	for at := s.chosen + by; at >= 0 && at < len(s.lines); at += by {
		if s.lines[at].does == nil {
			continue
		}
		s.chosen = at
		if at < s.top {
			s.top = at
		} else if s.height > 0 && at >= s.top+s.height {
			s.top = at - s.height + 1
		}
		return
	}
	s.scroll(by)
}

// under is what a click on a row of the screen does; nil: nothing.
func (s *sheet) under(y int) command.Intent {
	if at := s.top + y; y >= 0 && y < s.height && at < len(s.lines) {
		return s.lines[at].does
	}
	return nil
}

// link is what Enter does on the chosen line; nil: nothing is chosen.
func (s *sheet) link() command.Intent {
	if s.chosen < 0 || s.chosen >= len(s.lines) {
		return nil
	}
	return s.lines[s.chosen].does
}

func (s *sheet) paint(a grid.Area, gl grid.Glyphs, focused bool) {
	w, h := a.Size()
	s.height = h
	s.settle()
	bar := widget.Bar{First: s.top, Shown: h, Total: len(s.lines)}
	if bar.Needed() {
		w--
	}
	for y := range min(h, len(s.lines)-s.top) {
		at := s.top + y
		b := a
		if focused && at == s.chosen && s.lines[at].does != nil {
			b = a.On(themes.Selected)
			b.FillRow(y, themes.Style{})
		}
		s.lines[at].paint(b, y, w, gl)
	}
	bar.Paint(a, face.Look{Glyphs: gl})
}

func (l line) paint(a grid.Area, y, w int, gl grid.Glyphs) {
	end := w - 1
	if n := say.Width(l.right); n > 0 && n < end-8 {
		end -= say.PutRight(a, end, y, l.right...) + 2
	}
	x := 1 + say.Put(a, 1, y, end-1, gl, l.left...)
	const least, most = 5, 20
	if wide := min(end-x-2, most); l.bar && wide >= least {
		a.Bar(x+2, y, wide, l.share, gl)
	}
}
