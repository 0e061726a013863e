package room

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// MakePlans makes of what each writer did, from the first request on, its plan: a branch that begins in front of these
// requests, on which nothing was sent yet. Undo goes back to where the cursor was. did says whose plans there are now;
// the error says why one's requests are no plan, or that there is nothing to make one of.
func (r *Room) MakePlans() (did string, err error) {
	err = r.change(func() error {
		in, _ := r.replayInput(asItWas)
		if in.None != "" {
			return fmt.Errorf("%w: %s", ErrNothing, in.None)
		}
		cut, err := explore.Cut(in.World, in.Inputs)
		if err != nil {
			return fmt.Errorf("%w: nobody has sent anything that a plan could be made of", ErrNothing)
		}
		inputs, made, left := cut.Front, []string(nil), 0
		w := cut.World.Clone()
		for _, p := range cut.Programs {
			steps, others := p.Planned()
			if left += others; len(steps) == 0 {
				continue
			}
			plan := engine.Plan{By: p.By, Steps: steps}
			if _, err := w.Step(w.Record()+1, plan); err != nil {
				return fmt.Errorf("what %s did cannot be a plan: %w", w.Writer(p.By).Title, err)
			}
			inputs, made = append(inputs, plan), append(made, w.Writer(p.By).Title+" "+requests(requestsIn(steps)))
		}
		if made == nil {
			return fmt.Errorf("%w: the writers have plans already, or did nothing but work outside", ErrNothing)
		}
		back := r.returnPointHere("make plans of what was done")
		if err := r.branchFrom(in.Start, "plans", inputs, back); err != nil {
			return err
		}
		did = fmt.Sprintf("Branch %s: plans of what was done: %s.", r.line.Branch().Name, strings.Join(made, ", "))
		if left > 0 {
			did += fmt.Sprintf(" Telling others an answer is in no plan: %d left out.", left)
		}
		return nil
	})
	return did, err
}

// requestsIn counts the requests of a plan's steps.
func requestsIn(steps []engine.PlanStep) (n int) {
	for _, s := range steps {
		if s.Do == engine.DoSend {
			n++
		}
		n += requestsIn(s.Then) + requestsIn(s.Else)
	}
	return n
}

func requests(n int) string { return engine.Counted(n, "request") }
