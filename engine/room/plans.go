package room

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// StepPlan has a writer take the next step of its plan, as one action: what is under way of it comes to its end, else
// its next request goes all the way, or only under way where its requests are held. It says what was done.
func (r *Room) StepPlan(writer string) (did string, err error) {
	err = r.change(func() error {
		inputs, err := r.planStep(writer)
		if err != nil {
			return err
		}
		did = r.planName(writer)
		_, err = r.do(inputs...)
		return err
	})
	return did, err
}

// planName is what people call a writer's next step.
func (r *Room) planName(writer string) string {
	w := r.line.World()
	if next := w.PlanOf(writer).Next(); next != nil {
		return fmt.Sprintf("%s's plan: %s", r.titleOf(writer), view.PlanWord(w.Spec(next.Verb)))
	}
	return r.titleOf(writer) + "'s plan goes on"
}

// planStep is what the next step of a writer's plan comes to, found out on a clone.
func (r *Room) planStep(writer string) ([]engine.Input, error) {
	w := r.line.World()
	way := onTheWay(scenario.HandOver(w, writer))
	p := w.PlanOf(writer)
	if way == nil || w.Ready(writer) == nil {
		way = []engine.Input{engine.Next{By: writer}}
		if wait := r.planDue(writer).Sub(w.Now()); p != nil && wait > 0 {
			way = slices.Insert(way, 0, engine.Input(engine.Clock{By: wait}))
		}
	}
	w = w.Clone()
	var inputs []engine.Input
	for number := r.line.Last() + 1; len(way) > 0; way = onTheWay(scenario.HandOver(w, writer)) {
		for _, in := range way {
			if _, err := w.Step(number, in); err != nil {
				return nil, err
			}
			inputs, number = append(inputs, in), number+1
		}
		if p := w.PlanOf(writer); !p.Out { // its answer has come
			break
		}
	}
	return inputs, nil
}

// onTheWay is a message handed over, with the time that it takes.
func onTheWay(inputs []engine.Input) []engine.Input {
	if inputs == nil {
		return nil
	}
	return append([]engine.Input{engine.Clock{By: oneWay}}, inputs...)
}

// planDue is when the next step of a writer's plan is due.
func (r *Room) planDue(writer string) engine.Instant { return view.PlanDue(r.line.World(), writer) }

// duePlan is the writer whose plan is due first, and its next step; empty where no plan can go on.
func (r *Room) duePlan() (writer string, inputs []engine.Input) {
	w := r.line.World()
	var first engine.Instant
	for _, id := range scenario.InTurn(w) {
		at := r.planDue(id)
		if !scenario.CanStep(w, id) || writer != "" && at >= first {
			continue
		}
		if way, err := r.planStep(id); err == nil {
			writer, inputs, first = id, way, at
		}
	}
	return writer, inputs
}
