package pane

import (
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// Line is a row of a sheet.
type Line struct {
	Left, Right []grid.Span
	Does        command.Intent // by Enter or a click; nil: nothing
	Bar         bool
	Share       float64
}

// Sheet is text that is longer than its place may be.
type Sheet struct {
	lines  []Line
	Top    int
	Height int
	Chosen int // the line of the chosen link, -1: none
}

func (s *Sheet) Set(lines []Line) {
	s.lines = lines
	if s.Chosen >= len(lines) || s.Chosen >= 0 && lines[s.Chosen].Does == nil {
		s.Chosen = -1
	}
	s.settle()
}

func (s *Sheet) settle() { s.Top = min(max(s.Top, 0), max(len(s.lines)-s.Height, 0)) }

func (s *Sheet) Scroll(rows int) {
	s.Top += rows
	s.settle()
}

// More says whether text lies below what is on screen.
func (s *Sheet) More() bool { return s.Top+s.Height < len(s.lines) }

// Next chooses the next link in a direction, and the text scrolls along: who reads it down by one key sees all of it.
// Where there is no link it scrolls.
func (s *Sheet) Next(by int) {
	for at := s.Chosen + by; at >= 0 && at < len(s.lines); at += by {
		if s.lines[at].Does == nil {
			continue
		}
		s.Chosen = at
		if s.Height > 0 {
			s.Scroll(by)
		}
		if at < s.Top {
			s.Top = at
		} else if s.Height > 0 && at >= s.Top+s.Height {
			s.Top = at - s.Height + 1
		}
		return
	}
	s.Scroll(by)
}

// Under is what a click on a row of the screen does; nil: nothing.
func (s *Sheet) Under(y int) command.Intent {
	if at := s.Top + y; y >= 0 && y < s.Height && at < len(s.lines) {
		return s.lines[at].Does
	}
	return nil
}

// Link is what Enter does on the chosen line; nil: nothing is chosen.
func (s *Sheet) Link() command.Intent {
	if s.Chosen < 0 || s.Chosen >= len(s.lines) {
		return nil
	}
	return s.lines[s.Chosen].Does
}

func (s *Sheet) Paint(a grid.Area, gl grid.Glyphs, focused bool) {
	w, h := a.Size()
	s.Height = h
	s.settle()
	bar := widget.Bar{First: s.Top, Shown: h, Total: len(s.lines)}
	if bar.Needed() {
		w--
	}
	most := mostBar // bars beside each other are of one length: what is equal is to look so
	for _, l := range s.lines {
		if room := l.roomForBar(w); l.Bar && room >= leastBar {
			most = min(most, room)
		}
	}
	for y := range min(h, len(s.lines)-s.Top) {
		at := s.Top + y
		b := a
		if focused && at == s.Chosen && s.lines[at].Does != nil {
			b = a.On(themes.Selected)
			b.FillRow(y, themes.Style{})
		}
		s.lines[at].paint(b, y, w, most, gl)
	}
	bar.Paint(a, face.Look{Glyphs: gl})
}

// Bars are so wide.
const leastBar, mostBar = 5, 20

// Paint is a line by itself.
func (l Line) Paint(a grid.Area, y, w int, gl grid.Glyphs) { l.paint(a, y, w, mostBar, gl) }

func (l Line) paint(a grid.Area, y, w, most int, gl grid.Glyphs) {
	end := w - 1
	if l.rightFits(w) {
		end -= say.PutRight(a, end, y, l.Right...) + 2
	}
	x := 1 + say.Put(a, 1, y, end-1, gl, l.Left...)
	if wide := min(end-x-2, most); l.Bar && wide >= leastBar {
		a.Bar(x+2, y, wide, l.Share, gl)
	}
}

func (l Line) rightFits(w int) bool {
	n := say.Width(l.Right)
	return n > 0 && n < w-1-8
}

// roomForBar is how many columns lie between the two texts of a line, with two blanks on either side.
func (l Line) roomForBar(w int) int {
	end := w - 1
	if l.rightFits(w) {
		end -= say.Width(l.Right) + 2
	}
	return end - 1 - say.Width(l.Left) - 2
}
