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

// page is a text to read: a section of the rules, or what a kind of things is.
type page struct {
	title, content string
	text           viewport.Model
}

func newPage(title, content string) *page {
	return &page{title: title, content: content, text: viewport.New()}
}

// Title is what stands in the frame.
func (p *page) Title() string { return p.title }

// Size is the text, as wide as is easily read.
func (p *page) Size(maxW, maxH int) (w, h int) {
	w = max(min(92, maxW), 1)
	return w, max(min(len(p.wrapped(w-4))+2, maxH), 1)
}

// wrapped are the rows of the text: what stands further in stays there where it goes on.
func (p *page) wrapped(w int) (rows []string) {
	for line := range strings.Lines(p.content) {
		text := strings.TrimSpace(line)
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for _, row := range say.Wrap(text, max(w-len(indent), 1)) {
			rows = append(rows, indent+row)
		}
	}
	return rows
}

// Update scrolls; Esc closes.
func (p *page) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	key := press(msg)
	if letters[key] != "" {
		key = letters[key]
	}
	switch key {
	case "esc":
		return true, nil
	case "up":
		p.text.ScrollUp(1)
	case "down":
		p.text.ScrollDown(1)
	case "pgup":
		p.text.PageUp()
	case "pgdown":
		p.text.PageDown()
	case "home":
		p.text.GotoTop()
	case "end":
		p.text.GotoBottom()
	}
	return false, nil
}

// Mouse scrolls.
func (p *page) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if m.Kind == face.Wheel {
		p.text.SetYOffset(p.text.YOffset() + m.Delta)
	}
	return false, nil
}

// Paint shows the rows that fit.
func (p *page) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	rows := p.wrapped(max(w-4, 1))
	p.text.SetWidth(max(w-4, 1))
	p.text.SetHeight(max(h-2, 1))
	p.text.SetContentLines(rows)
	from := p.text.YOffset()
	for y, row := range rows[from:min(from+max(h-2, 1), len(rows))] {
		a.Put(2, 1+y, look.Glyphs.Fit(row, max(w-3, 0)), ink(themes.Text))
	}
	if !p.text.AtBottom() {
		a.PutRight(w-2, h-1, "Down: more", ink(themes.Dim))
	}
}

// Cursor is nowhere: nothing is typed.
func (p *page) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (p *page) Hints() []Hint { return []Hint{{"Up Down", "scroll"}, {"Esc", "back"}} }
