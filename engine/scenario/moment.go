package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/timeline"
)

// Searched is the moment of a file at which all orders are looked for, and what is searched there.
type Searched struct {
	Input explore.Input
	Left  []string // what of the file has no place in a search, as `line 12: clock +15s`

	Budget explore.Budget // of the file's first explore; nothing where it has none

	file  *File
	start []*Statement // what leads to the moment
}

// Searched is what a search of the file is about: what its first explore is, or where it has none what stands in the
// whole file.
func (f *File) Searched() (*Searched, error) {
	for n, st := range f.Statements {
		if st.Kind != Explore {
			continue
		}
		above := *f
		above.Statements = f.Statements[:n]
		s := &Searched{file: f, start: above.Statements}
		err := s.play()
		if err != nil || !goesOn(s.Input.World) {
			s, err = above.typed()
		}
		if s != nil {
			s.Budget = *st.Budget
		}
		return s, err
	}
	return f.typed()
}

// goesOn says whether a plan has something left to do, or something is under way.
func goesOn(w *engine.World) bool {
	for _, x := range w.Writers() {
		if p := w.PlanOf(x.ID); p != nil && !p.Ended() {
			return true
		}
	}
	return len(w.Flight()) > 0
}

// typed is what a search of the whole file is about: its start, and from there on what its hands typed for each
// writer, in order, as that writer's plan; a plan of the file goes on behind them. Which order the file has chosen,
// what it lost and how the clock went does not count, but for what hands did because of it: who stopped waiting goes on
// behind a loss, and what was sent again because no answer came is sent only where none comes. Behind `back` another
// branch begins: it is not looked at.
func (f *File) typed() (*Searched, error) {
	s := &Searched{file: f}
	var rest []*Statement
	left := map[*Statement]bool{}
	names, raced := map[string]string{}, false
	begun := &beginning{}
	for _, st := range f.Statements {
		if st.Kind == Back {
			s.Left = append(s.Left, fmt.Sprintf("line %d to the end: %s begins another branch", st.Line,
				strings.TrimSpace(st.Raw)))
			break
		}
		if st.Kind == Writer || st.IsSetup() && !raced && st.Kind != PlanOf && st.Kind != HoldOf ||
			begun.tells(st) && names[begun.told(st)] == "" {
			begun.add(st)
			s.start = append(s.start, st)
			continue
		}
		rest = append(rest, st)
		left[st] = true
		switch {
		case (st.Kind == Request || st.Kind == SendOnly) && st.By != engine.Seed:
			raced, names[st.Name], left[st] = true, st.By, false
		case st.Kind == Does, st.Kind == Timeout, st.Kind == PlanOf && len(st.Inputs) == 1:
			left[st] = false
		case st.Kind == Tell:
			left[st] = names[begun.told(st)] == ""
		}
		if left[st] && !slices.Contains(unsearched, st.Kind) {
			s.leaves(st)
		}
	}
	rest = slices.DeleteFunc(rest, func(st *Statement) bool { return st.Kind == Explore })
	r, err := s.played()
	if err != nil {
		return s, err
	}
	s.Input.World = r.t.World().Clone()
	if s.cut(r, rest, left) != nil { // in the order of the file a line cannot be: what it was answered is unknown
		s.Input.Programs = asTyped(rest, left)
	}
	return s, nil
}

// beginning knows the requests of seed that make the start, by their names.
type beginning struct {
	names    []string
	requests int
}

func (b *beginning) add(st *Statement) {
	if st.Kind == Request || st.Kind == SendOnly {
		b.requests++
		b.names = append(b.names, cmp.Or(st.Name, fmt.Sprintf("r%d", b.requests)))
	}
}

// tells says whether a statement tells a writer what seed was answered there: that goes in front of what is searched.
func (b *beginning) tells(st *Statement) bool {
	return st.Kind == Tell && slices.Contains(b.names, b.told(st))
}

// told is the answer that a statement tells of; empty: it tells of none.
func (b *beginning) told(st *Statement) (name string) {
	if st.Kind == Tell {
		name, _, _ = st.Inputs[0].(engine.Tell).What.RefName()
	}
	return name
}

// unsearched are the statements that a search has no use for, and nobody misses there.
var unsearched = []Kind{Bookmark, State, Explore, Draft, Ask, Choice, Right, Hint, Goal, Task, Deliver, Answer, Arrive,
	RunOf, StepOf, NextOf, HoldOf, Move, Because, LessonOf, TakeHome, Remember}

// cut makes the writers' programs of what statements come to behind the start; those that are left out only happen.
func (s *Searched) cut(r *run, list []*Statement, left map[*Statement]bool) error {
	begun := r.t.Depth(r.t.Here())
	var whose []*Statement // by input
	for _, st := range list {
		if err := r.statement(st); err != nil {
			return err
		}
		for len(whose) < r.t.Depth(r.t.Here())-begun {
			whose = append(whose, st)
		}
	}
	var inputs []engine.Input
	for _, n := range r.t.Path(r.t.Here())[begun:] {
		inputs = append(inputs, r.t.Input(n))
	}
	in, err := explore.CutWithout(s.Input.World, inputs, func(at int) bool { return left[whose[at]] })
	if errors.Is(err, explore.ErrNothing) {
		err = nil
	}
	s.Input.Programs, s.Input.InTurn = in.Programs, in.InTurn
	for _, id := range in.AsTyped {
		s.Left = append(s.Left, fmt.Sprintf("the plan of %s that was taken away; what it had done counts as typed", id))
	}
	for _, id := range in.InTurn {
		s.Left = append(s.Left, fmt.Sprintf("%s had several requests under way at once; here each waits for the "+
			"answer to the one before", id))
	}
	return err
}

// asTyped are the writers' programs by their lines alone.
func asTyped(list []*Statement, left map[*Statement]bool) (programs []explore.Program) {
	names := map[string]string{}
	for _, st := range list {
		if left[st] || st.Kind == Timeout {
			continue
		}
		by, in := st.By, st.Inputs[0]
		switch one := in.(type) {
		case engine.Send:
			one.As, names[st.Name], in = st.Name, by, one
		case engine.Plan:
			by = one.By
		case engine.Tell:
			name, _, _ := one.What.RefName()
			by = names[name]
		}
		at := slices.IndexFunc(programs, func(p explore.Program) bool { return p.By == by })
		if at < 0 {
			at, programs = len(programs), append(programs, explore.Program{By: by})
		}
		programs[at].Steps = append(programs[at].Steps, in)
	}
	return programs
}

func (s *Searched) leaves(list ...*Statement) {
	for _, st := range list {
		s.Left = append(s.Left, fmt.Sprintf("line %d: %s", st.Line, strings.TrimSpace(st.Raw)))
	}
}

// play plays what leads to the moment.
func (s *Searched) play() error {
	r, err := s.played()
	if err == nil {
		s.Input.World = r.t.World()
	}
	return err
}

func (s *Searched) played() (*run, error) {
	r := &run{file: s.file, t: timeline.New(engine.NewWorld(s.file.services...), FormatInput, ParseInput),
		places: map[string]int{}, earlier: map[decision]engine.Record{}}
	for _, st := range s.start {
		if err := r.statement(st); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Refused are the requests of the start that were refused: what a search is to begin with is not there then.
func (s *Searched) Refused() (list []*engine.Exchange) {
	w := s.Input.World
	for n := 1; n <= w.Requests(); n++ {
		if x := w.Exchange(n); x.By == engine.Seed && !x.Decided.IsZero() && x.Answer.Why != nil {
			list = append(list, x)
		}
	}
	return list
}

// Any says whether there is anything to search.
func (s *Searched) Any() bool { return len(s.Input.Programs) > 0 || goesOn(s.Input.World) }

// Lines are the steps of an order as lines of a scenario.
func (s *Searched) Lines(steps []explore.Step) (lines []string) {
	g := newGrammar(s.file.services)
	for _, step := range steps {
		list := step.Inputs
		for len(list) > 0 {
			text := g.format(list[0])
			if n := wholeRequest(list); n > 0 {
				text = strings.Replace(text, ": send ", ": ", 1)
				if next, ok := list[0].(engine.Next); ok {
					text = "step " + name(next.By)
				}
				list = list[n-1:]
			}
			lines, list = append(lines, text), list[1:]
		}
	}
	return lines
}

// wholeRequest is how many inputs are one request that is sent, decided and answered; 0 where the first is none.
func wholeRequest(list []engine.Input) int {
	if len(list) < 3 {
		return 0
	}
	switch in := list[0].(type) {
	case engine.Next:
		if len(in.Choose) > 0 {
			return 0
		}
	case engine.Send:
		if in.Verb == "send" || in.Verb == "does" {
			return 0
		}
	default:
		return 0
	}
	deliver, decided := list[1].(engine.Deliver)
	answer, heard := list[2].(engine.ReceiveAnswer)
	if !decided || !heard || len(deliver.Choose) > 0 || !slices.Equal(deliver.Names, answer.Names) {
		return 0
	}
	if in, ok := list[0].(engine.Send); ok && !slices.Equal(deliver.Names, []string{in.As}) {
		return 0 // another that was under way is decided first
	}
	return 3
}

// File is an order as a scenario that `run` passes: what leads to the moment, the steps, and what they were answered.
func (s *Searched) File(title string, steps []explore.Step) ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", title)
	for _, st := range s.start {
		b.WriteString(strings.TrimLeft(st.Raw, "\n"))
	}
	g := newGrammar(s.file.services)
	for _, p := range s.Input.Programs { // what stands in front of a first request is done at the start
		for _, in := range p.Steps {
			if _, sends := in.(engine.Send); sends {
				break
			}
			b.WriteString(g.format(in) + "\n")
		}
	}
	b.WriteString("\n")
	for _, l := range s.Lines(steps) {
		b.WriteString(l + "\n")
	}
	for _, a := range s.file.Archive {
		b.WriteString(a.Header)
		b.WriteString(a.Data)
	}
	f, err := Parse(title, []byte(b.String()), s.file.services)
	if err != nil {
		return nil, err
	}
	result, err := f.Run()
	if err != nil {
		return nil, err
	}
	return Update(f, result), nil
}
