package writer

import (
	"image"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// gridShape is where the columns of a row's editor stand.
type gridShape struct {
	kind, value, beside, base, now int // the first column of each; base and now are 0 where they share one
	wide, first, shown             int // the width, the row of the first property, and how many there are
	drop                           int // the column of the button that drops the chosen one
	sign                           string
}

// wideGrid is from how many columns on base and current value have a column each.
const wideGrid = 40

// briefTypes are the types where the column is narrow.
var briefTypes = map[string]string{"String": "str", "Int32": "i32", "Int64": "i64", "Double": "dbl", "Boolean": "bool",
	"DateTime": "date", "Guid": "guid", "Binary": "bin"}

func (g *rowGrid) layOut(wide, height int, base []string) {
	name := 5
	for _, p := range g.rows {
		name = max(name, grid.Width(p.Name)+2)
	}
	for _, n := range base {
		name = max(name, grid.Width(n)+2)
	}
	s := gridShape{wide: wide, kind: min(name, max(wide/4, 7))}
	if wide >= wideGrid {
		s.value = s.kind + 11
		rest := (wide - s.value) / 3
		s.base, s.now = wide-2*rest, wide-rest
		s.beside = s.base
	} else {
		s.value = s.kind + 7
		const least = 10 // of what stands beside, as `< now 12`
		s.beside = max(wide-besideOf(wide), s.value+6, min(s.value+g.longest()+3, wide-least))
	}
	if height >= 4 {
		s.first = 1
	}
	s.shown = max(height-s.first, 0)
	s.sign = "-"
	if wide >= wideGrid { // between two numbers a stroke alone reads as a sum
		s.sign = "[-]"
	}
	s.drop = s.beside - len(s.sign) - 1
	g.shape = s
	if g.at < g.top {
		g.top = g.at
	} else if s.shown > 0 && g.at >= g.top+s.shown {
		g.top = g.at - s.shown + 1
	}
	if most := max(len(g.rows)+1-s.shown, 0); g.top > most {
		g.top = most
	}
}

// longest is the width of the longest value.
func (g *rowGrid) longest() (wide int) {
	for _, p := range g.rows {
		wide = max(wide, grid.Width(p.Literal))
	}
	return wide
}

// under is the cell at a place of the body; drop says that it is the sign that takes the property away.
func (g *rowGrid) under(at image.Point) (row int, column gridColumn, drop, ok bool) {
	s := g.shape
	row = g.top + at.Y - s.first
	if at.X < 0 || at.X >= s.wide || at.Y < s.first || at.Y >= s.first+s.shown || row > len(g.rows) {
		return 0, 0, false, false
	}
	switch {
	case at.X < s.kind:
		column = nameCell
	case at.X < s.value:
		column = typeCell
	default:
		column = valueCell
	}
	return row, column, row == g.dropAt && at.X >= s.drop && at.X < s.drop+len(s.sign), true
}

// paintGrid paints a property in each row: its name, its type, what the draft says, and beside it what it was made
// from.
func (w *window) paintGrid(a grid.Area, look face.Look, focused bool) {
	g := &w.grid
	width, height := a.Size()
	names, base := view.RowValues(w.baseText())
	g.layOut(width-1, height, names)
	s := g.shape
	g.typeAt, g.dropAt = -1, -1
	if s.first > 0 {
		say.Put(a, 0, 0, s.kind-1, look.Glyphs, say.Dim("name"))
		say.Put(a, s.kind, 0, s.value-s.kind-1, look.Glyphs, say.Dim("type"))
		say.Put(a, s.value, 0, s.beside-s.value-1, look.Glyphs, say.Dim("draft"))
		if s.base > 0 {
			say.Put(a, s.base, 0, s.now-s.base-1, look.Glyphs, say.Dim("base"))
		}
	}
	for y := range s.shown {
		if n := g.top + y; n < len(g.rows) {
			w.paintProperty(a, y+s.first, n, base, look, focused)
		} else if n == len(g.rows) {
			w.paintNew(a, y+s.first, look, focused)
		}
	}
	w.paintDropped(a, look, names, base)
	w.paintBeside(a, look, nil)
}

func (w *window) paintProperty(a grid.Area, y, n int, base map[string]string, look face.Look, focused bool) {
	g := &w.grid
	s, p := g.shape, g.rows[n]
	if n == g.at && focused {
		a = a.On(themes.Selected)
		a.FillRow(y, themes.Style{})
	}
	value := say.Plain(p.Literal)
	if was, had := base[p.Name]; !had || was != p.Literal {
		value = say.Bold(themes.Fresh, p.Literal)
	}
	kind := say.Dim(p.Type)
	switch {
	case p.Type == "":
		kind = say.Bold(themes.Refused, "none")
	case s.value-s.kind < 9:
		kind = say.Dim(briefTypes[p.Type])
	}
	if n == g.at && focused && !g.typing {
		kind = say.Bold(themes.Key, "["+kind.Text+"]")
		g.typeAt = n
	}
	for column, cell := range []struct {
		x, wide int
		span    grid.Span
	}{{0, s.kind - 1, say.Plain(p.Name)}, {s.kind, s.value - s.kind - 1, kind},
		{s.value, s.drop - s.value - 1, value}} {
		chosen := focused && n == g.at && gridColumn(column) == g.column
		if chosen && g.typing {
			if gridColumn(column) == valueCell { // the sign behind it is away, and the cursor needs a cell too
				cell.wide = g.typingEnd() - cell.x
			}
			g.cell.Paint(a.Sub(image.Rect(cell.x, y, cell.x+max(cell.wide, 1), y+1)), pane.InFocus(look, true))
			continue
		}
		if chosen {
			cell.span.Style.Reverse = true
		}
		say.Put(a, cell.x, y, max(cell.wide, 1), look.Glyphs, cell.span)
	}
	if n == g.at && focused && !g.typing {
		g.dropAt = n
		say.Put(a, s.drop, y, len(s.sign), look.Glyphs, say.Bold(themes.Key, s.sign))
	}
}

// typingEnd is where a value that is typed ends: where base and current value share a column, it takes that too.
func (g *rowGrid) typingEnd() int {
	if g.shape.now == 0 {
		return g.shape.wide
	}
	return g.shape.beside - 1
}

// paintNew is the row in which a new property begins.
func (w *window) paintNew(a grid.Area, y int, look face.Look, focused bool) {
	g := &w.grid
	chosen := g.at == len(g.rows) && focused
	if chosen && g.typing {
		g.cell.Paint(a.Sub(image.Rect(0, y, max(g.shape.beside-1, 1), y+1)), pane.InFocus(look, true))
		return
	}
	if w.client != nil {
		return // its code decides what its row has
	}
	sign := say.Dim("+ property")
	sign.Style.Reverse = chosen
	say.Put(a, 0, y, max(g.shape.beside-1, 1), look.Glyphs, sign)
}

// paintDropped are the properties that the base has and the draft no longer says. A merge takes none away.
func (w *window) paintDropped(a grid.Area, look face.Look, names []string, base map[string]string) {
	g := &w.grid
	_, height := a.Size()
	y := g.shape.first + len(g.rows) + 1 - g.top
	listed := map[string]bool{}
	for _, p := range g.rows {
		listed[p.Name] = true
	}
	for _, name := range names {
		if listed[name] || y >= height || y < g.shape.first {
			continue
		}
		what := say.Ink(themes.Removed, "drops "+name)
		if w.change != nil && w.change.Effect == engine.Merges {
			what = say.Dim("keeps " + name)
		}
		say.Put(a, 0, y, max(g.shape.beside-1, 1), look.Glyphs, what)
		if g.shape.base > 0 {
			say.Put(a, g.shape.base, y, g.shape.now-g.shape.base-1, look.Glyphs, say.Dim(base[name]))
		}
		y++
	}
}

// paintGridBeside paints what stands beside the properties: the base, and what each is now where the referee remarks on
// it.
func (w *window) paintGridBeside(a grid.Area, look face.Look, current map[string]string) {
	g, s := &w.grid, w.grid.shape
	_, base := view.RowValues(w.baseText())
	if current != nil && s.first > 0 && s.now > 0 {
		say.Put(a, s.now, 0, s.wide-s.now, look.Glyphs, say.Dim("now"))
	}
	for y := range s.shown {
		n := g.top + y
		if n >= len(g.rows) {
			return
		}
		p, row := g.rows[n], y+s.first
		if s.now == 0 {
			if !g.typing || n != g.at || g.column != valueCell { // the letters need the room
				say.Put(a, s.beside, row, s.wide-s.beside, look.Glyphs,
					besideProperty(p.Name, p.Literal, base, current)...)
			}
			continue
		}
		was, had := base[p.Name]
		if had {
			say.Put(a, s.base, row, s.now-s.base-1, look.Glyphs, say.Dim(was))
		} else if len(base) > 0 {
			say.Put(a, s.base, row, s.now-s.base-1, look.Glyphs, say.Ink(themes.Fresh, "new"))
		}
		if current != nil {
			say.Put(a, s.now, row, s.wide-s.now, look.Glyphs, nowCell(p, base, current))
		}
	}
}

// nowCell is what a property has become meanwhile: `<>` where the draft changes it too.
func nowCell(p view.RowProperty, base, current map[string]string) grid.Span {
	was, had := base[p.Name]
	is, there := current[p.Name]
	switch {
	case is == p.Literal && there && is != was:
		return say.Bold(themes.Fresh, "= "+is)
	case is == was && there == had:
		return say.Dim(view.OrNone(current, p.Name))
	case p.Literal != was:
		return say.Bold(themes.Behind, "<> "+view.OrNone(current, p.Name))
	}
	return say.Bold(themes.Behind, "< "+view.OrNone(current, p.Name))
}
