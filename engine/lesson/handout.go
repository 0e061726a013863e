package lesson

import (
	"fmt"
	"regexp"
	"strings"
)

// Handout is a lesson as a page of Markdown for those who take part: the situation and the questions without their
// answers, with room to write; on the back what came of it. code is the request to take home, and happened is what a
// session in which it was played tells, in Markdown; empty: none. The form of the answers is the one that grading
// reads.
func (l *Lesson) Handout(code, happened string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", l.heading(), l.Parts[0].Text)
	b.WriteString("\nName: " + dotted + "\n")
	n := 0
	for i, part := range l.Parts {
		switch part.Sort {
		case Told:
			if i > 0 && part.Text != "" && l.leadsTo(i) {
				fmt.Fprintf(&b, "\n%s\n", part.Text)
			}
		case Asked:
			n++
			fmt.Fprintf(&b, "\n%s\n", part.Text)
			fmt.Fprintf(&b, "\n**%d. %s**\n\n", n, part.Question.Text)
			for k, c := range part.Question.Choices {
				fmt.Fprintf(&b, "- [ ] %d: %s\n", k+1, c.Text)
			}
			b.WriteString("\nBecause: " + dotted + "\n\n" + dotted + dotted + "\n")
		case Aimed:
			if l.Questions() == 0 { // nothing is asked that it would tell
				fmt.Fprintf(&b, "\n%s\n\n**Your turn: %s**\n\n%s\n\n%s\n", part.Text,
					Spoken(part.Goal.Words(l.File.Title), false), dotted+dotted, dotted+dotted)
			}
		}
	}
	how := "your name, then `1: 2` for the second answer to question 1; below a goal, when you have tried it, your " +
		"lines"
	if l.Questions() == 0 {
		how = "your name, and below a goal, when you have tried it, your lines"
	}
	fmt.Fprintf(&b, "\nTo hand in, as a text: %s.\n\n```text\n%s```\n", how, l.AnswersForm())
	b.WriteString("\n" + PageBreak + "\n\n## What came of it\n")
	n = 0
	for _, part := range l.Parts {
		switch part.Sort {
		case Told:
			if part.Text != "" {
				fmt.Fprintf(&b, "\n%s\n", part.Text)
			}
		case Asked:
			n++
			for k, c := range part.Question.Choices {
				if c.Right {
					fmt.Fprintf(&b, "\n**%d. %s** %d: %s. %s\n", n, part.Question.Text, k+1, c.Text, c.Because)
				}
			}
		case Aimed:
			fmt.Fprintf(&b, "\n%s\n\n*Your turn: %s*\n", part.Text, Spoken(part.Goal.Words(l.File.Title), false))
		}
	}
	if happened != "" {
		fmt.Fprintf(&b, "\n%s", happened)
	}
	if code != "" {
		fmt.Fprintf(&b, "\n## To take home\n\n```sh\n%s\n```\n", strings.TrimRight(code, "\n"))
	}
	if l.Remember != "" {
		fmt.Fprintf(&b, "\n> %s\n", l.Remember)
	}
	for _, s := range l.Sources {
		fmt.Fprintf(&b, "\n%s\n", s)
	}
	return blanks.ReplaceAllString(b.String(), "\n\n")
}

// dotted is a line to write on: underscores would be read as emphasis.
const dotted = "................................................................"

// PageBreak parts the front of a handout from its back: what makes pages of Markdown takes it, and a reader on a screen
// sees nothing.
const PageBreak = `<div style="page-break-after: always"></div>`

var blanks = regexp.MustCompile(`\n{3,}`)

// leadsTo says whether a page of words stands in front of a question, with nothing but words between: what is told
// behind an answer would tell it.
func (l *Lesson) leadsTo(at int) bool {
	for i := at; i > 0; i-- {
		if l.Parts[i-1].Sort != Told {
			return false
		}
	}
	return true
}

// Sheet is the page for who teaches with a lesson: minutes, right answers, why the others tempt, notes, and what the
// goals take.
func (l *Lesson) Sheet() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: for the teacher\n\n%d minutes alone. %s\n", l.heading(), l.Minutes, l.Parts[0].Text)
	for _, note := range l.Teacher {
		fmt.Fprintf(&b, "\n*%s*\n", note)
	}
	n, goals := 0, 0
	for _, part := range l.Parts {
		switch part.Sort {
		case Asked:
			n++
			fmt.Fprintf(&b, "\n## %d. %s\n\n", n, part.Question.Text)
			for k, c := range part.Question.Choices {
				mark := ""
				if c.Right {
					mark = "**ok** "
				}
				fmt.Fprintf(&b, "- %s%d: %s. %s\n", mark, k+1, c.Text, c.Because)
			}
			for _, h := range part.Question.Hints {
				fmt.Fprintf(&b, "\nHint: %s\n", Spoken(h, false))
			}
		case Aimed:
			goals++
			fmt.Fprintf(&b, "\n## Goal %d\n\nYour turn: %s\n", goals, Spoken(part.Goal.Words(l.File.Title), false))
			for _, h := range part.Goal.Hints {
				fmt.Fprintf(&b, "\nHint: %s\n", Spoken(h, false))
			}
		}
	}
	if l.Remember != "" {
		fmt.Fprintf(&b, "\n> %s\n", l.Remember)
	}
	return b.String()
}

func (l *Lesson) heading() string {
	if l.Number == 0 {
		return l.Title
	}
	return fmt.Sprintf("Lesson %d: %s", l.Number, l.Title)
}

// Notes are what who teaches should know on a page, as lines of at most Columns: the notes in front of it, and of a
// question what is right.
func (l *Lesson) Notes(page int) (lines []string) {
	if page < 0 || page >= len(l.Parts) {
		return nil
	}
	for _, note := range l.notes(page) {
		indent := ""
		if answer.MatchString(note) {
			indent = "     "
		}
		for i, line := range wrap(note, Columns-len(indent)) {
			if i > 0 || strings.HasPrefix(note, " ") {
				line = indent[:min(len(indent), 3+2*min(i, 1))] + line
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// answer is a choice among the notes.
var answer = regexp.MustCompile(`^(  |ok) \d `)

func (l *Lesson) notes(page int) (lines []string) {
	part := l.Parts[page]
	lines = append(lines, fmt.Sprintf("%s, page %d of %d", l.heading(), page+1, len(l.Parts)))
	if page == 0 {
		lines = append(lines, l.Teacher...)
	}
	if part.Text != "" {
		lines = append(lines, part.Text)
	}
	switch part.Sort {
	case Asked:
		lines = append(lines, part.Question.Text)
		for i, c := range part.Question.Choices {
			mark := "  "
			if c.Right {
				mark = "ok"
			}
			lines = append(lines, fmt.Sprintf("%s %d %s: %s", mark, i+1, c.Text, c.Because))
		}
	case Aimed:
		lines = append(lines, "Goal: "+Spoken(part.Goal.Words(l.File.Title), false))
		for _, h := range part.Goal.Hints {
			lines = append(lines, Spoken(h, false))
		}
	case Ended:
		lines = append(lines, l.Remember)
	}
	return lines
}
