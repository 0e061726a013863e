package explore_test

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// startsBeside notes what hands without a plan have under way at once where the search begins.
func (n *naive) startsBeside(id string) {
	var names []string
	for number := range n.w.Requests() {
		x := n.w.Exchange(number + 1)
		if x.By == id && x.Heard.IsZero() && x.GaveUp.IsZero() && n.stands(x.Name) != nil {
			names = append(names, x.Name)
		}
	}
	sends := !slices.ContainsFunc(n.lines[id], func(in engine.Input) bool { _, is := in.(engine.Send); return !is })
	if len(names) < 2 || n.w.PlanOf(id) != nil || !sends {
		return
	}
	if n.beside[id] == nil {
		n.beside[id] = map[string][]string{}
	}
	n.beside[id][names[0]] = append(n.beside[id][names[0]], names[1:]...)
}

// awaited are the requests without an answer for which a writer waits that sends some beside others.
func (n *naive) awaited(id string) (list []int) {
	var beside []string
	if n.at[id] < len(n.lines[id]) {
		if next, ok := n.lines[id][n.at[id]].(engine.Send); ok {
			beside = n.beside[id][next.As]
		}
	}
	for number := range n.w.Requests() {
		x := n.w.Exchange(number + 1)
		if x.By == id && x.Heard.IsZero() && x.GaveUp.IsZero() && !slices.Contains(beside, x.Name) {
			list = append(list, x.Number)
		}
	}
	return list
}

// together sends a request that is under way beside others of its writer.
func (n *naive) together(send engine.Send, id string) (events []engine.Event, sent bool) {
	if !n.flies(id, send.As) {
		return nil, false
	}
	return n.do(send)
}

func (n *naive) flies(id, name string) bool {
	for one, others := range n.beside[id] {
		if one == name || slices.Contains(others, name) {
			return true
		}
	}
	return false
}

// besideGoes says whether what a writer sent beside others of its own can go so: an answer stays under way only where
// the answer to one that is still undecided can come in front of it, and is heard when one has, or none can.
func (n *naive) besideGoes(m *engine.Message, x *engine.Exchange, what string) bool {
	undecided, came := false, false
	for _, o := range n.w.Flight() {
		y := n.w.Exchange(o.Request)
		undecided = undecided || y.By == x.By && y.Number != x.Number && !o.Back && y.Decided.IsZero() &&
			y.GaveUp.IsZero()
	}
	for number := range n.w.Requests() {
		y := n.w.Exchange(number + 1)
		came = came || m.Back && y.By == x.By && y.Heard.Event > x.Decided.Event
	}
	switch {
	case m.Back:
		return (what == "whole" || what == "stop") && (came || !undecided)
	case what == "keep":
		return undecided
	case what == "late", what == "two requests":
		return m.State == engine.Travelling
	}
	return true
}

// copesWith says whether a request was sent by a plan that says what it does where no answer comes to it.
func (n *naive) copesWith(x *engine.Exchange) bool {
	p := n.planOf(x.By)
	var within func(steps []engine.PlanStep) bool
	within = func(steps []engine.PlanStep) bool {
		for i := range steps {
			s := &steps[i]
			rest, called := strings.CutPrefix(x.Name, x.By+"-"+s.Name)
			_, err := strconv.Atoi(rest)
			is := s.Do == engine.DoLost && s.IsBehind(steps, i) && called && err == nil
			if is || within(s.Then) || within(s.Else) {
				return true
			}
		}
		return false
	}
	return p != nil && within(p.Steps)
}
