package explore_test

import (
	"slices"
	"strings"

	"interleave/engine"
)

// standing is where a plan stands, as a reader of its text has it: in front of a step, within what blocks.
type standing struct {
	n      *naive
	p      *engine.PlanState
	wish   string
	within []block // the outermost first
	found  bool    // a request of the wish that changes something may be sent from here
}

// block are steps that stand below another, or those of the whole plan.
type block struct {
	of    *engine.PlanStep // nil: the plan
	steps []engine.PlanStep
	at    int // the step of it that is looked at
	loop  int // the number of the loop that it is, in the order of the text; -1: it is none
}

// mayStillChange says whether a plan may still send a request of a wish that changes something: whatever the tests that
// it has not come to say, and in another round of a loop that is not there for trying again.
func (n *naive) mayStillChange(p *engine.PlanState, wish string) bool {
	s := standing{n: n, p: p, wish: wish}
	switch next := p.Next(); {
	case p.Ended():
		return false
	case next != nil:
		s.find(next)
	case p.Last == 0:
		s.within = []block{{steps: p.Steps, loop: -1}}
	default:
		s.find(n.stepOf(p))
		if s.innermost().at++; !p.Out {
			s.goesOn()
		}
	}
	s.unwind()
	return s.found
}

// stepOf is the step by which a plan sent its newest request. What it sent before the search began is told by its name.
func (n *naive) stepOf(p *engine.PlanState) (found *engine.PlanStep) {
	if step := n.sent[p.Last]; step != nil {
		return step
	}
	x := n.w.Exchange(p.Last)
	eachStep(p.Steps, func(s *engine.PlanStep) {
		called := s.As == "" || strings.HasPrefix(x.Name, p.By+"-"+s.As)
		if found == nil && s.Do == engine.DoSend && s.Verb == x.Verb && called {
			found = s
		}
	})
	return found
}

func eachStep(steps []engine.PlanStep, visit func(*engine.PlanStep)) {
	for i := range steps {
		visit(&steps[i])
		eachStep(steps[i].Then, visit)
		eachStep(steps[i].Else, visit)
	}
}

// find has it stand in front of a step, and behind the steps that this stands in.
func (s *standing) find(step *engine.PlanStep) {
	loops := 0
	var look func(of *engine.PlanStep, steps []engine.PlanStep) bool
	look = func(of *engine.PlanStep, steps []engine.PlanStep) bool {
		b := block{of: of, steps: steps, loop: -1}
		if of != nil && of.Do == engine.DoLoop {
			b.loop, loops = loops, loops+1
		}
		s.within = append(s.within, b)
		here := len(s.within) - 1
		for i := range steps {
			if s.within[here].at = i; &steps[i] == step {
				return true
			}
			s.within[here].at++
			if look(&steps[i], steps[i].Then) || steps[i].Do == engine.DoIf && look(&steps[i], steps[i].Else) {
				return true
			}
		}
		s.within = s.within[:here]
		return false
	}
	look(nil, s.p.Steps)
}

func (s *standing) innermost() *block { return &s.within[len(s.within)-1] }

func (s *standing) leave() { s.within = s.within[:len(s.within)-1] }

// goesOn follows what the plan has done behind an answer, up to the wait that it stands in.
func (s *standing) goesOn() {
	for len(s.within) > 0 {
		b := s.innermost()
		if b.at >= len(b.steps) {
			if b.at = 0; b.loop < 0 || s.p.Round[b.loop] == 0 {
				s.leave()
			}
			continue
		}
		step := &b.steps[b.at]
		b.at++
		switch into := s.into(step); step.Do {
		case engine.DoSend:
			return
		case engine.DoWait:
			if n, ok := step.For.Int(); !ok || n > 0 {
				return
			}
		case engine.DoWork:
			if s.p.Why != "" {
				return
			}
		case engine.DoStop:
			s.within = nil
		case engine.DoBreak:
			for s.is(step) && s.innermost().loop < 0 {
				s.leave()
			}
			if s.is(step) {
				s.leave()
			}
		default:
			s.within = append(s.within, into)
		}
	}
}

// into is what is done of a step that has others below it.
func (s *standing) into(step *engine.PlanStep) block {
	b := block{of: step, steps: step.Then, loop: -1}
	switch step.Do {
	case engine.DoIf:
		if !s.is(step) {
			b.steps = step.Else
		}
	case engine.DoLost:
		if x := s.answer(step); x != nil && !x.Heard.IsZero() {
			b.steps = nil
		}
	case engine.DoLoop:
		loops := 0
		eachStep(s.p.Steps, func(o *engine.PlanStep) {
			if o == step {
				b.loop = loops
			}
			if o.Do == engine.DoLoop {
				loops++
			}
		})
	}
	return b
}

// answer is the newest request that a step means; nil: there is none.
func (s *standing) answer(step *engine.PlanStep) *engine.Exchange {
	for number := s.n.w.Requests(); number > 0; number-- {
		x := s.n.w.Exchange(number)
		name, called := strings.CutPrefix(x.Name, x.By+"-"+step.Name)
		if x.By == s.p.By && called && name != "" && strings.Trim(name, "0123456789") == "" {
			return x
		}
	}
	return nil
}

func (s *standing) is(step *engine.PlanStep) bool {
	x := s.answer(step)
	return x != nil && !x.Heard.IsZero() && x.Answer.Is(step.Is)
}

// unwind follows all that may come from where it stands.
func (s *standing) unwind() {
	falls, breaks := true, false
	for n, b := range slices.Backward(s.within) {
		inside := ""
		for _, outer := range s.within[:n+1] {
			if outer.of != nil && outer.of.Do == engine.DoWish {
				inside = outer.of.Name
			}
		}
		if falls {
			var broken bool
			falls, broken = s.all(b.steps[b.at:], inside)
			breaks = breaks || broken
		}
		if b.loop >= 0 {
			if falls && !breaksOut(b.of.Then) && s.p.Round[b.loop] < b.of.Times {
				s.all(b.of.Then, inside)
			}
			falls, breaks = falls || breaks, false
		}
	}
}

// all follows all ways through some steps; falls says whether their end can be reached, breaks whether the loop around
// them can be left from their midst.
func (s *standing) all(steps []engine.PlanStep, wish string) (falls, breaks bool) {
	for i := range steps {
		step := &steps[i]
		switch step.Do {
		case engine.DoSend:
			s.found = s.found || wish == s.wish && countsInWish(s.n.w.Spec(step.Verb).Group)
		case engine.DoStop:
			return false, breaks
		case engine.DoBreak:
			breaks = true
		case engine.DoWish:
			through, out := s.all(step.Then, step.Name)
			if breaks = breaks || out; !through {
				return false, breaks
			}
		case engine.DoLoop:
			if through, out := s.all(step.Then, wish); !through && !out {
				return false, breaks
			}
		case engine.DoIf, engine.DoLost:
			one, out := s.all(step.Then, wish)
			other, outToo := s.all(step.Else, wish)
			if breaks = breaks || out || outToo; !one && !other {
				return false, breaks
			}
		}
	}
	return true, breaks
}

// breaksOut says whether a loop with some steps is there for trying again: a break leaves it.
func breaksOut(steps []engine.PlanStep) bool {
	return slices.ContainsFunc(steps, func(s engine.PlanStep) bool {
		return s.Do == engine.DoBreak || s.Do != engine.DoLoop && (breaksOut(s.Then) || breaksOut(s.Else))
	})
}

// maySay notes the works that steps of a plan call by names of their own.
func (n *naive) maySay(steps []engine.PlanStep) {
	eachStep(steps, func(s *engine.PlanStep) {
		if work := s.For.String(); s.Do == engine.DoWork && !strings.ContainsAny(work, "${") &&
			!slices.Contains(n.works, work) {
			n.works = append(n.works, work)
		}
	})
}
