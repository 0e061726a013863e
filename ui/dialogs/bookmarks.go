package dialogs

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/say"
)

// bookmarks lists the named moments.
type bookmarks struct {
	layered // with a question for a name
	d       command.Host
}

// NewBookmarks lists the named moments and goes to one.
func NewBookmarks(d command.Host) Dialog {
	b := &bookmarks{d: d}
	b.picker = picker{chooser: newChooser("", "No bookmarks yet. b names this moment.", nil), title: "Bookmarks",
		wide:  64,
		hints: []Hint{{"Enter", "go there"}, {"b", "name this moment"}, {"r", "rename"}, {"d", "remove"}, escCloses}}
	b.saids = 1
	b.twice = true
	b.show()
	return b
}

func (b *bookmarks) show() {
	v := b.d.Room().View()
	var rows []row
	for _, m := range v.Bookmarks() {
		rows = append(rows, row{text: m.Name, note: moment(v, m.Record), act: func() bool {
			if err := b.d.Room().Go(m.Record); err != nil {
				b.d.Say(say.Error(err), 0)
				return true
			}
			b.d.Say("This is the moment "+m.Name+".", 0)
			return true
		}})
	}
	b.setRows(rows)
}

// moment is when a record was, along the branch that is shown.
func moment(v *view.View, record int) string {
	if record == 0 {
		return "at the beginning"
	}
	if e, ok := v.LastOf(record); ok {
		return fmt.Sprintf("%s, step %d", e.At, e.Step)
	}
	return "ahead, or on another branch"
}

// chosen is the bookmark of the selected row.
func (b *bookmarks) chosen() (view.Bookmark, bool) {
	all, at := b.d.Room().View().Bookmarks(), b.list.Index()
	if at < 0 || at >= len(all) {
		return view.Bookmark{}, false
	}
	return all[at], true
}

// Update names, renames and takes away, or hands the key to the question for a name.
func (b *bookmarks) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if b.above != nil {
		over, cmd := b.above.Update(msg)
		b.answered(over)
		return false, cmd
	}
	m, ok := b.chosen()
	switch key := press(msg); {
	case key == "b":
		b.ask("Name this moment", "", func(name string) { b.d.Room().Bookmark(name) })
	case key == "r" && ok:
		b.ask("Rename the bookmark", m.Name, func(
			name string) {
			b.d.Room().Note(fmt.Sprintf("bookmark.%d", m.Record), name)
		})
	case key == "d" && ok:
		b.d.Room().Note(fmt.Sprintf("bookmark.%d", m.Record), "")
		b.show()
	default:
		return b.picker.Update(msg)
	}
	return false, nil
}

func (b *bookmarks) answered(over bool) {
	if over {
		b.above = nil
		b.show()
	}
}

func (b *bookmarks) ask(title, text string, name func(string)) {
	b.above = newPrompt(title, "Name", text, "Keep", func(text string) error {
		if text = strings.TrimSpace(text); text == "" {
			return errors.New("a bookmark needs a name")
		}
		name(text)
		return nil
	})
}

// Mouse goes to the open part.
func (b *bookmarks) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if b.above != nil {
		over, cmd := b.above.Mouse(m)
		b.answered(over)
		return false, cmd
	}
	return b.picker.Mouse(m)
}
