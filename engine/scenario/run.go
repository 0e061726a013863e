package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
	"interleave/engine/timeline"
)

// Result is what came of a run.
type Result struct {
	Outcomes []Outcome
	Failures []Failure
	Goals    []Reached
	Timeline *timeline.Timeline // all that happened, at its end
}

// Outcome is what came of one statement.
type Outcome struct {
	Statement *Statement
	Events    []engine.Event
	Marks     [][]conflict.Finding // by event
	Lines     []string             // each event as a line of the log; of an explore its verdict
	Answers   []string             // each event's answer in short; empty: it has none
	Found     *explore.Result      // of an explore
}

// Failure is one thing that was expected and did not come, or a mark that nobody expected.
type Failure struct {
	File          string
	Line          int
	Wanted, Found string

	edit edit
}

func (f Failure) String() string {
	return fmt.Sprintf("%s:%d: wanted %s, found %s", f.File, f.Line, f.Wanted, f.Found)
}

// Reached says of a goal whether the file reaches it, and with how many of the statements behind it.
type Reached struct {
	Goal    *Statement
	Done    bool
	Actions int
	Before  bool // it is so before anybody has done anything
}

// run is a file being run.
type run struct {
	file      *File
	t         *timeline.Timeline
	places    map[string]int
	earlier   map[decision]engine.Record // the object of a request before it was decided
	judged    *engine.World              // moves behind the timeline's, each event with its judgement
	judgedTo  int                        // the record at which it stands
	marks     []conflict.Finding         // all so far
	outcome   *Outcome
	expected  []Mark  // the goals
	stretch   stretch // of the newest question or goal
	result    Result
	elsewhere *engine.World // what is looked at instead of the timeline's world; nil: that
}

type decision struct{ request, copied int }

// Run plays the file on a new world and compares. An error is an *Error: a line that the world refused, at which the
// run ended; the result holds what came before.
func (f *File) Run() (Result, error) {
	r := &run{file: f, t: timeline.New(engine.NewWorld(f.services...), FormatInput, ParseInput),
		places:  map[string]int{},
		earlier: map[decision]engine.Record{}}
	r.result.Timeline = r.t
	for _, s := range f.Statements {
		if s.Goal != nil && s.Goal.Mark != nil {
			r.expected = append(r.expected, *s.Goal.Mark)
		}
	}
	for _, s := range f.Statements {
		if s.endsStretch() {
			r.endStretch()
		}
		if err := r.statement(s); err != nil {
			return r.result, err
		}
		r.inStretch(s)
	}
	r.endStretch()
	return r.result, nil
}

// world is what is looked at.
func (r *run) world() *engine.World {
	if r.elsewhere != nil {
		return r.elsewhere
	}
	return r.t.World()
}

func (r *run) statement(s *Statement) error {
	r.result.Outcomes = append(r.result.Outcomes, Outcome{Statement: s})
	r.outcome = &r.result.Outcomes[len(r.result.Outcomes)-1]
	switch s.Kind {
	case Bookmark:
		r.places[s.Name] = r.t.Here()
	case Back:
		if err := r.t.Go(r.places[s.Name]); err != nil {
			return r.refused(s, err)
		}
	case State:
		r.state(s.Check, s.Line)
	case Explore:
		return r.explore(s)
	}
	for n, in := range s.Inputs {
		if (Moment{Statement: s, N: n, Input: in}).done(r.t.World()) {
			continue
		}
		if err := r.input(in); err != nil {
			return r.refused(s, err)
		}
	}
	if s.Walks() {
		if err := r.walk(s); err != nil {
			return err
		}
	}
	if !s.isOption() {
		for _, e := range s.Expect {
			r.expect(e)
		}
	}
	r.badStart(s)
	r.surprises(s)
	return nil
}

// walk puts in what a step or a run of plans comes to.
func (r *run) walk(s *Statement) error {
	steps := s.steps()
	for at, n := 0, 0; at < len(steps); {
		list, on := steps[at].inputs(r.t.World())
		if n += len(list); n > engine.MaxWalk {
			return r.refused(s, engine.LimitError{What: "inputs in one run of plans", Most: engine.MaxWalk})
		}
		for _, in := range list {
			if err := r.input(in); err != nil {
				return r.refused(s, err)
			}
		}
		at += on
	}
	return nil
}

// named is the request that an expectation is about, as the world calls it: of a step of a plan the one that was sent,
// or that the plan calls so.
func (r *run) named(e *Expectation) string {
	s := r.outcome.Statement
	if s.Kind != NextOf && s.Kind != StepOf {
		return e.Request
	}
	plain := strings.TrimRight(e.Request, "'")
	for _, event := range slices.Backward(r.outcome.Events) {
		x := r.t.World().Exchange(event.Request)
		if x != nil && x.By == s.By && (plain == "" && event.Kind == engine.Sent || plain != "" &&
			isPlanned(x.Name, s.By, plain)) {
			return x.Name + e.Request[len(plain):]
		}
	}
	if p := r.t.World().PlanOf(s.By); p != nil {
		for _, n := range p.Names {
			if n.Name == plain {
				return r.t.World().Exchange(n.Request).Name
			}
		}
	}
	return e.Request
}

// refused makes an Error of a line that the world refused.
func (r *run) refused(s *Statement, err error) error {
	var cause = err
	if inner := errors.Unwrap(err); errors.Is(err, engine.ErrInput) && inner != nil {
		cause = inner
	}
	src := string(Format(r.file))
	at := s.at + len(s.Raw) - len(strings.TrimLeft(s.Raw, " \t"))
	e := locate(r.file.Name, src, at, cause.Error())
	e.Cause = err
	return e
}

// input puts one input in and judges its events, each with the world before it.
func (r *run) input(in engine.Input) error {
	if r.judged == nil || r.judgedTo != r.t.Here() {
		r.judged = r.t.World().Clone()
		r.judged.FollowOnly()
	}
	before := r.judged
	events, err := r.t.Do(in)
	if err != nil {
		return err
	}
	for i, e := range events {
		marks := conflict.At(before, e)
		if e.Kind == engine.Decided || e.Kind == engine.Finished {
			r.earlier[decision{e.Request, e.Copy}] = before.Object(e.Object)
		}
		before.Redo(events[i : i+1])
		r.marks = append(r.marks, marks...)
		r.outcome.Marks = append(r.outcome.Marks, marks)
		r.outcome.Lines = append(r.outcome.Lines, conflict.Line(before, e, marks...))
		r.outcome.Answers = append(r.outcome.Answers, conflict.Answered(before, e))
	}
	r.judgedTo = r.t.Here()
	r.outcome.Events = append(r.outcome.Events, events...)
	return nil
}

// seen says whether a mark is among those that appeared; a mark without a writer is anybody's.
func (r *run) seen(m Mark, among []conflict.Finding) bool {
	for _, c := range among {
		if m.is(c) {
			return true
		}
	}
	return false
}

func (m Mark) is(c conflict.Finding) bool {
	return m.Severity == c.Severity && m.Kind == c.Kind && (m.Whose == "" || m.Whose == c.Whose)
}

// marksOf are the marks of the statement, of one request where a line names it.
func (r *run) marksOf(e *Expectation) []conflict.Finding {
	var list []conflict.Finding
	x := r.t.World().Named(strings.TrimRight(r.named(e), "'"))
	for _, marks := range r.outcome.Marks {
		for _, c := range marks {
			if !e.Named || x != nil && c.Request == x.Number {
				list = append(list, c)
			}
		}
	}
	return list
}

// badStart is a refusal at the start that no expectation below it states: what follows would be about something else.
func (r *run) badStart(s *Statement) {
	if s.By != engine.Seed || len(s.Expect) > 0 {
		return
	}
	for _, e := range r.outcome.Events {
		if e.Kind == engine.Decided && e.Answer.Why != nil {
			r.fail(s.Line, "a start that is accepted", said(*e.Answer), s.append("> "+stated(r.t.World(), s, e)))
		}
	}
}

// stated is an answer as an expectation below a statement states it: whose it is where that is not the statement's own
// request, then the reply to a prompt's command, or the status and the code.
func stated(w *engine.World, s *Statement, e engine.Event) string {
	x := w.Exchange(e.Request)
	text := said(*e.Answer)
	if isPrompt(x.Verb) {
		text = replied(*e.Answer)
	}
	if s.Name != x.Name {
		text = FormatName(x.Name) + strings.Repeat("'", e.Copy) + ": " + text
	}
	return text
}

// surprises are the silent and the unknown that no expectation of the statement and no goal of the file names.
func (r *run) surprises(s *Statement) {
	for _, marks := range r.outcome.Marks {
		for _, c := range marks {
			if c.Severity == engine.SeverityRefused || r.isExpected(s, c) {
				continue
			}
			m := Mark{Severity: c.Severity, Kind: c.Kind, Whose: c.Whose}
			r.fail(s.Line, "no such mark", "> "+m.String(), s.append("> "+m.String()))
		}
	}
}

func (r *run) isExpected(s *Statement, c conflict.Finding) bool {
	for _, m := range r.expected {
		if m.is(c) {
			return true
		}
	}
	for _, e := range s.Expect {
		if e.Mark != nil && e.Mark.is(c) && r.seen(*e.Mark, r.marksOf(e)) {
			return true
		}
	}
	return false
}

func (r *run) fail(line int, wanted, found string, change edit) {
	r.result.Failures = append(r.result.Failures,
		Failure{File: r.file.Name, Line: line, Wanted: wanted, Found: found, edit: change})
}
