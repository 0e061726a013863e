package guards

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// A plan may give the read that follows on a lost answer the name of the request itself: what decides by that name
// takes either answer, and that something is there for one's own success. Under ownText these are told apart.

// readsApart is a plan in which such a read has a name of its own, and all that comes behind it stands twice: once
// behind the answer to the request, and once behind that of the read, which ends the plan.
func (r *rewriting) readsApart(steps []engine.PlanStep) []engine.PlanStep {
	for i, s := range steps {
		at := r.readInPlace(steps, s)
		if at < 0 {
			continue
		}
		create, name := r.created(steps, s.Name), s.Name+"read"
		rest := r.readsApart(slices.Clone(steps[i+1:]))
		then := r.behindRead(slices.Concat(s.Then[at:], rest), create, s.Name, name)
		s.Then = append(slices.Concat(s.Then[:at], then), engine.PlanStep{Do: engine.DoStop})
		return append(append(slices.Clone(steps[:i]), s), rest...)
	}
	return steps
}

// readInPlace is where in the steps behind a loss the read stands that has the name of the request that is lost, and
// reads what that makes; -1: there is none, or more comes behind it there than its own loss.
func (r *rewriting) readInPlace(steps []engine.PlanStep, lost engine.PlanStep) int {
	create := r.created(steps, lost.Name)
	if lost.Do != engine.DoLost || create == nil {
		return -1
	}
	at := slices.IndexFunc(lost.Then, func(s engine.PlanStep) bool {
		return s.Do == engine.DoSend && s.As == lost.Name && r.target(s) == r.target(*create) &&
			r.readAs([]engine.PlanStep{s}, s.As) != nil
	})
	if at < 0 || slices.ContainsFunc(lost.Then[at+1:], func(s engine.PlanStep) bool { return s.Do != engine.DoLost }) {
		return -1
	}
	return at
}

// created is the request of that name by which a plan makes a text only if there is none; nil: it has none.
func (r *rewriting) created(steps []engine.PlanStep, name string) *engine.PlanStep {
	at := slices.IndexFunc(steps, func(s engine.PlanStep) bool {
		_, _, writes := r.textOf("", s)
		return writes && s.As == name && name != "" && len(r.meets(s.Verb)) > 0
	})
	if at < 0 {
		return nil
	}
	return &steps[at]
}

// behindRead is what comes behind such a read, by its own name. Who goes on unless it was refused goes on where the
// read finds something.
func (r *rewriting) behindRead(steps []engine.PlanStep, create *engine.PlanStep, was, name string) []engine.PlanStep {
	steps = cloned(steps)
	eachStep(steps, func(s *engine.PlanStep) {
		s.For = ofAnother(s.For, was, name)
		for n := range s.Args {
			s.Args[n].Value = ofAnother(s.Args[n].Value, was, name)
		}
		if s.As == was {
			s.As = name
		}
		if s.Name != was {
			return
		}
		s.Name = name
		if s.Do == engine.DoIf && r.isMet(create.Verb, s.Is) {
			if s.Is = success; r.in.World.Spec(create.Verb).Prompt() {
				s.Is = "value"
			}
			s.Then, s.Else = s.Else, s.Then
		}
	})
	return steps
}

// finds says whether a test of a read asks for nothing but that something is there.
func (r *rewriting) finds(read *engine.PlanStep, is string) bool {
	counts := read.Verb == "EXISTS" && len(engine.LineWords(read.Args[0].Value)) == 1
	return found(is) || counts && is == "1"
}

// showTexts has the reads of those names show the text of what they read, which a HEAD or an EXISTS does not.
func (r *rewriting) showTexts(by string, steps []engine.PlanStep, names map[string]bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		if s.Do != engine.DoSend || !names[s.As] || r.in.World.Spec(s.Verb).Group != engine.GroupRead {
			return
		}
		var shows bool
		eachStep(steps, func(o *engine.PlanStep) {
			if _, _, writes := r.textOf("", *o); writes && !shows && r.target(*o) == r.target(*s) {
				var read engine.PlanStep
				if read, shows = r.readOf(*o); shows && read.Verb != s.Verb {
					r.announce(by, fmt.Sprintf("reads %s by %s in the place of %s, which shows no text",
						r.target(*s).Name, read.Verb, s.Verb))
					s.Verb, s.Args = read.Verb, read.Args
				}
			}
		})
	})
}

// leaves says whether a plan ends where a read finds something, and goes on else: it takes that for another's. In a
// loop it may have looked before it wrote.
func (r *rewriting) leaves(steps []engine.PlanStep, decides *engine.PlanStep) bool {
	loops := false
	eachStep(steps, func(s *engine.PlanStep) { loops = loops || s.Do == engine.DoLoop })
	return !loops && len(decides.Then) == 1 && decides.Then[0].Do == engine.DoStop
}

// orNothing is what is said of who leaves an object where it finds something, and goes on where it finds nothing.
func (r *rewriting) orNothing(steps []engine.PlanStep, object engine.ObjectID) (says string) {
	eachStep(steps, func(s *engine.PlanStep) {
		of := r.readBehind(steps, s)
		if of != nil && r.target(*of) == object && r.finds(of, s.Is) && r.leaves(steps, s) {
			says = " or nothing"
		}
	})
	return says
}

// unlessAbsent are the steps of such a decision where its own text is not found: it ends unless nothing is there.
func (r *rewriting) unlessAbsent(read *engine.PlanStep, decides engine.PlanStep) []engine.PlanStep {
	absent := "404"
	if r.in.World.Spec(read.Verb).Prompt() {
		absent = "nil"
	}
	return []engine.PlanStep{{Do: engine.DoIf, Name: decides.Name, Is: absent, Then: cloned(decides.Else),
		Else: decides.Then}}
}

// textless is a marker without a text, as a container, that a plan which goes by having made it tries again; nil:
// there is none.
func textless(in explore.Input) (found *engine.ObjectID) {
	for _, s := range sendsOf(in) {
		spec := in.World.Spec(s.Verb)
		object := spec.About(s.Args)
		if spec.Effect == engine.Creates && s.Words.Again != "" && slices.ContainsFunc(in.Behind,
			func(b explore.Behind) bool { return b.Marker == object }) {
			return &object
		}
	}
	return nil
}
