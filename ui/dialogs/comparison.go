package dialogs

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/widget"
)

// pairRow is a row of a comparison: what it is about, and both sides.
type pairRow struct {
	label, a, b string
	head, apart bool // a heading; the sides differ
}

// comparison is two branches side by side: the first different event, the end states, the marks.
type comparison struct {
	a, b *room.View
	rows []pairRow
	list widget.List[pairRow]
}

func newComparison(a, b *room.View) *comparison {
	c := &comparison{a: a, b: b}
	c.event()
	c.states()
	c.troubles()
	c.list.Row = c.paintRow
	c.list.SetItems(c.rows)
	return c
}

func (c *comparison) add(label, a, b string) {
	c.rows = append(c.rows, pairRow{label: label, a: a, b: b, apart: a != b})
}

func (c *comparison) head(text string) { c.rows = append(c.rows, pairRow{label: text, head: true}) }

// event is where the two part: the first event that is not the same record.
func (c *comparison) event() {
	c.head("First different event")
	a, b := c.a.Log(), c.b.Log()
	at := 0
	for at < len(a) && at < len(b) && a[at].Record == b[at].Record {
		at++
	}
	if at == len(a) && at == len(b) {
		c.add("", "none", "none")
		return
	}
	told := func(v *room.View, log []room.Entry) (step, what string) {
		if at >= len(log) {
			return "ends at " + plural(v.Step, "step"), ""
		}
		t := v.Tell(log[at])
		return fmt.Sprintf("step %d, %s", log[at].Step, log[at].Event.At), strings.Join(strings.Fields(t.Who+" "+t.No+" "+t.What), " ")
	}
	stepA, whatA := told(c.a, a)
	stepB, whatB := told(c.b, b)
	c.add("when", stepA, stepB)
	c.add("what", whatA, whatB)
}

// states are the objects at both ends, those that differ first named as such by their ink.
func (c *comparison) states() {
	c.head("At the end")
	c.add("clock", c.a.Now().String(), c.b.Now().String())
	seen := map[string]bool{}
	for _, v := range []*room.View{c.a, c.b} {
		for _, s := range v.Services() {
			for _, t := range v.Things(s.Name) {
				if !seen[t.Object] {
					seen[t.Object] = true
					c.add(t.Name, state(c.a, t.Object), state(c.b, t.Object))
				}
			}
		}
	}
}

// state is an object in a few words: its version, who wrote it, and how its content begins.
func state(v *room.View, object string) string {
	t := v.Truth(object)
	switch {
	case !t.Exists && len(t.Versions) == 0:
		return "never was"
	case !t.Exists:
		return "gone"
	case len(t.Versions) == 0:
		return "there"
	}
	n := t.Versions[0]
	text := v.Title(n.By)
	if n.Number != "" {
		text = "v" + n.Number + " " + text
	}
	if body := strings.Join(strings.Fields(n.Body), " "); body != "" {
		text += "  \"" + body + "\""
	}
	return text
}

func (c *comparison) troubles() {
	c.head("Marks")
	refusedA, silentA, unknownA := c.a.Counts()
	refusedB, silentB, unknownB := c.b.Counts()
	c.add("! refused", fmt.Sprint(refusedA), fmt.Sprint(refusedB))
	c.add("~ silent", fmt.Sprint(silentA), fmt.Sprint(silentB))
	c.add("? unknown", fmt.Sprint(unknownA), fmt.Sprint(unknownB))
	a, b := c.a.Troubles(), c.b.Troubles()
	said := func(v *room.View, all []room.Trouble, i int) string {
		if i >= len(all) {
			return ""
		}
		return fmt.Sprintf("%c %s %s", all[i].Sort, kindWords(all[i].Kind), v.Title(all[i].Whose))
	}
	for i := range max(len(a), len(b)) {
		c.add("", said(c.a, a, i), said(c.b, b, i))
	}
}

// Title is both names.
func (c *comparison) Title() string { return c.a.Branch + " and " + c.b.Branch }

// Size is what all rows want.
func (c *comparison) Size(maxW, maxH int) (w, h int) {
	return max(min(110, maxW), 1), max(min(len(c.rows)+2, maxH), 1)
}

// Update scrolls; Esc goes back to the list.
func (c *comparison) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	switch key := press(msg); key {
	case "esc", "enter", "q":
		return true, nil
	case "down", "j":
		c.list.Scroll(1)
	case "up", "k":
		c.list.Scroll(-1)
	case "pgdown":
		c.list.Page(1)
	case "pgup":
		c.list.Page(-1)
	}
	return false, nil
}

// Mouse scrolls by the wheel; a click goes back.
func (c *comparison) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if m.Kind == face.Wheel {
		c.list.Wheel(m.Delta)
	}
	return m.Kind == face.Click, nil
}

// Paint shows both sides under their names.
func (c *comparison) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	label, side := c.columns(w - 2)
	a.Put(1+label, 0, look.Glyphs.Fit(c.a.Branch, side-1), bold(themes.Title))
	a.Put(1+label+side, 0, look.Glyphs.Fit(c.b.Branch, side-1), bold(themes.Title))
	c.list.Paint(a.Sub(image.Rect(1, 1, w-1, h)), widget.Look{Glyphs: look.Glyphs})
}

func (c *comparison) columns(w int) (label, side int) {
	for _, r := range c.rows {
		if !r.head {
			label = max(label, grid.Width(r.label))
		}
	}
	label = min(label, w/4) + 2
	return label, max((w-label)/2, 1)
}

func (c *comparison) paintRow(a grid.Area, r pairRow, state widget.RowState) {
	w, _ := a.Size()
	gl := state.Look.Glyphs
	a = a.On(themes.Dialog)
	a.FillRow(0, ink(themes.Text))
	if r.head {
		a.Put(0, 0, gl.Fit(r.label, w), bold(themes.Dim))
		return
	}
	label, side := c.columns(w)
	style := ink(themes.Dim)
	if r.apart {
		style = bold(themes.Text)
	}
	a.Put(0, 0, gl.Fit(r.label, label-2), ink(themes.Dim))
	a.Put(label, 0, gl.Fit(r.a, side-1), style)
	a.Put(label+side, 0, gl.Fit(r.b, w-label-side), style)
}

// Cursor is nowhere: nothing is typed.
func (c *comparison) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (c *comparison) Hints() []Hint { return []Hint{{"Up Down", "scroll"}, {"Esc", "back"}} }
