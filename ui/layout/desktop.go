package layout

import (
	"image"
	"slices"
	"strconv"
	"strings"
)

// Class is how much a screen can show.
type Class uint8

const (
	TooSmall Class = iota // one sentence only
	Tabs                  // one pane at a time
	Small                 // 80x24
	Medium                // 120x36
	Large                 // 200x60
)

// String is the class's name in settings: sizes are kept per class and layout.
func (c Class) String() string {
	return [...]string{"too-small", "tabs", "small", "medium", "large"}[c]
}

// ClassOf is the class of a screen.
func ClassOf(w, h int) Class {
	switch {
	case w < 60 || h < 18:
		return TooSmall
	case w < 80 || h < 24:
		return Tabs
	case w >= 200 && h >= 60:
		return Large
	case w >= 120 && h >= 36:
		return Medium
	}
	return Small
}

// The names of panes; writers are "writer1" to "writer9".
const (
	Menu     = "menu"
	TabRow   = "tabs"
	Tree     = "tree"
	Truth    = "truth"
	Flight   = "flight"
	Card     = "card"
	Timeline = "timeline"
	Log      = "log"
	Lesson   = "lesson"
	Status   = "status"
)

// Writer is the name of the window of writer n.
func Writer(n int) string { return "writer" + strconv.Itoa(n) }

const menuRows = 1

// StatusRows is how high the status area is, below everything else.
const StatusRows = 3

// Arrangement is what the person chose.
type Arrangement struct {
	Writers int    // windows open: writers 1 to Writers
	Layout  string // one of Layouts; any other is "desk"
	Zoom    bool   // the focused pane takes the whole desk
	Lesson  bool   // a lesson is on: its pane is among the others
	Rows    int    // that the page of a lesson needs at most; 0: not known

	// Focus is the pane with the focus; while a menu or a dialog has it, the pane
	// that had it before. A pane that has no place on the desk slides over its lower half.
	Focus string
	// Docked is a pane that slid over the desk by itself, without the focus; empty: none.
	Docked string
	// First is the first writer shown last time (Places.First), so that the row of
	// writers slides no further than it must to show the focused one.
	First int
	// Sizes says how far borders were dragged to the right or down, by Border.Name.
	Sizes map[string]int
}

// Layouts lists the names that Arrangement.Layout knows.
func Layouts() []string { return []string{"desk", "writers", "race", "explain", "lesson", "present"} }

// Place is where a pane stands. Over says that it covers others.
type Place struct {
	ID   string
	Rect image.Rectangle
	Over bool
}

// Border is what can be dragged between two panes or rows of panes: the last cells
// of the one and the first of the other. It is named after what ends at it.
type Border struct {
	Name string
	Axis Axis // Across: it moves left and right
	Rect image.Rectangle
}

// Places is a desk laid out. Without those that lie over others, Panes cover every
// cell exactly once; a screen that is too small has none.
type Places struct {
	Class   Class
	Panes   []Place // in the order of the focus, what lies over others last
	Borders []Border
	First   int      // the first writer shown
	Tabs    []string // of class Tabs: all panes, in the order of the tab row
}

// Find is where a pane stands.
func (p Places) Find(id string) (image.Rectangle, bool) {
	for _, place := range p.Panes {
		if place.ID == id {
			return place.Rect, true
		}
	}
	return image.Rectangle{}, false
}

// At is the pane at a cell, the topmost one; "" outside.
func (p Places) At(at image.Point) string {
	for _, place := range slices.Backward(p.Panes) {
		if at.In(place.Rect) {
			return place.ID
		}
	}
	return ""
}

// Minimum is the least size a pane is given on any desk.
func Minimum(id string) image.Point {
	switch id {
	case Menu:
		return image.Pt(60, menuRows)
	case TabRow:
		return image.Pt(60, 1)
	case Status:
		return image.Pt(60, StatusRows)
	case Tree:
		return image.Pt(18, 10)
	case Truth:
		return image.Pt(36, 4)
	case Flight:
		return image.Pt(36, 5)
	case Card:
		return image.Pt(36, 8)
	case Timeline, Log:
		return image.Pt(60, 5)
	case Lesson:
		return image.Pt(60, 10)
	}
	return image.Pt(26, 8) // a writer
}

// Desktop lays out a screen of w columns and h rows.
func Desktop(w, h int, a Arrangement) Places {
	p := Places{Class: ClassOf(w, h)}
	if p.Class == TooSmall {
		return p
	}
	rows := Split(image.Rect(0, 0, w, h), Down, Fixed(menuRows), Grow(1, 0), Fixed(StatusRows))
	body := rows[1]
	a.Writers = min(max(a.Writers, 0), 9)
	focus := a.focused()
	p.First = 1
	p.add(Menu, rows[0])
	switch {
	case p.Class == Tabs:
		p.Tabs = a.panes()
		parts := Split(body, Down, Fixed(1), Grow(1, 0))
		p.add(TabRow, parts[0])
		p.add(focus, parts[1])
	case a.Zoom:
		p.First = max(a.First, 1)
		p.add(focus, body)
	default:
		p.desk(body, planOf(p.Class, a), a)
	}
	p.add(Status, rows[2])
	var above []string
	if _, placed := p.Find(focus); !placed && focus == a.Focus {
		above = append(above, focus)
	}
	if _, placed := p.Find(a.Docked); !placed && a.Docked != "" && a.Docked != focus && !a.Zoom && p.Class > Tabs {
		above = append(above, a.Docked)
	}
	if slices.Contains(above, Card) {
		p.downToTheStatus()
	}
	for _, id := range above {
		p.Panes = append(p.Panes, Place{ID: id, Rect: p.above(id, w, h), Over: true})
	}
	return p
}

// downToTheStatus gives the card, which lies over the messages in flight, the rows beside the timeline too, where the
// timeline keeps its least width: a story in the rows of the messages alone is read through a slot.
func (p *Places) downToTheStatus() {
	const enough = 20 // rows, in which every usual story stands whole
	flight := slices.IndexFunc(p.Panes, func(at Place) bool { return at.ID == Flight })
	timeline := slices.IndexFunc(p.Panes, func(at Place) bool { return at.ID == Timeline })
	if p.Class != Medium || flight < 0 || timeline < 0 {
		return
	}
	upper, lower := &p.Panes[flight].Rect, &p.Panes[timeline].Rect
	if upper.Dy() >= enough || upper.Max.Y != lower.Min.Y || upper.Max.X != lower.Max.X ||
		upper.Min.X-lower.Min.X < Minimum(Timeline).X {
		return
	}
	for i := range p.Borders {
		switch b := &p.Borders[i]; b.Name {
		case FactRow:
			b.Rect.Max.X = upper.Min.X
		case Truth:
			b.Rect.Max.Y = lower.Max.Y
		}
	}
	upper.Max.Y, lower.Max.X = lower.Max.Y, upper.Min.X
}

// above is where a pane that has no place of its own lies over a desk of w columns and h rows: the card where the
// messages in flight are, so that truth and timeline stay in sight, where that is a place of its own and large enough;
// everything else over the lower half. Where those rows are few, as below a lesson, the card is as wide as the row: it
// tells what the truth there shows.
func (p Places) above(id string, w, h int) image.Rectangle {
	const few = 14
	least := Minimum(id)
	r, ok := p.Find(Flight)
	if !ok || id != Card || p.Class <= Small || r.Dx() < least.X || r.Dy() < least.Y {
		return p.Lower(w, h)
	}
	truth, ok := p.Find(Truth)
	if ok && r.Dy() < few && truth.Min.Y == r.Min.Y && truth.Max == image.Pt(r.Min.X, r.Max.Y) {
		return r.Union(truth)
	}
	return r
}

// Lower is where a pane slides over a desk of w columns and h rows: its lower half, from the row of panes on that
// begins near the middle.
func (p Places) Lower(w, h int) image.Rectangle {
	const near, least = 3, 10
	r := Split(image.Rect(0, menuRows, w, h-StatusRows), Down, Grow(1, 0), Grow(1, 0))[1]
	middle, best := r.Min.Y, near+1
	for _, place := range p.Panes {
		top := place.Rect.Min.Y
		if far := max(top-middle, middle-top); !place.Over && r.Max.Y-top >= least && far < best {
			r.Min.Y, best = top, far
		}
	}
	return r
}

func (p *Places) add(id string, r image.Rectangle) {
	p.Panes = append(p.Panes, Place{ID: id, Rect: r})
}

// panes lists all panes between menu and status in the order of the focus.
func (a Arrangement) panes() []string {
	list := []string{Tree}
	for n := range a.Writers {
		list = append(list, Writer(n+1))
	}
	list = append(list, Truth, Flight, Card, Timeline)
	if a.Lesson {
		list = append(list, Lesson)
	}
	return append(list, Log)
}

// focused is the pane with the focus, or the first writer where Focus names none.
func (a Arrangement) focused() string {
	list := a.panes()
	if slices.Contains(list, a.Focus) {
		return a.Focus
	}
	return list[1] // the first writer; without writers, truth
}

// firstWriter slides the row of shown writers until it holds the focused one.
func (a Arrangement) firstWriter(shown int) int {
	first := a.First
	if digits, ok := strings.CutPrefix(a.Focus, "writer"); ok && a.Focus == a.focused() {
		n, _ := strconv.Atoi(digits)
		first = min(max(first, n-shown+1), n)
	}
	return max(min(first, a.Writers-shown+1), 1)
}
