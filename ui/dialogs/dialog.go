package dialogs

import (
	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// Dialog is one layer above the desk. Sizes and places count inside its frame.
type Dialog interface {
	Title() string
	Size(maxW, maxH int) (w, h int)
	// Update answers done when this dialog is over. It acts before it answers: an intent may have opened another dialog
	// by then.
	Update(msg tea.Msg) (done bool, cmd tea.Cmd)
	Mouse(m face.Mouse) (done bool, cmd tea.Cmd)
	Paint(a grid.Area, look face.Look)
	Cursor() (x, y int, visible bool)
	Hints() []Hint
}

// Starter is a dialog that begins with a command, whose result comes to it later.
type Starter interface{ Start() tea.Cmd }

// Growing is a dialog that gets higher while rows come: Tallest is how high its frame becomes where there is room.
type Growing interface{ Tallest() int }

// Filled is a dialog that is filled in: a click beside it does not throw away what was typed.
type Filled interface{ fills() }

func (*form) fills()   {}
func (*prompt) fills() {}

// Result is what a dialog's own command found out, away from the screen. It goes to the dialog that asked, whatever
// lies above that by now; where that is gone, nobody takes it.
type Result struct {
	To    Dialog
	Token int // what the dialog waits for: an older one comes too late
	Found any
}

// Hint is a key and what it does here.
type Hint struct{ Key, What string }

// Press is the key of a hint as if it had been pressed: what a click on the hint means.
func (h Hint) Press() tea.KeyPressMsg {
	switch h.Key {
	case "Enter":
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	case "Esc":
		return tea.KeyPressMsg{Code: tea.KeyEscape}
	case "Tab":
		return tea.KeyPressMsg{Code: tea.KeyTab}
	case "Up Down":
		return tea.KeyPressMsg{Code: tea.KeyDown}
	case "Left Right":
		return tea.KeyPressMsg{Code: tea.KeyRight}
	case "Left":
		return tea.KeyPressMsg{Code: tea.KeyLeft}
	case "Ctrl+S":
		return tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}
	case "Space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	for _, r := range h.Key {
		return tea.KeyPressMsg{Code: r, Text: string(r)}
	}
	return tea.KeyPressMsg{}
}

var (
	escCloses = Hint{"Esc", "close"}
	upDown    = Hint{"Up Down", "choose"}
)

func ink(role themes.Role) themes.Style  { return themes.Style{Ink: role} }
func bold(role themes.Role) themes.Style { return themes.Style{Ink: role, Bold: true} }

func widgets(look face.Look) face.Look {
	look.Focused = true
	return look
}

// press is the name of a pressed key; empty for any other message.
func press(msg tea.Msg) string {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		return key.String()
	}
	return ""
}

// said tells what was done since a view, unless a mark came of it: that has a sentence of its own.
func said(d command.Host, before *view.View, text string) {
	if marks(d.Room().View()) <= marks(before) {
		d.Say(text, 0)
	}
}

func marks(v *view.View) int {
	refused, silent, unknown := v.Counts()
	return refused + silent + unknown
}
