package layout

import "image"

// plan is one desk: a tree at the left, rows of panes beside it, the log below all.
// A row of size zero is left out.
type plan struct {
	tree    int // columns
	writers int // windows side by side, at most
	facts   []string

	writerRow, factRow, logRow Size
}

// The names of the borders between rows; those between panes have the pane's name.
const (
	WriterRow = "writers"
	FactRow   = "facts"
)

// planOf holds the numbers of the drawings in ux.md section 4. The log reaches its Want
// before anything grows: between two sizes it stretches first, then the editors.
func planOf(c Class, layout string) plan {
	var p plan
	switch c {
	case Large:
		p = plan{tree: 28, writers: 4, facts: []string{Truth, Card},
			writerRow: Grow(2, 16), factRow: Size{Min: 18, Want: 22, Grow: 1}, logRow: Size{Min: 12, Want: 18, Grow: 1}}
	case Medium:
		p = plan{tree: 22, writers: 3, facts: []string{Truth, Card},
			writerRow: Grow(3, 14), factRow: Size{Min: 10, Max: 18, Grow: 1}, logRow: Size{Min: 8, Want: 12, Grow: 1}}
	default:
		p = plan{writers: 2, facts: []string{Truth},
			writerRow: Grow(3, 10), factRow: Size{Min: 4, Max: 10, Grow: 1}, logRow: Size{Min: 6, Want: 10, Grow: 1}}
	}
	switch layout {
	case "writers": // editors tall
		p.factRow = Fixed(leastRows(p.facts))
		p.logRow = Size{}
		if c != Small {
			p.logRow = Fixed(6)
		}
	case "race": // what happened, tall
		p.writerRow = Fixed(Minimum(Writer(1)).Y)
		p.factRow = Fixed(p.factRow.Min)
		p.logRow = Grow(1, 8)
	case "explain": // the card tall, nobody's editor
		p.writerRow = Size{}
		p.factRow = Grow(2, 10)
		p.logRow.Want = p.logRow.Min
		if c == Small {
			p.facts = []string{Card}
		}
	}
	return p
}

func leastRows(ids []string) int {
	rows := 0
	for _, id := range ids {
		rows = max(rows, Minimum(id).Y)
	}
	return rows
}

// part is one of several beside or below each other, with its least length.
type part struct {
	name  string
	size  Size
	least int
}

// rows lists the rows of a desk that shows so many writers.
func (p plan) rows(writers int) []part {
	var rows []part
	leastFacts := leastRows(p.facts)
	if writers > 0 {
		rows = append(rows, part{WriterRow, p.writerRow, Minimum(Writer(1)).Y})
	} else { // nothing else takes the rows of the editors and holds the tree open
		leastFacts = max(leastFacts, Minimum(Tree).Y)
		p.factRow = Grow(2, leastFacts)
	}
	rows = append(rows, part{FactRow, p.factRow, leastFacts})
	if p.logRow != (Size{}) {
		rows = append(rows, part{Log, p.logRow, Minimum(Log).Y})
	}
	return rows
}

// desk lays the plan over the body of the screen.
func (p *Places) desk(body image.Rectangle, plan plan, a Arrangement) {
	shown := min(plan.writers, a.Writers)
	if plan.writerRow == (Size{}) {
		shown = 0
	}
	rows := plan.rows(shown)
	lengths := dragged(body.Dy(), rows, a.Sizes)
	upper := body
	if rows[len(rows)-1].name == Log {
		upper.Max.Y -= lengths[len(rows)-1]
	}
	beside := p.besideTree(upper, plan.tree, a.Sizes)
	areas := cut(image.Rectangle{Min: beside.Min, Max: image.Pt(beside.Max.X, body.Max.Y)}, Down, lengths)
	p.rowBorders(rows, areas, body)

	p.First = a.firstWriter(max(shown, 1))
	for i, row := range rows {
		switch row.name {
		case WriterRow:
			var windows []part
			for n := range shown {
				least := Minimum(Writer(1)).X
				windows = append(windows, part{Writer(p.First + n), Grow(1, least), least})
			}
			p.row(areas[i], windows, a.Sizes)
		case FactRow:
			p.row(areas[i], factParts(plan.facts), a.Sizes)
		case Log:
			p.add(Log, image.Rectangle{Min: image.Pt(body.Min.X, areas[i].Min.Y), Max: body.Max})
		}
	}
}

// factParts gives truth a little more than the card, as in the drawing at 120 columns.
func factParts(ids []string) []part {
	var parts []part
	for i, id := range ids {
		least := Minimum(id).X
		parts = append(parts, part{id, Grow(25-i, least), least})
	}
	return parts
}

// besideTree places the tree, if there is one, and returns what is beside it.
func (p *Places) besideTree(r image.Rectangle, tree int, sizes map[string]int) image.Rectangle {
	if tree == 0 {
		return r
	}
	// What stands beside it needs its own least: three writers, or truth and card.
	least := max(r.Dx()*2/3, 3*Minimum(Writer(1)).X)
	parts := []part{{Tree, Fixed(tree), Minimum(Tree).X}, {"", Grow(1, least), least}}
	halves := cut(r, Across, dragged(r.Dx(), parts, sizes))
	p.add(Tree, halves[0])
	p.Borders = append(p.Borders, Border{Tree, Across, seam(halves[0], Across)})
	return halves[1]
}

// row places panes side by side.
func (p *Places) row(r image.Rectangle, parts []part, sizes map[string]int) {
	for i, area := range cut(r, Across, dragged(r.Dx(), parts, sizes)) {
		p.add(parts[i].name, area)
		if i < len(parts)-1 {
			p.Borders = append(p.Borders, Border{parts[i].name, Across, seam(area, Across)})
		}
	}
}

func (p *Places) rowBorders(rows []part, areas []image.Rectangle, body image.Rectangle) {
	for i := range len(rows) - 1 {
		r := seam(areas[i], Down)
		if rows[i+1].name == Log {
			r.Min.X = body.Min.X // the log lies below the tree too
		}
		p.Borders = append(p.Borders, Border{rows[i].name, Down, r})
	}
}

// seam is the last line of cells of r and the first one beyond.
func seam(r image.Rectangle, axis Axis) image.Rectangle {
	if axis == Across {
		return image.Rect(r.Max.X-1, r.Min.Y, r.Max.X+1, r.Max.Y)
	}
	return image.Rect(r.Min.X, r.Max.Y-1, r.Max.X, r.Max.Y+1)
}

// dragged shares room among parts and then moves the borders between neighbours as
// far as they were dragged and the least lengths allow.
func dragged(room int, parts []part, sizes map[string]int) []int {
	asked := make([]Size, len(parts))
	for i, p := range parts {
		asked[i] = p.size
	}
	lengths := share(room, asked)
	for i := range len(parts) - 1 {
		back := max(lengths[i]-parts[i].least, 0)
		forth := max(lengths[i+1]-parts[i+1].least, 0)
		by := min(max(sizes[parts[i].name], -back), forth)
		lengths[i] += by
		lengths[i+1] -= by
	}
	return lengths
}
