package dialogs

import (
	"fmt"
	"strconv"
)

// Guess asks what will be heard: a number answers, Esc skips.
type Guess struct {
	*Ask
	choices []string
}

// NewGuess asks a question with up to nine choices; take gets the chosen one, from 1, or 0.
func NewGuess(question string, choices []string, take func(n int)) *Guess {
	list := []Choice{{Text: "Skip: show it", Do: func() { take(0) }}}
	for i, c := range choices {
		list = append(list, Choice{Key: strconv.Itoa(i + 1), Text: c, Do: func() { take(i + 1) }})
	}
	return &Guess{Ask: NewAsk("Before it is decided", question, list), choices: choices}
}

// Hints are its keys: what the choices say stands above.
func (g *Guess) Hints() []Hint {
	return []Hint{{fmt.Sprintf("1-%d", len(g.choices)), "answer"}, {"Esc", "skip: show it"}}
}
