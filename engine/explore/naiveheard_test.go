package explore_test

import (
	"slices"
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
	if p := n.w.PlanOf(id); what == "stop" && p != nil && len(p.Wishes) == 0 && n.wouldWork(id, in) {
		n.do(engine.Plan{By: id})
	}
	_, ok := n.do(in)
	if what == "stop" {
		n.stopped[id] = true
	} else {
		n.locally(id)
	}
	return ok
}

// wouldWork says whether a writer does work at once because of an input.
func (n *naive) wouldWork(id string, in engine.Input) bool {
	w := n.w.Clone()
	events, err := w.Step(w.Record()+1, in)
	return err == nil && slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Kind == engine.Acted && e.By == id
	})
}

// unheard has a writer go on of whose request nothing is under way any more, where it can.
func (n *naive) unheard(id, name string) {
	x := n.w.Named(strings.TrimRight(name, "'"))
	if x.GaveUp.IsZero() && x.Heard.IsZero() && n.w.Answerless(x.Number) && (n.copes(id) || n.givesUp[id]) {
		n.do(engine.Timeout{Name: x.Name})
	}
	n.locally(id)
}
