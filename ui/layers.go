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
	"interleave/ui/layout"
)

// layers are the dialogs above the desk, the topmost last: it takes the keys.
type layers struct {
	root *Root
	list []layer
}

// layer is a dialog above the desk.
type layer struct {
	dialog dialogs.Dialog
	rect   image.Rectangle
	mode   command.Mode
}

// top is the dialog that takes the keys; there must be one.
func (l *layers) top() *layer { return &l.list[len(l.list)-1] }

// passing says whether keys go to the desk: nothing lies above it, or a notice, which hands them on.
func (l *layers) passing() bool {
	if len(l.list) == 0 {
		return !l.root.menu.open
	}
	_, notice := l.top().dialog.(*dialogs.Notice)
	return notice
}

// open puts a dialog on top.
func (l *layers) open(d dialogs.Dialog) { l.openAs(d, command.Asking) }

func (l *layers) openAs(d dialogs.Dialog, mode command.Mode) {
	l.root.menu.open, l.root.jump.letters, l.root.keys.prefix = false, nil, ""
	l.list = append(l.list, layer{dialog: d, mode: mode})
	l.place()
	if s, ok := d.(dialogs.Starter); ok {
		l.root.ask(s.Start())
	}
}

// found hands what a dialog's command found to that dialog; where it is gone, nobody waits for it.
func (l *layers) found(m dialogs.Result) {
	if slices.ContainsFunc(l.list, func(other layer) bool { return other.dialog == m.To }) {
		done, cmd := m.To.Update(m)
		l.answered(m.To, done, cmd)
	}
}

// place centres the dialogs on the desk, a little above the middle. One that grows begins where it does at its tallest:
// nothing moves away from under the pointer.
func (l *layers) place() {
	for i := range l.list {
		maxW, maxH := max(l.root.desk.w-4, 4), max(l.root.desk.h-5, 3)
		w, h := l.list[i].dialog.Size(maxW-2, maxH-2)
		w, h = min(w+2, maxW), min(h+2, maxH)
		tall := h
		if grows, ok := l.list[i].dialog.(dialogs.Growing); ok {
			tall = max(h, min(grows.Tallest(), maxH))
		}
		x, y := (l.root.desk.w-w)/2, 1+max((l.root.desk.h-statusRows-1-tall)/3, 0)
		l.list[i].rect = l.besideTheTask(l.list[i].mode, image.Rect(x, y, x+w, y+h))
	}
}

// besideTheTask keeps the palette off a lesson, where enough rows stay: what is typed into it is what the lesson asks
// for.
func (l *layers) besideTheTask(mode command.Mode, r image.Rectangle) image.Rectangle {
	const least = 10
	lesson, on := l.root.desk.places.Find(layout.Lesson)
	if mode != command.Finding || !on || !r.Overlaps(lesson) {
		return r
	}
	above, below := image.Rect(r.Min.X, 1, r.Max.X, lesson.Min.Y),
		image.Rect(r.Min.X, lesson.Max.Y, r.Max.X, l.root.desk.h-statusRows)
	free := above
	if below.Dy() > above.Dy() {
		free = below
	}
	if free.Dy() < least {
		return r
	}
	free.Max.Y = min(free.Max.Y, free.Min.Y+r.Dy())
	return free
}

// update hands a message to the topmost dialog. It may open another while it ends, so it is taken away by itself.
func (l *layers) update(msg tea.Msg) {
	top := l.top().dialog
	if legend := legendOf(top, msg); legend != nil {
		l.open(legend)
		return
	}
	done, cmd := top.Update(msg)
	l.answered(top, done, cmd)
}

// legendOf is what the key for help opens above a dialog: what its keys and words mean. nil: it is not asked for, has
// none, or a text is being typed.
func legendOf(d dialogs.Dialog, msg tea.Msg) dialogs.Dialog {
	key, pressed := msg.(tea.KeyPressMsg)
	explained, ok := d.(dialogs.Explained)
	if !pressed || !ok || key.String() != "?" && key.String() != "f1" {
		return nil
	}
	if _, _, typing := d.Cursor(); typing {
		return nil
	}
	return explained.Legend()
}

func (l *layers) answered(d dialogs.Dialog, done bool, cmd tea.Cmd) {
	l.root.ask(cmd)
	if done {
		l.list = slices.DeleteFunc(l.list, func(other layer) bool { return other.dialog == d })
	}
	l.place()
}

func (l *layers) mouse(m face.Mouse) {
	top := l.top()
	m.X -= top.rect.Min.X + 1
	m.Y -= top.rect.Min.Y + 1
	done, cmd := top.dialog.Mouse(m)
	l.answered(top.dialog, done, cmd)
}

// paint draws the dialogs with their shadows.
func (l *layers) paint(g *grid.Grid) {
	for _, above := range l.list {
		l.root.screen.shadow(g, above.rect)
		title := grid.Span{Text: above.dialog.Title(), Style: themes.Style{Ink: themes.Title, Bold: true}}
		inside := g.Area(above.rect).Frame(grid.Frame{Title: []grid.Span{title}, Focused: true, Ground: themes.Dialog},
			l.root.looks.glyphs)
		above.dialog.Paint(inside, l.root.looks.now(false))
	}
}

// shadow darkens what lies right of and below a layer.
func (s *screen) shadow(g *grid.Grid, rect image.Rectangle) {
	g.Shade(image.Rect(rect.Max.X, rect.Min.Y+1, rect.Max.X+2, rect.Max.Y+1))
	g.Shade(image.Rect(rect.Min.X+2, rect.Max.Y, rect.Max.X, rect.Max.Y+1))
}
