package layout

import (
	"image"
	"slices"
)

// plan is one desk: a tree at the left, rows of panes beside it, and below all the row of what happened. A row of size
// zero is left out.
type plan struct {
	tree    int // columns
	writers int // windows side by side, at most
	facts   []string
	past    []string // the row below all

	// lead is what stands above or beside all that, and comes first: along leadAxis it has leadSize, and its panes
	// share the other way.
	lead     []part
	leadAxis Axis
	leadSize Size

	writerRow, factRow, pastRow Size
}

// The names of the borders between rows; those between panes have the pane's name.
const (
	WriterRow = "writers"
	FactRow   = "facts"
	pastRow   = "past"
)

// planOf holds the numbers of the drawings of the desks. The timeline reaches its Want before anything grows: between
// two sizes it stretches first, then the editors. What a screen has beyond the largest drawing shows more of the texts.
func planOf(c Class, a Arrangement) plan {
	var p plan
	switch c {
	case Large:
		p = plan{tree: 28, writers: 4, facts: []string{Truth, Flight, Card}, past: []string{Timeline, Log},
			writerRow: Grow(2, 16), factRow: Size{Min: 18, Want: 20, Max: 20, Grow: 1},
			pastRow: Size{Min: 12, Want: 20, Max: 22, Grow: 1}}
	case Medium:
		p = plan{tree: 22, writers: 3, facts: []string{Truth, Flight}, past: []string{Timeline},
			writerRow: Grow(3, 14), factRow: Size{Min: 10, Max: 18, Grow: 1}, pastRow: Size{Min: 8, Want: 12, Grow: 1}}
	default:
		p = plan{writers: 2, facts: []string{Truth}, past: []string{Timeline},
			writerRow: Grow(3, 10), factRow: Size{Min: 4, Max: 10, Grow: 1}, pastRow: Size{Min: 6, Want: 10, Grow: 1}}
	}
	switch a.Layout {
	case "writers":
		p.editorsTall(c)
	case "race":
		p.raceTall(c)
	case "explain":
		p.cardTall(c)
	case "lesson":
		p.lessonFirst(c, a)
	case "present":
		p.present(c, a)
	}
	return p
}

func (p *plan) editorsTall(c Class) {
	p.factRow = Fixed(leastRows(p.facts))
	p.pastRow = Size{}
	if c != Small {
		p.pastRow = Fixed(8)
	}
}

// raceTall has requests in flight and the sequence of events tall, side by side where there is room, and nobody's
// editor where there is not.
func (p *plan) raceTall(c Class) {
	if c == Small {
		p.writerRow, p.facts, p.factRow = Size{}, []string{Flight}, Size{Min: 8, Max: 12, Grow: 1}
		p.pastRow = Grow(2, 12)
		return
	}
	p.facts, p.factRow = nil, Size{}
	p.writerRow = Fixed(Minimum(Tree).Y)
	p.past = []string{Flight, Timeline}
	p.pastRow = Grow(1, 16)
}

// cardTall has the card and the sequence tall, and nobody's editor.
func (p *plan) cardTall(c Class) {
	p.writerRow = Size{}
	p.facts = []string{Truth, Card}
	if c == Small {
		p.facts = []string{Card}
	}
	p.past = []string{Timeline}
	p.factRow = Grow(1, 10)
	p.pastRow = Grow(1, 8)
}

// lessonFirst has the lesson where reading begins: above all, and on the largest screens in a column of its own with
// the card below it, beside what it talks about. On the smallest it lies below the writers, for there they are read
// first and have no row to spare.
func (p *plan) lessonFirst(c Class, a Arrangement) {
	switch c {
	case Large:
		const column, texts, code = 82, 24, 36
		rows := Fixed(min(max(a.Rows+2, texts), code))
		p.lead = []part{{Lesson, rows, Minimum(Lesson).Y},
			{Card, Grow(1, Minimum(Card).Y), Minimum(Card).Y}}
		p.leadAxis, p.leadSize = Across, Fixed(column)
		p.tree, p.facts, p.past = 0, []string{Truth, Flight}, []string{Tree, Timeline}
		p.pastRow = Size{Min: 12, Want: 14, Grow: 1}
	case Medium:
		p.lead = []part{{Lesson, Grow(1, 1), 1}}
		p.leadAxis, p.leadSize = Down, Fixed(a.lessonRows(16))
		p.past, p.pastRow = nil, Size{}
		p.writerRow, p.factRow = Grow(3, 8), Size{Min: 10, Max: 18, Grow: 1}
	default:
		p.facts, p.factRow = nil, Size{}
		p.lessonBelow(a)
	}
}

// lessonBelow has the lesson below the writers: it gets the rows that its page needs, and editors what is left of them.
func (p *plan) lessonBelow(a Arrangement) {
	least := a.lessonRows(whole)
	p.past, p.pastRow = []string{Lesson}, Size{Min: least, Want: least}
	p.writerRow = Grow(1, Minimum(Writer(1)).Y)
}

// lessonRows are those of the window of the lesson, where it gets no more than its page needs.
func (a Arrangement) lessonRows(most int) int {
	if a.Rows == 0 {
		return whole
	}
	return min(max(a.Rows+2, 6), most)
}

const whole = 12 // a page of a lesson has ten rows at most, and a frame

// present has what a room looks at: the writers, the strip, and the lesson where one is on.
func (p *plan) present(c Class, a Arrangement) {
	p.tree, p.facts, p.factRow = 0, nil, Size{}
	if !a.Lesson {
		strip := Size{Min: 8, Want: 12, Grow: 1}
		if c == Small { // more would be blank, the texts are what is compared, and the card covers just these rows
			strip.Want = 10
		}
		p.past, p.writerRow, p.pastRow = []string{Timeline}, Grow(2, Minimum(Writer(1)).Y), strip
		return
	}
	if a.Rows > 0 {
		a.Rows += 2 // blank ones between its parts
	}
	p.lessonBelow(a)
	if c != Small {
		p.facts, p.factRow = []string{Timeline}, Size{Min: 6, Want: 10, Grow: 1}
	}
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
func (p *plan) rows(writers int) []part {
	var rows []part
	leastFacts := leastRows(p.facts)
	if writers > 0 {
		least := Minimum(Writer(1)).Y
		if p.tree > 0 && len(p.facts) == 0 { // the tree stands beside this row alone
			least = max(least, Minimum(Tree).Y)
		}
		rows = append(rows, part{WriterRow, p.writerRow, least})
	} else { // nothing else takes the rows of the editors and holds the tree open
		if len(p.facts) == 0 {
			p.facts = []string{Truth}
		}
		leastFacts = max(leastFacts, Minimum(Tree).Y)
		p.factRow = Grow(2, max(leastFacts, p.factRow.Min))
	}
	if len(p.facts) > 0 {
		rows = append(rows, part{FactRow, p.factRow, leastFacts})
	}
	if p.pastRow != (Size{}) {
		rows = append(rows, part{pastRow, p.pastRow, leastRows(p.past)})
	}
	return rows
}

// desk lays the plan over the body of the screen.
func (p *Places) desk(body image.Rectangle, plan plan, a Arrangement) {
	if len(plan.lead) > 0 {
		body = p.leads(body, plan, a.Sizes)
	}
	shown := min(plan.writers, a.Writers)
	if plan.writerRow == (Size{}) {
		shown = 0
	}
	rows := plan.rows(shown)
	lengths := dragged(body.Dy(), rows, a.Sizes)
	upper := body
	if rows[len(rows)-1].name == pastRow {
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
			p.row(areas[i], shares(plan.facts), a.Sizes)
		case pastRow: // below the tree too
			p.row(image.Rectangle{Min: image.Pt(body.Min.X, areas[i].Min.Y), Max: body.Max}, shares(plan.past), a.Sizes)
		}
	}
}

// leads places what comes first, and returns what is left beside or below it.
func (p *Places) leads(body image.Rectangle, plan plan, sizes map[string]int) image.Rectangle {
	const leadRow = "lead" // the border between its panes
	first := plan.lead[0]
	room, least, rest := body.Dx(), Minimum(first.name).X, 2*Minimum(Writer(1)).X
	if plan.leadAxis == Down {
		room, least, rest = body.Dy(), 6, Minimum(Writer(1)).Y+Minimum(Tree).Y
	}
	parts := []part{{first.name, plan.leadSize, least}, {"", Grow(1, rest), rest}}
	halves := cut(body, plan.leadAxis, dragged(room, parts, sizes))
	p.Borders = append(p.Borders, Border{first.name, plan.leadAxis, seam(halves[0], plan.leadAxis)})
	if plan.leadAxis == Down {
		p.row(halves[0], plan.lead, sizes)
		return halves[1]
	}
	stack := slices.Clone(plan.lead)
	stack[0].name = leadRow // its other border has the name of the pane
	for i, area := range cut(halves[0], Down, dragged(body.Dy(), stack, sizes)) {
		p.add(plan.lead[i].name, area)
		if i < len(stack)-1 {
			p.Borders = append(p.Borders, Border{stack[i].name, Down, seam(area, Down)})
		}
	}
	return halves[1]
}

// shares divides what the least widths leave of a row as the drawings do: between two facts nearly even, of three the
// middle one is narrower.
func shares(ids []string) []part {
	weights := map[string]int{Truth: 7, Flight: 6, Card: 7, Timeline: 12, Log: 4, Lesson: 6, Tree: 2}
	if len(ids) == 3 {
		weights = map[string]int{Truth: 3, Flight: 2, Card: 3}
	}
	var parts []part
	for _, id := range ids {
		least := Minimum(id).X
		parts = append(parts, part{id, Grow(weights[id], least), least})
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
		if rows[i+1].name == pastRow {
			r.Min.X = body.Min.X // it lies below the tree too
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
