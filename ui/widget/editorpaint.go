package widget

import (
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// LineMark makes a line stand out: a sign in front of it (`<>` where two texts clash) and the ink of its words. The
// sign carries the meaning where there are no colours.
type LineMark struct {
	Role themes.Role
	Sign string
}

// ink is a style on the ground of the area, whichever that is.
func ink(role themes.Role) themes.Style { return themes.Style{Ink: role} }

// SetMarks marks lines, counted from 0, until the next call. Marks do not move with the text: set them anew when
// Changed says so.
func (e *Editor) SetMarks(marks map[int]LineMark) {
	e.marks, e.signs = marks, 0
	for _, m := range marks {
		if m.Sign != "" {
			e.signs = max(e.signs, grid.Width(m.Sign)+1)
		}
	}
	e.version++
	e.follow()
}

// gutter is the width of what stands before the text: numbers and signs, if the text keeps most of the width.
func (e *Editor) gutter() int {
	if n := e.numberWidth() + e.signs; 2*n < e.width {
		return n
	}
	return 0
}

func (e *Editor) numberWidth() int {
	if !e.numbers {
		return 0
	}
	w := 2
	for n := len(e.body.lines); n >= 10; n /= 10 {
		w++
	}
	return w
}

// textWidth leaves the last column free: there stand the cursor behind a full row and the scroll bar.
func (e *Editor) textWidth() int { return max(e.width-e.gutter()-1, 1) }

// Cursor is the cell for the terminal's own cursor, counted from the editor's upper left; not visible when scrolled
// away.
func (e *Editor) Cursor() (x, y int, visible bool) {
	e.settle()
	row, column := e.place(e.cursor)
	here := rowAt{e.cursor.Line, row}
	if here.before(e.top) {
		return 0, 0, false
	}
	x, y = min(e.gutter()+column, e.width-1), e.distance(e.top, here, e.height) // a cluster can be wider than a row
	return x, y, y < e.height && x >= e.gutter() && x < e.width
}

// Paint shows the rows that fit in the area.
func (e *Editor) Paint(a grid.Area, look face.Look) {
	e.SetSize(a.Size())
	a.Fill(ink(themes.Text))
	e.settle()
	r := e.top
	for y := range e.height {
		e.paintRow(a, y, r)
		next := e.step(r, 1)
		if next == r {
			break
		}
		r = next
	}
	if total := len(e.body.lines); e.numbers &&
		(e.top != rowAt{} || e.distance(rowAt{}, rowAt{total - 1, 0}, e.height) >= e.height) {
		e.paintBar(a, look)
	}
}

// paintBar counts lines, not rows: laying out the whole text for a bar would cost more than the bar tells.
func (e *Editor) paintBar(a grid.Area, look face.Look) {
	shown := e.step(e.top, e.height-1).line - e.top.line + 1
	Bar{First: e.top.line, Shown: shown, Total: len(e.body.lines)}.Paint(a, look)
}

func (e *Editor) paintRow(a grid.Area, y int, r rowAt) {
	mark := e.marks[r.line]
	if e.gutter() > 0 && r.row == 0 {
		if w := e.numberWidth(); w > 0 && !e.behindText(r.line) {
			putNumber(a, w-2, y, r.line+1)
		}
		sign := ink(mark.Role)
		sign.Bold = true
		a.Put(e.numberWidth(), y, mark.Sign, sign)
	}
	from, to := e.rowSpan(r.line, r.row)
	plainStyle := ink(mark.Role)
	chosen := themes.Style{Ink: mark.Role, Ground: themes.Selected}
	w := brush{area: a, y: y, x: e.gutter(), origin: e.gutter(), right: e.gutter() + e.textWidth()}
	first, last, tail := e.selectedIn(r.line, from, to)
	text := e.body.lines[r.line].text
	w.paint(text[from:first], plainStyle)
	w.paint(text[first:last], chosen)
	w.paint(text[last:to], plainStyle)
	if tail && w.visible() { // the line end is selected too
		a.Put(w.at(), y, " ", chosen)
	}
}

// behindText says of a line that it is only what follows the last line end: until the cursor is there it has no number.
func (e *Editor) behindText(n int) bool {
	return n > 0 && n == len(e.body.lines)-1 && e.body.lines[n].text == "" && e.cursor.Line != n
}

// putNumber writes a number that ends in column x, digit by digit: as a text it would be an allocation for each row of
// each frame.
func putNumber(a grid.Area, x, y, n int) {
	const digits = "0123456789"
	for ; n > 0; n /= 10 {
		a.Put(x, y, digits[n%10:n%10+1], ink(themes.Dim))
		x--
	}
}

// selectedIn is the selected part of a row, and whether the selection goes on behind its line's end.
func (e *Editor) selectedIn(n, from, to int) (first, last int, tail bool) {
	start, end := e.Selection()
	if start == end || n < start.Line || n > end.Line {
		return to, to, false
	}
	first, last = from, to
	if n == start.Line {
		first = min(max(start.Byte, from), to)
	}
	if n == end.Line {
		last = max(min(end.Byte, to), first)
	}
	return first, last, n < end.Line && to == len(e.body.lines[n].text)
}

// brush paints one row piece by piece and knows what no cell can hold.
type brush struct {
	area     grid.Area
	y        int
	x, right int // the cells it may use
	origin   int // where column 0 of the row would be; left of x when scrolled
	column   int // of the row, before the next cluster
}

func (b *brush) at() int       { return b.origin + b.column }
func (b *brush) visible() bool { return b.at() >= b.x && b.at() <= b.right }

func (b *brush) paint(s string, style themes.Style) {
	run, runAt := 0, b.column
	flush := func(end int) {
		if run < end {
			b.area.Put(b.origin+runAt, b.y, s[run:end], style)
		}
	}
	for i := 0; i < len(s); {
		end := clusterEnd(s, i)
		text, cells, standIn := shown(s[i:end], b.column)
		if b.at()+cells > b.right && b.at() > b.x {
			flush(i)
			return
		}
		if direct := !standIn && s[i] != '\t' && b.at() >= b.x; !direct {
			flush(i)
			if b.at() >= b.x {
				stand := style
				if standIn {
					stand.Ink = themes.Dim
				}
				b.area.Put(b.at(), b.y, text, stand)
			} else if b.at()+cells > b.x { // the half of a wide letter that is not scrolled away stays blank
				for x := b.x; x < b.at()+cells; x++ {
					b.area.Put(x, b.y, " ", style)
				}
			}
			run, runAt = end, b.column+cells
		}
		b.column += cells
		i = end
	}
	flush(len(s))
}
