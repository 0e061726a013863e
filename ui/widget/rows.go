package widget

import "sort"

// oneRow serves every line that fits, which is nearly all of them.
var oneRow = []int32{0}

// rowStarts is where the rows of a line begin when they may be width cells wide. A row breaks after a blank, a hyphen
// or a wide letter; a word that is longer than a row is cut between clusters.
func rowStarts(s string, width int) []int32 {
	width = max(width, 1)
	if len(s) <= width && allPlain(s) {
		return oneRow
	}
	var starts []int32
	column, row, chance := 0, 0, 0 // chance: the last place in this row where it may break
	for i := 0; i < len(s); {
		end, cells := i+1, 1
		if !plainAt(s, i) {
			end = clusterEnd(s, i)
			_, cells, _ = shown(s[i:end], column)
		}
		if column+cells > width && i > row {
			if starts == nil {
				starts = append(starts, 0)
			}
			next := i
			if chance > row && s[i] != ' ' {
				next = chance
			}
			starts = append(starts, int32(next))
			row, i, column, chance = next, next, 0, next
			continue
		}
		column += cells
		i = end
		if last := s[end-1]; cells == 2 || last == ' ' || last == '\t' || last == '-' {
			chance = end
		}
	}
	if starts == nil {
		return oneRow
	}
	return starts
}

func allPlain(s string) bool {
	for i := range len(s) {
		if !plain(s[i]) {
			return false
		}
	}
	return true
}

// rows is where the rows of a line begin; the layout stays beside the line until its text or the width changes.
func (e *Editor) rows(n int) []int32 {
	l := &e.body.lines[n]
	if width := e.textWidth(); l.width != width {
		l.starts, l.width = rowStarts(l.text, width), width
	}
	return l.starts
}

// rowSpan is the bytes [from, to) of one row of a line.
func (e *Editor) rowSpan(n, row int) (from, to int) {
	starts := e.rows(n)
	if row+1 < len(starts) {
		return int(starts[row]), int(starts[row+1])
	}
	return int(starts[row]), len(e.body.lines[n].text)
}

// place is the row of a line and the column in it where a position shows.
func (e *Editor) place(p Pos) (row, column int) {
	starts := e.rows(p.Line)
	row = sort.Search(len(starts), func(i int) bool { return int(starts[i]) > p.Byte }) - 1
	return row, columns(e.body.lines[p.Line].text[starts[row]:p.Byte])
}

// at is the position in a row of a line nearest to a column.
func (e *Editor) at(n, row, column int) Pos {
	from, to := e.rowSpan(n, row)
	text := e.body.lines[n].text
	b := from + byteAt(text[from:to], column)
	if b == to && row+1 < len(e.rows(n)) && to > from {
		b = clusterStart(text, to) // the end of this row is the beginning of the next one
	}
	return Pos{n, b}
}

// rowAt is a row of the text, whatever line it belongs to.
type rowAt struct{ line, row int }

func (r rowAt) before(q rowAt) bool {
	return r.line < q.line || r.line == q.line && r.row < q.row
}

// step goes up to n rows down (up if negative) and stops at the first and last row of the text.
func (e *Editor) step(r rowAt, n int) rowAt {
	for ; n < 0; n++ {
		switch {
		case r.row > 0:
			r.row--
		case r.line > 0:
			r.line--
			r.row = len(e.rows(r.line)) - 1
		default:
			return r
		}
	}
	for ; n > 0; n-- {
		switch {
		case r.row+1 < len(e.rows(r.line)):
			r.row++
		case r.line+1 < len(e.body.lines):
			r.line++
			r.row = 0
		default:
			return r
		}
	}
	return r
}

// distance is the number of rows from r down to q, but never more than limit.
func (e *Editor) distance(r, q rowAt, limit int) int {
	n := 0
	for r.line < q.line && n < limit {
		n += len(e.rows(r.line)) - r.row
		r = rowAt{line: r.line + 1}
	}
	if r.line == q.line {
		n += q.row - r.row
	}
	return min(n, limit)
}

// follow scrolls as little as needed to show the cursor.
func (e *Editor) follow() {
	e.settle()
	row, _ := e.place(e.cursor)
	here := rowAt{e.cursor.Line, row}
	if here.before(e.top) {
		e.top = here
	} else if e.distance(e.top, here, e.height) >= e.height {
		e.top = e.step(here, 1-max(e.height, 1))
	}
	e.fill()
}

// fill scrolls back where rows below the text stay empty while others stand above the window: it has grown, or the text
// has shrunk.
func (e *Editor) fill() {
	if last := e.last(); e.distance(e.top, last, e.height) < e.height-1 {
		e.top = e.step(last, 1-e.height)
	}
}

// last is the last row of the text.
func (e *Editor) last() rowAt {
	line := len(e.body.lines) - 1
	return rowAt{line, len(e.rows(line)) - 1}
}

// settle keeps the first shown row inside a text that may have shrunk or been laid out anew.
func (e *Editor) settle() {
	e.top.line = min(e.top.line, len(e.body.lines)-1)
	e.top.row = min(e.top.row, len(e.rows(e.top.line))-1)
}
