package ui

import (
	"image"
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
	for _, id := range r.desk.order() {
		if _, placed := r.desk.places.Find(id); placed {
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
		r.menu.drop("")
	case ok:
		r.desk.focusOn(target)
	}
}

// paneName is what people call a pane.
func (d *desk) paneName(id string) string {
	if n := writerPlace(id); n > 0 {
		if w := d.root.view.WriterAt(n); w != nil {
			return w.Title
		}
	}
	return map[string]string{layout.Tree: "Resources", layout.Truth: "Server truth", layout.Flight: "In flight",
		layout.Card:     "Conflict card",
		layout.Timeline: "Timeline", layout.Log: "Event log"}[id]
}

// paintJump draws the letters on the titles; panes that are not on screen are listed in the status row.
func (r *Root) paintJump(g *grid.Grid) {
	badge := themes.Style{Ink: themes.Badge, Ground: themes.Focus, Bold: true}
	listed := g.Area(image.Rect(0, r.desk.h-statusRows, r.desk.w, r.desk.h-statusRows+1)).On(themes.Desk)
	listed.Fill(themes.Style{})
	x := 1
	for i := range jumpLetters {
		letter := jumpLetters[i : i+1]
		id, ok := r.jump[letter]
		if !ok {
			return
		}
		if id == layout.Menu {
			g.Area(g.Bounds()).Put(0, 0, letter, badge)
			continue
		}
		if rect, placed := r.desk.places.Find(id); placed {
			g.Area(rect).Put(0, 0, " "+letter+" ", badge)
			continue
		}
		x += listed.Put(x, 0, " "+letter+" ", badge) + 1
		x += listed.Put(x, 0, r.desk.paneName(id), ink(themes.Text)) + 2
	}
}
