package dialogs

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/races"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// row is one line of a chooser.
type row struct {
	head     bool // a heading: it cannot be chosen
	sign     string
	signInk  themes.Role
	key      string // in front
	text     string
	tail     string // the end of the text, which stays where that is cut
	brief    string // the same in fewer words, where the whole does not fit; empty: there are none
	ink      themes.Role
	note     string // behind the text, dim
	right    string
	rightInk themes.Role
	say      string             // below the list while the row is selected
	why      string             // why it cannot be chosen now
	find     string             // further words that the filter sees
	name     string             // of what the row is for
	sides    []string           // what a row of a list with sides is grouped by
	fill     string             // what Tab writes into the line
	act      func() (done bool) // what choosing does
}

// chooser is a list with an optional line to type in: most dialogs are one.
type chooser struct {
	input  *widget.Input // nil: letters are keys
	rows   []row
	filter func(rows []row, text string) []row // what typing leaves; nil: rows that hold all words
	// the rest of the first row that begins with what is typed stands behind it
	suggests bool
	moved    func(row) // the selection is on another row
	saids    int       // rows kept below the list for the selected row's sentence
	about    pages     // that sentence
	// twice: the first click on a row selects it, because keys here do something with the selected row, or more of it
	// is shown; else one click chooses
	twice    bool
	empty    string // the sentence for a list without rows
	list     widget.List[row]
	keyW     int
	textW    int
	textMost int // how wide the texts may be that have a note behind them; 0: as wide as the longest
	noteW    int // of the longest note, with what stands at its right
	listAt   image.Rectangle
	inputAt  image.Rectangle
	problem  string
	// wholeNotes: notes stand as far to the left as the longest of them needs, or as the text of their own row lets
	// them
	wholeNotes bool

	columns row // what the columns of the list are, above it; empty: nothing is said of them
}

// newChooser is a list of rows; with a prompt there is a line to type in.
func newChooser(prompt, empty string, rows []row) *chooser {
	c := &chooser{saids: 2, empty: empty}
	if prompt != "" {
		c.input = widget.NewInput(prompt, 4096)
	}
	c.list.Row, c.list.Head = c.paintRow, func(r row) bool { return r.head }
	c.setRows(rows)
	return c
}

// setRows shows newer rows; the selection keeps its number.
func (c *chooser) setRows(rows []row) {
	c.rows = rows
	c.refresh()
}

func (c *chooser) text() string {
	if c.input == nil {
		return ""
	}
	return strings.TrimSpace(c.input.Text())
}

// refresh filters the rows by what is typed.
func (c *chooser) refresh() {
	rows, text := c.rows, c.text()
	switch {
	case c.filter != nil:
		rows = c.filter(c.rows, text)
	case text != "":
		rows = holding(c.rows, text)
	}
	c.list.Empty = c.empty
	if text != "" {
		c.list.Empty = "No match for '" + text + "'. Esc shows all."
	}
	c.keyW, c.textW, c.noteW = 0, 0, 0
	for _, r := range rows {
		c.keyW = max(c.keyW, grid.Width(r.key))
		if !r.head {
			c.textW = max(c.textW, grid.Width(whole(r)))
			c.noteW = max(c.noteW, grid.Width(r.note)+2+grid.Width(r.right)+1)
		}
	}
	if c.textMost > 0 {
		c.textW = min(c.textW, c.textMost)
	}
	if c.suggests {
		c.input.Suggest(lines(rows))
	}
	c.list.SetItems(rows)
	c.skip(1)
}

// lines are what the rows would be typed as.
func lines(rows []row) []string {
	list := make([]string, 0, len(rows))
	for _, r := range rows {
		if r.fill != "" {
			list = append(list, r.fill)
		} else if !r.head {
			list = append(list, r.text)
		}
	}
	return list
}

// holding are the rows that hold all typed words, each heading only with a row of its own.
func holding(rows []row, text string) []row {
	words := slices.DeleteFunc(strings.Fields(strings.ToLower(text)), races.Filler)
	var kept []row
	for _, r := range rows {
		if r.head {
			if n := len(kept); n > 0 && kept[n-1].head {
				kept = kept[:n-1]
			}
			kept = append(kept, r)
			continue
		}
		all, at := true, strings.ToLower(r.key+" "+r.text+" "+r.note+" "+r.find)
		for _, w := range words {
			all = all && strings.Contains(at, w)
		}
		if all || r.key != "" && r.key == text {
			kept = append(kept, r)
		}
	}
	if n := len(kept); n > 0 && kept[n-1].head {
		kept = kept[:n-1]
	}
	return kept
}

// ranked are the rows that hold all typed words, those first whose text begins with them, then those that have them in
// the text, then those that say them elsewhere.
func ranked(rows []row, text string) []row {
	all := slices.DeleteFunc(holding(rows, text), func(r row) bool { return r.head })
	low := strings.ToLower(text)
	far := func(r row) int {
		name := strings.ToLower(r.text)
		kind, makes := strings.CutPrefix(name, "new ")
		switch { // what makes a queue comes before what is done with one
		case makes && strings.HasPrefix(kind, low):
			return -1
		case strings.HasPrefix(name, low):
			return 0
		case strings.Contains(name, low):
			return 1
		case len(holding([]row{{text: r.text}}, text)) > 0:
			return 2
		case len(holding([]row{{text: r.text + " " + r.find}}, text)) > 0:
			return 3
		}
		return 4
	}
	var away [6][]row // by how far, from -1 on
	for _, r := range all {
		n := far(r) + 1
		away[n] = append(away[n], r)
	}
	return slices.Concat(away[:]...)
}

// skip leaves a heading in a direction, or in the other where there is nothing more.
func (c *chooser) skip(by int) { c.list.Leave(by, func(r row) bool { return r.head }) }

// possible begins at the first row that can be chosen.
func (c *chooser) possible() {
	for range c.list.Len() {
		if r, ok := c.list.Selected(); ok && !r.head && r.why == "" {
			return
		}
		c.list.Move(1)
	}
	c.list.First()
	c.skip(1)
}

func (c *chooser) selected() (row, bool) {
	r, ok := c.list.Selected()
	return r, ok && !r.head
}

// choose does what the selected row is for.
func (c *chooser) choose() bool {
	r, ok := c.selected()
	if !ok || r.act == nil {
		return false
	}
	if r.why != "" {
		c.problem = r.why
		return false
	}
	return r.act()
}

// mover is a list with a selection.
type mover interface {
	Move(by int)
	Page(by int)
	First()
	Last()
}

// strides are the keys that move the selection. Letters and the ends of the line count only where nothing is typed.
var strides = map[string]func(mover) int{
	"up": func(l mover) int { l.Move(-1); return -1 }, "ctrl+p": func(l mover) int { l.Move(-1); return -1 },
	"down": func(l mover) int { l.Move(1); return 1 }, "ctrl+n": func(l mover) int { l.Move(1); return 1 },
	"pgup": func(l mover) int { l.Page(-1); return -1 }, "pgdown": func(l mover) int { l.Page(1); return 1 },
	"home": func(l mover) int { l.First(); return 1 }, "end": func(l mover) int { l.Last(); return -1 },
}

var letters = map[string]string{"k": "up", "j": "down", "g": "home", "G": "end", "ctrl+u": "pgup", "ctrl+d": "pgdown"}

// update takes a message; taken is false where it means nothing here.
func (c *chooser) update(msg tea.Msg) (done bool, cmd tea.Cmd, taken bool) {
	key := press(msg)
	if key != "" {
		c.problem = ""
	}
	if key == "esc" {
		if c.input != nil && c.list.Len() == 0 && c.text() != "" {
			_ = c.input.SetText("")
			c.refresh()
			return false, nil, true
		}
		return true, nil, true
	}
	if key == "enter" {
		return c.choose(), nil, true
	}
	if r, ok := c.selected(); key == "tab" && ok && c.input != nil && r.fill != "" {
		_ = c.input.SetText(r.fill)
		c.list.First()
		c.refresh()
		return false, nil, true
	}
	if key == "tab" && c.input == nil && c.about.turn() {
		return false, nil, true
	}
	if c.input == nil && letters[key] != "" {
		key = letters[key]
	}
	typing := c.input != nil && c.input.Text() != "" && (key == "home" || key == "end")
	if move, ok := strides[key]; ok && !typing {
		c.skip(move(&c.list))
		c.tell()
		return false, nil, true
	}
	if c.input == nil {
		return false, nil, false
	}
	before := c.input.Changed()
	cmd, taken = c.input.Update(msg)
	c.problem = c.input.Problem() // it has no row of its own for that
	if c.input.Changed() != before {
		c.list.First()
		c.refresh()
		c.tell()
	}
	return false, cmd, taken
}

func (c *chooser) tell() {
	if r, ok := c.selected(); ok && c.moved != nil {
		c.moved(r)
	}
}

// mouse: a click chooses, or selects first.
func (c *chooser) mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	at := image.Pt(m.X, m.Y)
	switch {
	case m.Kind == face.Wheel:
		c.list.Wheel(m.Delta)
	case c.about.clicked(m):
	case m.Kind != face.Click && m.Kind != face.Double:
	case c.input != nil && at.In(c.inputAt):
		cmd, _ = c.input.Update(tea.MouseClickMsg{X: m.X - c.inputAt.Min.X, Button: tea.MouseLeft})
	case at.In(c.listAt):
		index, ok := c.list.Hit(m.Y - c.listAt.Min.Y)
		if !ok {
			break
		}
		was := c.list.Index()
		c.list.Select(index)
		if _, ok := c.selected(); !ok {
			c.list.Select(was)
			break
		}
		c.problem = ""
		c.tell()
		if !c.twice || was == index || m.Kind == face.Double {
			return c.choose(), nil
		}
	}
	return false, cmd
}

// size is what the rows want, within the limits.
func (c *chooser) size(wantW, maxW, maxH int) (w, h int) {
	h = max(len(c.rows), 1)
	if c.input != nil {
		h += 2
	}
	if c.saids > 0 {
		h += c.saids + 1
	}
	return max(min(wantW, maxW), 1), max(min(h, maxH, longList), 1)
}

const (
	longList  = 26 // rows: a list that is longer scrolls
	frameRows = 2
)

// paint shows the line to type in, the rows, and what the selected one is.
func (c *chooser) paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	top, bottom := 0, h
	if c.input != nil {
		top = 1
		if h > 8 {
			top = 2
		}
		c.inputAt = image.Rect(1, 0, w-1, 1)
		c.input.Paint(a.Sub(c.inputAt), widgets(look))
	}
	if below := c.below(w-2, h-top); below > 0 && (h-top > below+2 || h-top == below+2 && len(c.rows) <= 2) {
		bottom -= below
		if h-top > 8 {
			bottom--
		}
		c.paintSaid(a, image.Rect(1, h-below, w-1, h), look)
	}
	if c.columns.text != "" && top == 2 { // in front of the column of the scroll bar
		c.paintRow(a.Sub(image.Rect(1, 1, w-2, 2)), c.columns, widget.RowState{Look: widgets(look)})
	}
	c.listAt = image.Rect(1, top, w-1, bottom)
	c.list.Paint(a.Sub(c.listAt), widgets(look))
}

// below is how many rows are kept for what is said of the selected row: a refusal may take up to half of the place.
func (c *chooser) below(w, h int) int {
	text, refuses := c.said(w)
	if c.saids == 0 || !refuses {
		return c.saids
	}
	return max(c.saids, min(len(say.Wrap(text, w)), h/2))
}

// said is what is told of the selected row. Why it cannot be chosen comes first: a line that was typed may be long.
func (c *chooser) said(w int) (text string, refuses bool) {
	r, ok := c.selected()
	switch {
	case c.problem != "":
		return c.problem, true
	case ok && r.why != "" && len(say.Wrap(r.text+": "+r.why, w)) <= c.saids:
		return r.text + ": " + r.why, true
	case ok && r.why != "":
		return r.why, true
	}
	return r.say, false
}

func (c *chooser) paintSaid(a grid.Area, at image.Rectangle, look face.Look) {
	text, refuses := c.said(at.Dx())
	role := themes.Dim
	if refuses {
		role = themes.Behind
	}
	if c.input != nil { // Tab is for the line to type in
		say.Paragraph(a.Sub(at), 0, at.Dy(), text, ink(role), look.Glyphs)
		return
	}
	c.about.paint(a, at, []passage{{text, ink(role)}}, look)
}

func (c *chooser) paintRow(a grid.Area, r row, state widget.RowState) {
	w, _ := a.Size()
	gl := state.Look.Glyphs
	if r.head {
		a.Put(0, 0, gl.Fit(r.text, w), bold(themes.Dim))
		return
	}
	x := 0
	if r.sign != "" {
		a.Put(0, 0, r.sign, bold(r.signInk))
		x = grid.Width(r.sign) + 1
	}
	if c.keyW > 0 {
		a.Put(x, 0, r.key, bold(themes.Key))
		x += min(c.keyW, w/3) + 2
	}
	right := 0
	if r.right != "" && grid.Width(r.right) < w-x-8 {
		style := ink(r.rightInk)
		if r.rightInk == themes.Key {
			style.Bold = true
		}
		right = a.PutRight(w-1, 0, r.right, style) + 2
	}
	room := w - x - right
	style := themes.Style{Ink: r.ink, Bold: state.Selected}
	if r.why != "" {
		style.Ink = themes.Dim
	}
	textW := min(c.textW, room)
	a.Put(x, 0, fitted(r, textW, gl), style)
	note := r.note
	if r.why != "" {
		note = r.why
	}
	if c.wholeNotes {
		textW = min(textW, max(grid.Width(whole(r)), w-x-2-c.noteW))
	}
	const readable = 20 // what is cut to less says nothing; the line below the list says it whole
	if left := room - textW - 2; note != "" && left >= min(grid.Width(note), readable) {
		a.Put(x+textW+2, 0, gl.Fit(note, left), ink(themes.Dim))
	}
}

// whole is the text of a row with its tail.
func whole(r row) string {
	if r.tail == "" || r.text == "" {
		return r.text + r.tail
	}
	return r.text + ", " + r.tail
}

// fitted is the text of a row with its tail; what does not fit is cut in front of that.
func fitted(r row, w int, gl grid.Glyphs) string {
	if r.tail == "" {
		return gl.Fit(r.text, w)
	}
	if r.brief != "" && grid.Width(whole(r)) > w {
		r.tail = r.brief
	}
	tail := strings.TrimPrefix(whole(r), r.text)
	if room := w - grid.Width(tail); room >= 8 || room >= grid.Width(r.text) {
		return say.FitMiddle(r.text, room, gl) + tail
	}
	return gl.Fit(whole(r), w)
}

func (c *chooser) cursor() (x, y int, visible bool) {
	if c.input == nil {
		return 0, 0, false
	}
	x, y, visible = c.input.Cursor()
	return x + c.inputAt.Min.X, y + c.inputAt.Min.Y, visible
}
