package ui

import (
	"image"
	"slices"

	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// jump puts the focus where a letter stands.
type jump struct {
	root    *Root
	letters map[string]string // what has which letter; nil: no jump
}

const jumpLetters = "asdfjklghweruiopcvnm"

// start puts a letter on everything that can have the focus.
func (j *jump) start() {
	j.letters = map[string]string{}
	for _, id := range j.targets() {
		if n := len(j.letters); n < len(jumpLetters) {
			j.letters[jumpLetters[n:n+1]] = id
		}
	}
}

// targets are the menu bar and all panes, those on screen first.
func (j *jump) targets() []string {
	var shown, hidden []string
	for _, id := range j.root.desk.order() {
		if _, placed := j.root.desk.places.Find(id); placed {
			shown = append(shown, id)
		} else {
			hidden = append(hidden, id)
		}
	}
	return slices.Concat(shown, []string{layout.Menu}, hidden)
}

func (j *jump) key(key string) {
	target, ok := j.letters[key]
	j.letters = nil
	switch {
	case ok && target == layout.Menu:
		j.root.menu.drop("")
	case ok:
		j.root.desk.focusOn(target)
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
		layout.Timeline: "Timeline", layout.Log: "Event log", layout.Lesson: "Lesson"}[id]
}

// paint draws the letters on the titles; panes that are not on screen are listed in the status row.
func (j *jump) paint(g *grid.Grid) {
	badge := themes.Style{Ink: themes.Badge, Ground: themes.Focus, Bold: true}
	listed := g.Area(image.Rect(0, j.root.desk.h-statusRows, j.root.desk.w, j.root.desk.h-statusRows+1)).On(themes.Desk)
	listed.Fill(themes.Style{})
	x := 1
	for i := range jumpLetters {
		letter := jumpLetters[i : i+1]
		id, ok := j.letters[letter]
		if !ok {
			return
		}
		if id == layout.Menu {
			g.Area(g.Bounds()).Put(0, 0, letter, badge)
			continue
		}
		if rect, placed := j.root.desk.places.Find(id); placed {
			g.Area(rect).Put(0, 0, " "+letter+" ", badge)
			continue
		}
		x += listed.Put(x, 0, " "+letter+" ", badge) + 1
		x += listed.Put(x, 0, j.root.desk.paneName(id), ink(themes.Text)) + 2
	}
}
