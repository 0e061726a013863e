package lesson

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// Answers are what somebody hands in: a name on line 1, then `QUESTION: CHOICE` a line, and below `goal N:` the lines
// that reach it.
type Answers struct {
	Name    string
	Choices map[int]int     // by question, from 1; 0: left open
	Goals   map[int][]Typed // by goal, from 1
}

// Typed is a line of a scenario as somebody wrote it, with its number in the file.
type Typed struct {
	Line int
	Text string
}

// AnswersForm is an empty form of answers, to be filled in.
func (l *Lesson) AnswersForm() string {
	text := "Your name\n"
	for n := range l.Questions() {
		text += fmt.Sprintf("%d:\n", n+1)
	}
	for n := range l.Goals() {
		text += fmt.Sprintf("goal %d:\n", n+1)
	}
	return text
}

var (
	questionLine = regexp.MustCompile(`^(\d+)\s*:\s*(.*)$`)
	goalLine     = regexp.MustCompile(`^goal\s+(\d+)\s*:\s*(.*)$`)
)

// nameMost is how many letters of a name a row of results has room for.
const nameMost = 60

// ReadAnswers reads what somebody hands in for the lesson. An error is a sentence with the line that is wrong.
func (l *Lesson) ReadAnswers(text string) (Answers, error) {
	a := Answers{Choices: map[int]int{}, Goals: map[int][]Typed{}}
	if strings.ContainsRune(text, 0) {
		return a, errors.New("this is no text: answers are a name, then a line for each question, as 1: 2")
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	a.Name = strings.TrimSpace(strings.TrimPrefix(lines[0], "\ufeff"))
	if a.Name == "" || strings.Contains(a.Name, ":") {
		return a, fmt.Errorf("line 1 is the name, and it is %q", a.Name)
	}
	if n := utf8.RuneCountInString(a.Name); n > nameMost {
		return a, fmt.Errorf("line 1 is the name, and it has %d letters: %d are enough", n, nameMost)
	}
	goal := 0
	for i, row := range lines[1:] {
		row = strings.TrimSpace(row)
		about, found := error(nil), true
		switch q, g := questionLine.FindStringSubmatch(row), goalLine.FindStringSubmatch(row); {
		case row == "":
		case q != nil:
			goal, about = 0, a.chose(l, q[1], q[2])
		case g != nil:
			if goal, about = a.aimed(l, g[1]); g[2] != "" {
				a.Goals[goal] = append(a.Goals[goal], Typed{i + 2, g[2]})
			}
		case goal > 0:
			a.Goals[goal] = append(a.Goals[goal], Typed{i + 2, row})
		default:
			found = false
		}
		switch {
		case about != nil:
			return a, fmt.Errorf("line %d %w", i+2, about)
		case !found:
			return a, fmt.Errorf("line %d is no answer: write QUESTION: CHOICE, as 1: 2", i+2)
		}
	}
	return a, nil
}

func (a Answers) chose(l *Lesson, question, choice string) error {
	q, err := strconv.Atoi(question)
	if err != nil || q < 1 || q > l.Questions() {
		return fmt.Errorf("answers question %s, and the lesson has %d", question, l.Questions())
	}
	choices := l.nth(Asked, q).Question.Choices
	if _, again := a.Choices[q]; again {
		return fmt.Errorf("answers question %d a second time", q)
	}
	c := 0
	if choice != "" {
		if c, err = strconv.Atoi(choice); err != nil {
			return errors.New("is no answer: write QUESTION: CHOICE, as 1: 2")
		}
		if c < 1 || c > len(choices) {
			return fmt.Errorf("chooses %d, and question %d has %d choices", c, q, len(choices))
		}
	}
	a.Choices[q] = c
	return nil
}

func (a Answers) aimed(l *Lesson, goal string) (int, error) {
	g, err := strconv.Atoi(goal)
	if err != nil || g < 1 || g > l.Goals() {
		return 0, fmt.Errorf("is about goal %s, and the lesson has %d", goal, l.Goals())
	}
	if _, again := a.Goals[g]; again {
		return 0, fmt.Errorf("is about goal %d a second time", g)
	}
	a.Goals[g] = nil
	return g, nil
}

// nth is the n-th part of a sort, from 1.
func (l *Lesson) nth(sort Sort, n int) *Part {
	for i := range l.Parts {
		if l.Parts[i].Sort == sort {
			if n--; n == 0 {
				return &l.Parts[i]
			}
		}
	}
	return nil
}

// Right is how many questions are answered right, and which are not.
func (a Answers) Right(l *Lesson) (right int, not []int) {
	for q := range l.Questions() {
		c := a.Choices[q+1]
		if c > 0 && l.nth(Asked, q+1).Question.Choices[c-1].Right {
			right++
		} else {
			not = append(not, q+1)
		}
	}
	return right, not
}

// Try is what became of the lines that somebody wrote for a goal.
type Try struct {
	Reached bool
	Actions int
	Marks   []conflict.Finding // that they made
	But     string             // what stands against it, where it is nearly reached
}

// Doing is a session in which somebody acts: a room is one.
type Doing interface {
	Session
	Do(inputs ...engine.Input) ([]engine.Event, error)
}

// Attempt plays a lesson in a fresh session up to its n-th goal, as its author wrote it, and then does there what
// somebody wrote. An error is a sentence: with the line that cannot be read, or that the session does not take.
func (l *Lesson) Attempt(s Doing, n int, lines []Typed) (try Try, err error) {
	p := NewPlayer(l, State{})
	for goals := 0; ; {
		if p.Aims() {
			if goals++; goals == n {
				break
			}
		}
		if p.Part().Sort == Ended {
			return try, fmt.Errorf("the lesson has no goal %d", n)
		}
		if err := p.Skip(s); err != nil {
			return try, err
		}
	}
	for _, line := range lines {
		st, err := scenario.ParseLine(line.Text, s.View().Requests()+1, s.View().Services())
		if wrong := (*scenario.Error)(nil); errors.As(err, &wrong) {
			return try, fmt.Errorf("line %d, %q, is no line of a session: %s", line.Line, line.Text, wrong.Text)
		} else if err != nil {
			return try, fmt.Errorf("line %d: %w", line.Line, err)
		}
		if _, err := s.Do(st.Inputs...); err != nil {
			return try, fmt.Errorf("line %d cannot be done: %w", line.Line, err)
		}
		p.Look(s)
	}
	since, actions := since(s.View(), p.State.Gate)
	try = Try{Reached: p.Done().Reached, Actions: actions, Marks: since.Marks, But: Spoken(p.but, true)}
	if try.Reached {
		try.Actions = p.Done().Actions
	}
	return try, nil
}
