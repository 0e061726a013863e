package ui

import (
	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/layout"
	"interleave/ui/say"
)

// Client eyes hide what no real client can know: the referee's panes are covered, and the status area tells only what
// writers do and hear.

const coverSentence = "Client eyes: no writer can know what stands here. C shows it."

// covered says whether a pane knows more than any writer, and client eyes are on. The timeline and the tree leave out
// what is hidden by themselves, for one can find one's way by what is left.
func (a *appearance) covered(id string) bool {
	switch id {
	case layout.Truth, layout.Flight, layout.Card, layout.Log:
		return a.hides()
	}
	return false
}

// hides says whether what no writer can know is hidden: by client eyes, or because it would answer an open question.
func (a *appearance) hides() bool { return a.eyes || a.root.course.keepsBack() }

// cover says why something is hidden; empty: nothing is.
func (a *appearance) cover() string {
	if !a.hides() {
		return ""
	}
	if a.root.course.keepsBack() {
		return a.root.course.coverSentence()
	}
	return coverSentence
}

func (a *appearance) paintCover(inside grid.Area) {
	inside.Fill(themes.Style{})
	for y, row := range say.Wrap(a.cover(), max(inside.Rect().Dx()-2, 1)) {
		inside.Put(1, y, row, ink(themes.Dim))
	}
}

// beyond says whether an intent would show what is covered, or act on a row of it that nobody sees.
func (a *appearance) beyond(in command.Intent) bool {
	if a.root.course.keepsBack() && (command.Tells(in) || command.Sends(in)) {
		return true
	}
	switch in.(type) {
	case command.CompareGuards:
		return a.eyes
	case command.Move, command.View, command.Open, command.Up, command.Find, command.GoTo, command.EditRequest,
		command.Reorder:
		return a.covered(a.root.desk.focus)
	case command.Copy:
		return a.covered(a.root.desk.focus) && in == command.Copy{}
	}
	return false
}

// heardOf says whether a writer takes part in an event, so that client eyes see it.
func heardOf(e view.Entry) bool {
	switch e.Event().Kind {
	case engine.Arrived, engine.Waiting, engine.Decided, engine.Lost, engine.Duplicated, engine.Moved,
		engine.Finished, engine.Ended:
		return e.Event().Object.Kind == "plan"
	}
	return true
}
