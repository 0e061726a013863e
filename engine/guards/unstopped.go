package guards

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// Unstopped says that no guard stops the end that was asked for, and what a plan can do; empty where one does, or none
// was asked for. It is for a table of which no row is left out.
func (t *OrdersTable) Unstopped() string {
	at := slices.IndexFunc(t.Harms, func(harm explore.Row) bool { return harm.Text == AskedEnd })
	if at < 0 {
		return ""
	}
	readsOwn := false
	for _, row := range t.Rows {
		cell := t.Cell(row, t.Harms[at])
		if !row.bare && !strings.HasPrefix(cell, "allows") && !strings.HasPrefix(cell, "refuses") &&
			cell != undone {
			return ""
		}
		readsOwn = readsOwn || row.ID == ownText.ID && row.Found != nil
	}
	const none = "No guard here stops the end that was asked for."
	if len(t.Rows) == 0 {
		return none
	}
	if who := unheeding(t.Rows[0].Input); who != "" {
		return none + " " + who
	}
	if readsOwn || !triesAnew(t.Rows[0].Input) { // that a plan reads whose text is there was tried
		return none
	}
	return none + " What tells a try of one's own from another's is what it " +
		"wrote: a plan can read that and act on it, such as `if r body=ann`."
}

// unheeding says who works behind a marker whatever the request that makes it is answered; empty: nobody does.
func unheeding(in explore.Input) string {
	r := rewriting{in: in}
	for _, b := range explore.BehindIn(in) {
		for _, w := range in.World.Writers() {
			for _, steps := range r.plansOf(w.ID) {
				if verb := r.worksUnasked(steps, b); verb != "" {
					return fmt.Sprintf("%s works behind %s of %s whatever that is answered, for no step of the plan "+
						"decides by it: a guard that refuses it keeps nobody from the work.", w.Title, verb,
						b.Marker.Name)
				}
			}
		}
	}
	return ""
}

// plansOf are the plans that a writer has or is given in what is searched.
func (r *rewriting) plansOf(by string) (list [][]engine.PlanStep) {
	for _, p := range r.in.Programs {
		for _, in := range p.Steps {
			if plan, ok := in.(engine.Plan); ok && p.By == by {
				list = append(list, plan.Steps)
			}
		}
	}
	if plan := r.in.World.PlanOf(by); plan != nil && !plan.Ended() {
		list = append(list, plan.Steps)
	}
	return list
}

// worksUnasked is the operation that makes a marker in a plan which does the work behind it and never asks how that was
// answered; empty: it asks, or the plan does not do so.
func (r *rewriting) worksUnasked(steps []engine.PlanStep, b explore.Behind) (verb string) {
	made, asked, works := map[string]bool{}, false, false
	eachStep(steps, func(s *engine.PlanStep) {
		is := s.Name != "" && made[s.Name]
		switch {
		case s.Do != engine.DoSend:
			asked = asked || is && (s.Do == engine.DoIf || s.Do == engine.DoBreak)
		case r.target(*s) == b.Marker && r.in.World.Spec(s.Verb).Group == engine.GroupWrite:
			made[s.As], verb = true, s.Verb
		case slices.Contains(b.Work, r.target(*s)) && r.in.World.Spec(s.Verb).Group == engine.GroupWrite:
			works = works || len(made) > 0
		}
	})
	if asked || !works {
		return ""
	}
	return verb
}

// triesAnew says whether a writer may do more behind a request of its own that came to nothing, or tries one again.
func triesAnew(in explore.Input) (tries bool) {
	visit := func(s *engine.PlanStep) { tries = tries || s.Do == engine.DoLost || s.Words.Again != "" }
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			switch input := input.(type) {
			case engine.Plan:
				eachStep(input.Steps, visit)
			case engine.Send:
				tries = tries || input.Words.Again != ""
			}
		}
	}
	for _, w := range in.World.Writers() {
		if plan := in.World.PlanOf(w.ID); plan != nil && !plan.Ended() {
			eachStep(plan.Steps, visit)
		}
	}
	return tries
}
