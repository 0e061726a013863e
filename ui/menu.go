package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// menuBar is the first row of the screen, and the menu that drops down from it.
type menuBar struct {
	root *Root
	open bool
	at   int // which menu
	row  int
	top  int // the first row that shows
}

// drop drops a menu down; without a name the first one.
func (m *menuBar) drop(name string) {
	m.root.jump.letters, m.root.keys.prefix = nil, ""
	m.open, m.at, m.row, m.top = true, max(slices.Index(command.Menus(), name), 0), 0, 0
	m.choose(0)
}

// rows are the open menu's commands; of the windows that writers could have, those that there are. In a long menu a
// rule stands between the groups that the commands' ids name: a row without a command.
func (m *menuBar) rows() []command.Command {
	const long = 16
	list := slices.DeleteFunc(command.MenuOf(command.Menus()[m.at]), func(c command.Command) bool {
		to, ok := c.Intent.(command.Pane)
		return ok && writerPlace(to.To) > max(m.root.desk.arranged.Writers, 1)
	})
	for i := len(list) - 1; i > 0 && len(list) >= long; i-- {
		if group(list[i]) != group(list[i-1]) {
			list = slices.Insert(list, i, command.Command{})
		}
	}
	return list
}

func group(c command.Command) string {
	name, _, _ := strings.Cut(c.ID, ".")
	return name
}

func isRule(c command.Command) bool { return c.ID == "" }

// height is how many rows of a menu fit.
func (m *menuBar) height() int { return min(len(m.rows()), max(m.root.desk.h-statusRows-3, 1)) }

// choose selects a row and keeps it on screen.
func (m *menuBar) choose(row int) {
	rows := m.rows()
	n := len(rows)
	to := (row%n + n) % n
	if isRule(rows[to]) { // on to the next command, the way that one goes
		to += map[bool]int{true: 1, false: -1}[row > m.row]
	}
	m.row = to
	h := m.height()
	m.top = max(min(max(m.top, m.row-h+1), m.row, n-h), 0)
}

// refit keeps an open menu within its rows: a taller screen shows more of it, and fewer writers have fewer windows.
func (m *menuBar) refit() {
	if m.open {
		m.choose(min(m.row, len(m.rows())-1))
	}
}

func (m *menuBar) turn(n int) {
	count := len(command.Menus())
	m.open, m.at, m.row, m.top = true, ((m.at+n)%count+count)%count, 0, 0
}

// key is a key while a menu is open: it moves, or it is the key of one of the menu's commands.
func (m *menuBar) key(key string) {
	switch key {
	case "esc", "q", "f10", "m":
		m.open = false
	case "left", "h", "shift+tab":
		m.turn(-1)
	case "right", "l", "tab":
		m.turn(1)
	case "up", "k":
		m.choose(m.row - 1)
	case "down", "j":
		m.choose(m.row + 1)
	case "home", "pgup":
		m.choose(0)
	case "end", "pgdown":
		m.choose(len(m.rows()) - 1)
	case "enter", "space":
		m.perform(m.row)
	default:
		if name, alt := strings.CutPrefix(key, "alt+"); alt {
			if c, ok := command.Resolve("alt+"+name, command.Nav, command.Desk); ok {
				m.root.do(c.Intent)
			}
			return
		}
		at := slices.IndexFunc(m.rows(), func(c command.Command) bool { return slices.Contains(c.Keys.Keys(), key) })
		if at >= 0 {
			m.perform(at)
		}
	}
}

// perform does a row's command. One that cannot be done stays and says why.
func (m *menuBar) perform(row int) {
	c := m.rows()[row]
	if isRule(c) {
		return
	}
	if why := m.root.keys.blocked(c); why != "" {
		m.choose(row)
		m.root.status.hint(c.Label() + ": " + why + ".")
		return
	}
	m.open = false
	m.root.keys.perform(c)
}

// places are the columns at which the menus' names begin.
func (m *menuBar) places() []int {
	places, x, gap := []int{}, 1, 1
	if m.root.desk.w >= wideBar {
		gap = 2
	}
	for _, name := range command.Menus() {
		places = append(places, x)
		x += grid.Width(name) + gap
	}
	return places
}

// leastBar is from how many columns on the bar has the clock, wideBar from how many on it says more, roomyBar from how
// many on of branches too.
const leastBar, wideBar, roomyBar = 80, 100, 160

// paintBar is the first row of the screen.
func (m *menuBar) paintBar(a grid.Area) {
	a = a.On(themes.MenuBar)
	a.Fill(themes.Style{})
	places := m.places()
	end := 0
	for i, name := range command.Menus() {
		x := places[i]
		if m.open && i == m.at {
			a.Put(x-1, 0, " "+name+" ", themes.Style{Ink: themes.Title, Ground: themes.Selected, Bold: true})
		} else {
			a.PutSpans(x, 0, grid.Span{Text: name[:1], Style: themes.Style{Ink: themes.Key, Underline: true}},
				grid.Span{Text: name[1:], Style: ink(themes.Text)})
		}
		end = x + grid.Width(name)
	}
	if m.root.desk.w >= leastBar {
		m.paintClock(a, end+1)
	}
}

// paintClock is the right side of the menu bar: the branch, the virtual clock, whether it runs, and where there is room
// the step. What has no room is left out from the least important on: branches, step, the words behind ||, the branch.
func (m *menuBar) paintClock(a grid.Area, from int) {
	w, _ := a.Size()
	v, play := m.root.view, &m.root.playback
	state, long, style := "||", "|| paused", bold(themes.Behind)
	if play.on {
		state, style = fmt.Sprintf("> x%d", speeds[play.speed]), bold(themes.Fresh)
		long = state
	} else if v.Follows {
		state, long, style = ">", "> with the wall clock", bold(themes.Fresh)
	} else if m.struck() {
		long += ": conflict"
	}
	clock, room := play.clock().Clock(), w-1-from
	if room -= grid.Width(clock) + 2 + grid.Width(state); room < 0 { // many panes fill the row of tabs
		clock = ""
	}
	branch := v.Branch
	if of := v.Origin(); of != "" && w >= roomyBar {
		branch += " of " + of
	}
	least := min(grid.Width(branch), 4) // a beginning of a letter or two says nothing
	more := func(text string, wide int) bool {
		if need := grid.Width(text) + 2; w < wide || room-need < least+2 {
			return false
		}
		room -= grid.Width(text) + 2
		return true
	}
	step, branches := fmt.Sprintf("step %d/%d", v.Step, v.Steps),
		engine.Counted(len(v.Branches()), "branch", "branches")
	if words := grid.Width(long) - grid.Width(state); w >= wideBar && room-words >= least+2 {
		state, room = long, room-words
	}
	spans := []grid.Span{{}, {Text: clock, Style: bold(themes.Text)}, {Text: state, Style: style}}
	does := []string{"time.branches", "time.run", "time.run"}
	if more(step, wideBar) {
		spans, does = append(spans, grid.Span{Text: step, Style: ink(themes.Dim)}), append(does, "time.step")
	}
	if len(v.Branches()) > 1 && more(branches, roomyBar) {
		spans, does = append(spans, grid.Span{Text: branches, Style: ink(themes.Dim)}), append(does, "time.branches")
	}
	if room-2 >= least {
		spans[0] = grid.Span{Text: m.root.looks.glyphs.Fit(branch, room-2), Style: ink(themes.Fresh)}
	}
	x := w - 1
	for i := len(spans) - 1; i >= 0; i-- {
		width := grid.Width(spans[i].Text)
		if width == 0 {
			continue
		}
		x -= width
		a.Put(x, 0, spans[i].Text, spans[i].Style)
		m.root.pointer.zone(a, x, width, does[i])
		x -= 2
	}
}

// struck says whether the newest press brought a conflict to light.
func (m *menuBar) struck() bool {
	return slices.ContainsFunc(m.root.view.Fresh(), func(m conflict.Finding) bool { return m.Kind != "" })
}

// rect is where the open menu drops down.
func (m *menuBar) rect() image.Rectangle {
	wide := 0
	for _, c := range m.rows() {
		if isRule(c) {
			continue
		}
		words, _ := m.words(c)
		wide = max(wide, grid.Width(words)+3+grid.Width(menuKeys(c)))
	}
	wide = min(wide+menuFrame, m.root.desk.w)
	x := min(m.places()[m.at]-1, m.root.desk.w-wide)
	return image.Rect(x, 1, x+wide, 1+m.height()+2)
}

// menuFrame is how much wider an open menu is than its rows.
const menuFrame = 4

// words are what a row says, whole: why a command is blocked stands there where the screen is wide enough for all of
// it, and else in the first status row while the row is chosen.
func (m *menuBar) words(c command.Command) (text string, whole bool) {
	text = m.title(c)
	if grid.Width(text)+3+grid.Width(menuKeys(c))+menuFrame <= m.root.desk.w {
		return text, true
	}
	return c.Title, false
}

// told is why the chosen row is blocked, where the row itself has no room for that.
func (m *menuBar) told() (text string, ok bool) {
	rows := m.rows()
	if !m.open || m.row >= len(rows) || isRule(rows[m.row]) {
		return "", false
	}
	if _, whole := m.words(rows[m.row]); whole {
		return "", false
	}
	return m.title(rows[m.row]) + ".", true
}

// title is a command as its menu shows it: undo names what it takes back, a blocked one says why.
func (m *menuBar) title(c command.Command) string {
	if why := m.root.keys.blocked(c); why != "" {
		return c.Title + ": " + why
	}
	switch c.Intent.(type) {
	case command.Undo:
		return "Undo: " + m.root.looks.glyphs.Fit(m.root.view.UndoName, undoWidth)
	case command.Redo:
		return "Redo: " + m.root.looks.glyphs.Fit(m.root.view.RedoName, undoWidth)
	}
	return c.Title
}

const undoWidth = 32

func menuKeys(c command.Command) string {
	list := c.Keys.Keys()
	if len(list) == 0 {
		list = c.Edit.Keys()
	}
	var names []string
	for _, key := range list[:min(len(list), 2)] {
		names = append(names, command.KeyName(key))
	}
	return strings.Join(names, "  ")
}

// paint draws the open menu above the desk.
func (m *menuBar) paint(g *grid.Grid) {
	rect := m.rect()
	m.root.screen.shadow(g, rect)
	inside := g.Area(rect).Frame(grid.Frame{Ground: themes.Dialog}, m.root.looks.glyphs)
	w, h := inside.Size()
	rows := m.rows()
	if more := len(rows) - m.top - h; more > 0 {
		g.Area(rect).PutRight(rect.Dx()-2, rect.Dy()-1, fmt.Sprintf(" %d more below ", more), ink(themes.Dim))
	}
	for y := range h {
		c := rows[m.top+y]
		row := inside.Sub(image.Rect(0, y, w, y+1))
		if isRule(c) {
			row.Put(0, 0, strings.Repeat(m.root.looks.glyphs.Thin.Top, w), ink(themes.Dim))
			continue
		}
		title, key := ink(themes.Text), bold(themes.Key)
		if m.root.keys.blocked(c) != "" {
			title, key = ink(themes.Dim), ink(themes.Dim)
		}
		if m.top+y == m.row {
			row = row.On(themes.Selected)
			row.Fill(themes.Style{})
		}
		keys := menuKeys(c)
		words, _ := m.words(c)
		if at := m.top + y; at > 0 && at != m.row && !isRule(rows[at-1]) && m.root.keys.blocked(c) != "" &&
			m.root.keys.blocked(c) == m.root.keys.blocked(rows[at-1]) {
			words = c.Title // the row above says why
		}
		row.Put(1, 0, m.root.looks.glyphs.Fit(words, w-4-grid.Width(keys)), title)
		row.PutRight(w-1, 0, keys, key)
	}
}
