package ui

import (
	"slices"

	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

const jumpLetters = "asdfjklghweruiopcvnm"

// startJump puts a letter on everything that can have the focus.
func (r *Root) startJump() {
	r.jump = map[string]string{}
	for _, id := range r.jumpTargets() {
		if n := len(r.jump); n < len(jumpLetters) {
			r.jump[jumpLetters[n:n+1]] = id
		}
	}
}

// jumpTargets are the menu bar and all panes, those on screen first.
func (r *Root) jumpTargets() []string {
	var shown, hidden []string
	for _, id := range r.order() {
		if _, placed := r.places.Find(id); placed {
			shown = append(shown, id)
		} else {
			hidden = append(hidden, id)
		}
	}
	return slices.Concat(shown, []string{layout.Menu}, hidden)
}

func (r *Root) jumpKey(key string) {
	target, ok := r.jump[key]
	r.jump = nil
	switch {
	case ok && target == layout.Menu:
		r.openMenu("")
	case ok:
		r.focusOn(target)
	}
}

// paintJump draws the letters on the titles; panes that are not on screen are listed in the status row.
func (r *Root) paintJump(g *grid.Grid) {
	badge := themes.Style{Ink: themes.Badge, Ground: themes.Focus, Bold: true}
	x := 1
	for i := range jumpLetters {
		letter := jumpLetters[i : i+1]
		id, ok := r.jump[letter]
		if !ok {
			return
		}
		if id == layout.Menu {
			g.Area(g.Bounds()).Put(0, 0, " "+letter+" ", badge)
			continue
		}
		if rect, placed := r.places.Find(id); placed {
			g.Area(rect).Put(2, 0, " "+letter+" ", badge)
			continue
		}
		row := g.Area(g.Bounds())
		y := r.h - statusRows
		x += row.Put(x, y, " "+letter+" ", badge) + 1
		x += row.Put(x, y, id, themes.Style{Ink: themes.Text, Ground: themes.Desk}) + 2
	}
}
