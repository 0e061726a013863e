package ui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/lesson"
	"interleave/engine/view"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/flight"
	"interleave/ui/grid"
	"interleave/ui/layout"
	"interleave/ui/learn"
	"interleave/ui/log"
	"interleave/ui/timeline"
	"interleave/ui/tree"
	"interleave/ui/truth"
	"interleave/ui/writer"
)

// Pane is the inside of one window. The root is the only tea.Model; panes are plain objects that it calls.
type Pane interface {
	Scope() command.Scope
	SetFocus(on bool) tea.Cmd
	Show(v *view.View)                    // the world changed, or the cursor in time moved
	Do(in command.Intent) (tea.Cmd, bool) // false: not mine, the desktop looks further
	Update(msg tea.Msg) tea.Cmd           // keys that no command took, pastes, results of own commands
	Mouse(m face.Mouse) (tea.Cmd, bool)   // counted from the inside of the frame
	Paint(a grid.Area, look face.Look)    // called only when its cells may have changed
	Title() (left, right []grid.Span)     // what sits in the frame's line
	Version() uint64                      // grows whenever cells or title may have changed
	Editing() bool                        // an editor has the focus
	Cursor() (x, y int, visible bool)     // the terminal's cursor, counted from the inside
	Keep() string                         // layout notes; Restore takes them back
	Restore(notes string)
}

// fitter is a pane whose title depends on its size: it is told before it is asked.
type fitter interface{ Fit(w, h int) }

// clientEyes is a pane whose title or rows depend on client eyes: it is told before it is asked.
type clientEyes interface{ SetClientEyes(on bool) }

// turner is a pane of several views; Turns says whether another one is there now.
type turner interface{ Turns() bool }

// window is a pane with its place and what of it was painted last.
type window struct {
	id     string
	pane   Pane
	shown  *view.View
	drawn  drawn
	inside image.Rectangle
}

// drawn is everything that the cells of a window depend on.
type drawn struct {
	rect          image.Rectangle
	version       uint64
	focused, past bool
	turns         bool // by the key of the next view
	flash         bool
	cover         string // why it is hidden; empty: it is not
	theme, glyphs string
	caption       string
	over          bool
	generation    int
}

// window finds or makes the window with that id; nil for names that are no pane.
func (d *desk) window(id string) *window {
	if w, ok := d.windows[id]; ok {
		return w
	}
	var p Pane
	switch id {
	case layout.Tree:
		p = tree.New(d.root)
	case layout.Truth:
		p = truth.New(d.root)
	case layout.Flight:
		p = flight.New(d.root)
	case layout.Card:
		p = card.New(d.root)
	case layout.Timeline:
		p = timeline.New(d.root)
	case layout.Log:
		p = log.New(d.root)
	case layout.Lesson:
		p = learn.New(d.root, func() *lesson.Player { return d.root.course.player }, d.root.course.codeRows)
	default:
		n := writerPlace(id)
		if n == 0 {
			return nil
		}
		p = writer.New(d.root, n)
	}
	w := &window{id: id, pane: p}
	d.windows[id] = w
	w.pane.Restore(d.root.view.Note("pane." + id))
	return w
}

// writerPlace is the number in a writer's pane id; 0 where it is none.
func writerPlace(id string) int {
	for n := 1; n <= writersMost; n++ {
		if id == layout.Writer(n) {
			return n
		}
	}
	return 0
}

const writersMost = 9

// show hands a window the newest view if it has not seen it.
func (w *window) show(v *view.View) {
	if w.shown != v {
		w.shown = v
		w.pane.Show(v)
	}
}

// order lists the panes in the order of the focus.
func (d *desk) order() []string {
	list := []string{layout.Tree}
	for n := 1; n <= d.arranged.Writers; n++ {
		list = append(list, layout.Writer(n))
	}
	list = append(list, layout.Truth, layout.Flight, layout.Card, layout.Timeline)
	if d.root.course.player != nil {
		list = append(list, layout.Lesson)
	}
	return append(list, layout.Log)
}
