package dialogs

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/catalog"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/say"
)

// NewPlans lists the plans that fit the selected object; a plan in brackets can be typed.
func NewPlans(d command.Host, offers []view.PlanOffer) Dialog {
	v := d.Room().View()
	p := &plans{d: d, v: v, title: v.Title(d.Writer())}
	pick := &picker{chooser: newChooser("Find",
		"No plan of the library fits this object. Type one: ["+reading(d)+" as r; stop]", p.rows(offers)),
		title: "Plan of " + p.title, wide: 100, hints: []Hint{{"Enter", "take"}, upDown, escCloses}}
	pick.input.Placeholder = "a word, or your own: [loop 3 [" + reading(d) + " as r; wait 1s]]"
	pick.filter = p.filter
	pick.refresh()
	return pick
}

// reading is a request that reads the selected object, as a line of a plan.
func reading(d command.Host) string {
	const any = "get-blob wiki/home.md"
	spec := act.Spec(d.Room().View(), d.Writer(), d.Object(), engine.ToRead)
	for _, s := range d.Room().View().Services() { // who types its requests has no key for them
		at := slices.IndexFunc(s.Ops, func(op engine.OpSpec) bool {
			return op.Prompt() && op.Object == d.Object().Kind && op.Effect == engine.Reads
		})
		if spec == nil && at >= 0 {
			spec = &s.Ops[at]
		}
	}
	if spec == nil {
		return any
	}
	line := spec.Verb + " " + d.Object().Name
	if _, err := scenario.ParsePlan("["+line+"]", d.Room().View().Services()); err != nil {
		return any
	}
	return line
}

type plans struct {
	d     command.Host
	v     *view.View
	title string
}

// HasPlan says that a writer has a plan now: what goes on with it, and what it compares in vain instead where it does.
func HasPlan(title string, steps []engine.PlanStep) string {
	if vain := inVain(steps); vain != "" {
		return title + " has a plan. " + vain
	}
	return title + " has a plan. . takes its steps, Space runs it, u takes it back."
}

// inVain is what a plan compares in vain; empty where it compares nothing so.
func inVain(steps []engine.PlanStep) string { return strings.Join(catalog.Unmet(steps), " ") }

func (p *plans) rows(offers []view.PlanOffer) []row {
	has := p.v.NoPlan(p.d.Writer()) == ""
	drive := row{text: "None: you drive", say: p.title + " does nothing by itself.",
		act: func() bool { p.d.Do(command.StopPlan{}); return true }}
	if !has {
		drive.why = p.title + " has no plan"
	}
	var rows []row
	for _, o := range offers {
		steps, ok := o.For(p.d.Object())
		if !ok {
			continue
		}
		lines := strings.Split(strings.TrimSpace(scenario.FormatPlan(steps)), "\n")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		rows = append(rows, row{text: strings.ReplaceAll(strings.TrimPrefix(o.Name, "plan-"), "-", " "), note: o.Title,
			find: o.Name,
			say:  strings.Join(lines, "; "), act: func() bool { return p.give(steps) }})
	}
	if len(rows) == 0 && !has {
		return nil
	}
	return append(rows, drive)
}

func (p *plans) give(steps []engine.PlanStep) bool {
	if _, err := p.d.Room().Do(engine.Plan{By: p.d.Writer(), Steps: steps}); err != nil {
		p.d.Say(say.Error(err), 0)
		return true
	}
	p.d.Say(HasPlan(p.title, steps), 0)
	return true
}

// filter finds a plan by its words; what begins with a bracket is a plan that is being typed.
func (p *plans) filter(rows []row, text string) []row {
	if !strings.HasPrefix(text, "[") {
		if text == "" {
			return rows
		}
		return holding(rows, text)
	}
	own := row{text: "Your own plan", say: text}
	steps, err := scenario.ParsePlan(text, p.v.Services())
	if err == nil {
		_, _, err = p.d.Room().Try(engine.Plan{By: p.d.Writer(), Steps: steps})
	}
	if err != nil {
		own.why = reason(err)
	} else if vain := inVain(steps); vain != "" {
		own.say = vain
	}
	own.act = func() bool { return p.give(steps) }
	return []row{own}
}
