package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"interleave/engine/conflict"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// menu is the menu bar while it has the focus.
type menu struct {
	open bool
	at   int // which menu
	row  int
	top  int // the first row that shows
}

// openMenu drops a menu down; without a name the first one.
func (r *Root) openMenu(name string) {
	r.jump, r.prefix = nil, ""
	r.menu = menu{open: true, at: max(slices.Index(command.Menus(), name), 0)}
	r.menuRow(0)
}

// menuRows are the open menu's commands; of the windows that writers could have, those that there are.
func (r *Root) menuRows() []command.Command {
	return slices.DeleteFunc(command.MenuOf(command.Menus()[r.menu.at]), func(c command.Command) bool {
		to, ok := c.Intent.(command.Pane)
		return ok && writerPlace(to.To) > max(r.arranged.Writers, 1)
	})
}

// menuHeight is how many rows of a menu fit.
func (r *Root) menuHeight() int { return min(len(r.menuRows()), max(r.h-statusRows-3, 1)) }

// menuRow selects a row and keeps it on screen.
func (r *Root) menuRow(row int) {
	n := len(r.menuRows())
	r.menu.row = (row%n + n) % n
	h := r.menuHeight()
	r.menu.top = max(min(max(r.menu.top, r.menu.row-h+1), r.menu.row, n-h), 0)
}

func (r *Root) menuBy(n int) {
	count := len(command.Menus())
	r.menu = menu{open: true, at: ((r.menu.at+n)%count + count) % count}
}

// menuKey is a key while a menu is open: it moves, or it is the key of one of the menu's commands.
func (r *Root) menuKey(key string) {
	switch key {
	case "esc", "q", "f10", "m":
		r.menu.open = false
	case "left", "h", "shift+tab":
		r.menuBy(-1)
	case "right", "l", "tab":
		r.menuBy(1)
	case "up", "k":
		r.menuRow(r.menu.row - 1)
	case "down", "j":
		r.menuRow(r.menu.row + 1)
	case "home", "pgup":
		r.menuRow(0)
	case "end", "pgdown":
		r.menuRow(len(r.menuRows()) - 1)
	case "enter", "space":
		r.menuChoose(r.menu.row)
	default:
		if name, alt := strings.CutPrefix(key, "alt+"); alt {
			if c, ok := command.Resolve("alt+"+name, command.Nav, command.Desk); ok {
				r.do(c.Intent)
			}
			return
		}
		at := slices.IndexFunc(r.menuRows(), func(c command.Command) bool { return slices.Contains(c.Keys, key) })
		if at >= 0 {
			r.menuChoose(at)
		}
	}
}

// menuChoose does a row's command. One that cannot be done stays and says why.
func (r *Root) menuChoose(row int) {
	c := r.menuRows()[row]
	if why := r.why(c); why != "" {
		r.menuRow(row)
		r.hint(c.Label() + ": " + why + ".")
		return
	}
	r.menu.open = false
	r.perform(c)
}

// menuPlaces are the columns at which the menus' names begin.
func (r *Root) menuPlaces() []int {
	places, x, gap := []int{}, 1, 1
	if r.w >= wideBar {
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

// paintMenuBar is the first row of the screen.
func (r *Root) paintMenuBar(a grid.Area) {
	a = a.On(themes.MenuBar)
	a.Fill(themes.Style{})
	places := r.menuPlaces()
	end := 0
	for i, name := range command.Menus() {
		x := places[i]
		if r.menu.open && i == r.menu.at {
			a.Put(x-1, 0, " "+name+" ", themes.Style{Ink: themes.Title, Ground: themes.Selected, Bold: true})
		} else {
			a.PutSpans(x, 0, grid.Span{Text: name[:1], Style: themes.Style{Ink: themes.Key, Underline: true}},
				grid.Span{Text: name[1:], Style: ink(themes.Text)})
		}
		end = x + grid.Width(name)
	}
	if r.w >= leastBar {
		r.paintClock(a, end+1)
	}
}

// paintClock is the right side of the menu bar: the branch, the virtual clock, whether it runs, and where there is room
// the step.
func (r *Root) paintClock(a grid.Area, from int) {
	w, _ := a.Size()
	state, style := "||", bold(themes.Behind)
	if r.run.on {
		state, style = fmt.Sprintf("> x%d", speeds[r.run.speed]), bold(themes.Fresh)
	} else if w >= wideBar {
		state = "|| paused"
		if r.struck() {
			state += ": conflict"
		}
	}
	branch := r.view.Branch
	if from := r.view.Origin(); from != "" && w >= roomyBar {
		branch += " of " + from
	}
	spans := []grid.Span{{Text: branch, Style: ink(themes.Fresh)}, {Text: r.clock().String(), Style: bold(themes.Text)},
		{Text: state, Style: style}}
	if w >= wideBar {
		spans = append(spans, grid.Span{Text: fmt.Sprintf("step %d/%d", r.view.Step, r.view.Steps),
			Style: ink(themes.Dim)})
	}
	if n := len(r.view.Branches()); w >= roomyBar && n > 1 {
		spans = append(spans, grid.Span{Text: fmt.Sprintf("%d branches", n), Style: ink(themes.Dim)})
	}
	x := w - 1
	for i := len(spans) - 1; i >= 0; i-- {
		text := spans[i].Text
		if i == 0 { // a long branch name gives way
			if text = r.glyphs.Fit(text, x-from-1); x-from-1 < min(grid.Width(branch), 4) {
				continue // a beginning of a letter or two says nothing
			}
		}
		if width := grid.Width(text); x-width >= from {
			x -= width
			a.Put(x, 0, text, spans[i].Style)
			if i == 1 || i == 2 {
				r.zone(a, x, width, "time.run")
			}
			if i == 0 {
				r.zone(a, x, width, "time.branches")
			}
			x -= 2
		}
	}
}

// struck says whether the newest press brought a conflict to light.
func (r *Root) struck() bool {
	return slices.ContainsFunc(r.view.Fresh(), func(m conflict.Finding) bool { return m.Kind != "" })
}

// menuRect is where the open menu drops down.
func (r *Root) menuRect() image.Rectangle {
	wide := 0
	for _, c := range r.menuRows() {
		wide = max(wide, grid.Width(r.menuTitle(c))+3+grid.Width(menuKeys(c)))
	}
	wide = min(wide+4, r.w)
	x := min(r.menuPlaces()[r.menu.at]-1, r.w-wide)
	return image.Rect(x, 1, x+wide, 1+r.menuHeight()+2)
}

// menuTitle is a command as its menu shows it: undo names what it takes back, a blocked one says why.
func (r *Root) menuTitle(c command.Command) string {
	if why := r.why(c); why != "" {
		return c.Label() + ": " + why
	}
	switch c.Intent.(type) {
	case command.Undo:
		return "Undo: " + r.glyphs.Fit(r.view.UndoName, undoWidth)
	case command.Redo:
		return "Redo: " + r.glyphs.Fit(r.view.RedoName, undoWidth)
	}
	return c.Title
}

const undoWidth = 32

func menuKeys(c command.Command) string {
	list := c.Keys
	if len(list) == 0 {
		list = c.Edit
	}
	var names []string
	for _, key := range list[:min(len(list), 2)] {
		names = append(names, command.KeyName(key))
	}
	return strings.Join(names, "  ")
}

// paintMenu draws the open menu above the desk.
func (r *Root) paintMenu(g *grid.Grid) {
	rect := r.menuRect()
	r.shadow(g, rect)
	inside := g.Area(rect).Frame(grid.Frame{Ground: themes.Dialog}, r.glyphs)
	w, h := inside.Size()
	rows := r.menuRows()
	for y := range h {
		c := rows[r.menu.top+y]
		row := inside.Sub(image.Rect(0, y, w, y+1))
		title, key := ink(themes.Text), bold(themes.Key)
		if r.why(c) != "" {
			title, key = ink(themes.Dim), ink(themes.Dim)
		}
		if r.menu.top+y == r.menu.row {
			row = row.On(themes.Selected)
			row.Fill(themes.Style{})
		}
		keys := menuKeys(c)
		row.Put(1, 0, r.glyphs.Fit(r.menuTitle(c), w-4-grid.Width(keys)), title)
		row.PutRight(w-1, 0, keys, key)
	}
}
