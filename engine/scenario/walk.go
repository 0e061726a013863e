package scenario

import (
	"slices"
	"strings"

	"interleave/engine"
)

// The statements that take steps of plans: next, step, hold and run. Which inputs a step and a run are, the world says
// when they come.

// cutChoose takes `choose=1` off the end of a statement.
func (w *words) cutChoose() ([]int, error) {
	last := len(w.items) - 1
	if last <= 0 || !w.items[last].isOwn() || w.items[last].key != "choose" {
		return nil, nil
	}
	words := engine.Words{}
	err := chooseWord(&words, w.items[last])
	w.items = w.items[:last]
	return words.Choose, err
}

func readStepOf(p *parser, s *Statement, w words) error {
	form := string(s.Kind) + " ann"
	next := engine.Next{}
	var err error
	if s.Kind == NextOf {
		if next.Choose, err = w.cutChoose(); err != nil {
			return err
		}
	}
	err = w.need(1, 1, form)
	if err != nil {
		return err
	}
	if s.By, err = p.planner(w, 0, form); err != nil {
		return err
	}
	s.Names = []string{s.By}
	p.requests++
	if s.Kind == NextOf {
		next.By = s.By
		s.Inputs = []engine.Input{next}
		s.Names = nil
	}
	return nil
}

// planner is the n-th item as the id of a writer that has a plan.
func (p *parser) planner(w words, n int, form string) (string, error) {
	id, err := p.writerAt(w, n, form)
	if err == nil && p.strict && p.plans[id] == nil {
		return "", &wrong{w.items[n].start, id + " has no plan: `plan " + name(id) + "` gives it one"}
	}
	return id, err
}

func readHold(p *parser, s *Statement, w words) error {
	const form = "hold ann, or hold ann off"
	err := w.need(1, 2, form)
	if err != nil {
		return err
	}
	if s.By, err = p.writerAt(w, 0, form); err != nil {
		return err
	}
	in := engine.Set{Scope: s.By, Key: "hold", Value: "on"}
	if len(w.items) == 2 {
		if in.Value = w.items[1].value.String(); !w.items[1].is("off") && !w.items[1].is("on") {
			return &wrong{w.items[1].start, "requests are held, or not: write " + form}
		}
	}
	s.Inputs = []engine.Input{in}
	return nil
}

func readRun(p *parser, s *Statement, w words) error {
	const form = "run ann ben ben ann, or run"
	if err := w.need(0, engine.MaxInputs, form); err != nil {
		return err
	}
	for n := range w.items {
		id, err := p.planner(w, n, form)
		if err != nil {
			return err
		}
		s.Names = append(s.Names, id)
		p.requests++
	}
	return nil
}

// Walks says whether the world says which inputs the statement is.
func (s *Statement) Walks() bool { return s.Kind == StepOf || s.Kind == RunOf }

// ownOf is the verb of what a name means in the plan of the statement's writer; empty where it means nothing there.
func (p *parser) ownOf(s *Statement, n string) string {
	if d := p.plans[s.By]; d != nil && (s.Kind == NextOf || s.Kind == StepOf) {
		return d.names[n]
	}
	return ""
}

// askedOf is the verb of the request that an expectation is about. Where a step of a plan is not named it is one of the
// plan's.
func (p *parser) askedOf(s *Statement, e *Expectation) string {
	if d := p.plans[s.By]; d != nil && e.Request == "" && len(d.verbs) > 0 {
		return d.verbs[max(slices.IndexFunc(d.verbs, func(verb string) bool { return !isPrompt(verb) }), 0)]
	}
	if verb := p.ownOf(s, e.Request); verb != "" {
		return verb
	}
	return p.verbOf(strings.TrimRight(e.Request, "'"))
}

// phase is what a moment of a plan does.
type phase uint8

const (
	catching phase = iota + 1 // what of the plan is under way comes to its end; that is the whole step then
	taking                    // the next step, when it is time
	deciding                  // the service decides what was sent
	hearing                   // the writer hears the answer
	rounding                  // all of these, for all plans, until nothing is left
)

// steps are the moments of a step or a run.
func (s *Statement) steps() []Moment {
	if s.Kind == RunOf && len(s.Names) == 0 {
		return []Moment{{Statement: s, What: "the plans go on", phase: rounding}}
	}
	var list []Moment
	for _, id := range s.Names {
		for n, what := range []string{"goes on with what is under way", "takes a step of its plan", "is decided",
			"hears the answer"} {
			list = append(list, Moment{Statement: s, N: n, What: id + " " + what, phase: catching + phase(n), by: id})
		}
	}
	return list
}

// inputs are what a moment of a plan puts in as the world stands, and how many moments further the next one is: 0 where
// this one is not over with them.
func (m Moment) inputs(w Around) (list []engine.Input, on int) {
	switch m.phase {
	case catching:
		if w.Ready(m.by) == nil {
			return nil, 1
		}
		if list = HandOver(w, m.by); len(list) == 0 {
			return nil, 1
		}
		if _, heard := list[0].(engine.ReceiveAnswer); heard {
			return list, int(rounding - catching)
		}
		return list, 0
	case taking:
		return due(w, m.by), 1
	case deciding, hearing:
		if list = HandOver(w, m.by); len(list) > 0 {
			if _, back := list[0].(engine.ReceiveAnswer); back != (m.phase == hearing) {
				return nil, 1
			}
		}
		return list, 1
	}
	if list = NextOfPlans(w); len(list) > 0 {
		return list, 0
	}
	return nil, 1
}

// due is a writer's next step, when its plan has waited long enough.
func due(w Around, by string) []engine.Input {
	if p := w.PlanOf(by); p != nil && p.Until > w.Now() {
		return []engine.Input{engine.Clock{To: p.Until}, engine.Next{By: by}}
	}
	return []engine.Input{engine.Next{By: by}}
}

// HandOver is what brings the request that a writer's plan waits for one moment on: the service decides it, or the
// answer is heard. Nothing where the writer's requests are held or nothing of it can move.
func HandOver(w Around, by string) []engine.Input {
	p := w.PlanOf(by)
	if p == nil || !p.Out {
		return nil
	}
	for _, m := range w.Flight() {
		if m.Request != p.Last || m.Copy != 0 || m.State == engine.Working || m.State == engine.AtServiceWaiting {
			continue
		}
		names := []string{w.Exchange(p.Last).Name}
		switch {
		case m.Back:
			return []engine.Input{engine.ReceiveAnswer{Names: names}}
		case w.Setting(by+".hold") != "on":
			return []engine.Input{engine.Deliver{Names: names}}
		}
	}
	return nil
}

// NextOfPlans is what the plans do next when all run: what is under way comes to its end, then the next writer in turn
// takes a step, then the clock moves to the end of a wait. Nothing where all have ended or nobody can move.
func NextOfPlans(w Around) []engine.Input {
	writers := InTurn(w)
	for _, id := range writers {
		if list := HandOver(w, id); list != nil {
			return list
		}
	}
	for _, id := range writers {
		if CanStep(w, id) {
			return []engine.Input{engine.Next{By: id}}
		}
	}
	var wait engine.Instant
	for _, id := range writers {
		if p := w.PlanOf(id); p.Until > w.Now() && (wait == 0 || p.Until < wait) {
			wait = p.Until
		}
	}
	if wait == 0 {
		return nil
	}
	return []engine.Input{engine.Clock{To: wait}}
}

// CanStep says whether a plan goes on by itself: nobody gives up an answer that may still come only because plans run.
func CanStep(w Around, id string) bool {
	p := w.PlanOf(id)
	return p != nil && w.Ready(id) == nil && (!p.Out || w.Answerless(p.Last) || !w.Exchange(p.Last).GaveUp.IsZero())
}

// InTurn are the writers with plans, the one behind whom a plan sent last first.
func InTurn(w Around) []string {
	var list []string
	last, at := 0, 0
	for _, x := range w.Writers() {
		p := w.PlanOf(x.ID)
		if p == nil {
			continue
		}
		list = append(list, x.ID)
		if p.Last > last {
			last, at = p.Last, len(list)
		}
	}
	return slices.Concat(list[min(at, len(list)):], list[:min(at, len(list))])
}
