package explore_test

import (
	"strings"

	"interleave/engine"
)

// hear is what becomes of an answer.
func (n *naive) hear(id, name, what string) bool {
	if what == "lose answer" {
		n.do(engine.Lose{Name: name})
		n.unheard(id, name)
		return true
	}
	if what == "two answers" {
		if _, ok := n.do(engine.Duplicate{Name: name}); !ok {
			return false
		}
	}
	in := engine.Input(engine.ReceiveAnswer{Names: []string{name}})
	if !n.w.Named(strings.TrimRight(name, "'")).GaveUp.IsZero() {
		in = engine.Lose{Name: name}
	}
	if what == "stop" {
		n.leaves(id, in)
	}
	_, ok := n.do(in)
	if what == "stop" {
		n.stopped[id] = true
	} else {
		n.locally(id)
	}
	return ok
}

// leaves has a writer stop: what stands in its plan behind the answer that it hears is done no more. How far it was
// then is kept: a wish of it may be half done.
func (n *naive) leaves(id string, heard engine.Input) {
	if n.w.PlanOf(id) == nil {
		return
	}
	w := n.w.Clone()
	if _, err := w.Step(w.Record()+1, heard); err != nil {
		return
	}
	n.left[id] = w.PlanOf(id)
	n.do(engine.Plan{By: id})
}

// planOf is the plan of a writer, or the one that it left as it stopped.
func (n *naive) planOf(id string) *engine.PlanState {
	if p := n.left[id]; p != nil {
		return p
	}
	return n.w.PlanOf(id)
}

// unheard has a writer go on of whose request nothing is under way any more, where it can.
func (n *naive) unheard(id, name string) {
	x := n.w.Named(strings.TrimRight(name, "'"))
	if x.GaveUp.IsZero() && x.Heard.IsZero() && n.w.Answerless(x.Number) && (n.copes(id) || n.givesUp[id]) {
		n.do(engine.Timeout{Name: x.Name})
	}
	n.locally(id)
}
