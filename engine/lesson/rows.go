package lesson

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Look is how a row is meant, for those who colour it.
type Look uint8

// The looks of rows.
const (
	Words   Look = iota
	Heading      // a question, a goal, the sentence to remember
	Choice       // one of several, with its number
	Right        // the choice that is right, after the answer
	Wrong        // the one that was chosen and is not right
	Because      // why it is so
	HintRow      // a hint that was asked for
	Reached      // a goal that is reached
	Code         // a line of a program
	Source       // a document
)

// Row is one row of a page.
type Row struct {
	Look   Look
	Number int // of a choice, from 1; 0: none, or not its first row
	Text   string
}

// Columns and RowsMost are the room that a page has on the smallest desk, 80x24.
const (
	Columns  = 76
	RowsMost = 10
)

// Rows is the page as it stands, in rows of w columns. The desk and the plain mode show the same.
func (p *Player) Rows(w int) (rows []Row) {
	part, done := p.Part(), *p.Done()
	add := func(look Look, text string) { rows = append(rows, wrapped(look, 0, text, w)...) }
	if done.Chosen == 0 || part.Sort != Asked { // the answer needs its room
		add(Words, part.Text)
	}
	switch part.Sort {
	case Asked:
		rows = append(rows, part.asked(done, w)...)
	case Aimed:
		add(Heading, "Your turn: "+part.Goal.Words(p.title))
		rows = append(rows, part.aimed(done, w)...)
		if p.Aims() {
			add(Because, p.but)
		}
	case Ended:
		if p.Remember == "" {
			add(Heading, "Done: "+p.Lesson.Title+".")
		}
		add(Heading, p.Remember)
		for _, s := range p.Sources {
			add(Source, s)
		}
		add(Words, p.summary())
	}
	return rows
}

// title is what people call a writer of the lesson.
func (p *Player) title(id string) string { return p.File.Title(id) }

func (part *Part) asked(done Done, w int) (rows []Row) {
	rows = wrapped(Heading, 0, part.Question.Text, w)
	for i, c := range part.Question.Choices {
		look, mark := Choice, ""
		switch {
		case done.Chosen != 0 && c.Right:
			look, mark = Right, "ok "
		case done.Chosen == i+1:
			look, mark = Wrong, "x "
		case done.Chosen != 0:
			continue
		}
		rows = append(rows, wrapped(look, i+1, mark+c.Text, w-2)...)
		if done.Chosen != 0 {
			rows = append(rows, wrapped(Because, 0, c.Because, w)...)
		}
	}
	return append(rows, part.hinted(done, w)...)
}

func (part *Part) aimed(done Done, w int) (rows []Row) {
	switch {
	case done.Reached && done.Actions > part.Actions:
		return wrapped(Reached, 0, fmt.Sprintf("ok Reached, with %s. %d are enough; u takes back, then try again.",
			counted(done.Actions, "action"), part.Actions), w)
	case done.Reached:
		return wrapped(Reached, 0, fmt.Sprintf("ok Reached, with %s. The author needs %d.",
			counted(done.Actions, "action"), part.Actions), w)
	case done.Shown:
		return wrapped(Because, 0, "This was the author's way.", w)
	}
	return part.hinted(done, w)
}

func (part *Part) hinted(done Done, w int) (rows []Row) {
	hints := part.Hints()
	for _, h := range hints[:min(done.Hints, len(hints))] {
		if done.Chosen == 0 {
			rows = append(rows, wrapped(HintRow, 0, "Hint: "+h, w)...)
		}
	}
	return rows
}

// summary says what was got.
func (p *Player) summary() string {
	return fmt.Sprintf("%s of 3. A star each: every question right at once, no hint, every goal within its "+
		"author's actions.", counted(p.Stars(p.State), "star"))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func wrapped(look Look, number int, text string, w int) (rows []Row) {
	for i, line := range wrap(text, w) {
		rows = append(rows, Row{look, 0, line})
		if i == 0 {
			rows[0].Number = number
		}
	}
	return rows
}

// wrap breaks a text at its blanks into rows of at most w columns. What lessons say is written in letters of one
// column.
func wrap(text string, w int) (rows []string) {
	row := ""
	for _, word := range strings.Fields(text) {
		switch {
		case row == "":
			row = word
		case utf8.RuneCountInString(row)+1+utf8.RuneCountInString(word) > w:
			rows = append(rows, row)
			row = word
		default:
			row += " " + word
		}
	}
	if row != "" {
		rows = append(rows, row)
	}
	return rows
}

// Most is how many rows the fullest state of a page needs at that width: with all hints, or with the wrong choice that
// says most.
func (l *Lesson) Most(page, w int) (most int) {
	part := l.Parts[page]
	states := []Done{{Hints: len(part.Hints())}}
	if part.Question != nil {
		for n := range part.Question.Choices {
			states = append(states, Done{Chosen: n + 1})
		}
	}
	if part.Goal != nil {
		states = append(states, Done{Reached: true, Actions: 99}, Done{Shown: true})
	}
	for _, d := range states {
		p := NewPlayer(l, State{})
		p.State.Page, p.State.Parts[page] = page, d
		most = max(most, len(p.Rows(w)))
	}
	return most
}
