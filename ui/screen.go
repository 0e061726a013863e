package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/layout"
	"interleave/ui/say"
)

// screen is the frame that the terminal shows, and what it is painted on.
type screen struct {
	root   *Root
	grids  grids
	frame  tea.View
	cursor tea.Cursor
	dirty  bool // the frame is out of date
	still  bool // it becomes a picture: frames name no keys, nobody can press them there
}

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
	if r.screen.dirty || r.screen.changed() {
		r.screen.dirty = false
		r.screen.build()
	}
	return r.screen.frame
}

// changed says whether a pane on screen has other cells than those painted.
func (s *screen) changed() bool {
	for i := range s.root.desk.places.Panes {
		if w, ok := s.root.desk.windows[s.root.desk.places.Panes[i].ID]; ok && w.drawn.version != w.pane.Version() {
			return true
		}
	}
	return false
}

func (s *screen) build() {
	s.frame.AltScreen = true
	s.frame.WindowTitle = "interleave"
	s.frame.BackgroundColor, s.frame.MouseMode, s.frame.Cursor = nil, tea.MouseModeCellMotion, nil
	if s.root.pointer.released {
		s.frame.MouseMode = tea.MouseModeNone
	}
	if s.grids.desk == nil {
		return
	}
	if !s.root.looks.theme.Mono {
		s.frame.BackgroundColor = rgb(s.root.looks.theme.Ground(themes.Desk))
	}
	var rows []string
	switch {
	case s.root.desk.places.Class == layout.TooSmall:
		rows = s.tooSmall()
	case s.root.course.stage.dark:
		rows = s.nothing()
	default:
		rows = s.rows()
		s.placeCursor()
	}
	s.grids.line.Reset()
	for i, row := range rows {
		if i > 0 {
			s.grids.line.WriteByte('\n')
		}
		s.grids.line.WriteString(row)
	}
	s.frame.Content = s.grids.line.String()
}

// nothing is the screen while a room looks at its teacher.
func (s *screen) nothing() []string {
	g := s.grids.screen
	g.Area(g.Bounds()).On(themes.Desk).Fill(themes.Style{})
	return g.Rows(&s.root.looks.theme)
}

// tooSmall is the one sentence that a screen under 60x18 shows.
func (s *screen) tooSmall() []string {
	g := s.grids.screen
	a := g.Area(g.Bounds()).On(themes.Desk)
	a.Fill(themes.Style{})
	text := fmt.Sprintf("This window is %d x %d. At least 60 x 18 is needed. Make it larger, or start with --plain.",
		s.root.desk.w, s.root.desk.h)
	y, line := 0, ""
	for _, word := range strings.Fields(text) {
		if grid.Width(line)+1+grid.Width(word) > s.root.desk.w && line != "" {
			a.Put(0, y, line, ink(themes.Text))
			y, line = y+1, ""
		}
		line = joined(line, word)
	}
	a.Put(0, y, line, ink(themes.Text))
	return g.Rows(&s.root.looks.theme)
}

// rows paints what changed and gives out the rows of the screen.
func (s *screen) rows() []string {
	desk := s.grids.desk
	s.root.pointer.zones = s.root.pointer.zones[:0]
	for _, p := range s.root.desk.places.Panes {
		switch {
		case p.ID == layout.Menu:
			s.root.menu.paintBar(desk.Area(p.Rect))
		case p.ID == layout.Status:
			s.root.status.paint(desk.Area(p.Rect))
		case p.ID == layout.TabRow:
			s.paintTabs(desk.Area(p.Rect))
		case !p.Over:
			s.paintWindow(desk, p)
		}
	}
	if !s.floats() {
		return desk.Rows(&s.root.looks.theme)
	}
	screen := s.grids.screen
	screen.CopyFrom(desk, desk.Bounds())
	for _, p := range s.root.desk.places.Panes {
		if p.Over {
			s.root.desk.windows[p.ID].drawn = drawn{}
			s.paintWindow(screen, p)
		}
	}
	if s.root.jump.letters != nil {
		s.root.jump.paint(screen)
	}
	if s.root.menu.open {
		s.root.menu.paint(screen)
	}
	s.root.layers.paint(screen)
	return screen.Rows(&s.root.looks.theme)
}

// floats says whether anything lies above the desk.
func (s *screen) floats() bool {
	if len(s.root.layers.list) > 0 || s.root.menu.open || s.root.jump.letters != nil {
		return true
	}
	for _, p := range s.root.desk.places.Panes {
		if p.Over {
			return true
		}
	}
	return false
}

// paintWindow paints a pane and its frame, unless the cells are there already.
func (s *screen) paintWindow(g *grid.Grid, p layout.Place) {
	w := s.root.desk.window(p.ID)
	if w == nil {
		return
	}
	if runs, ok := w.pane.(interface{ SetRuns(bool) }); ok {
		runs.SetRuns(s.root.playback.on)
	}
	now := drawn{rect: p.Rect, version: w.pane.Version(), focused: p.ID == s.root.desk.focus, past: s.root.view.Past,
		turns: p.ID == s.root.desk.turned(),
		cover: s.root.looks.cover(),
		flash: s.root.alerts.flash != 0,
		theme: s.root.looks.theme.Name, glyphs: s.root.looks.glyphs.Name, over: p.Over,
		generation: s.root.desk.generation}
	if p.ID == s.captioned() && now.cover == "" && s.root.course.player == nil {
		now.caption = s.caption(p.Rect.Dx() - 6)
		if c, ok := w.pane.(captioner); ok && c.TellsCaption() && !s.root.looks.hides() {
			now.caption = "" // it has the whole of it, and said twice it reads as two
		}
	}
	if w.drawn == now {
		return
	}
	if f, ok := w.pane.(fitter); ok {
		f.Fit(max(p.Rect.Dx()-2, 0), max(p.Rect.Dy()-2, 0))
	}
	if b, ok := w.pane.(clientEyes); ok {
		b.SetClientEyes(s.root.looks.hides())
	}
	left, right := w.pane.Title()
	hidden := s.root.looks.covered(p.ID)
	if hidden {
		left, right = []grid.Span{{Text: s.root.desk.paneName(p.ID), Style: bold(themes.Title)}}, nil
	}
	if s.still {
		right = nil
	}
	if !now.turns {
		right = slices.DeleteFunc(right, func(k grid.Span) bool { return k.Key == nextView })
	}
	inside := g.Area(p.Rect).Frame(grid.Frame{Title: left, Right: right, Foot: now.caption, Focused: now.focused,
		Past: now.past}, s.root.looks.glyphs)
	w.inside = inside.Rect()
	if hidden {
		s.root.looks.paintCover(inside)
	} else {
		look := s.root.looks.now(now.flash)
		look.Turns = now.turns
		w.pane.Paint(inside, look)
	}
	now.version = w.pane.Version() // painting may settle a scroll position
	w.drawn = now
}

// captioner is a pane that may show what the author says itself.
type captioner interface{ TellsCaption() bool }

// captioned is the pane whose lower line carries what the author of a race says at this step: the widest of those above
// the status area, also one that lies over others. It takes no row, so nothing moves while a race is stepped.
func (s *screen) captioned() (id string) {
	wide, bottom := 0, s.root.desk.h-layout.StatusRows
	for _, p := range s.root.desk.places.Panes {
		if p.Rect.Max.Y == bottom && p.Rect.Dx() >= wide {
			id, wide = p.ID, p.Rect.Dx()
		}
	}
	return id
}

// caption is what the author says, in one row of w columns; the card has the whole of what does not fit.
func (s *screen) caption(w int) string {
	text := strings.Join(strings.Fields(s.root.view.Caption), " ")
	if grid.Width(text) <= w {
		return text
	}
	return say.Wrap(text, w-3)[0] + " " + s.root.looks.glyphs.Ellipsis
}

// paintTabs is the row of panes of a screen that shows one at a time.
func (s *screen) paintTabs(a grid.Area) {
	a = a.On(themes.MenuBar)
	a.Fill(themes.Style{})
	x, gap := 0, s.root.desk.tabGap()
	for i, name := range s.root.desk.tabNames() {
		style := ink(themes.Dim)
		if s.root.desk.places.Tabs[i] == s.root.desk.focus {
			style = themes.Style{Ink: themes.Badge, Ground: themes.Focus, Bold: true}
		}
		x += a.Put(x, 0, " "+name+" ", style) + gap
	}
	if s.root.desk.w < leastBar { // the menu bar has no room for it
		s.root.menu.paintClock(a, x)
	}
}

// placeCursor puts the terminal's cursor where typing goes on.
func (s *screen) placeCursor() {
	x, y, visible := 0, 0, false
	var at image.Point
	switch {
	case len(s.root.layers.list) > 0:
		top := s.root.layers.top()
		x, y, visible = top.dialog.Cursor()
		at = top.rect.Min.Add(image.Pt(1, 1))
	case !s.root.menu.open && s.root.jump.letters == nil:
		w := s.root.desk.focused()
		if _, placed := s.root.desk.places.Find(s.root.desk.focus); w.pane.Editing() && placed {
			x, y, visible = w.pane.Cursor()
			at = w.inside.Min
		}
	}
	at = at.Add(image.Pt(x, y))
	if visible && at.In(image.Rect(0, 0, s.root.desk.w, s.root.desk.h)) {
		s.cursor = tea.Cursor{Position: tea.Position{X: at.X, Y: at.Y}, Shape: tea.CursorBar,
			Color: rgb(s.root.looks.theme.Ink(themes.Focus))}
		s.frame.Cursor = &s.cursor
	}
}
