package dialogs

import (
	"fmt"
	"image"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/explore"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

func (o *orders) verdict() string { return o.title + ": " + o.found.Verdict() }

// Mouse goes to the rows; a click on a budget raises it.
func (o *orders) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if o.filter != nil {
		if m.Kind == face.Wheel {
			return false, nil
		}
		m.X, m.Y = m.X-o.typed.Min.X, m.Y-o.typed.Min.Y
		return false, o.typing(o.filter.Mouse(m))
	}
	if key := turnAt(o.turns, m); key != "" && o.scene != nil && o.scene.None == "" && turnBudget(key, &o.budget) {
		return false, o.begin()
	}
	o.chosen = o.chosen || m.Kind == face.Click || m.Kind == face.Double
	m.Y -= max(o.top, leastTop)
	return o.picker.Mouse(m)
}

// ordersTop is how many rows stand above the list at least: the budgets, what is searched, two for the verdict, the
// columns. A verdict that is longer takes the rows it needs: cut it would say more than holds.
const ordersTop = 5

// leastTop is how many stand there where few rows fit.
const leastTop = ordersTop - 1

// above is how many rows stand above the list where the dialog is so wide and high.
func (o *orders) above(w, h int) int {
	const least = 5 // rows are left for the list and what it says
	top := ordersTop
	if o.found != nil && o.filter == nil {
		top = max(3+len(say.Wrap(o.found.Verdict(), w-2)), ordersTop) // rows stay where they are as verdicts change
	}
	return max(min(top, h-least), leastTop)
}

// Size has room for what is searched, the verdict and the rows: on a wide screen for all that an end says.
func (o *orders) Size(maxW, maxH int) (w, h int) {
	const least, wide, around = 17, 110, 10 // around a row: its sign, the gaps and the bar
	if w, h = o.picker.size(o.wide, maxW, maxH-ordersTop); maxW > wide {
		w = wide
		for _, r := range o.rows {
			w = max(w, grid.Width(r.text+r.tail+r.right)+around)
		}
		w = min(w, maxW)
	}
	return w, min(max(h+ordersTop, least), maxH)
}

// Tallest is with as many rows as a list has.
func (o *orders) Tallest() int { return ordersTop + longList + frameRows }

// Paint shows what may happen, the verdict or how far the search is, and the rows.
func (o *orders) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	o.top = o.above(w, h)
	if o.scene == nil || o.scene.None == "" {
		o.turns = paintTurns(a, &o.budget)
	}
	top := o.top
	if o.filter != nil && !o.narrows {
		o.typed = image.Rect(0, 1, w, h)
		o.filter.Paint(a.Sub(o.typed), look)
		return
	}
	if o.scene != nil && o.scene.None == "" {
		a.Put(1, 1, look.Glyphs.Fit(o.scene.Searched(), w-2), ink(themes.Dim))
	}
	head := a.Sub(image.Rect(1, 2, w-1, min(top-1, h)))
	switch {
	case o.filter != nil:
		o.typed = image.Rect(0, 2, w, min(top-1, h))
		o.filter.Paint(a.Sub(o.typed), look)
	case o.scene == nil:
		say.Paragraph(head, 0, 2, "Looking for what is searched...", ink(themes.Text), look.Glyphs)
	case o.scene.None != "":
		say.Paragraph(a.Sub(image.Rect(1, 2, w-1, h)), 0, h, o.scene.None+noOrders, ink(themes.Text), look.Glyphs)
		return
	case o.found == nil:
		o.paintProgress(head, look)
	default:
		say.Paragraph(head, 0, top-3, o.found.Verdict(), bold(themes.Text), look.Glyphs)
	}
	o.picker.Paint(a.Sub(image.Rect(0, min(top, h), w, h)), look)
	if right := w - 2; o.columns != "" && top < h {
		if o.list.Bar().Needed() {
			right-- // the rows end in front of it
		}
		a.PutRight(right, top-1, o.columns, ink(themes.Dim))
	}
}

// noOrders says what leads on where nothing can be ordered.
const noOrders = " r reads and w writes for the writer in front, O opens a race; V tries all orders of that, and Q " +
	"makes plans of it that can be changed."

// paintTurns shows the budgets with their keys; at is where each stands.
func paintTurns(a grid.Area, b *explore.Budget) (at []image.Rectangle) {
	x := 1
	for _, t := range explore.Turns() {
		n := *t.Of(b)
		style := ink(themes.Dim)
		if n > 0 {
			style = bold(themes.Text)
		}
		from := x
		x += a.Put(x, 0, t.Key, bold(themes.Key)) + 1
		x += a.Put(x, 0, fmt.Sprintf("%s %d", t.Word, n), style)
		at = append(at, image.Rect(from, 0, x, 1))
		x += 2
	}
	return at
}

// turnAt is the key of the budget that was clicked; empty: none was.
func turnAt(turns []image.Rectangle, m face.Mouse) (key string) {
	for i, at := range turns {
		if (m.Kind == face.Click || m.Kind == face.Double) && image.Pt(m.X, m.Y).In(at) {
			return explore.Turns()[i].Key
		}
	}
	return ""
}

// turnBudget changes a budget by a key: the letter raises it, the capital lowers it.
func turnBudget(key string, b *explore.Budget) (changed bool) {
	for _, t := range explore.Turns() {
		switch n := t.Of(b); {
		case key == t.Key && *n < explore.MostBudget:
			*n++
			return true
		case key == strings.ToUpper(t.Key) && *n > 0:
			*n--
			return true
		}
	}
	return false
}

// paintProgress says how far the search is, and as a bar how much of its limits it has used.
func (o *orders) paintProgress(a grid.Area, look face.Look) {
	const bar = 24
	w, _ := a.Size()
	say.Paragraph(a, 0, 1, o.progress(), ink(themes.Text), look.Glyphs)
	states, bytes := o.budget.Limits()
	p := o.run.latest
	share := max(float64(p.States)/float64(states), float64(p.Bytes)/float64(bytes))
	widget.PaintShare(a.Sub(image.Rect(0, 1, min(bar, w), 2)), share, look.Glyphs)
	const mib = 1 << 20
	limit := fmt.Sprintf("of the limit (%d MiB). What is found is listed below.", p.Bytes/mib)
	a.Put(bar+1, 1, look.Glyphs.Fit(limit, w-bar-1), ink(themes.Dim))
}

// progress is how far the search is.
func (o *orders) progress() string {
	p := o.run.latest
	if o.run.stopped.Load() {
		return "Stopping. What was found so far stays."
	}
	text := fmt.Sprintf("Searching: depth %d, %s states", p.Depth, explore.Count(p.States))
	if spent := time.Since(o.run.began); p.States > 0 && spent > time.Second {
		text += fmt.Sprintf(" (%s/s)", explore.Count(int(float64(p.States)/spent.Seconds())))
	}
	return text + soFar(p) + "."
}

// soFar is how many orders there are so far, behind a comma; empty: they are not counted.
func soFar(p explore.Progress) string {
	if text := p.OrdersSoFar(); text != "" {
		return ", " + text
	}
	return ""
}

// Cursor is where a trouble or an end is typed.
func (o *orders) Cursor() (x, y int, visible bool) {
	if o.filter == nil {
		return 0, 0, false
	}
	x, y, visible = o.filter.Cursor()
	return x + o.typed.Min.X, y + o.typed.Min.Y, visible
}

// Hints are the keys that count here.
func (o *orders) Hints() []Hint {
	if o.filter != nil {
		return o.filter.Hints()
	}
	last := escCloses
	if o.going() {
		last = Hint{"Esc", "stop"}
	}
	if o.scene != nil && o.scene.None != "" {
		return []Hint{last}
	}
	if o.stopped() {
		return []Hint{{"Enter", "open"}, {"Space", "search to the end"}, {"W", "guards"}, {"/", "trouble"},
			{"y", "copy"}, last}
	}
	return []Hint{{"Enter", "open"}, {"W", "guards"}, {"x", "lose more"}, {"/", "trouble"}, {"e", "end"},
		{"?", "words, keys"}, {"y", "copy"}, last}
}
