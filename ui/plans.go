package ui

import (
	"strings"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/dialogs"
)

// plan gives the writer a plan: one by its name, one in brackets, or none; without a name it lists what can be chosen.
func (r *Root) plan(name string) {
	var offers []view.PlanOffer
	if r.deps.Hooks.Plans != nil {
		offers = r.deps.Hooks.Plans()
	}
	switch {
	case name == "":
		r.layers.open(dialogs.NewPlans(r, offers))
		return
	case name == "off":
		r.stopPlan()
		return
	case strings.HasPrefix(name, "["):
		steps, err := scenario.ParsePlan(name, r.view.Services())
		if err != nil {
			r.status.sayError(err)
			return
		}
		r.givePlan(steps)
		return
	}
	for _, o := range offers {
		if o.Name != name {
			continue
		}
		if steps, ok := o.For(r.object); ok {
			r.givePlan(steps)
		} else {
			r.status.hint(name + " is a plan for another kind of object. g p lists those that fit.")
		}
		return
	}
	r.status.hint("There is no plan " + name + ". g p lists those that fit, and edits one.")
}

func (r *Root) givePlan(steps []engine.PlanStep) {
	if _, err := r.room.Do(engine.Plan{By: r.writer, Steps: steps}); err != nil {
		r.status.sayError(err)
		return
	}
	r.status.say(dialogs.HasPlan(r.view.Title(r.writer), steps), 0)
}

func (r *Root) stepPlan() {
	r.playback.pause()
	if _, err := r.room.StepPlan(r.writer); err != nil {
		r.status.sayError(err)
	}
}

func (r *Root) stopPlan() {
	if _, err := r.room.Do(engine.Plan{By: r.writer}); err != nil {
		r.status.sayError(err)
		return
	}
	r.status.say(r.view.Title(r.writer)+" has no plan any more: you drive. u gives it back.", 0)
}

// runPlans lets the clock run; a step of a plan that is due makes it go on.
func (r *Root) runPlans() {
	if !r.playback.on {
		r.playback.runOrPause()
	}
}
