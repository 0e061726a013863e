package dialogs

import (
	"fmt"
	"strings"

	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// Lesson is a lesson on the map.
type Lesson struct {
	Name    string // of its file, as `lessons/05-refused-by-yourself.race`: what command.OpenRace takes
	Number  int
	Title   string
	Chapter string
	Idea    string
	Minutes int
	Stars   int
	Done    bool
	Begun   bool
	Say     string // its situation
}

// NewLessons is the map: chapters with their lessons, what was done and how well; typing finds one. trouble is a
// sentence about what is remembered; empty: all is well.
func NewLessons(d command.Host, list []Lesson, trouble string) Dialog {
	var rows []row
	chapter, number := "", 0
	for _, l := range list {
		if l.Chapter != chapter {
			chapter = l.Chapter
			number++
			rows = append(rows, row{head: true, text: heading(chapter, l.Number, number, list)})
		}
		rows = append(rows, row{text: title(l), note: l.Idea, right: score(l), rightInk: scoreInk(l),
			sign: sign(l), signInk: scoreInk(l), say: strings.TrimSpace(trouble + " " + opening(l.Say)),
			find: l.Name + " " + chapter,
			act:  func() bool { d.Do(command.OpenRace{Name: l.Name}); return true }})
	}
	p := &picker{chooser: newChooser("Find", "No lessons.", rows), title: "Lessons", wide: 78,
		hints: []Hint{{"Enter", "begin, or go on"}, upDown, escCloses}}
	p.saids, p.wholeNotes = 3, true
	p.input.Placeholder = "type a word of what you look for"
	p.columns = row{sign: " ", text: "Lesson", note: "Its subject", right: "Time, or stars", ink: themes.Dim,
		rightInk: themes.Dim}
	for i, l := range list {
		if !l.Done { // the next one to do
			p.list.Select(rowOf(rows, title(list[i])))
			break
		}
	}
	return p
}

// opening are as many whole sentences of a situation as stand below the list, at least one.
func opening(text string) string {
	const most = 200
	end := len(text)
	for end > most {
		at := strings.LastIndex(text[:end-1], ". ")
		if at < 0 {
			break
		}
		end = at + 1
	}
	return text[:end]
}

func rowOf(rows []row, text string) int {
	for i, r := range rows {
		if r.text == text {
			return i
		}
	}
	return 0
}

// heading is a chapter with what of it is done.
func heading(chapter string, first, number int, list []Lesson) string {
	done, all, minutes := 0, 0, 0
	for _, l := range list {
		if l.Chapter == chapter {
			all, minutes = all+1, minutes+l.Minutes
			if l.Done {
				done++
			}
		}
	}
	name := chapter
	if first > 0 {
		name = fmt.Sprintf("%d  %s", number, chapter)
	}
	return fmt.Sprintf("%s   %d of %d, %d min", name, done, all, minutes)
}

func title(l Lesson) string {
	if l.Number == 0 {
		return l.Title
	}
	return fmt.Sprintf("%2d %s", l.Number, l.Title)
}

func sign(l Lesson) string {
	switch {
	case l.Done:
		return "="
	case l.Begun:
		return "*"
	}
	return " "
}

// score is what was got, or how long it takes.
func score(l Lesson) string {
	switch {
	case l.Done:
		return say.Number(l.Stars, "star")
	case l.Begun:
		return "begun"
	}
	return fmt.Sprintf("%d min", l.Minutes)
}

func scoreInk(l Lesson) themes.Role {
	switch {
	case l.Done:
		return themes.Fresh
	case l.Begun:
		return themes.Behind
	}
	return themes.Dim
}
