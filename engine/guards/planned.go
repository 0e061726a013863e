package guards

import (
	"slices"

	"interleave/engine"
)

// planned are the answers that a plan will have heard: by its own steps, before any of them was sent.
type planned struct {
	until map[string]int64
	world *engine.World
	steps *[]engine.PlanStep // reads, and changes of a line, in their order
	lost  map[string]bool    // names of changes that are not made where a step stands, as far as its plan knows
}

func (p *planned) add(s engine.PlanStep) {
	switch spec := p.world.Spec(s.Verb); {
	case s.As != "" && spec.Group == engine.GroupRead:
	case spec.Prompt() && spec.Changes() && spec.Effect != engine.Describes: // an expiry leaves the value what it was
	default:
		return
	}
	*p.steps = append(*p.steps, s)
}

// within is what is heard inside a step: what a test says was refused, or what no answer came to, is not made there.
func (p *planned) within(s engine.PlanStep, then bool) *planned {
	lacks := s.Do == engine.DoLost && then
	if s.Do == engine.DoIf {
		for _, of := range *p.steps {
			if of.As == s.Name && s.Name != "" {
				lacks = isOfSuccess(p.world.Spec(of.Verb), s.Is) != then
			}
		}
	}
	if !lacks {
		return p
	}
	inside := *p
	inside.lost = map[string]bool{s.Name: true}
	for name := range p.lost {
		inside.lost[name] = true
	}
	return &inside
}

// forget has what was done in a step that a plan may not take be unknown behind it, from a place in steps on.
func (p *planned) forget(s engine.PlanStep, from int) {
	if s.Do == engine.DoIf || s.Do == engine.DoLost {
		*p.steps = (*p.steps)[:from]
	}
}

// newest is the newest step before this one that read an object, or changed it where that matters.
func (p *planned) newest(object engine.ObjectID, changes bool) (found engine.PlanStep, ok bool) {
	for _, s := range slices.Backward(*p.steps) {
		spec := p.world.Spec(s.Verb)
		if spec.Object == object.Kind && spec.Target(s.Args) == object.Name && !p.lost[s.As] &&
			(changes || spec.Group == engine.GroupRead) {
			return s, true
		}
	}
	return found, false
}

// Shown is the newest read before this step that is about the object. A change since makes its text another.
func (p *planned) Shown(object engine.ObjectID, field string) engine.Value {
	if s, ok := p.newest(object, field == "value"); ok && p.world.Spec(s.Verb).Group == engine.GroupRead {
		return engine.Ref(s.As+"."+field, false)
	}
	return engine.Value{}
}

// Said is Shown: what was not read is not known before.
func (p *planned) Said(object engine.ObjectID, field string) engine.Value {
	return p.Shown(object, field)
}

// Own is the whole content that the plan itself has put there since, where it says which.
func (p *planned) Own(object engine.ObjectID) engine.Value {
	if s, ok := p.newest(object, true); ok && p.world.Spec(s.Verb).Group == engine.GroupWrite {
		return p.world.Spec(s.Verb).WholeText(s.Args)
	}
	return engine.Value{}
}

// Receipt is nothing: a receipt comes with an answer.
func (p *planned) Receipt(engine.Value) engine.Value { return engine.Value{} }

// Needed is as the history was made.
func (p *planned) Needed(request string) int64 { return neededOf(p.until, request) }
