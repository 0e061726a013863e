package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// The statements of lessons: the heading, questions with their choices, goals, and what is taken home.

// Heading is what a lesson says of itself for a map of lessons.
type Heading struct {
	Number  int // 0: it stands in no order
	Title   string
	Chapter string
	Idea    string // in a few words
	Minutes int    // 0: not said
	Sort    string // of a puzzle `break` or `mend`, of a report `case`; empty: a lesson
}

// Question is what an ask and the lines under it say.
type Question struct {
	Text    string
	Choices []Option
	Hints   []string
}

// Option is one choice of a question.
type Option struct {
	Text    string
	Because string // why it is so, or why not
	Right   bool
}

// Aim is what a goal asks for: a mark that appears, or a state that is reached, each without another mark.
type Aim struct {
	Mark    *Mark
	Check   *Check
	Without *Mark
	Within  int // actions; 0: as many as it takes
	Hints   []string

	text string // as it stands in the file
}

func (a *Aim) String() string { return a.text }

// Words are what the goal asks for, as a sentence; title is what people call a writer.
func (a *Aim) Words(title func(id string) string) string {
	text := ""
	switch {
	case a.Mark != nil:
		text = "make the mark " + a.Mark.words(title) + " appear"
	case a.Check.Absent:
		text = "have no " + a.Check.Object.String() + " in the end"
	default:
		var parts []string
		for _, f := range a.Check.Fields {
			name := strings.TrimPrefix(strings.TrimPrefix(f.Name, ".")+" ", holds+" ")
			parts = append(parts, name+strconv.Quote(f.Value.String()))
		}
		text = "have " + a.Check.Object.String() + " with " + strings.Join(parts, " and ")
	}
	if a.Without != nil {
		text += ", without " + a.Without.words(title)
	}
	if a.Within > 0 {
		text += fmt.Sprintf(". The author needs %d", a.Within)
		text += map[bool]string{true: " action", false: " actions"}[a.Within == 1]
	}
	return text + "."
}

func (m *Mark) words(title func(id string) string) string {
	text := line(string(m.Severity), m.Kind.Words())
	if m.Whose != "" {
		text += " of " + title(m.Whose)
	}
	return text
}

// LessonTitle is the title of the lesson that the file is; empty: it is none.
func (f *File) LessonTitle() string {
	for _, s := range f.Statements {
		if s.Kind == LessonOf {
			return s.Lesson.Title
		}
	}
	return ""
}

// Title is what the file calls a writer; its id where it has no other name.
func (f *File) Title(id string) string {
	for _, s := range f.Statements {
		if len(s.Inputs) == 0 {
			continue
		}
		if in, ok := s.Inputs[0].(engine.AddWriter); ok && in.ID == id && in.Title != "" {
			return in.Title
		}
	}
	return id
}

// isText says whether a statement is a keyword with the rest of its line as a text.
func (k Kind) isText() bool {
	switch k {
	case Ask, Choice, Right, Hint, Because, Remember:
		return true
	}
	return false
}

func (p *parser) readText(s *Statement, at int) error {
	end := lineEnd(p.src, p.pos)
	s.Text = strings.TrimSpace(p.src[p.pos:end])
	if s.Text == "" {
		return &wrong{at, fmt.Sprintf("something is missing: behind %s stands its text", s.Kind)}
	}
	if s.Kind == Ask {
		s.Question = &Question{Text: s.Text}
	}
	p.pos = min(end+1, len(p.src))
	return nil
}

// isOption says whether a statement is a choice of a question: what stands below it is looked at where the question's
// answer has played, not where the line stands.
func (s *Statement) isOption() bool { return s.Kind == Choice || s.Kind == Right }

// IsUnderQuestion says whether a statement belongs to the ask or the goal above it.
func (s *Statement) IsUnderQuestion() bool {
	return s.isOption() || s.Kind == Hint || s.Kind == Because
}

// hang gives an ask or a goal what stands under it, and keeps the version line first.
func (f *File) hang(s *Statement) error {
	if s.Kind == Version && len(f.Statements) > 1 {
		return &wrong{s.at, "the version line stands first in a file"}
	}
	if s.Kind == LessonOf && slices.ContainsFunc(f.Statements, func(o *Statement) bool {
		return o != s && o.Kind == LessonOf
	}) {
		return &wrong{s.at, "a file is one lesson, and there is a line lesson above"}
	}
	if !s.IsUnderQuestion() {
		return nil
	}
	for _, above := range slices.Backward(f.Statements) {
		switch {
		case above.Question != nil:
			return above.Question.takes(s)
		case above.Goal != nil && s.Kind == Hint:
			above.Goal.Hints = append(above.Goal.Hints, s.Text)
			return nil
		case !above.IsUnderQuestion():
			return &wrong{s.at, fmt.Sprintf("%s stands under an ask, and there is none above", s.Kind)}
		}
	}
	return &wrong{s.at, fmt.Sprintf("%s stands under an ask, and there is none above", s.Kind)}
}

// takes gives a question a line. A right choice may be among the choices already.
func (q *Question) takes(s *Statement) error {
	same := slices.IndexFunc(q.Choices, func(o Option) bool { return o.Text == s.Text })
	switch {
	case s.Kind == Hint:
		q.Hints = append(q.Hints, s.Text)
	case s.Kind == Because && len(q.Choices) == 0:
		return &wrong{s.at, "because stands under a choice, and there is none above"}
	case s.Kind == Because:
		last := &q.Choices[len(q.Choices)-1]
		last.Because = line(last.Because, s.Text)
	case s.Kind == Right && slices.ContainsFunc(q.Choices, func(o Option) bool { return o.Right }):
		return &wrong{s.at, "an ask has one right answer, and there is one above: write choice " + s.Text}
	case s.Kind == Right && same >= 0:
		q.Choices[same].Right = true
	case same >= 0:
		return &wrong{s.at, fmt.Sprintf("the choice %q stands above already", s.Text)}
	default:
		q.Choices = append(q.Choices, Option{Text: s.Text, Right: s.Kind == Right})
	}
	return nil
}

// promise is an expectation below a choice: it speaks of requests that come later in the file.
type promise struct {
	s  *Statement
	e  *Expectation
	at int
}

// promised skips an expectation below a choice: it is read when the whole file is known.
func (p *parser) promised(s *Statement) (*Expectation, error) {
	e := &Expectation{}
	p.promises = append(p.promises, promise{s, e, p.pos})
	p.pos++
	_, err := p.items()
	return e, err
}

// keepPromises reads what stands below the choices. What names no request is about the one that is decided next.
func (p *parser) keepPromises(f *File) error {
	for _, promise := range p.promises {
		about := *promise.s
		about.Name = f.decidedBehind(promise.s)
		p.pos, p.counted, p.line = promise.at, 0, 0
		e, err := p.expectation(&about)
		if err != nil {
			return err
		}
		e.Lead, e.Raw = promise.e.Lead, promise.e.Raw
		*promise.e = *e
	}
	return nil
}

// decidedBehind is the first request that is decided behind a statement; empty where none is.
func (f *File) decidedBehind(s *Statement) string {
	for _, next := range f.Statements[slices.Index(f.Statements, s):] {
		if next.Kind == Request || next.Kind == Deliver {
			return next.Names[0]
		}
	}
	return ""
}

const lessonForm = `lesson 5 "Refused by yourself" chapter="Nothing was heard" idea="your own echo" minutes=6`

func readLesson(_ *parser, s *Statement, w words) error {
	if err := w.need(1, 6, lessonForm); err != nil {
		return err
	}
	s.Lesson = &Heading{}
	for n, i := range w.items {
		text := i.value.String()
		number, err := strconv.Atoi(text)
		isNumber := err == nil && number > 0 && number < 1000
		switch {
		case !i.hasKey && n == 0 && i.form == bare && isNumber:
			s.Lesson.Number = number
		case !i.hasKey && i.form == quoted && s.Lesson.Title == "" && text != "":
			s.Lesson.Title = text
		case i.hasKey && i.form != other && i.key == "chapter":
			s.Lesson.Chapter = text
		case i.hasKey && i.form != other && i.key == "idea":
			s.Lesson.Idea = text
		case i.hasKey && i.key == "minutes" && isNumber:
			s.Lesson.Minutes = number
		case i.hasKey && i.key == "sort" && slices.Contains([]string{"break", "mend", "case"}, text):
			s.Lesson.Sort = text
		default:
			return &wrong{i.start, "this does not belong here: write " + lessonForm}
		}
	}
	if s.Lesson.Title == "" {
		return &wrong{w.at, "something is missing: a lesson has a title in quotes: write " + lessonForm}
	}
	return nil
}

const goalForm = "goal ~ lost-update ann within 6, or goal state blob wiki/home.md holds=\"text\" without ~ lost-update"

// readGoal reads what is to be reached: a mark or a state, then what must not happen, then in how many actions.
func readGoal(p *parser, s *Statement, w words) error {
	if err := w.need(2, 32, goalForm); err != nil {
		return err
	}
	items := w.items
	if items[0].is("never") {
		return &wrong{items[0].start, "this belongs to searches, which this program does not know yet: write " +
			goalForm}
	}
	s.Goal = &Aim{text: p.src[items[0].start:items[len(items)-1].end]}
	if n := len(items) - 2; n > 0 && items[n].is("within") {
		most, err := strconv.Atoi(items[n+1].value.String())
		if err != nil || most < 1 || items[n+1].hasKey {
			return &wrong{items[n+1].start, "this is no number of actions: write " + goalForm}
		}
		s.Goal.Within, items = most, items[:n]
	}
	if n := slices.IndexFunc(items, func(i item) bool { return i.is("without") }); n >= 0 {
		var err error
		if s.Goal.Without, err = markOf(items[n+1:], goalForm); err != nil {
			return err
		}
		items = items[:n]
	}
	if len(items) > 0 && items[0].is("state") {
		of := &Statement{}
		err := readState(p, of, words{items[1:], items[0].start})
		s.Goal.Check = of.Check
		return err
	}
	if len(items) < 2 {
		return &wrong{w.at, "something is missing: write " + goalForm}
	}
	var err error
	s.Goal.Mark, err = markOf(items, goalForm)
	return err
}
