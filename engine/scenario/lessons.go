package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
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

// Aim is what a goal asks for: a mark that appears, a state that is reached, each without another mark, or a mark that
// no order of what was done has.
type Aim struct {
	Mark    *Mark
	Check   *Check
	By      []*Deed        // what must be among what was done
	With    *Mark          // must have appeared on the way
	After   engine.Instant // the last change is asked for no earlier; 0: whenever
	Without *Mark
	Never   *Mark          // in no order within the budget
	Budget  explore.Budget // of the search for it
	Within  int            // actions; 0: as many as it takes
	Hints   []string
	Task    string // what to do, in the author's words; empty: Words says it

	text string // as it stands in the file
}

func (a *Aim) String() string { return a.text }

// Deed is an accepted request of an operation, with an argument of that name and, unless it is empty, that value.
type Deed struct {
	Verb, Name, Value string
}

func (d *Deed) String() string {
	switch {
	case d.Name == "":
		return d.Verb
	case d.Value == "":
		return d.Verb + " with " + d.Name
	}
	return d.Verb + " with " + d.Name + " " + d.Value
}

// Words are what the goal asks for, as a sentence: that of its author, else one that is made of what is judged; title
// is what people call a writer.
func (a *Aim) Words(title func(id string) string) string {
	if a.Task != "" {
		return strings.TrimSuffix(a.Task, ".") + a.needs()
	}
	text := ""
	switch {
	case a.Mark != nil:
		text = "make the mark " + a.Mark.words(title) + " appear"
	case a.Check == nil:
		return "have two writers change the same thing, so that " + a.never() + a.needs()
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
	for _, d := range a.By {
		text += ", by " + d.String()
	}
	if a.With != nil {
		text += ", with " + a.With.words(title) + " on the way"
	}
	if a.After > 0 {
		text += ", not before " + a.After.String()
	}
	if a.Without != nil {
		text += ", without " + a.Without.words(title)
	}
	if a.Never != nil {
		text += ", so that " + a.never()
	}
	return text + a.needs()
}

// needs ends a goal's sentence with how many actions its author takes.
func (a *Aim) needs() string {
	switch a.Within {
	case 0:
		return "."
	case 1:
		return ". 1 action is enough."
	}
	return ". " + engine.Counted(a.Within, "action") + " are enough."
}

// never says what no order may have.
func (a *Aim) never() string {
	text := line(string(a.Never.Severity), a.Never.Kind.Words()) + " comes up in no order of what they did"
	if more := a.Budget.Allowed(); more != "" {
		text += ", " + more + " or not"
	}
	return text
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
	case Ask, Choice, Right, Hint, Because, Remember, Task:
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
	return s.isOption() || s.Kind == Hint || s.Kind == Because || s.Kind == Task
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
		case s.Kind == Task && (above.Question != nil || !above.IsUnderQuestion() && above.Goal == nil):
			return &wrong{s.at, "task stands under a goal, and there is none above"}
		case above.Question != nil:
			return above.Question.takes(s)
		case above.Goal != nil && s.Kind == Hint:
			above.Goal.Hints = append(above.Goal.Hints, s.Text)
			return nil
		case above.Goal != nil && s.Kind == Task && above.Goal.Task != "":
			return &wrong{s.at, "a goal has one task, and there is one above"}
		case above.Goal != nil && s.Kind == Task:
			above.Goal.Task = s.Text
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
