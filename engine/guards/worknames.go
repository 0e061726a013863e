package guards

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
)

// Work that is called by the tag which a write was answered, as `does $m.etag`, has a name for each write that was
// accepted. The condition of that write is what makes it one work: a create that asks for nothing to be there is
// accepted once, and so is a write over the version that it names. Under a guard that takes the condition away both
// are, each with a tag of its own, and the same work would have two names. There it is called by what the condition was
// about: the thing that was to be made, or the version that was to be replaced.

// workNames says how work is called in the place of such tags.
type workNames struct {
	in    explore.Input
	calls []called
	clear bool // each of them can be called otherwise
}

// called is a step that says work to be done which the tag of some requests calls.
type called struct {
	by, name string        // whose, and the answer
	line     bool          // hands typed it
	sends    []engine.Send // that may have that name
}

// tagField is the field of an answer that names a version which no other has.
const tagField = "etag"

// workNamesOf looks for such work; ok is false where no write names any under a condition.
func workNamesOf(in explore.Input) (n workNames, ok bool) {
	n = workNames{in: in, clear: true}
	all := sendsOf(in)
	n.works(func(by string, what engine.Value, line bool) {
		name, field, refers := what.RefName()
		if !refers || field != tagField {
			return
		}
		c := called{by: by, name: name, line: line}
		for _, s := range all {
			if s.By == by && s.As == name {
				c.sends = append(c.sends, s)
			}
		}
		n.calls = append(n.calls, c)
	})
	for _, c := range n.calls {
		ok = ok || slices.ContainsFunc(c.sends, n.isConditional)
	}
	for _, c := range n.calls {
		_, known := n.instead(c)
		n.clear = n.clear && known
	}
	return n, ok
}

// works visits what plans and hands say to be done.
func (n *workNames) works(visit func(by string, what engine.Value, line bool)) {
	each := func(by string) func(s *engine.PlanStep) {
		return func(s *engine.PlanStep) {
			if s.Do == engine.DoWork {
				visit(by, s.For, false)
			}
		}
	}
	for _, p := range n.in.Programs {
		for _, input := range p.Steps {
			switch input := input.(type) {
			case engine.Act:
				visit(p.By, input.What, true)
			case engine.Plan:
				eachStep(input.Steps, each(p.By))
			}
		}
	}
	for _, w := range n.in.World.Writers() {
		if p := n.in.World.PlanOf(w.ID); p != nil && !p.Ended() {
			eachStep(p.Steps, each(w.ID))
		}
	}
}

// creates says whether a request makes its object only where nothing is.
func (n *workNames) creates(s engine.Send) bool {
	return conflict.AsksForNothing(n.in.World, s.Verb, s.Args)
}

// base is the tag that a write names as that of what it replaces.
func (n *workNames) base(s engine.Send) (base engine.Value, ok bool) {
	spec := n.in.World.Spec(s.Verb)
	for _, a := range s.Args {
		p, _ := spec.Param(a.Name)
		if name, field, refers := a.Value.RefName(); refers && p.Version && !p.Ignored && field == tagField {
			return engine.Ref(name+"."+field, false), true
		}
	}
	return base, false
}

func (n *workNames) isConditional(s engine.Send) bool {
	_, replaces := n.base(s)
	return n.in.World.Spec(s.Verb).Group == engine.GroupWrite && (replaces || n.creates(s))
}

func (n *workNames) object(s engine.Send) engine.ObjectID {
	return n.in.World.Spec(s.Verb).About(s.Args)
}

// instead is how work is called in the place of a tag, zero: as it is; ok is false where that is not known.
func (n *workNames) instead(c called) (value engine.Value, ok bool) {
	for at, s := range c.sends {
		var one engine.Value
		base, replaces := n.base(s)
		switch {
		case n.isOnlyMade(n.object(s)): // whoever made it, or reads it
			one = engine.Text(n.object(s).Name)
		case n.isConditional(s) && (!replaces || !n.isOnlyReplaced(n.object(s)) || !n.isOneRead(c.by, base)):
			return value, false
		case n.isConditional(s):
			one = base
		case n.isWritten(n.object(s)):
			return value, false
		}
		if at > 0 && !one.Equal(value) {
			return value, false
		}
		value = one
	}
	return value, true
}

// isOnlyMade says whether a thing is not there yet, and all that writes it only makes it: of all that, one is accepted.
func (n *workNames) isOnlyMade(object engine.ObjectID) bool {
	if r := n.in.World.Object(object); r != nil {
		return false
	}
	made := false
	for _, s := range sendsOf(n.in) {
		spec := n.in.World.Spec(s.Verb)
		switch {
		case spec.Group == engine.GroupRead:
		case n.object(s) == object && n.creates(s):
			made = true
		case n.object(s) == object, spec.Effect == engine.Renames, spec.Effect == engine.Deletes && spec.OnHolder():
			return false
		}
	}
	return made
}

// isOnlyReplaced says whether all work that tags of a thing call is called by writes over a version that they name.
func (n *workNames) isOnlyReplaced(object engine.ObjectID) bool {
	return !slices.ContainsFunc(n.calls, func(c called) bool {
		return slices.ContainsFunc(c.sends, func(s engine.Send) bool {
			_, replaces := n.base(s)
			return n.object(s) == object && !(replaces && n.isConditional(s))
		})
	})
}

// isWritten says whether a conditional write of a thing calls work.
func (n *workNames) isWritten(object engine.ObjectID) bool {
	return slices.ContainsFunc(n.calls, func(c called) bool {
		return slices.ContainsFunc(c.sends, func(s engine.Send) bool {
			return n.object(s) == object && n.isConditional(s)
		})
	})
}

// isOneRead says whether an answer that a writer names has its name from one request alone, a read.
func (n *workNames) isOneRead(by string, tag engine.Value) bool {
	name, _, _ := tag.RefName()
	count := 0
	for _, s := range sendsOf(n.in) {
		if s.By == by && s.As == name {
			if count++; n.in.World.Spec(s.Verb).Group != engine.GroupRead {
				return false
			}
		}
	}
	return count == 1
}

// plan is a plan in which work is called so. It is done where the tag came, as before.
func (n *workNames) plan(by string, steps []engine.PlanStep) []engine.PlanStep {
	steps = slices.Clone(steps)
	for i, s := range steps {
		steps[i].Then, steps[i].Else = n.plan(by, s.Then), n.plan(by, s.Else)
		name, field, refers := s.For.RefName()
		if s.Do != engine.DoWork || !refers || field != tagField {
			continue
		}
		at := slices.IndexFunc(n.calls, func(c called) bool { return c.by == by && c.name == name })
		if value, ok := n.instead(n.calls[at]); ok && !value.IsZero() { // each was looked at
			s.For = value
			steps[i] = engine.PlanStep{Do: engine.DoIf, Name: name, Is: tagField, Then: []engine.PlanStep{s}}
		}
	}
	return steps
}

// unclear is what is said where work cannot be called so.
const unclear = "Work is called by the tags that conditional writes are answered. Under another condition each has a " +
	"tag of its own, so whether two do the same work is not told."

// callWorks has the writers of a rewriting call their work so, where the row's guard takes conditions away.
func (r *rewriting) callWorks() {
	if _, any := workNamesOf(r.in); r.kind.Keeps || !any {
		return
	}
	planned := r.in
	planned.Programs = nil
	for _, p := range r.in.Programs {
		if slices.ContainsFunc(p.Steps, func(in engine.Input) bool { _, works := in.(engine.Act); return works }) {
			p = linesAsPlan(p)
		}
		planned.Programs = append(planned.Programs, p)
	}
	names, _ := workNamesOf(planned)
	inLines := slices.ContainsFunc(names.calls, func(c called) bool { return c.line })
	if !names.clear || inLines {
		r.notes = append(r.notes, note{text: unclear})
		return
	}
	planned.Works = explore.WorksIn(r.in)
	r.in, r.works = planned, &names
}
