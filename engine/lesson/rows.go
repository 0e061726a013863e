package lesson

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"interleave/engine/explore"
)

// Look is how a row is meant, for those who colour it.
type Look uint8

// The looks of rows.
const (
	Words   Look = iota
	Heading      // a question, the sentence to remember
	Task         // a goal, and the keys that lead to it
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
		rows = append(rows, part.asked(done, w, p.Lines)...)
	case Aimed:
		add(Task, "Your turn: "+Spoken(part.Goal.Words(p.title), p.Lines))
		rows = append(rows, part.aimed(done, w, p.Lines)...)
		if p.Aims() {
			add(Because, Spoken(p.but, p.Lines))
		}
	case Ended:
		if p.Remember == "" {
			add(Heading, "Done: "+p.Lesson.Title+".")
		}
		add(Heading, p.Remember)
		for _, s := range p.Sources {
			add(Source, s)
		}
		if !p.Presented {
			add(Words, p.summary())
		}
	}
	return rows
}

// Spoken is a text of an author with its keys for the desk, or with the words for who plays it as lines: both stand in
// it, as {2 w|as ben; write}.
func Spoken(text string, lines bool) string {
	return twofold.ReplaceAllStringFunc(text, func(both string) string {
		keys, words, _ := strings.Cut(both[1:len(both)-1], "|")
		if lines {
			return words
		}
		return keys
	})
}

var twofold = regexp.MustCompile(`\{[^{}|]*\|[^{}|]*\}`)

// Spaced puts blank rows between the parts of a page, as far as most rows have room for them: a room reads from afar.
func Spaced(rows []Row, most int) (list []Row) {
	gaps := 0
	for i, r := range rows {
		if i > 0 && begins(rows[i-1], r) {
			gaps++
		}
	}
	room := most - len(rows)
	all := room >= gaps // choices are apart, or they stand together
	for i, r := range rows {
		if i > 0 && begins(rows[i-1], r) && (all || room > 0 && r.Look != Choice) {
			list = append(list, Row{})
			room--
		}
		list = append(list, r)
	}
	return list
}

// begins says whether a row is the first of another part than the one above.
func begins(above, r Row) bool {
	switch r.Look {
	case Choice, Right, Wrong:
		return r.Number > 0
	case Because, Code:
		return false
	}
	return above.Look != r.Look
}

// title is what people call a writer of the lesson.
func (p *Player) title(id string) string { return p.File.Title(id) }

func (part *Part) asked(done Done, w int, lines bool) (rows []Row) {
	rows = wrapped(Heading, 0, part.Question.Text, w)
	narrow := w - 2
	if done.Hands != nil {
		narrow -= barWide + 1
	}
	tempting := part.tempting(done)
	for i, c := range part.Question.Choices {
		look, mark := Choice, ""
		switch {
		case done.Chosen != 0 && c.Right:
			look, mark = Right, "ok "
		case done.Chosen == i+1, done.Chosen < 0 && tempting == i+1:
			look, mark = Wrong, "x "
		case done.Chosen != 0:
			continue
		}
		choice := wrapped(look, i+1, mark+c.Text, narrow)
		if done.Hands != nil {
			choice[0].Text += strings.Repeat(" ", narrow+1-utf8.RuneCountInString(choice[0].Text)) + bar(done.Hands, i)
		}
		rows = append(rows, choice...)
		if done.Chosen != 0 {
			rows = append(rows, wrapped(Because, 0, c.Because, w)...)
		}
	}
	return append(rows, part.hinted(done, w, lines)...)
}

// barWide is the room that the hands for a choice have.
const barWide = 14

// bar is how many hands are up for the n-th choice, beside those of the others.
func bar(hands []int, n int) string {
	if n >= len(hands) {
		return ""
	}
	long := 0
	if most := slices.Max(hands); most > 0 {
		long = (hands[n]*10 + most - 1) / most
	}
	return fmt.Sprintf("%3d %s", hands[n], strings.Repeat("#", long))
}

// tempting is the wrong choice, from 1, that most of a room are for; 0: nobody counted, or nobody is.
func (part *Part) tempting(done Done) (choice int) {
	for i, n := range done.Hands {
		if !part.Question.Choices[i].Right && n > 0 && (choice == 0 || n > done.Hands[choice-1]) {
			choice = i + 1
		}
	}
	return choice
}

func (part *Part) aimed(done Done, w int, lines bool) (rows []Row) {
	switch {
	case done.Reached && done.Actions > part.Actions:
		return wrapped(Reached, 0, Spoken(fmt.Sprintf(
			"ok Reached, with %s. %s enough: {u|undo} takes an action back, then try "+
				"again.", explore.Plural(done.Actions, "action"), fewest(part.Actions)), lines), w)
	case done.Reached:
		said := "ok Reached, with " + explore.Plural(done.Actions, "action")
		if done.Actions < part.Actions {
			said = fmt.Sprintf("%s, fewer than the %d that are enough. %s", said, part.Actions, done.Tried)
		} else {
			said += ": no more are needed. " + done.Tried
		}
		return wrapped(Reached, 0, strings.TrimSpace(said), w)
	case done.Shown:
		said := "This was the author's way."
		hints := part.Hints()
		for i, h := range slices.Backward(hints) { // the last one goes all the way, or on from those before it
			if !strings.HasPrefix(h, "Then ") || i == 0 {
				said += " By hand: " + strings.Join(hints[i:], " ")
				break
			}
		}
		return wrapped(Because, 0, Spoken(said, lines), w)
	}
	return part.hinted(done, w, lines)
}

func fewest(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

func (part *Part) hinted(done Done, w int, lines bool) (rows []Row) {
	hints := part.Hints()
	for _, h := range hints[:min(done.Hints, len(hints))] {
		if done.Chosen == 0 {
			rows = append(rows, wrapped(HintRow, 0, "Hint: "+Spoken(h, lines), w)...)
		}
	}
	return rows
}

// summary says what was got.
func (p *Player) summary() string {
	first, last := "every question right at once", "no action too many"
	if p.Questions() == 0 {
		first = "every goal reached"
	}
	if p.Goals() == 0 {
		last = "every question answered"
	}
	return fmt.Sprintf("%s of 3. A star each: %s, no hint, %s.", explore.Plural(p.Stars(p.State), "star"), first, last)
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

// wrap breaks a text at its blanks into rows of at most w columns, and a word that is wider than a row where the row
// ends. What lessons say is written in letters of one column.
func wrap(text string, w int) (rows []string) {
	row, words := "", parted(text, w)
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "g" && i+1 < len(words) { // two keys, one behind the other
			i++
			word += " " + words[i]
		}
		if i+1 < len(words) && pressed(word) && does(words[i+1]) { // apart, the key would be read as a word
			i++
			word += " " + words[i]
		}
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

// pressed says whether a word may be a key: one sign, or two keys of which the first is g.
func pressed(word string) bool {
	return utf8.RuneCountInString(strings.TrimPrefix(word, "g ")) == 1
}

// does says whether a word may say what a key does: H holds, : types.
func does(word string) bool {
	word = strings.TrimRight(word, ",.")
	return len(word) > 2 && strings.HasSuffix(word, "s") && word == strings.ToLower(word)
}

// parted are the words of a text, in parts of at most w columns.
func parted(text string, w int) (words []string) {
	for _, word := range strings.Fields(text) {
		letters := []rune(word)
		for w > 0 && len(letters) > w {
			words, letters = append(words, string(letters[:w])), letters[w:]
		}
		words = append(words, string(letters))
	}
	return words
}

// Most is how many rows the fullest state of a page needs at that width: with all hints, or with the wrong choice that
// says most.
func (l *Lesson) Most(page, w int) (most int) {
	part := l.Parts[page]
	states := []Done{{Hints: len(part.Hints())}}
	if part.Question != nil {
		counted := make([]int, len(part.Question.Choices))
		states = append(states, Done{Hands: counted})
		for n := range part.Question.Choices {
			hands := slices.Clone(counted)
			hands[n] = 1
			states = append(states, Done{Chosen: n + 1}, Done{Chosen: -1, Hands: hands})
		}
	}
	if part.Goal != nil {
		states = append(states, Done{Reached: true, Actions: 99}, Done{Shown: true})
	}
	p := NewPlayer(l, State{})
	for _, d := range states {
		p.State.Page, p.State.Parts[page] = page, d
		most = max(most, len(p.Rows(w)))
	}
	return most
}
