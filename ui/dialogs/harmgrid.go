package dialogs

import (
	"image"
	"strings"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// harmGrid is a table of cells with a cursor: rows are guards, columns are harms.
type harmGrid struct {
	titles   []string
	heads    []gridHead
	text     [][]string // by row and column
	row, col int
	chosen   bool // somebody moved the cursor
	topRow   int  // the first row and column that are shown
	leftCol  int
	cells    image.Rectangle // where the cells are
	shown    int             // columns
}

// gridHead is a column's name in two rows, as `! stale` and `write`.
type gridHead struct {
	top, below string
	ink        themes.Role
	width      int
}

// leastCell is the width of a column within which the longest word of a kind fits.
const leastCell = 11

// headOf is the head of a harm's column.
func headOf(mark engine.Severity, text string) gridHead {
	words := strings.Fields(text)
	h := gridHead{top: string(mark) + " " + words[0], below: strings.Join(words[1:], " "), ink: say.MarkInk(mark)}
	if len(words) == 1 && grid.Width(h.top) >= leastCell {
		h.top, h.below = string(mark), words[0]
	}
	h.top = strings.TrimSpace(h.top)
	return h
}

// set shows rows; every row has a cell for each head.
func (g *harmGrid) set(titles []string, heads []gridHead, text [][]string) {
	g.titles, g.heads, g.text = titles, heads, text
	for n := range heads {
		heads[n].width = max(leastCell, grid.Width(heads[n].top)+2, grid.Width(heads[n].below)+2)
		if heads[n].ink == themes.Title { // numbers need less than the words of a kind
			heads[n].width = max(grid.Width(heads[n].top), grid.Width(heads[n].below)) + 2
		}
		for _, row := range text {
			heads[n].width = max(heads[n].width, grid.Width(row[n])+2)
		}
	}
	g.hold()
}

// press moves the cursor by a key.
func (g *harmGrid) press(key string) {
	switch key {
	case "up", "k":
		g.row--
	case "down", "j":
		g.row++
	case "left", "h":
		g.col--
	case "right", "l":
		g.col++
	case "home", "g":
		g.row = 0
	case "end", "G":
		g.row = len(g.titles) - 1
	}
	g.hold()
}

// hold keeps the cursor in the table.
func (g *harmGrid) hold() {
	g.row = max(min(g.row, len(g.titles)-1), 0)
	g.col = max(min(g.col, len(g.heads)-1), 0)
}

// mouse moves the cursor; open says that the cell on which it stood was clicked.
func (g *harmGrid) mouse(m face.Mouse) (open bool) {
	switch {
	case m.Kind == face.Wheel:
		g.row += m.Delta
		g.hold()
	case m.Kind != face.Click && m.Kind != face.Double || !image.Pt(max(m.X, g.cells.Min.X), m.Y).In(g.cells):
	case m.X < g.cells.Min.X: // the name of a row chooses it
		if row := g.topRow + m.Y - g.cells.Min.Y; row < len(g.titles) {
			g.row, g.chosen = row, true
		}
	default:
		row, col, x := g.topRow+m.Y-g.cells.Min.Y, g.leftCol, g.cells.Min.X
		for ; col < len(g.heads) && x+g.heads[col].width <= m.X; col++ {
			x += g.heads[col].width
		}
		if row >= len(g.titles) || col >= len(g.heads) {
			break
		}
		open = row == g.row && col == g.col || m.Kind == face.Double
		g.row, g.col, g.chosen = row, col, true
	}
	return open
}

func (g *harmGrid) titleW() (w int) {
	for _, title := range g.titles {
		w = max(w, grid.Width(title))
	}
	return w + 1
}

// wide is the width of all columns.
func (g *harmGrid) wide() int { return g.titleW() + 1 + g.span(0, len(g.heads)) + 2 }

// span is the width of columns.
func (g *harmGrid) span(from, to int) (w int) {
	for _, h := range g.heads[from:to] {
		w += h.width
	}
	return w
}

// scroll shows the column with the cursor, and as many as there is room for.
func (g *harmGrid) scroll(room int) {
	g.leftCol = min(g.leftCol, g.col)
	for g.leftCol < g.col && g.span(g.leftCol, g.col+1) > room {
		g.leftCol++
	}
	g.shown = 0
	for n := g.leftCol; n < len(g.heads) && g.span(g.leftCol, n+1) <= room; n++ {
		g.shown++
	}
	g.shown = max(g.shown, min(1, len(g.heads)-g.leftCol))
}

// paint shows heads and as many rows as leave some room below; next is the first row below them.
func (g *harmGrid) paint(a grid.Area, below int, look face.Look) (next int) {
	w, h := a.Size()
	left := 1 + g.titleW()
	rows := max(min(len(g.titles), h-3), 1)
	if h-3-rows > 0 {
		rows = max(min(len(g.titles), h-3-below), 1)
	}
	g.scroll(w - left - 1)
	g.topRow = max(min(g.topRow, g.row), g.row-rows+1)
	g.cells = image.Rect(left, 2, min(left+g.span(g.leftCol, g.leftCol+g.shown), w), 2+rows)
	g.paintHeads(a, look)
	for y := range rows {
		if n := g.topRow + y; n < len(g.titles) {
			g.paintRow(a, n, 2+y, look)
		}
	}
	if more := len(g.titles) - g.topRow - rows; more > 0 {
		a.PutRight(w-1, 2+rows, "more below", ink(themes.Dim))
	}
	return 3 + rows
}

func (g *harmGrid) paintHeads(a grid.Area, look face.Look) {
	for n := g.leftCol; n < g.leftCol+g.shown; n++ {
		x, head := g.cells.Min.X+g.span(g.leftCol, n)+1, g.heads[n]
		a.Put(x, 0, look.Glyphs.Fit(head.top, head.width-1), bold(head.ink))
		a.Put(x, 1, look.Glyphs.Fit(head.below, head.width-1), bold(head.ink))
	}
	w, _ := a.Size()
	if g.leftCol > 0 {
		a.Put(g.cells.Min.X-1, 0, "<", bold(themes.Key))
	}
	if g.leftCol+g.shown < len(g.heads) {
		a.Put(w-1, 0, ">", bold(themes.Key))
	}
}

func (g *harmGrid) paintRow(a grid.Area, n, y int, look face.Look) {
	a.Put(1, y, look.Glyphs.Fit(g.titles[n], g.titleW()-1), themes.Style{Ink: themes.Text, Bold: n == g.row})
	for at := g.leftCol; at < g.leftCol+g.shown; at++ {
		text, x := g.text[n][at], g.cells.Min.X+g.span(g.leftCol, at)+1
		style := ink(cellInk(text, g.heads[at].ink))
		if n == g.row && at == g.col {
			style.Bold = true
			style.Ground = themes.Selected
			a.Put(x-1, y, "["+text+"]", style)
			continue
		}
		a.Put(x, y, text, style)
	}
}

// cellInk is the colour of a cell: what is let through has that of its harm, so that the three troubles differ here
// too.
func cellInk(text string, harm themes.Role) themes.Role {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "stops":
		return themes.Fresh
	case "allows", "brings", "overwrites":
		return harm
	case "refuses":
		return themes.Refused
	}
	return themes.Dim
}
