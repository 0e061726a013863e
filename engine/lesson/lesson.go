package lesson

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"interleave/engine"
	"interleave/engine/scenario"
)

// Sort is what a part of a lesson is.
type Sort uint8

// The sorts of parts.
const (
	Told  Sort = iota // words; going on plays what stands behind them
	Asked             // a question; the answer plays what stands behind it
	Aimed             // a goal for the reader's own hands
	Ended             // what is taken home; the last part
)

// Part is a page of a lesson.
type Part struct {
	Sort     Sort
	Text     string             // what the lesson says, one paragraph
	Question *scenario.Question // of Asked
	Goal     *scenario.Aim      // of Aimed
	Actions  int                // of Aimed: how many its author needs
	Line     int                // of the file: its first line
	End      int                // the first line behind it
	notes    []string
}

// Lesson is a lesson file as it is played.
type Lesson struct {
	scenario.Heading
	Name     string // of the file
	Text     string // as it stands in the file
	Parts    []Part
	Remember string   // one sentence
	TakeHome string   // the request that is shown as code; empty: none
	Sources  []string // the documents
	Teacher  []string // what is for who teaches with it
	File     *scenario.File
}

// Class are the numbers of the lessons that 90 minutes with a class go through, in their order.
func Class() []int { return []int{1, 2, 3, 4, 5, 7, 9, 11, 14, 24} }

// Parse reads a lesson. An error is a sentence: the file is no scenario, or no lesson.
func Parse(name string, data []byte, services []*engine.Service) (*Lesson, error) {
	f, err := scenario.Parse(name, data, services)
	if err != nil {
		return nil, err
	}
	l := &Lesson{Name: name, Text: string(data), File: f, Sources: f.Sources()}
	headed := false
	for n, s := range f.Statements {
		l.Teacher = append(l.Teacher, s.TeacherNotes()...)
		switch s.Kind {
		case scenario.LessonOf:
			l.Heading, headed = *s.Lesson, true
		case scenario.TakeHome:
			l.TakeHome = s.Name
		case scenario.Remember:
			l.Remember = s.Text
		}
		l.add(n, s)
	}
	if !headed {
		return nil, fmt.Errorf("%s is no lesson: a line `lesson \"Title\" minutes=5` makes it one", name)
	}
	l.end()
	return l, nil
}

// ErrNoLesson is for those who look for a lesson where there is none.
var ErrNoLesson = errors.New("this is no lesson")

// add begins a part with a statement where one begins there.
func (l *Lesson) add(n int, s *scenario.Statement) {
	text := s.Comment()
	if n == 0 {
		text = l.File.About()
	}
	part := Part{Text: strings.Join(strings.Fields(text), " "), Line: s.Line, notes: s.TeacherNotes()}
	switch {
	case s.Kind == scenario.Ask:
		part.Sort, part.Question = Asked, s.Question
	case s.Kind == scenario.Goal:
		part.Sort, part.Goal = Aimed, s.Goal
	case n > 0 && text == "" || s.IsUnderQuestion():
		if k := len(l.Parts) - 1; k >= 0 && l.Parts[k].Sort == Aimed && s.IsAction() {
			l.Parts[k].Actions++
		}
		return
	}
	l.Parts = append(l.Parts, part)
}

// end gives every part its end, and the lesson its last one.
func (l *Lesson) end() {
	l.Parts = append(l.Parts, Part{Sort: Ended, Line: math.MaxInt, End: math.MaxInt})
	for i := range len(l.Parts) - 1 {
		l.Parts[i].End = l.Parts[i+1].Line
		if a := l.Parts[i].Goal; a != nil && a.Within > 0 {
			l.Parts[i].Actions = a.Within
		}
	}
}

// Group is the chapter on a map: that of the lesson, or what sort of puzzle it is.
func (l *Lesson) Group() string {
	switch l.Sort {
	case "break":
		return "Break it: reach the harm in few actions"
	case "mend":
		return "Mend it: one guard, and no harm any more"
	case "case":
		return "Cases: what others reported"
	}
	return l.Chapter
}

// Questions and Goals are how many the lesson has.
func (l *Lesson) Questions() int { return l.count(Asked) }
func (l *Lesson) Goals() int     { return l.count(Aimed) }

func (l *Lesson) count(sort Sort) (n int) {
	for _, p := range l.Parts {
		if p.Sort == sort {
			n++
		}
	}
	return n
}
