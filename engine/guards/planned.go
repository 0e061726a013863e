package guards

import (
	"maps"
	"slices"

	"interleave/engine"
)

// planned are the answers that a plan will have heard: by its own steps, before any of them was sent.
type planned struct {
	until map[string]int64
	world *engine.World
	steps *[]engine.PlanStep // reads, and changes of a line, in their order
	lost  map[string]bool    // names of changes that are not made where a step stands, as far as its plan knows
	seen  map[string]bool    // names of reads by what their plan knows where it stands: whether anything is there
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
	shown, known := p.shown(s, then)
	if !lacks && !known {
		return p
	}
	inside := *p
	if inside.lost = maps.Clone(p.lost); inside.lost == nil {
		inside.lost = map[string]bool{}
	}
	if inside.seen = maps.Clone(p.seen); inside.seen == nil {
		inside.seen = map[string]bool{}
	}
	if lacks {
		inside.lost[s.Name] = true
	}
	if known {
		inside.seen[s.Name] = shown
	}
	return &inside
}

// shown says what a test of a line that reads says inside a step: whether anything is there.
func (p *planned) shown(s engine.PlanStep, then bool) (there, known bool) {
	of := p.read(s.Name)
	if s.Do != engine.DoIf || of == nil || !p.world.Spec(of.Verb).Prompt() {
		return false, false
	}
	switch {
	case s.Is == nothing, s.Is == none0 && !showsAll(of.Verb):
		return !then, true
	case s.Is == one1 && !showsAll(of.Verb):
		return then, true
	}
	return false, false
}

// read is the newest read of that name; nil: there is none.
func (p *planned) read(name string) *engine.PlanStep {
	for _, s := range slices.Backward(*p.steps) {
		if s.As == name && name != "" && p.world.Spec(s.Verb).Group == engine.GroupRead {
			return &s
		}
	}
	return nil
}

// What lines that read reply where nothing is there: those that show it, and those that count it, as EXISTS.
const nothing, none0, one1 = "nil", "0", "1"

// showsAll says whether a line that reads shows all there is of its key: EXISTS or TTL only tell of it.
func showsAll(verb string) bool { return verb == "GET" || verb == "EXGET" }

// Absent says whether the newest read before this step is one of which its plan knows that nothing was there, and the
// plan has put nothing there since.
func (p *planned) Absent(object engine.ObjectID) bool {
	for _, s := range slices.Backward(*p.steps) {
		if spec := p.world.Spec(s.Verb); spec.About(s.Args) == object {
			there, known := p.seen[s.As]
			return known && !there && spec.Group == engine.GroupRead
		}
	}
	return false
}

// apart is what is heard where a read showed something, or nothing: what is heard then is heard there alone.
func (p *planned) apart(read string, there bool) *planned {
	inside := p.within(engine.PlanStep{Do: engine.DoIf, Name: read, Is: nothing}, !there)
	steps := slices.Clone(*p.steps)
	inside.steps = &steps
	return inside
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
		tells := spec.Group == engine.GroupRead && spec.Prompt() && !showsAll(spec.Verb)
		if spec.Object == object.Kind && spec.Target(s.Args) == object.Name && !p.lost[s.As] && !tells &&
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

// Former is nothing: where a plan knows that a read found nothing, Own is what it had put there in front of that.
func (p *planned) Former(engine.ObjectID) engine.Value { return engine.Value{} }

// Tags are not known before an answer says them.
func (p *planned) Tags(engine.ObjectID) engine.Value { return engine.Value{} }

// Receipt is nothing: a receipt comes with an answer.
func (p *planned) Receipt(engine.Value) engine.Value { return engine.Value{} }

// Needed is as the history was made.
func (p *planned) Needed(request string) int64 { return neededOf(p.until, request) }
