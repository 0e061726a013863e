package ui

import (
	"fmt"
	"image"
	"slices"

	"interleave/ui/command"
	"interleave/ui/layout"
)

// resize follows the terminal. Nothing that somebody typed hangs on the size: editors live in panes, and panes stay.
func (r *Root) resize(w, h int) {
	r.w, r.h = max(w, 0), max(h, 0)
	r.grids.resize(r.w, r.h)
	r.generation++
	r.arrange()
	r.placeLayers()
	r.menu.choose(r.menu.row) // a taller screen shows more of an open menu
}

func (r *Root) sizeKey() string {
	return layout.ClassOf(r.w, r.h).String() + "." + r.arranged.Layout
}

// arrange lays the desk out anew.
func (r *Root) arrange() {
	r.arranged.Focus = r.focus
	r.arranged.Sizes = r.sizes[r.sizeKey()]
	r.places = layout.Desktop(r.w, r.h, r.arranged)
	r.arranged.First = r.places.First
	if _, placed := r.places.Find(r.docked); r.docked != "" && !placed && !r.arranged.Zoom &&
		r.places.Class > layout.Tabs {
		r.places.Panes = append(r.places.Panes,
			layout.Place{ID: r.docked, Rect: r.places.Above(r.docked, r.w, r.h), Over: true})
	}
	if r.view != nil {
		r.showAll()
	}
}

// focusOn moves the focus; a name that is no pane changes nothing.
func (r *Root) focusOn(id string) {
	next := r.window(id)
	if next == nil || id == r.focus || !slices.Contains(r.order(), id) {
		return
	}
	if old, ok := r.windows[r.focus]; ok {
		r.ask(old.pane.SetFocus(false))
		if r.isOver(r.focus) == r.isOver(id) || !r.isOver(r.focus) {
			r.before = append(slices.DeleteFunc(r.before, func(s string) bool { return s == r.focus || s == id }),
				r.focus)
		}
	}
	r.focus = id
	if r.docked == id || writerPlace(id) == 0 { // what slid over the lower half makes room for what is asked for there
		r.docked = ""
	}
	if n := writerPlace(id); n > 0 {
		if w := r.view.WriterAt(n); w != nil && w.ID != r.writer {
			r.writer = w.ID
			for _, other := range r.windows { // what is marked for the acting writer moves along
				other.shown = nil
			}
		}
	}
	next.show(r.view)
	r.ask(next.pane.SetFocus(true))
	r.arrange()
}

func (r *Root) isOver(id string) bool {
	return slices.ContainsFunc(r.places.Panes, func(p layout.Place) bool { return p.ID == id && p.Over })
}

// focusBack returns the focus to where it was; ok is false where it was nowhere else.
func (r *Root) focusBack() bool {
	for len(r.before) > 0 {
		last := r.before[len(r.before)-1]
		r.before = r.before[:len(r.before)-1]
		if last != r.focus && slices.Contains(r.order(), last) {
			r.focusOn(last)
			r.before = slices.DeleteFunc(r.before, func(s string) bool { return s == r.focus })
			return true
		}
	}
	return false
}

// focusBy moves the focus along its order.
func (r *Root) focusBy(n int) {
	order := r.order()
	at := slices.Index(order, r.focus)
	r.focusOn(order[((at+n)%len(order)+len(order))%len(order)])
}

// focusAt moves the focus to the nearest pane in a direction.
func (r *Root) focusAt(where command.Direction) {
	here, ok := r.places.Find(r.focus)
	if !ok {
		return
	}
	best, least := "", 1<<30
	for _, p := range r.places.Panes {
		if p.ID == r.focus || writerPlace(p.ID) == 0 && !slices.Contains(r.order(), p.ID) {
			continue
		}
		if far, lies := distance(here, p.Rect, where); lies && far < least {
			best, least = p.ID, far
		}
	}
	if best == "" {
		r.status.say("There is no pane on that side. Tab goes to the next one.", 0)
		return
	}
	r.focusOn(best)
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
func (r *Root) zoom() {
	r.arranged.Zoom = !r.arranged.Zoom
	r.generation++
	r.arrange()
}

// nextLayout goes through the named layouts.
func (r *Root) nextLayout() {
	names := layout.Layouts()
	r.arranged.Layout = names[(slices.Index(names, r.arranged.Layout)+1)%len(names)]
	r.generation++
	r.arrange()
	if r.isOver(r.focus) { // what the layout is for would lie below it
		r.focusOn(map[string]string{"race": layout.Timeline, "explain": layout.Card}[r.arranged.Layout])
	}
	r.keepNotes() // a program that is killed keeps nothing any more
	r.status.say(fmt.Sprintf("Layout: %s.", r.arranged.Layout), 0)
}

// pull moves the border of the focused pane: the one behind it, or where it is the last, the one before it.
func (r *Root) pull(wider, taller int) {
	axis, by := layout.Across, wider
	if taller != 0 {
		axis, by = layout.Down, taller
	}
	here, _ := r.places.Find(r.focus)
	for _, sign := range []int{1, -1} {
		for _, b := range r.places.Borders {
			if b.Axis == axis && touches(b.Rect, here, axis, sign) {
				r.moveBorder(b.Name, by*sign)
				r.keepNotes()
				return
			}
		}
	}
	r.status.say("This pane has no border on that side.", 0)
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

func (r *Root) moveBorder(name string, by int) {
	key := r.sizeKey()
	if r.sizes[key] == nil {
		r.sizes[key] = map[string]int{}
	}
	r.sizes[key][name] += by
	r.generation++
	r.arrange()
}

func (r *Root) resetSizes() {
	delete(r.sizes, r.sizeKey())
	r.generation++
	r.arrange()
	r.keepNotes()
	r.status.say("All panes have their own size again.", 0)
}
