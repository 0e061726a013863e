package dialogs

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// Choice is one answer to a question. Key is its letter; the safe choice stands first and may have none.
type Choice struct {
	Key, Text string
	Do        func()
}

// Ask is a question about something outside the simulation. Esc takes the first choice, and so does Enter unless
// another is selected.
type Ask struct {
	*chooser
	title, text string
	choices     []Choice
	opener      string
}

// NewAsk asks; the first choice is the safe one.
func NewAsk(title, text string, choices []Choice) *Ask {
	q := &Ask{title: title, text: text, choices: choices}
	var rows []row
	for _, c := range choices {
		rows = append(rows, row{key: c.Key, text: c.Text, act: func() bool { q.take(c); return true }})
	}
	q.chooser = newChooser("", "", rows)
	q.twice = true
	q.saids = 0
	return q
}

// OpenedBy says which key opened the question: it confirms nothing but the safe choice.
func (q *Ask) OpenedBy(key string) *Ask {
	q.opener = key
	return q
}

func (q *Ask) take(c Choice) {
	if c.Do != nil {
		c.Do()
	}
}

// Title is what stands in the frame.
func (q *Ask) Title() string { return q.title }

// Size is the question and its choices.
func (q *Ask) Size(maxW, maxH int) (w, h int) {
	w = max(min(60, maxW), 1)
	return w, max(min(len(say.Wrap(q.text, w-2))+1+len(q.choices)+1, maxH), 1)
}

// Update takes a choice by its letter, by Enter, or the safe one by Esc.
func (q *Ask) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	key := press(msg)
	if key == "esc" {
		q.take(q.choices[0])
		return true, nil
	}
	at := slices.IndexFunc(q.choices, func(c Choice) bool { return c.Key != "" && c.Key == key })
	if key == "enter" {
		at = q.list.Index()
	}
	if at < 0 {
		_, cmd, _ = q.update(msg)
		return false, cmd
	}
	if at > 0 && key == q.opener {
		q.problem = strings.TrimSpace(q.choices[at].Key + " confirms this. " + strings.ToUpper(key[:1]) + key[1:] +
			" opened the question.")
		return false, nil
	}
	q.take(q.choices[at])
	return true, nil
}

// Mouse takes a choice by two clicks.
func (q *Ask) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) { return q.mouse(m) }

// Paint shows the question and its choices.
func (q *Ask) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	y := say.Paragraph(a.Sub(rect(1, 0, w-2, h)), 0, max(h-len(q.choices)-1, 1), q.text, ink(themes.Text), look.Glyphs)
	if y+1+len(q.choices) < h {
		y++
	}
	q.paint(a.Sub(rect(0, y, w, h-y-1)), look)
	q.listAt = q.listAt.Add(point(0, y))
	if q.problem != "" {
		a.Put(1, h-1, look.Glyphs.Fit(q.problem, w-2), ink(themes.Behind))
	}
}

// Cursor is nowhere: nothing is typed.
func (q *Ask) Cursor() (x, y int, visible bool) { return 0, 0, false }

// Hints are the keys that count here.
func (q *Ask) Hints() []Hint {
	var hints []Hint
	for _, c := range q.choices[1:] {
		if c.Key != "" {
			hints = append(hints, Hint{c.Key, lower(c.Text)})
		}
	}
	return append(hints, Hint{"Esc", lower(q.choices[0].Text)})
}
