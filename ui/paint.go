package ui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// grids are the desk, whose windows are painted only when they change, and the screen, on which lies what floats above
// it.
type grids struct {
	desk, screen *grid.Grid
	line         strings.Builder
}

func (g *grids) resize(w, h int) {
	if g.desk == nil {
		g.desk, g.screen = grid.New(w, h), grid.New(w, h)
		return
	}
	g.desk.Resize(w, h)
	g.screen.Resize(w, h)
}

// View is the frame. It runs after every message: an unchanged desktop gives the last frame and allocates nothing.
func (r *Root) View() tea.View {
	if r.dirty || r.changed() {
		r.dirty = false
		r.build()
	}
	return r.frame
}

// changed says whether a pane on screen has other cells than those painted.
func (r *Root) changed() bool {
	for i := range r.desk.places.Panes {
		if w, ok := r.desk.windows[r.desk.places.Panes[i].ID]; ok && w.drawn.version != w.pane.Version() {
			return true
		}
	}
	return false
}

func (r *Root) build() {
	r.frame.AltScreen = true
	r.frame.WindowTitle = "interleave"
	r.frame.BackgroundColor, r.frame.MouseMode, r.frame.Cursor = nil, tea.MouseModeCellMotion, nil
	if r.pointer.released {
		r.frame.MouseMode = tea.MouseModeNone
	}
	if r.grids.desk == nil {
		return
	}
	if !r.looks.theme.Mono {
		r.frame.BackgroundColor = rgb(r.looks.theme.Ground(themes.Desk))
	}
	var rows []string
	if r.desk.places.Class == layout.TooSmall {
		rows = r.tooSmall()
	} else {
		rows = r.rows()
		r.placeCursor()
	}
	r.grids.line.Reset()
	for i, row := range rows {
		if i > 0 {
			r.grids.line.WriteByte('\n')
		}
		r.grids.line.WriteString(row)
	}
	r.frame.Content = r.grids.line.String()
}

// tooSmall is the one sentence that a screen under 60x18 shows.
func (r *Root) tooSmall() []string {
	g := r.grids.screen
	a := g.Area(g.Bounds()).On(themes.Desk)
	a.Fill(themes.Style{})
	text := fmt.Sprintf("This window is %d x %d. At least 60 x 18 is needed. Make it larger, or start with --plain.",
		r.desk.w, r.desk.h)
	y, line := 0, ""
	for _, word := range strings.Fields(text) {
		if grid.Width(line)+1+grid.Width(word) > r.desk.w && line != "" {
			a.Put(0, y, line, ink(themes.Text))
			y, line = y+1, ""
		}
		line = joined(line, word)
	}
	a.Put(0, y, line, ink(themes.Text))
	return g.Rows(&r.looks.theme)
}

// rows paints what changed and gives out the rows of the screen.
func (r *Root) rows() []string {
	desk := r.grids.desk
	r.pointer.zones = r.pointer.zones[:0]
	for _, p := range r.desk.places.Panes {
		switch {
		case p.ID == layout.Menu:
			r.menu.paintBar(desk.Area(p.Rect))
		case p.ID == layout.Status:
			r.status.paint(desk.Area(p.Rect))
		case p.ID == layout.TabRow:
			r.paintTabs(desk.Area(p.Rect))
		case !p.Over:
			r.paintWindow(desk, p)
		}
	}
	if !r.floats() {
		return desk.Rows(&r.looks.theme)
	}
	screen := r.grids.screen
	screen.CopyFrom(desk, desk.Bounds())
	for _, p := range r.desk.places.Panes {
		if p.Over {
			r.desk.windows[p.ID].drawn = drawn{}
			r.paintWindow(screen, p)
		}
	}
	if r.jump != nil {
		r.paintJump(screen)
	}
	if r.menu.open {
		r.menu.paint(screen)
	}
	r.layers.paint(screen)
	return screen.Rows(&r.looks.theme)
}

// floats says whether anything lies above the desk.
func (r *Root) floats() bool {
	if len(r.layers.list) > 0 || r.menu.open || r.jump != nil {
		return true
	}
	for _, p := range r.desk.places.Panes {
		if p.Over {
			return true
		}
	}
	return false
}

// paintWindow paints a pane and its frame, unless the cells are there already.
func (r *Root) paintWindow(g *grid.Grid, p layout.Place) {
	w := r.desk.window(p.ID)
	if w == nil {
		return
	}
	now := drawn{rect: p.Rect, version: w.pane.Version(), focused: p.ID == r.desk.focus, past: r.view.Past, eyes: r.looks.eyes,
		flash: r.alerts.flash != 0,
		theme: r.looks.theme.Name, glyphs: r.looks.glyphs.Name, over: p.Over, generation: r.desk.generation}
	if w.drawn == now {
		return
	}
	if f, ok := w.pane.(fitter); ok {
		f.Fit(max(p.Rect.Dx()-2, 0), max(p.Rect.Dy()-2, 0))
	}
	if b, ok := w.pane.(beholder); ok {
		b.SetClientEyes(r.looks.eyes)
	}
	left, right := w.pane.Title()
	hidden := r.looks.covered(p.ID)
	if hidden {
		left, right = []grid.Span{{Text: r.desk.paneName(p.ID), Style: bold(themes.Title)}}, nil
	}
	inside := g.Area(p.Rect).Frame(grid.Frame{Title: left, Right: right, Focused: now.focused, Past: now.past},
		r.looks.glyphs)
	w.inside = inside.Rect()
	if hidden {
		r.looks.paintCover(inside)
	} else {
		w.pane.Paint(inside, r.looks.now(now.flash))
	}
	now.version = w.pane.Version() // painting may settle a scroll position
	w.drawn = now
}

// paintTabs is the row of panes of a screen that shows one at a time.
func (r *Root) paintTabs(a grid.Area) {
	a = a.On(themes.MenuBar)
	a.Fill(themes.Style{})
	x, gap := 0, r.desk.tabGap()
	for i, name := range r.desk.tabNames() {
		style := ink(themes.Dim)
		if r.desk.places.Tabs[i] == r.desk.focus {
			style = themes.Style{Ink: themes.Badge, Ground: themes.Focus, Bold: true}
		}
		x += a.Put(x, 0, " "+name+" ", style) + gap
	}
	if r.desk.w < leastBar { // the menu bar has no room for it
		r.menu.paintClock(a, x)
	}
}

// placeCursor puts the terminal's cursor where typing goes on.
func (r *Root) placeCursor() {
	x, y, visible := 0, 0, false
	var at image.Point
	switch {
	case len(r.layers.list) > 0:
		top := r.layers.top()
		x, y, visible = top.dialog.Cursor()
		at = top.rect.Min.Add(image.Pt(1, 1))
	case !r.menu.open && r.jump == nil:
		w := r.desk.focused()
		if _, placed := r.desk.places.Find(r.desk.focus); w.pane.Editing() && placed {
			x, y, visible = w.pane.Cursor()
			at = w.inside.Min
		}
	}
	at = at.Add(image.Pt(x, y))
	if visible && at.In(image.Rect(0, 0, r.desk.w, r.desk.h)) {
		r.cursor = tea.Cursor{Position: tea.Position{X: at.X, Y: at.Y}, Shape: tea.CursorBar,
			Color: rgb(r.looks.theme.Ink(themes.Focus))}
		r.frame.Cursor = &r.cursor
	}
}
