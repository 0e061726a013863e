package ui

import (
	"fmt"
	"image"
	"slices"

	"interleave/ui/command"
	"interleave/ui/layout"
)

// desk is which windows there are, where they lie and which of them has the focus.
type desk struct {
	root       *Root
	w, h       int
	arranged   layout.Arrangement
	sizes      map[string]map[string]int // by class and layout
	places     layout.Places
	windows    map[string]*window
	focus      string
	before     []string // where the focus goes back to
	docked     string   // a pane that slid over the lower half by itself, without the focus
	generation int      // grows whenever everything must be painted anew
}

// resize follows the terminal. Nothing that somebody typed hangs on the size: editors live in panes, and panes stay.
func (d *desk) resize(w, h int) {
	d.w, d.h = max(w, 0), max(h, 0)
	d.root.screen.grids.resize(d.w, d.h)
	d.generation++
	d.arrange()
	d.root.layers.place()
}

func (d *desk) sizeKey() string {
	return layout.ClassOf(d.w, d.h).String() + "." + d.arranged.Layout
}

// arrange lays the desk out anew.
func (d *desk) arrange() {
	d.arranged.Focus, d.arranged.Lesson, d.arranged.Rows = d.focus, d.root.course.player != nil, d.root.course.rows()
	d.arranged.Sizes = d.sizes[d.sizeKey()]
	d.arranged.Docked = d.docked
	d.places = layout.Desktop(d.w, d.h, d.arranged)
	d.arranged.First = d.places.First
	d.root.menu.refit()
	if d.root.view != nil {
		d.showAll()
		d.root.playback.goOn()
	}
}

// focusOn moves the focus; a name that is no pane changes nothing.
func (d *desk) focusOn(id string) {
	next := d.window(id)
	if next == nil || id == d.focus || !slices.Contains(d.order(), id) {
		return
	}
	if old, ok := d.windows[d.focus]; ok {
		d.root.ask(old.pane.SetFocus(false))
		if d.isOver(d.focus) == d.isOver(id) || !d.isOver(d.focus) {
			d.before = append(slices.DeleteFunc(d.before, func(s string) bool { return s == d.focus || s == id }),
				d.focus)
		}
	}
	d.focus = id
	if d.docked == id || writerPlace(id) == 0 { // what slid over the lower half makes room for what is asked for there
		d.docked = ""
	}
	if n := writerPlace(id); n > 0 {
		if w := d.root.view.WriterAt(n); w != nil && w.ID != d.root.writer {
			d.root.writer = w.ID
			for _, other := range d.windows { // what is marked for the acting writer moves along
				other.shown = nil
			}
		}
	}
	next.show(d.root.view)
	d.root.ask(next.pane.SetFocus(true))
	d.arrange()
}

func (d *desk) isOver(id string) bool {
	return slices.ContainsFunc(d.places.Panes, func(p layout.Place) bool { return p.ID == id && p.Over })
}

// focusBack returns the focus to where it was; ok is false where it was nowhere else.
func (d *desk) focusBack() bool {
	for len(d.before) > 0 {
		last := d.before[len(d.before)-1]
		d.before = d.before[:len(d.before)-1]
		if last != d.focus && slices.Contains(d.order(), last) {
			d.focusOn(last)
			d.before = slices.DeleteFunc(d.before, func(s string) bool { return s == d.focus })
			return true
		}
	}
	return false
}

// focusBy moves the focus along its order.
func (d *desk) focusBy(n int) {
	order := d.order()
	at := slices.Index(order, d.focus)
	d.focusOn(order[((at+n)%len(order)+len(order))%len(order)])
}

// focusAt moves the focus to the nearest pane in a direction.
func (d *desk) focusAt(where command.Direction) {
	here, ok := d.places.Find(d.focus)
	if !ok {
		return
	}
	best, least := "", 1<<30
	for _, p := range d.places.Panes {
		if p.ID == d.focus || writerPlace(p.ID) == 0 && !slices.Contains(d.order(), p.ID) {
			continue
		}
		if far, lies := distance(here, p.Rect, where); lies && far < least {
			best, least = p.ID, far
		}
	}
	if best == "" {
		d.root.status.say("There is no pane on that side. Tab goes to the next one.", 0)
		return
	}
	d.focusOn(best)
}

// distance says whether b lies in a direction from a, and how far: first across, then how much the two are shifted
// against each other.
func distance(a, b image.Rectangle, where command.Direction) (far int, lies bool) {
	gap, shift := 0, 0
	switch where {
	case command.Left, command.Right:
		gap = b.Min.X - a.Max.X
		if where == command.Left {
			gap = a.Min.X - b.Max.X
		}
		shift = max(a.Min.Y-b.Max.Y+1, b.Min.Y-a.Max.Y+1, 0)*1000 + abs(b.Min.Y-a.Min.Y)
	default:
		gap = b.Min.Y - a.Max.Y
		if where == command.Above {
			gap = a.Min.Y - b.Max.Y
		}
		shift = max(a.Min.X-b.Max.X+1, b.Min.X-a.Max.X+1, 0)*1000 + abs(b.Min.X-a.Min.X)
	}
	return gap*10 + shift, gap >= 0
}

func abs(n int) int { return max(n, -n) }

// zoom shows the focused pane alone, or all again.
func (d *desk) zoom() {
	d.arranged.Zoom = !d.arranged.Zoom
	d.generation++
	d.arrange()
}

// nextLayout goes through the named layouts.
func (d *desk) nextLayout() {
	names := slices.DeleteFunc(layout.Layouts(), func(name string) bool {
		return name == lessonLayout && d.root.course.player == nil || name == presentLayout && !d.root.course.stage.on
	})
	d.arranged.Layout = names[(slices.Index(names, d.arranged.Layout)+1)%len(names)]
	d.generation++
	d.arrange()
	if d.isOver(d.focus) { // what the layout is for would lie below it
		d.focusOn(map[string]string{"race": layout.Timeline, "explain": layout.Card}[d.arranged.Layout])
	}
	d.keep() // a program that is killed keeps nothing any more
	d.root.status.say(fmt.Sprintf("Layout: %s.", d.arranged.Layout), 0)
}

// pull moves the border of the focused pane: the one behind it, or where it is the last, the one before it.
func (d *desk) pull(wider, taller int) {
	axis, by := layout.Across, wider
	if taller != 0 {
		axis, by = layout.Down, taller
	}
	here, _ := d.places.Find(d.focus)
	for _, sign := range []int{1, -1} {
		for _, b := range d.places.Borders {
			if b.Axis == axis && touches(b.Rect, here, axis, sign) {
				d.moveBorder(b.Name, by*sign)
				d.keep()
				return
			}
		}
	}
	d.root.status.say("This pane has no border on that side.", 0)
}

// touches says whether a border is the pane's last edge (sign 1) or its first one (sign -1).
func touches(border, pane image.Rectangle, axis layout.Axis, sign int) bool {
	if border.Intersect(pane).Empty() {
		return false
	}
	if axis == layout.Across {
		return sign > 0 && border.Min.X == pane.Max.X-1 || sign < 0 && border.Max.X == pane.Min.X+1
	}
	return sign > 0 && border.Min.Y == pane.Max.Y-1 || sign < 0 && border.Max.Y == pane.Min.Y+1
}

func (d *desk) moveBorder(name string, by int) {
	key := d.sizeKey()
	if d.sizes[key] == nil {
		d.sizes[key] = map[string]int{}
	}
	d.sizes[key][name] += by
	d.generation++
	d.arrange()
}

func (d *desk) resetSizes() {
	delete(d.sizes, d.sizeKey())
	d.generation++
	d.arrange()
	d.keep()
	d.root.status.say("All panes have their own size again.", 0)
}
