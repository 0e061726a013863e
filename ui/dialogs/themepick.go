package dialogs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/command"
)

// themesDialog shows each theme while the choice is on it.
type themesDialog struct {
	picker
	preview func(name string)
	current string
}

// NewThemes chooses a theme: it previews while the choice moves, and Esc restores.
func NewThemes(_ command.Host, names []string, current string, preview func(name string)) Dialog {
	var rows []row
	for _, name := range names {
		r := row{sign: " ", signInk: themes.Focus, text: name, act: func() bool { preview(name); return true }}
		if name == current {
			r.sign, r.note = "*", "as it was"
		}
		rows = append(rows, r)
	}
	t := &themesDialog{preview: preview, current: current}
	t.picker = picker{chooser: newChooser("", "No themes.", rows), title: "Theme", wide: 40,
		hints: []Hint{{"Enter", "keep"}, upDown, {"Esc", "as it was"}}}
	t.saids = 0
	t.list.Select(max(slices.Index(names, current), 0))
	t.moved = func(r row) { preview(r.text) }
	return t
}

// Update takes keys; Esc puts the old theme back.
func (t *themesDialog) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if press(msg) == "esc" {
		t.preview(t.current)
		return true, nil
	}
	return t.picker.Update(msg)
}
