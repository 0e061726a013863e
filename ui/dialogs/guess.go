package dialogs

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/face"
	"interleave/ui/grid"
)

// Guess asks what will be heard: a number answers, Esc skips.
type Guess struct {
	*Ask
	choices []string
	take    func(n int)
}

// NewGuess asks a question with up to nine choices; take gets the chosen one, from 1, or 0.
func NewGuess(question string, choices []string, take func(n int)) *Guess {
	list := []Choice{{Text: "Skip: show it"}}
	for i, c := range choices {
		list = append(list, Choice{Key: strconv.Itoa(i + 1), Text: c})
	}
	return &Guess{Ask: NewAsk("Before it is decided", question, list), choices: choices, take: take}
}

// Update takes a number, Enter on a choice, or Esc.
func (g *Guess) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	key := press(msg)
	if n, err := strconv.Atoi(key); err == nil {
		if n < 1 || n > len(g.choices) {
			return false, nil
		}
		g.take(n)
		return true, nil
	}
	switch key {
	case "esc":
		g.take(0)
		return true, nil
	case "enter":
		g.take(g.list.Index())
		return true, nil
	}
	return g.Ask.Update(msg)
}

// Mouse takes a choice by two clicks.
func (g *Guess) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if m.Kind == face.Double {
		if at, ok := g.list.Hit(m.Y - g.listAt.Min.Y); ok {
			g.take(at)
			return true, nil
		}
	}
	return g.Ask.Mouse(m)
}

// Hints are its keys: what the choices say stands above.
func (g *Guess) Hints() []Hint {
	return []Hint{{fmt.Sprintf("1-%d", len(g.choices)), "answer"}, {"Esc", "skip: show it"}}
}

// Paint shows the question and its choices.
func (g *Guess) Paint(a grid.Area, look face.Look) { g.Ask.Paint(a, look) }
