package plain

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// ofWriter says whether a writer's id stands behind a word that begins a statement of scenarios too.
func ofWriter(d *desk, rest string) bool {
	id, _, _ := strings.Cut(rest, " ")
	return d.room.View().Writer(id) != nil
}

// aPlan says whether a line gives a plan as a file does: a writer, and the steps in brackets, or `off`.
func aPlan(d *desk, rest string) bool { return ofWriter(d, rest) && strings.Contains(rest, " ") }

// Plans are the plans of the library.
func Plans() []view.PlanOffer {
	list, _ := room.ReadPlans(races.FS) // the files are in the program
	return list
}

// plan gives the writer a plan of the library that fits the object, or one that is typed in brackets; or it takes its
// plan away.
func (d *desk) plan(rest string) {
	v := d.room.View()
	switch {
	case v.Known(d.writer) == nil:
		d.complain("There is no writer yet. writer Ana adds one.")
	case rest == "off" || strings.HasPrefix(rest, "["):
		d.statement("plan " + scenario.FormatName(d.writer) + " " + rest)
	case rest == "":
		var list []choice
		for _, o := range Plans() {
			if steps, ok := o.For(d.object); ok {
				list = append(list, choice{fmt.Sprintf("%s (%s)", o.Title, o.Name), func() { d.givePlan(steps) }})
			}
		}
		d.offer("No plan of the library fits the object. plan [get-blob wiki/home.md as r; ...] gives one of your own.",
			list)
	default:
		d.planNamed(rest)
	}
}

func (d *desk) planNamed(name string) {
	list := Plans()
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = o.Name
	}
	at := slices.Index(names, name)
	if at < 0 {
		d.complain("There is no plan %q.%s plan lists those that fit the object.", name, sessions.Nearest(name, names))
		return
	}
	steps, ok := list[at].For(d.object)
	if !ok {
		d.complain("%s is a plan for a %s, and %s is none.", name, list[at].Kind, d.object)
		return
	}
	d.givePlan(steps)
}

func (d *desk) givePlan(steps []engine.PlanStep) {
	d.tried(d.room.Do(engine.Plan{By: d.writer, Steps: steps}))
}

func (d *desk) stepPlan(of string) {
	if writer := d.planner(of); writer != "" {
		d.takeStep(writer)
	}
}

func (d *desk) stopPlan(of string) {
	if writer := d.planner(of); writer != "" {
		d.tried(d.room.Do(engine.Plan{By: writer}))
	}
}

// planner is the writer whose plan is meant: the one that is named, else the one who acts; empty, with a word why,
// where there is none.
func (d *desk) planner(of string) string {
	writer := d.writer
	if of != "" {
		writer = d.writerNamed(of)
	}
	switch {
	case d.room.View().Known(writer) != nil:
		return writer
	case of != "":
		d.complain("There is no writer %q. as lists who there is.", of)
	default:
		d.complain("There is no writer yet. writer Ana adds one.")
	}
	return ""
}

func (d *desk) takeStep(writer string) bool {
	_, err := d.room.StepPlan(writer)
	return d.tried(nil, err)
}

// walk takes steps of plans in an order.
func (d *desk) walk(writers []string) {
	for _, id := range writers {
		if !d.takeStep(id) {
			return
		}
	}
}
