package grid

import (
	"image"
	"slices"
	"strings"

	"interleave/themes"
)

// cell is one column of one row. A wide grapheme is a cell of width 2 followed by
// one of width 0, which shows nothing itself.
type cell struct {
	text  string
	style themes.Style
	width uint8
}

func blank(s themes.Style) cell { return cell{text: " ", style: s, width: 1} }

// Grid is a screen of cells. It belongs to one goroutine.
type Grid struct {
	w, h  int
	cells []cell

	// What Rows last gave out: a row is written anew only if its cells differ.
	shown   []cell
	touched []bool
	rows    []string
	theme   themes.Theme
	fresh   bool // nothing has been given out in this size
	line    []byte
}

// New is a grid of blanks.
func New(w, h int) *Grid {
	g := &Grid{}
	g.Resize(w, h)
	return g
}

// Resize changes the size; all cells become blanks. The same size changes nothing.
func (g *Grid) Resize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if g.w == w && g.h == h && g.cells != nil {
		return
	}
	g.w, g.h, g.fresh = w, h, true
	g.cells = slices.Repeat([]cell{blank(themes.Style{})}, w*h)
	g.shown = make([]cell, w*h)
	g.touched = make([]bool, h)
	g.rows = make([]string, h)
}

// Size is the number of columns and rows.
func (g *Grid) Size() (w, h int) { return g.w, g.h }

// Bounds is the whole grid.
func (g *Grid) Bounds() image.Rectangle { return image.Rect(0, 0, g.w, g.h) }

// Area is the part r of the grid. What sticks out at the right or below is cut
// off; what sticks out at the left or above is hidden and the origin stays.
func (g *Grid) Area(r image.Rectangle) Area {
	whole := Area{grid: g, rect: g.Bounds(), clip: g.Bounds()}
	return whole.Sub(r)
}

// Cell is the text and the style at a place; the second half of a wide grapheme
// and places outside have no text.
func (g *Grid) Cell(x, y int) (text string, s themes.Style) {
	if !image.Pt(x, y).In(g.Bounds()) {
		return "", themes.Style{}
	}
	c := g.cells[y*g.w+x]
	return c.text, c.style
}

// Text is the grid without styles, one string a row, blanks at the end included.
func (g *Grid) Text() []string {
	rows := make([]string, g.h)
	var line strings.Builder
	for y := range rows {
		line.Reset()
		for _, c := range g.row(y) {
			line.WriteString(c.text)
		}
		rows[y] = line.String()
	}
	return rows
}

// Rows is the grid in a theme, one string a row, each complete in itself. A row
// whose cells are as they were last time keeps its string. The slice is the grid's
// own and is valid until the next call.
func (g *Grid) Rows(t *themes.Theme) []string {
	anew := g.fresh || g.theme != *t
	g.theme, g.fresh = *t, false
	for y := range g.rows {
		row, shown := g.row(y), g.shown[y*g.w:(y+1)*g.w]
		if !anew && (!g.touched[y] || slices.Equal(row, shown)) {
			g.touched[y] = false
			continue
		}
		g.touched[y] = false
		copy(shown, row)
		g.rows[y] = g.write(row)
	}
	return g.rows
}

// write joins the cells of a row; runs of one style share an escape sequence.
func (g *Grid) write(row []cell) string {
	if len(row) == 0 {
		return ""
	}
	g.line = g.line[:0]
	for i := range row {
		c := &row[i]
		if c.width == 0 {
			continue
		}
		if i == 0 || c.style != row[i-1].style {
			g.line = g.theme.AppendSGR(g.line, c.style)
		}
		g.line = append(g.line, c.text...)
	}
	g.line = append(g.line, "\x1b[0m"...)
	return string(g.line)
}

// CopyFrom takes over the cells of src in r, at the same place.
func (g *Grid) CopyFrom(src *Grid, r image.Rectangle) {
	r = r.Intersect(g.Bounds()).Intersect(src.Bounds())
	if r.Empty() {
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		g.part(r.Min.X, y)
		g.part(r.Max.X, y)
		row := g.row(y)
		copy(row[r.Min.X:r.Max.X], src.row(y)[r.Min.X:r.Max.X])
		if first := &row[r.Min.X]; first.width == 0 {
			*first = blank(first.style)
		}
		if last := &row[r.Max.X-1]; last.width == 2 {
			*last = blank(last.style)
		}
		g.touched[y] = true
	}
}

// Shade restyles the cells of r as lying in the shadow of something above them:
// dark, but still to be read.
func (g *Grid) Shade(r image.Rectangle) {
	r = r.Intersect(g.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := g.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			ink := themes.Dim
			if old := row[x].style.Ink; old == themes.Edge || old == themes.Faint {
				ink = themes.Faint
			}
			row[x].style = themes.Style{Ink: ink, Ground: themes.Desk}
		}
		g.touched[y] = true
	}
}

func (g *Grid) row(y int) []cell { return g.cells[y*g.w : (y+1)*g.w] }

// part separates column x from the one before it: a wide grapheme that lies across
// becomes two blanks.
func (g *Grid) part(x, y int) {
	if x <= 0 || x >= g.w {
		return
	}
	row := g.row(y)
	if row[x].width == 0 {
		row[x-1], row[x] = blank(row[x-1].style), blank(row[x].style)
		g.touched[y] = true
	}
}

// fill writes one cell over a part of a row.
func (g *Grid) fill(from, to, y int, c cell) {
	if from >= to {
		return
	}
	g.part(from, y)
	g.part(to, y)
	row := g.row(y)[from:to]
	for x := range row {
		if row[x] != c {
			row[x], g.touched[y] = c, true
		}
	}
}

// set writes one grapheme that fits; what it halves becomes blank.
func (g *Grid) set(x, y int, c cell) {
	i := y*g.w + x
	if g.cells[i] == c && c.width == 1 {
		return
	}
	g.part(x, y)
	g.part(x+int(c.width), y)
	g.cells[i] = c
	if c.width == 2 {
		g.cells[i+1] = cell{style: c.style}
	}
	g.touched[y] = true
}
