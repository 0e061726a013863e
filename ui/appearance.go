package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/dialogs"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// appearance is how everything looks: colours, the set of glyphs, and whether what no client can know is hidden.
type appearance struct {
	root   *Root
	theme  themes.Theme
	glyphs grid.Glyphs
	eyes   bool // client eyes
	few    bool // the terminal has 256 colours
}

// now is how panes are painted now.
func (a *appearance) now(flash bool) face.Look {
	return face.Look{Glyphs: a.glyphs, Theme: a.theme, ClientEyes: a.hides(), Motion: !a.root.deps.Quiet, Flash: flash}
}

func (a *appearance) named(name string) (themes.Theme, bool) {
	for _, t := range a.root.deps.Themes {
		if t.Name == name {
			return t, true
		}
	}
	return themes.Theme{}, false
}

func (a *appearance) names() []string {
	var names []string
	for _, t := range a.root.deps.Themes {
		names = append(names, t.Name)
	}
	return names
}

// choose opens the choice, or takes the theme with that name.
func (a *appearance) choose(name string) {
	if name == "" {
		a.root.layers.open(dialogs.NewThemes(a.root, a.names(), a.theme.Name, a.preview))
		return
	}
	if _, ok := a.named(name); !ok {
		a.root.status.hint(fmt.Sprintf("There is no theme %s. T lists them.", name))
		return
	}
	a.preview(name)
	a.root.deps.Theme = name
	a.root.status.say(fmt.Sprintf("Theme: %s.", name), 0)
}

func (a *appearance) preview(name string) {
	t, ok := a.named(name)
	switch {
	case !ok:
	case a.few:
		a.theme = few(t)
	default:
		a.theme = t
	}
}

// background picks the dark or the light theme where nobody chose one.
func (a *appearance) background(dark bool) {
	if a.root.deps.Theme != "" {
		return
	}
	a.preview(map[bool]string{true: "dark", false: "light"}[dark])
}

// profile follows what the terminal can show: the theme without colours where it has none, greys that stay grey where
// it has few.
func (a *appearance) profile(name string) {
	if name == "ANSI256" && !a.few {
		a.few = true
		a.preview(a.theme.Name)
	}
	if a.root.deps.Theme == "" && (name == "Ascii" || name == "NoTTY") {
		a.preview("mono")
		a.root.deps.Theme = "mono"
	}
}

// firstFrame is when the terminal shows the desk and may be asked how wide it draws a line.
const firstFrame = 60 * time.Millisecond

type askWidthMsg struct{}

// widthQuestion draws a box character in the third row and asks where the cursor stands: in the first row the answer
// would look like a key.
const widthQuestion = "\x1b7\x1b[3;1H─\x1b[6n\x1b8"

// lineWidth takes the answer: a line character that took two cells means the ASCII set. No answer means the Unicode
// set.
func (a *appearance) lineWidth(x int) {
	if a.root.deps.Glyphs != "" {
		return
	}
	a.root.deps.Glyphs = "unicode"
	if x > 1 {
		a.root.deps.Glyphs, a.glyphs = "ascii", grid.ASCII()
	}
	a.root.desk.generation++
	a.root.ask(tea.ClearScreen)
}
