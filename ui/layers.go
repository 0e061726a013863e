package ui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// open puts a dialog on top.
func (r *Root) open(d dialogs.Dialog) { r.openAs(d, command.Asking) }

func (r *Root) openAs(d dialogs.Dialog, word command.Mode) {
	r.menu.open, r.jump, r.prefix = false, nil, ""
	r.layers = append(r.layers, layer{dialog: d, word: word})
	r.placeLayers()
	if s, ok := d.(dialogs.Starter); ok {
		r.ask(s.Start())
	}
}

// dialogFound hands what a dialog's command found to that dialog; where it is gone, nobody waits for it.
func (r *Root) dialogFound(m dialogs.Result) {
	if slices.ContainsFunc(r.layers, func(l layer) bool { return l.dialog == m.To }) {
		done, cmd := m.To.Update(m)
		r.dialogAnswered(m.To, done, cmd)
	}
}

// placeLayers centres the dialogs on the desk, a little above the middle.
func (r *Root) placeLayers() {
	for i := range r.layers {
		maxW, maxH := max(r.desk.w-4, 4), max(r.desk.h-5, 3)
		w, h := r.layers[i].dialog.Size(maxW-2, maxH-2)
		w, h = min(w+2, maxW), min(h+2, maxH)
		x, y := (r.desk.w-w)/2, 1+max((r.desk.h-statusRows-1-h)/3, 0)
		r.layers[i].rect = image.Rect(x, y, x+w, y+h)
	}
}

// dialogUpdate hands a message to the topmost dialog. It may open another while it ends, so it is taken away by itself.
func (r *Root) dialogUpdate(msg tea.Msg) {
	top := r.layers[len(r.layers)-1].dialog
	done, cmd := top.Update(msg)
	r.dialogAnswered(top, done, cmd)
}

func (r *Root) dialogAnswered(d dialogs.Dialog, done bool, cmd tea.Cmd) {
	r.ask(cmd)
	if done {
		r.layers = slices.DeleteFunc(r.layers, func(l layer) bool { return l.dialog == d })
	}
	r.placeLayers()
}

func (r *Root) dialogMouse(m face.Mouse) {
	top := r.layers[len(r.layers)-1]
	m.X -= top.rect.Min.X + 1
	m.Y -= top.rect.Min.Y + 1
	done, cmd := top.dialog.Mouse(m)
	r.dialogAnswered(top.dialog, done, cmd)
}

// paintLayers draws the dialogs with their shadows.
func (r *Root) paintLayers(g *grid.Grid) {
	for _, l := range r.layers {
		r.shadow(g, l.rect)
		inside := g.Area(l.rect).Frame(grid.Frame{Title: []grid.Span{{Text: l.dialog.Title(),
			Style: themes.Style{Ink: themes.Title, Bold: true}}},
			Focused: true, Ground: themes.Dialog}, r.glyphs)
		l.dialog.Paint(inside, r.look(false))
	}
}

// shadow darkens what lies right of and below a layer.
func (r *Root) shadow(g *grid.Grid, rect image.Rectangle) {
	g.Shade(image.Rect(rect.Max.X, rect.Min.Y+1, rect.Max.X+2, rect.Max.Y+1))
	g.Shade(image.Rect(rect.Min.X+2, rect.Max.Y, rect.Max.X, rect.Max.Y+1))
}
