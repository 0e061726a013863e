package dialogs

import (
	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// Notice is some sentences that need no answer: any key takes it away, and does what it does anyway; so does a click.
type Notice struct{ sentences []string }

// NewNotice shows sentences.
func NewNotice(sentences []string) *Notice { return &Notice{sentences} }

// Title is what stands in the frame.
func (n *Notice) Title() string { return "Before you begin" }

// Size is the sentences with air around them.
func (n *Notice) Size(maxW, maxH int) (w, h int) {
	w = max(min(76, maxW), 1)
	for _, s := range n.sentences {
		h += len(say.Wrap(s, w-4)) + 1
	}
	return w, max(min(h+1, maxH), 1)
}

// Update is over with any key.
func (n *Notice) Update(msg tea.Msg) (done bool, cmd tea.Cmd) { return press(msg) != "", nil }

// Mouse is over with any click.
func (n *Notice) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	return m.Kind == face.Click || m.Kind == face.Double, nil
}

// Paint shows one sentence below the other; of those that do not fit, how many there are.
func (n *Notice) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	inside := a.Sub(rect(2, 0, w-4, h))
	y := 1
	for i, s := range n.sentences {
		if rows := len(say.Wrap(s, w-4)); y+rows > h && i > 0 {
			inside.Put(0, h-1, look.Glyphs.Fit("And "+say.Number(len(n.sentences)-i, "more sentence")+".", w-4),
				ink(themes.Dim))
			return
		}
		y += say.Paragraph(inside, y, h-y, s, ink(themes.Text), look.Glyphs) + 1
	}
}

// Cursor is nowhere: nothing is typed.
func (n *Notice) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (n *Notice) Hints() []Hint { return []Hint{{"Esc", "close"}} }
