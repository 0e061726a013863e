package flight

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
	"interleave/ui/widget"
)

func count(n int) string { return strconv.Itoa(n) }

// flightColumns are where the columns of the list begin; ord is -1 where there is no room for it.
type flightColumns struct {
	ord, no, from, what, age, state int
	wide                            bool // the object stands with the request
}

// columnsFor fits the columns into a width. Numbers that are long push the others to the right.
func columnsFor(w int, rows []flightRow) flightColumns {
	longest := 0
	for _, r := range rows {
		longest = max(longest, len(r.No), len(r.lost.No))
	}
	more := max(longest-3, 0)
	c := flightColumns{ord: -1, no: 2, from: 7, what: 15, age: 23, state: 28}
	switch {
	case w >= 66+more:
		c = flightColumns{ord: 2, no: 7, from: 12, what: 21, age: w - 32, state: w - 25, wide: true}
	case w >= 46+more:
		c = flightColumns{ord: 2, no: 7, from: 12, what: 21, age: 33, state: 39}
	case w >= 41+more:
		c = flightColumns{ord: 2, no: 6, from: 11, what: 19, age: 29, state: 34}
	}
	c.from, c.what = c.from+more, c.what+more
	if !c.wide {
		c.age, c.state = c.age+more, c.state+more
	}
	return c
}

// Paint shows the list, and below it what there is room for.
func (f *Pane) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	a.Fill(themes.Style{})
	if f.View == nil || w <= 0 || h <= 0 {
		return
	}
	f.columns, f.glyphs = columnsFor(w, f.rows), look.Glyphs
	below := f.below(w, h)
	f.top = 0
	if len(f.rows) == 0 {
		for y, line := range say.Wrap(f.nothingFlies(), w-2) {
			if y < h-len(below) {
				a.PutSpans(1, y, say.Keyed(line)...)
			}
		}
	} else {
		if h >= 4 {
			f.top = 1
			f.paintHead(a)
		}
		f.list.Paint(a.Sub(image.Rect(0, f.top, w, h-len(below))), pane.InFocus(look, f.Focused))
	}
	for i, spans := range below {
		say.Put(a, 1, h-len(below)+i, w-2, look.Glyphs, spans...)
	}
}

func (f *Pane) paintHead(a grid.Area) {
	c := f.columns
	for _, column := range []struct {
		at   int
		word string
	}{{c.ord, "ord"}, {c.no, "no."}, {c.from, "from"}, {c.what, "what"}, {c.age, "age"}, {c.state, "state"}} {
		if column.at >= 0 {
			a.Put(column.at, 0, column.word, themes.Style{Ink: themes.Dim})
		}
	}
}

// row is a message. Where the keys go elsewhere the chosen one is still marked: letters act on it.
func (f *Pane) row(a grid.Area, row flightRow, state widget.RowState) {
	if !state.Look.Focused {
		a = a.On(themes.Default)
		a.FillRow(0, themes.Style{})
	}
	at, moved := state.Index, f.dragged >= 0 && f.drop != f.dragged
	if moved { // the order as it would be
		at = f.shown(at)
		row = f.rows[at]
	}
	gl, c := state.Look.Glyphs, f.columns
	if state.Selected && !moved || moved && at == f.dragged {
		a.Put(0, 0, ">", themes.Style{Ink: themes.Focus, Bold: true})
	}
	w, _ := a.Size()
	cell := func(at, next int, spans ...grid.Span) {
		if at >= 0 && at < w {
			say.Put(a, at, 0, min(next-1, w)-at, gl, spans...)
		}
	}
	if row.isLost() {
		f.lostRow(cell, row.lost)
		return
	}
	cell(c.ord, c.no, say.Dim(count(state.Index+1)))
	cell(c.no, c.from, say.Plain(row.No))
	cell(c.from, c.what, f.sender(row))
	cell(c.what, c.age, say.Plain(f.what(row.Moving)))
	cell(c.age, c.state, say.Dim(f.ageOf(row.Age)))
	cell(c.state, w+1, f.state(row.Moving)...)
}

// shown is the message that stands in a row while one is dragged.
func (f *Pane) shown(row int) int {
	switch {
	case row >= f.moving:
		return row
	case row == f.drop:
		return f.dragged
	case f.drop < f.dragged && row > f.drop && row <= f.dragged:
		return row - 1
	case f.drop > f.dragged && row < f.drop && row >= f.dragged:
		return row + 1
	}
	return row
}

func (f *Pane) lostRow(cell func(at, next int, spans ...grid.Span), l view.Landed) {
	c := f.columns
	cell(c.no, c.from, say.Dim(l.No))
	what := f.asks(l.What, "", l.Request)
	from := say.Person(f.View, l.By, f.View.Title(l.By))
	if l.Lost == "answer" {
		from, what = say.Dim("service"), "<- "+l.Said
	}
	cell(c.from, c.what, from)
	cell(c.what, c.age, say.Dim(what))
	cell(c.state, c.state+40, say.Bold(themes.Unknown, "x lost"))
}

func (f *Pane) sender(row flightRow) grid.Span {
	if row.Back {
		return say.Dim("service")
	}
	return say.Person(f.View, row.By, f.View.Title(row.By))
}

func (f *Pane) what(m view.Moving) string {
	if m.Back {
		if f.columns.wide {
			return "<- " + m.Said + " to " + f.View.Title(m.By)
		}
		return "<- " + m.Said
	}
	return f.asks(m.What, "", m.Request)
}

// asks is a request with its arrow; where there is room its object stands with it, shortened so that the arrow stays.
func (f *Pane) asks(method, report string, request int) string {
	tail := strings.TrimSuffix(" -> "+report, " ")
	if !f.columns.wide {
		return method + tail
	}
	room := f.columns.age - f.columns.what - 1 - grid.Width(method) - 1 - grid.Width(tail)
	return method + " " + f.glyphs.Fit(f.View.Called(f.View.Exchange(request).Object), max(room, 4)) + tail
}

func (f *Pane) ageOf(age time.Duration) string {
	return strings.TrimSuffix(say.Seconds(age+f.ahead()), " s")
}

// state says where a message is.
func (f *Pane) state(m view.Moving) []grid.Span {
	switch {
	case m.State == engine.AtService:
		return []grid.Span{say.Plain("arrived")}
	case m.Held:
		return []grid.Span{say.Bold(themes.Behind, "# held")}
	case m.State == engine.AtServiceWaiting:
		return f.waiting(m)
	case m.State == engine.Working:
		return []grid.Span{say.Plain("copy under way")}
	}
	return []grid.Span{say.Plain("due")}
}

// waiting says for whom and until when a request waits, where there is room; the line of the selected message says it
// in full.
func (f *Pane) waiting(m view.Moving) []grid.Span {
	list := []grid.Span{say.Ink(themes.Behind, "waits")}
	if m.Until != 0 && m.Until != engine.Never {
		list = append(list, say.Dim(" until "+m.Until.String()))
	}
	return list
}

// below are the rows under the list. Where the height does not do for all, the keys stay longest, then comes the
// selected message in full, then what was delivered, then for whom requests are held.
func (f *Pane) below(w, h int) [][]grid.Span {
	const high = 12 // where a long list leaves all keys their rows
	keys, hold := f.keyRows(w-2), f.holding()
	free := h - len(f.rows) - 1
	if len(f.rows) == 0 {
		free = h - len(say.Wrap(f.nothingFlies(), w-2))
	}
	if h >= high {
		free = max(free, len(keys)+1)
	}
	var rows, above [][]grid.Span
	for _, c := range f.upcoming[:min(len(f.upcoming), max(free-2, 0))] {
		above = append(above, f.upcomingRow(c))
	}
	if n := min(free-1-len(above), len(keys)); f.moving > 0 && n > 0 {
		rows = slices.Concat([][]grid.Span{nil}, keys[:n])
	}
	if detail := f.detail(); detail != nil && free >= len(rows)+len(above)+2 {
		above = append(above, nil, detail)
	}
	if hold != nil && free >= len(rows)+len(above)+2 {
		rows = append(rows, nil, hold)
	}
	if n := min(free-len(rows)-len(above)-2, len(f.delivered)); n > 0 {
		above = append(above, nil, []grid.Span{say.Dim("Delivered in the last 10 s")})
		over := 0 // a mark is worth more than the blanks before it
		for _, l := range f.delivered[:n] {
			over = max(over, say.Width(f.deliveredRow(l, 0, 0))-(w-2))
		}
		for _, l := range f.delivered[:n] {
			above = append(above, f.deliveredRow(l, over, w-2))
		}
	}
	for range free - len(above) - len(rows) {
		above = append(above, nil)
	}
	return append(above, rows...)
}

// keysShown are the keys of the pane, and what they do.
var keysShown = []struct {
	key, does string
	command.Intent
}{
	{"a", "deliver", command.Deliver{}}, {"A", "all", command.Deliver{All: true}},
	{"J/K", "order", command.Reorder{By: 1}}, {"x", "lose it", command.Lose{}},
	{"X", "lose its answer", command.Lose{Answer: true}}, {"D", "duplicate", command.Double{}},
	{"e", "edit", command.EditRequest{}},
}

// keyRows are the keys that have something to act on, in as many rows as they need.
func (f *Pane) keyRows(w int) (rows [][]grid.Span) {
	for _, k := range keysShown {
		if f.Idle(k.Intent) {
			continue
		}
		spans := say.Key(k.key, k.does)
		if n := len(rows); n > 0 && say.Width(rows[n-1])+3+say.Width(spans) <= w {
			rows[n-1] = slices.Concat(rows[n-1], []grid.Span{say.Plain("   ")}, spans)
		} else {
			rows = append(rows, spans)
		}
	}
	return rows
}

// holding says whose requests are held; nil: nobody's.
func (f *Pane) holding() []grid.Span {
	titles := f.View.Holding()
	if len(titles) == 0 {
		return nil
	}
	return []grid.Span{say.Dim("Hold is on for: "), say.Plain(strings.Join(titles, ", "))}
}

// detail is the selected message in full; nil where none is selected.
func (f *Pane) detail() []grid.Span {
	row, ok := f.list.Selected()
	switch {
	case !ok:
		return nil
	case row.isLost():
		return []grid.Span{say.Plain(row.lost.No + "  "),
			say.Dim(fmt.Sprintf("the %s was lost at %s", row.lost.Lost, row.lost.At))}
	case row.Back:
		return []grid.Span{say.Plain(row.No + "  "), say.Dim("the answer to "),
			say.Person(f.View, row.By, f.View.Title(row.By)),
			say.Dim(": " + row.Said)}
	case row.State == engine.AtServiceWaiting:
		return append([]grid.Span{say.Plain(row.No + "  ")}, f.patience(row.Moving)...)
	}
	return []grid.Span{say.Plain(row.No + "  "), say.Dim(f.View.Asks(row.Request))}
}

// patience is for what a request waits, for whom and until when.
func (f *Pane) patience(m view.Moving) []grid.Span {
	list := []grid.Span{say.Dim("waits: " + m.Waits)}
	if m.For != "" {
		list = append(list, say.Dim(" of "), say.Person(f.View, m.For, f.View.Title(m.For)))
	}
	if m.Until != 0 && m.Until != engine.Never {
		list = append(list, say.Dim(" until "+m.Until.String()))
	}
	return list
}

// dueIn is the age of what is not sent yet: below nothing until its time has come.
func dueIn(in time.Duration) string {
	age := strings.TrimSuffix(say.Seconds(max(in, 0)), " s")
	if age == "0.0" {
		return age
	}
	return "-" + age
}

// upcomingRow is what a plan sends next, and in how long.
func (f *Pane) upcomingRow(c view.Upcoming) []grid.Span {
	cells := []struct {
		at   int
		span grid.Span
	}{{f.columns.no, say.Dim("next")}, {f.columns.from, say.Person(f.View, c.By, f.View.Title(c.By))},
		{f.columns.what, say.Dim(c.What + " ->")},
		{f.columns.age, say.Dim(dueIn(c.In - f.ahead()))}, {f.columns.state, say.Dim("due")}}
	var list []grid.Span
	x := 1
	for i, cell := range cells {
		text := cell.span.Text
		if i+1 < len(cells) {
			text = f.glyphs.Fit(text, cells[i+1].at-cell.at-1)
		}
		list = append(list, say.Plain(strings.Repeat(" ", max(cell.at-x, 0))),
			grid.Span{Text: text, Style: cell.span.Style})
		x = max(x, cell.at) + grid.Width(text)
	}
	return list
}

// deliveredRow is an answer that was heard: whose request, what the service said, and what went wrong. It has so many
// blanks less than its columns have, as far as there are, and w columns: before its mark is cut, what was said is; 0:
// as many as it takes.
func (f *Pane) deliveredRow(l view.Landed, less, w int) []grid.Span {
	pad := func(text string, n int) string { return text + strings.Repeat(" ", max(n-grid.Width(text), 1)) }
	c := f.columns
	indent := max(c.no-1-less, 0)
	less -= c.no - 1 - indent
	what, mark := f.asks(l.What, l.Said, l.Request), markOf(l)
	spare := max(c.age-c.what+2-grid.Width(what)-1, 0) // blanks behind it go before those behind the name
	list := []grid.Span{say.Dim(strings.Repeat(" ", indent)), say.Dim(pad(l.No, c.from-c.no)),
		say.Person(f.View, l.By, pad(f.View.Title(l.By), c.what-c.from-max(less-spare, 0)))}
	if room := w - say.Width(list) - grid.Width(mark.Text) - 1; w > 0 && mark.Text != "" {
		what = f.glyphs.Fit(what, max(room, 8))
	}
	return append(list, say.Plain(pad(what, c.age-c.what+2-less)), mark)
}

// markOf is what went wrong with an answer that was heard: what nobody was told first.
func markOf(l view.Landed) (mark grid.Span) {
	for _, m := range slices.Backward(l.Marks) {
		if m.Severity == engine.SeveritySilent {
			return say.Finding(m.Severity, "~ "+m.Kind.Words())
		}
	}
	for _, m := range l.Marks {
		if m.Severity == engine.SeverityRefused {
			return say.Bold(say.MarkInk(m.Severity), "! refused")
		}
	}
	return mark
}
