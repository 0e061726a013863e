package ui

import (
	"fmt"
	"image/color"
	"runtime"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/dialogs"
)

// doView is what changes only how things look. Nothing of it is in the history.
func (r *Root) doView(in command.Intent) bool {
	switch in := in.(type) {
	case command.Pane:
		if in.To != "" {
			r.desk.focusOn(in.To)
		} else {
			r.desk.focusBy(in.By)
		}
	case command.PaneAt:
		r.desk.focusAt(in.Where)
	case command.Zoom:
		r.desk.zoom()
	case command.Resize:
		r.desk.pull(in.Wider, in.Taller)
	case command.Reset:
		r.desk.resetSizes()
	case command.Layout:
		r.desk.nextLayout()
	case command.ClientEyes:
		r.looks.eyes = !r.looks.eyes
		r.status.say(map[bool]string{true: "Client eyes: what the writers cannot know is hidden. C shows it.",
			false: "Client eyes are off."}[r.looks.eyes], 0)
	case command.Theme:
		r.looks.choose(in.Name)
	case command.Mouse:
		r.pointer.released = !r.pointer.released
		r.status.say(map[bool]string{true: "The mouse is the terminal's. M takes it back.",
			false: "The mouse is back."}[r.pointer.released], 0)
	case command.Redraw:
		r.desk.generation++
		r.ask(tea.ClearScreen)
	case command.Visit:
		r.alerts.visit()
	case command.ShowCard:
		r.desk.focusOn("card")
	case command.Jump:
		r.jump.start()
	case command.Menu:
		r.menu.drop(in.Name)
	case command.Escape:
		r.escape()
	default:
		return false
	}
	return true
}

// doDialog is what opens a layer above the desk.
func (r *Root) doDialog(in command.Intent) bool {
	switch in := in.(type) {
	case command.Palette:
		r.layers.openAs(dialogs.NewPalette(r, r.view, r.keys.place()), command.Finding)
	case command.Help:
		r.layers.open(dialogs.NewHelp(r, r.desk.focused().pane.Scope()))
	case command.More:
		if in.Verb == "" {
			r.layers.open(dialogs.NewMore(r))
		} else {
			r.openForm(in.Verb)
		}
	case command.NewObject:
		r.layers.open(dialogs.NewObject(r))
	case command.MakeInside:
		if form := dialogs.NewInside(r); form != nil {
			r.layers.open(form)
		}
	case command.Guard:
		if in.Name != "" {
			r.setGuard(in.Name)
		} else {
			r.layers.open(dialogs.NewGuards(r))
		}
	case command.Switches:
		r.layers.open(dialogs.NewSwitches(r))
	case command.Tell:
		r.layers.open(dialogs.NewTell(r))
	case command.MoveClock:
		r.playback.pause()
		r.layers.open(dialogs.NewClock(r))
	case command.CompareGuards:
		r.playback.pause()
		if in.All {
			r.layers.open(dialogs.NewGuardOrders(r, runtime.NumCPU()-1, r.deps.States))
		} else {
			r.layers.open(dialogs.NewGuardTable(r))
		}
	case command.AllOrders:
		r.playback.pause()
		r.layers.open(dialogs.NewOrders(r, runtime.NumCPU()-1, r.deps.States)) // one processor is left to the screen
	case command.Branches:
		r.layers.open(dialogs.NewBranches(r))
	case command.Bookmarks:
		r.layers.open(dialogs.NewBookmarks(r))
	case command.Find:
		if in.By != 0 || in.Text != "" {
			return false
		}
		w := r.desk.focused()
		r.layers.open(dialogs.NewFind(r, func(text string) { r.find(w, text) }))
	default:
		return false
	}
	return true
}

// find searches a pane while somebody types; an empty text shows all again.
func (r *Root) find(w *window, text string) {
	if text == "" {
		r.byPane(w, command.Escape{})
	} else if !r.byPane(w, command.Find{Text: text}) {
		r.status.hint(elsewhere(command.Find{}))
	}
}

// escape closes the top layer; it never quits.
func (r *Root) escape() {
	switch {
	case r.desk.isOver(r.desk.docked) && r.desk.docked != r.desk.focus:
		r.desk.docked = ""
		r.desk.generation++
		r.desk.arrange()
	case r.desk.arranged.Zoom:
		r.desk.zoom()
	case r.desk.isOver(r.desk.focus):
		if !r.desk.focusBack() {
			r.desk.focusOn(r.desk.firstPane())
		}
		r.desk.generation++
	case r.status.toast.banner || r.status.toast.text != "":
		r.status.toast = toast{}
	}
}

// setGuard takes a guard for the writer's writes.
func (r *Root) setGuard(name string) {
	if err := r.switchWriter("guard", name); err == nil {
		r.status.say(fmt.Sprintf("%s writes with the guard %s. u takes it back.", r.view.Title(r.writer), name), 0)
	}
}

// rgb is a colour of the theme for the terminal itself.
func rgb(c themes.Colour) color.Color {
	return color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xff}
}
