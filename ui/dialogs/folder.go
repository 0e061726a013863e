package dialogs

import (
	"image"
	"os"
	"path/filepath"
	"strings"

	"charm.land/bubbles/v2/filepicker"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// folder is the folder that a file goes to or comes from, below the line with its name. It is the file picker of
// bubbles in the inks of the theme; Tab goes between the two.
type folder struct {
	files  filepicker.Model
	from   string // where it began; a name in there needs no path in front
	open   bool   // the keys go to it
	at     image.Rectangle
	picked string // the file that was chosen
}

// folderRows are how many entries of a folder are shown.
const folderRows = 7

// newFolder begins in a folder; where files may be chosen, those with one of the endings.
func newFolder(from string, endings ...string) *folder {
	f := &folder{files: filepicker.New(), from: from}
	f.files.CurrentDirectory = from
	f.files.AutoHeight, f.files.ShowPermissions, f.files.ShowSize = false, false, false
	f.files.FileAllowed, f.files.AllowedTypes = len(endings) > 0, endings
	f.files.KeyMap.Back.SetKeys("left", "backspace", "h")
	f.files.Styles = filepicker.Styles{EmptyDirectory: lipgloss.NewStyle().SetString("  This folder is empty.")}
	f.files.SetHeight(folderRows)
	return f
}

// in is a name as a path: where the folder is still the first one, as it was typed.
func (f *folder) in(name string) string {
	if f.files.CurrentDirectory == f.from || filepath.IsAbs(name) || name == "" {
		return name
	}
	return filepath.Join(f.files.CurrentDirectory, name)
}

// update takes keys while the folder has them, and what was read of a folder at any time.
func (f *folder) update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	f.files, cmd = f.files.Update(msg)
	if chosen, path := f.files.DidSelectFile(msg); chosen {
		f.picked = path
	}
	f.files.Path = ""
	return cmd
}

// click chooses a row, or opens it where it is chosen already.
func (f *folder) click(at image.Point) tea.Cmd {
	if !at.In(f.at) || at.Y == f.at.Min.Y {
		return nil
	}
	f.open = true
	rows := strings.Split(strings.TrimRight(ansi.Strip(f.files.View()), "\n"), "\n")
	now := -1
	for i, row := range rows {
		if strings.HasPrefix(row, f.files.Cursor) {
			now = i
		}
	}
	want := at.Y - f.at.Min.Y - 1
	if now == want {
		return f.update(tea.KeyPressMsg{Code: tea.KeyEnter})
	}
	key := tea.KeyPressMsg{Code: tea.KeyDown}
	if want < now {
		key.Code = tea.KeyUp
	}
	for range max(want-now, now-want) {
		_ = f.update(key)
	}
	return nil
}

// paint shows where the folder is and what it holds.
func (f *folder) paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	if h < 2 {
		return
	}
	if f.files.Height() != h-1 {
		f.files.SetHeight(h - 1)
	}
	where, err := filepath.Abs(f.files.CurrentDirectory)
	if err != nil {
		where = f.files.CurrentDirectory
	}
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(where, home+string(filepath.Separator)) {
		where = "~" + strings.TrimPrefix(where, home)
	}
	head := ink(themes.Dim)
	if f.open {
		head = bold(themes.Focus)
	}
	x := a.Put(0, 0, "Folder ", head)
	if more := grid.Width(where) - (w - x); more > 0 { // the end tells one folder from another
		where = ansi.TruncateLeft(where, more+grid.Width(look.Glyphs.Ellipsis), look.Glyphs.Ellipsis)
	}
	a.Put(x, 0, where, head)
	for y, row := range strings.Split(ansi.Strip(f.files.View()), "\n") {
		if y+1 >= h {
			return
		}
		style := ink(themes.Text)
		if !f.open {
			style = ink(themes.Dim)
		} else if strings.HasPrefix(row, f.files.Cursor) {
			style = bold(themes.Text)
		}
		a.Put(0, y+1, look.Glyphs.Fit(row, w), style)
	}
}
