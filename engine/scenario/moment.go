package scenario

import (
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
// what it lost and how the clock went does not count. Behind `back` another branch begins: it is not looked at.
func (f *File) typed() (*Searched, error) {
	s := &Searched{file: f}
	programs := map[string]*explore.Program{}
	var order []string
	add := func(by string, in engine.Input) {
		if programs[by] == nil {
			programs[by] = &explore.Program{By: by}
			order = append(order, by)
		}
		programs[by].Steps = append(programs[by].Steps, in)
	}
	names, raced := map[string]string{}, false
	for _, st := range f.Statements {
		if st.Kind == Back {
			s.Left = append(s.Left, fmt.Sprintf("line %d to the end: %s begins another branch", st.Line,
				strings.TrimSpace(st.Raw)))
			break
		}
		switch {
		case st.Kind == Writer, st.IsSetup() && !raced && st.Kind != PlanOf && st.Kind != HoldOf:
			s.start = append(s.start, st)
		case st.Kind == Request && st.By != engine.Seed, st.Kind == SendOnly && st.By != engine.Seed:
			in := st.Inputs[0].(engine.Send)
			in.As, raced = st.Name, true
			names[in.As] = in.By
			add(in.By, in)
		case st.Kind == Does:
			add(st.By, st.Inputs[0])
		case st.Kind == Tell:
			in := st.Inputs[0].(engine.Tell)
			name, _, _ := in.What.RefName()
			if names[name] == "" {
				s.leaves(st)
				continue
			}
			add(names[name], in)
		case st.Kind == PlanOf && len(st.Inputs) == 1 && len(st.Inputs[0].(engine.Plan).Steps) > 0:
			add(st.Inputs[0].(engine.Plan).By, st.Inputs[0])
		case !slices.Contains([]Kind{Bookmark, State, Explore, Draft, Ask, Choice, Right, Hint, Goal, Task, Deliver,
			Answer,
			Arrive,
			RunOf, StepOf, NextOf, HoldOf, Move}, st.Kind):
			s.leaves(st)
		}
	}
	for _, by := range order {
		s.Input.Programs = append(s.Input.Programs, *programs[by])
	}
	return s, s.play()
}

func (s *Searched) leaves(list ...*Statement) {
	for _, st := range list {
		s.Left = append(s.Left, fmt.Sprintf("line %d: %s", st.Line, strings.TrimSpace(st.Raw)))
	}
}

// play plays what leads to the moment.
func (s *Searched) play() error {
	r := &run{file: s.file, t: timeline.New(engine.NewWorld(s.file.services...), FormatInput, ParseInput),
		places: map[string]int{}, earlier: map[decision]engine.Record{}}
	for _, st := range s.start {
		if err := r.statement(st); err != nil {
			return err
		}
	}
	s.Input.World = r.t.World()
	return nil
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
	_, heard := list[2].(engine.ReceiveAnswer)
	if !decided || !heard || len(deliver.Choose) > 0 {
		return 0
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
