package dialogs

import (
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// Notice is some sentences that need no answer: any key takes it away, and does what it does anyway; so does a click.
// Where they are longer than the window, Up and Down and the wheel move them.
type Notice struct {
	sentences []string
	text      viewport.Model
}

// NewNotice shows sentences.
func NewNotice(sentences []string) *Notice {
	return &Notice{sentences: sentences, text: viewport.New()}
}

// Title is what stands in the frame.
func (n *Notice) Title() string { return "Before you begin" }

// Size is the sentences with air around them.
func (n *Notice) Size(maxW, maxH int) (w, h int) {
	w = max(min(76, maxW), 1)
	return w, max(min(len(n.wrapped(w-4))+2, maxH), 1)
}

// wrapped are the sentences in rows, with a blank one between them.
func (n *Notice) wrapped(w int) (rows []string) {
	for i, s := range n.sentences {
		if i > 0 {
			rows = append(rows, "")
		}
		rows = append(rows, say.Wrap(s, w)...)
	}
	return rows
}

// Update is over with any key but those that move what is longer than the window.
func (n *Notice) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	switch key := press(msg); {
	case n.Moves(key):
		n.text, cmd = n.text.Update(msg)
		return false, cmd
	default:
		return key != "", nil
	}
}

// Moves says whether a key moves the sentences.
func (n *Notice) Moves(key string) bool {
	return n.text.TotalLineCount() > n.text.Height() &&
		(key == "up" || key == "down" || key == "pgup" || key == "pgdown")
}

// Mouse is over with any click.
func (n *Notice) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if m.Kind == face.Wheel {
		n.text.SetYOffset(n.text.YOffset() + m.Delta)
	}
	return m.Kind == face.Click || m.Kind == face.Double, nil
}

// Paint shows one sentence below the other.
func (n *Notice) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	n.text.SetWidth(max(w-4, 1))
	n.text.SetHeight(max(h-2, 1))
	n.text.SetContentLines(n.wrapped(max(w-4, 1)))
	for y, row := range strings.Split(n.text.View(), "\n") {
		a.Put(2, 1+y, row, ink(themes.Text))
	}
	if !n.text.AtBottom() {
		a.PutRight(w-2, h-1, "Down: more", ink(themes.Dim))
	}
}

// Cursor is nowhere: nothing is typed.
func (n *Notice) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (n *Notice) Hints() []Hint {
	if n.Moves("down") {
		return []Hint{upDown, {"Esc", "close"}}
	}
	return []Hint{{"Esc", "close"}}
}
