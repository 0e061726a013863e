package dialogs

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// comparison is two branches side by side: the first different event, the end states, the marks. Enter goes to where a
// row's side happened.
type comparison struct {
	d      command.Host
	names  [2]string
	rows   []view.Pair // none: they are being compared
	list   widget.List[view.Pair]
	right  bool // the side that Enter goes to
	listAt image.Rectangle
	went   bool // the cursor was moved: what lies below is over too
}

// compared is what the comparison of two branches found.
type compared struct{ rows []view.Pair }

// compare compares two branches, as far as both are still there.
func compare(a, b *view.View) *compared {
	if a == nil || b == nil {
		return &compared{[]view.Pair{{Label: "One of the branches is gone.", Head: true}}}
	}
	return &compared{view.Compare(a, b)}
}

func newComparison(d command.Host, a, b string) *comparison {
	c := &comparison{d: d, names: [2]string{a, b}}
	c.list.Row = c.paintRow
	return c
}

// show shows what was found.
func (c *comparison) show(found *compared) {
	c.rows = found.rows
	c.list.SetItems(c.rows)
	c.skip(1)
}

// skip leaves a heading in a direction, or in the other where there is nothing more.
func (c *comparison) skip(by int) { c.list.Leave(by, func(r view.Pair) bool { return r.Head }) }

// Title is both names.
func (c *comparison) Title() string { return c.names[0] + " and " + c.names[1] }

// toldRows is what the selected row has below the list to be told in full.
const toldRows = 4

// Size is what all rows want.
func (c *comparison) Size(maxW, maxH int) (w, h int) {
	return max(min(110, maxW), 1), max(min(len(c.rows)+2+toldRows, maxH), 1)
}

// Update moves through the rows and between the sides; Esc goes back to the list.
func (c *comparison) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	switch key := press(msg); key {
	case "esc", "q":
		return true, nil
	case "enter":
		return c.visit(), nil
	case "left", "right", "h", "l", "tab":
		c.right = key == "right" || key == "l" || key == "tab" && !c.right
	default:
		if letters[key] != "" {
			key = letters[key]
		}
		if move, ok := strides[key]; ok {
			c.stride(move)
		}
	}
	return false, nil
}

// stride moves as the lists of choices do.
func (c *comparison) stride(move func(mover) int) { c.skip(move(&c.list)) }

// visit goes to where the selected row's side happened.
func (c *comparison) visit() bool {
	r, ok := c.list.Selected()
	branch, record := c.names[0], r.RecordA
	if c.right {
		branch, record = c.names[1], r.RecordB
	}
	if !ok || record == 0 {
		c.d.Say("This row has no moment of its own. Left and Right choose the side.", 0)
		return false
	}
	if err := c.d.Room().Switch(branch); err != nil {
		c.d.Say(say.Error(err), 0)
		return false
	}
	c.went = true
	c.d.Do(command.GoTo{Record: record})
	return true
}

// Mouse scrolls by the wheel; a click selects a row and its side, a click on what is selected goes there.
func (c *comparison) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	switch {
	case m.Kind == face.Wheel:
		c.list.Wheel(m.Delta)
	case m.Kind != face.Click && m.Kind != face.Double || !image.Pt(m.X, m.Y).In(c.listAt):
	default:
		index, ok := c.list.Hit(m.Y - c.listAt.Min.Y)
		if !ok || c.rows[index].Head {
			break
		}
		label, side := c.columns(c.listAt.Dx())
		right := m.X-c.listAt.Min.X >= label+side
		again := c.list.Index() == index && c.right == right
		c.list.Select(index)
		c.right = right
		if again || m.Kind == face.Double {
			return c.visit(), nil
		}
	}
	return false, nil
}

// Paint shows both sides under their names, and below them the selected row in full.
func (c *comparison) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	label, side := c.columns(w - 2)
	if len(c.rows) == 0 {
		say.Paragraph(a.Sub(image.Rect(1, 0, w-1, h)), 0, h, "Comparing "+c.Title()+"...", ink(themes.Text),
			look.Glyphs)
		return
	}
	for i, name := range c.names {
		style := ink(themes.Title)
		sign := "  "
		if c.right == (i == 1) {
			style, sign = bold(themes.Title), "> "
		}
		a.Put(1+label+i*side-2, 0, sign+look.Glyphs.Fit(name, side-1), style)
	}
	below := 0
	if h > 12 {
		below = toldRows
	}
	c.listAt = image.Rect(1, 1, w-1, h-below)
	c.list.Paint(a.Sub(c.listAt), widgets(look))
	if r, ok := c.list.Selected(); ok && below > 0 {
		text := a.Sub(image.Rect(1, h-below+1, w-1, h))
		name, full := c.names[0], r.A
		if c.right {
			name, full = c.names[1], r.B
		}
		if full != "" {
			say.Paragraph(text, 0, below-1, name+": "+full, ink(themes.Dim), look.Glyphs)
		}
	}
}

func (c *comparison) columns(w int) (label, side int) {
	for _, r := range c.rows {
		if !r.Head {
			label = max(label, grid.Width(r.Label))
		}
	}
	label = min(label, w/4) + 3
	return label, max((w-label)/2, 1)
}

func (c *comparison) paintRow(a grid.Area, r view.Pair, state widget.RowState) {
	w, _ := a.Size()
	gl := state.Look.Glyphs
	if r.Head {
		a.Put(0, 0, gl.Fit(r.Label, w), bold(themes.Dim))
		return
	}
	label, side := c.columns(w)
	a.Put(0, 0, gl.Fit(r.Label, label-3), ink(themes.Dim))
	const seen = 12 // of what differs at least
	shared := 0
	if n := sharedWords(r.A, r.B); r.Differs && grid.Width(r.A[:n]) > side-seen {
		shared = n
	}
	for i, text := range []string{r.A, r.B} {
		if shared > 0 { // what both say would fill the column
			text = gl.Ellipsis + " " + text[shared:]
		}
		style := ink(themes.Dim)
		if r.Differs {
			style = themes.Style{Ink: themes.Text, Bold: state.Selected && c.right == (i == 1)}
		}
		if len(text) > 1 && text[1] == ' ' && say.MarkInk(engine.Severity(text[0])) != themes.Dim {
			style.Ink = say.MarkInk(engine.Severity(text[0]))
		}
		a.Put(label+i*side, 0, gl.Fit(text, min(side-1, w-label-i*side)), style)
	}
}

// sharedWords is how many bytes two texts have in common at their beginnings, in whole words.
func sharedWords(a, b string) int {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == ' ' {
			n = i + 1
		}
	}
	return n
}

// Cursor is nowhere: nothing is typed.
func (c *comparison) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (c *comparison) Hints() []Hint {
	return []Hint{{"Enter", "go there"}, upDown, {"Left Right", "side"}, {"Esc", "back"}}
}
