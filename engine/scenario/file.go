package scenario

import (
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// File is a scenario as it was read: its statements with all that stands between them, and the archive.
type File struct {
	Name       string
	Statements []*Statement
	Tail       string // what stands behind the last statement
	Archive    []Section

	services []*engine.Service
}

// Kind is what a statement is, by its first word; a writer's own statements are Request, SendOnly and Does.
type Kind string

// The kinds of statements.
const (
	Version  Kind = "scenario"
	Writer   Kind = "writer"
	Set      Kind = "set"
	Lock     Kind = "lock"
	Request  Kind = "request" // sent, decided and answered
	SendOnly Kind = "send"
	Does     Kind = "does"
	Arrive   Kind = "arrive"
	Deliver  Kind = "deliver"
	Answer   Kind = "answer"
	Lose     Kind = "lose"
	Double   Kind = "double"
	Timeout  Kind = "timeout"
	Move     Kind = "move"
	Edit     Kind = "edit"
	Finish   Kind = "finish"
	Clock    Kind = "clock"
	Tell     Kind = "tell"
	Draft    Kind = "draft"
	State    Kind = "state"
	Bookmark Kind = "bookmark"
	Back     Kind = "back"
	Ask      Kind = "ask"
	Choice   Kind = "choice"
	Right    Kind = "right"
	Hint     Kind = "hint"
	Goal     Kind = "goal"
	Task     Kind = "task"
	Because  Kind = "because"
	LessonOf Kind = "lesson"
	TakeHome Kind = "take-home"
	Remember Kind = "remember"
	PlanOf   Kind = "plan"
	NextOf   Kind = "next"
	StepOf   Kind = "step"
	HoldOf   Kind = "hold"
	RunOf    Kind = "run"
)

// Statement is one statement with the expectations that belong to it.
type Statement struct {
	Kind   Kind
	Line   int            // of the file, from 1
	Lead   string         // blank lines and comments in front
	Raw    string         // its bytes with the line end
	By     string         // whose request it is, or whose draft
	Name   string         // of the request it sends or the only one it is about; of a bookmark
	Names  []string       // of all requests it is about; of a step or a run: of the writers, in order
	Inputs []engine.Input // one per moment: three of a whole request; of step and run the world says which
	Expect []*Expectation

	Draft    *DraftText      // of a draft
	Check    *Check          // of a state
	Budget   *explore.Budget // of an explore
	Goal     *Aim            // of a goal
	Text     string          // of ask, choice, right, hint, because, task and remember
	Question *Question       // of an ask: what its following lines say
	Lesson   *Heading        // of a lesson

	at, end int // its bytes in the file
}

// Comment is the last block of comment lines in front of the statement, without their signs: what a lesson says here.
func (s *Statement) Comment() string {
	var block []string
	for l := range strings.Lines(s.Lead) {
		if !strings.HasPrefix(strings.TrimSpace(l), "#") {
			block = nil
			continue
		}
		block = append(block, l)
	}
	return spoken(strings.Join(block, ""))
}

// IsSetup says whether a statement makes the start of a race, which is played at once: writers, switches, locks, plans
// and what seed does.
func (s *Statement) IsSetup() bool {
	switch s.Kind {
	case Version, Writer, Set, Lock, PlanOf, HoldOf:
		return true
	}
	return s.By == engine.Seed
}

// DraftText is the text that a draft puts into a writer's editor.
type DraftText struct {
	Path string
	Body engine.Value
	From string // the answer it was made from, or `none`; empty: found out
}

// Mark is a mark of the referee as scenarios write it, as `! stale-write ann`; an empty kind is written `-`.
type Mark struct {
	Severity engine.Severity
	Kind     engine.Trouble // empty: `-`, nobody's
	Whose    string
}

func (m Mark) String() string {
	kind := string(m.Kind)
	if kind == "" {
		kind = "-"
	}
	return line(string(m.Severity), kind, m.Whose)
}
