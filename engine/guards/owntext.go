package guards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// ownText is no guard of a service: it tells a try of one's own from another writer's by what it wrote. An answer that
// was lost and a refusal say neither; the same text from everybody says it least of all.
//
// Source: rules.md of bucket, "Which answer, which reaction": compare what is there with one's own body.
var ownText = engine.Guarding{ID: "own-text", Title: "own text", Keeps: true,
	Say: "Every text names its writer, and who reads it goes on only where it is its own. Who is refused because " +
		"something is there, and had tried before, reads it first."}

// goesByReading says whether a plan of what is searched decides by having read what it writes itself, or could: it
// tries a create again, and a refusal of that may be the echo of its first try.
func goesByReading(in explore.Input) bool {
	r := rewriting{in: in}
	goes := func(by string, steps []engine.PlanStep) bool { return len(r.named(by, steps)) > 0 }
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			if plan, ok := input.(engine.Plan); ok && goes(p.By, plan.Steps) {
				return true
			}
		}
	}
	for _, w := range in.World.Writers() {
		if plan := in.World.PlanOf(w.ID); plan != nil && !plan.Ended() && goes(w.ID, plan.Steps) {
			return true
		}
	}
	return false
}

// named are the texts that name their writer, by the objects that a plan writes and then goes by having read.
func (r *rewriting) named(by string, steps []engine.PlanStep) map[engine.ObjectID]string {
	written, read := map[engine.ObjectID]string{}, map[engine.ObjectID]bool{}
	eachStep(steps, func(s *engine.PlanStep) {
		switch object, text, writes := r.textOf(*s); {
		case writes:
			written[object] = r.signed(text, by)
		case s.Do == engine.DoIf && s.Is == success:
			if of := r.readAs(steps, s.Name); of != nil {
				read[r.target(*of)] = true
			}
		}
		for _, of := range []*engine.PlanStep{r.triedAgain(steps, s), r.refusedAgain(steps, s)} {
			if of != nil {
				read[r.target(*of)] = true
			}
		}
	})
	for object := range written {
		if !read[object] {
			delete(written, object)
		}
	}
	return written
}

// signed is a text that names its writer.
func (r *rewriting) signed(text, by string) string {
	words, title := strings.Fields(text), r.in.World.Writer(by).Title
	if slices.Contains(words, by) || slices.Contains(words, title) {
		return text
	}
	return text + " " + by
}

// success is the status by which a plan goes on behind a read that found something.
const success = "200"

// ownTexts is a plan whose texts name their writer, and that goes on behind a read only where it finds its own.
func (r *rewriting) ownTexts(by string, steps []engine.PlanStep) []engine.PlanStep {
	texts := r.named(by, steps)
	if len(texts) == 0 {
		return steps
	}
	out := cloned(steps)
	eachStep(out, func(s *engine.PlanStep) {
		object, was, writes := r.textOf(*s)
		if text, named := texts[object]; writes && named {
			s.Args = engine.With(s.Args, "body", engine.Text(text))
			does := fmt.Sprintf("writes %q to %s, and goes on behind a read of it only where it finds that", text,
				object.Name)
			if was == text {
				does = fmt.Sprintf("goes on behind a read of %s only where it finds %q", object.Name, text)
			}
			r.announce(by, does)
		}
		if of := r.readAs(steps, s.Name); s.Do == engine.DoIf && s.Is == success && of != nil {
			if text, named := texts[r.target(*of)]; named {
				s.Is = "body=" + text
			}
		}
		if of := r.triedAgain(steps, s); of != nil && !r.worksRefused(steps, s.Name) {
			s.Else = r.looks(*of, texts[r.target(*of)], *s)
		}
		if of := r.refusedAgain(steps, s); of != nil {
			s.Then = r.looksRefused(*of, texts[r.target(*of)], *s)
		}
	})
	return out
}

// triedAgain is the create whose answer a step of a plan decides by, where the plan tries it again and what it made may
// refuse that; nil: it is no such step.
func (r *rewriting) triedAgain(steps []engine.PlanStep, decides *engine.PlanStep) *engine.PlanStep {
	status, err := strconv.Atoi(decides.Is)
	if decides.Do != engine.DoIf || err != nil || status < 200 || status > 299 {
		return nil
	}
	return r.retried(steps, decides.Name)
}

// refusedAgain is the same where the step decides by the refusal: it goes on, or stops, where something is there.
func (r *rewriting) refusedAgain(steps []engine.PlanStep, decides *engine.PlanStep) *engine.PlanStep {
	if decides.Do != engine.DoIf {
		return nil
	}
	of := r.retried(steps, decides.Name)
	if of == nil || !slices.ContainsFunc(r.meets(of.Verb), func(f engine.Fault) bool {
		return decides.Is == strconv.Itoa(f.Status) || decides.Is == f.Code
	}) {
		return nil
	}
	return of
}

// worksRefused says whether a plan works although a request was refused because something is there.
func (r *rewriting) worksRefused(steps []engine.PlanStep, name string) (works bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		works = works || s.Name == name && r.refusedAgain(steps, s) != nil && goesOn(s.Then)
	})
	return works
}

// goesOn says whether there is anything to do in steps but to end.
func goesOn(steps []engine.PlanStep) bool {
	return slices.ContainsFunc(steps, func(s engine.PlanStep) bool {
		return s.Do != engine.DoStop && s.Do != engine.DoBreak
	})
}

// retried is the create of that name, where a plan tries it again and what it made may refuse that; nil: it is none.
func (r *rewriting) retried(steps []engine.PlanStep, name string) (found *engine.PlanStep) {
	again := false
	eachStep(steps, func(s *engine.PlanStep) {
		if _, _, writes := r.textOf(*s); writes && s.As == name && s.As != "" {
			again = again || s.Words.Again != ""
			if found == nil && len(r.meets(s.Verb)) > 0 {
				found = s
			}
		}
	})
	if !again {
		return nil
	}
	return found
}

// meets are the answers that refuse a request because something is there, as what its first try made.
func (r *rewriting) meets(verb string) (list []engine.Fault) {
	for _, rule := range r.in.World.Spec(verb).Refuses {
		if rule.Kind == engine.AlreadyThere {
			list = append(list, rule.Fault)
		}
	}
	return list
}

// looksRefused is what a writer does who has an answer to that refusal: it reads what is there. Where that is its own
// text it works as it would have, or goes on where it would have ended.
func (r *rewriting) looksRefused(create engine.PlanStep, text string, decides engine.PlanStep) []engine.PlanStep {
	refused := decides.Then
	if goesOn(refused) {
		decides.Else = nil
	} else {
		decides.Then, decides.Else = nil, refused
	}
	if look := r.looks(create, text, decides); len(look) > 1 {
		return look
	}
	return refused
}

// looks is what a writer does whose create was not accepted: it reads what is there, once more where it hears nothing,
// and goes on as if it had been where that is its own text.
func (r *rewriting) looks(create engine.PlanStep, text string, decides engine.PlanStep) []engine.PlanStep {
	object := r.target(create)
	reads := r.of[create.Verb].Acts[object.Kind][engine.ToRead]
	if len(reads) == 0 {
		return decides.Else
	}
	read := engine.PlanStep{Do: engine.DoSend, Verb: reads[len(reads)-1], As: decides.Name + "look"}
	read.Args = engine.Args(r.in.World.Spec(read.Verb).Params()[0].Name, object.Name)
	then := cloned(decides.Then)
	eachStep(then, func(s *engine.PlanStep) {
		s.For = ofAnother(s.For, decides.Name, read.As)
		for n := range s.Args {
			s.Args[n].Value = ofAnother(s.Args[n].Value, decides.Name, read.As)
		}
	})
	return []engine.PlanStep{read,
		{Do: engine.DoLost, Name: read.As, Then: []engine.PlanStep{read}},
		{Do: engine.DoIf, Name: read.As, Is: "body=" + text, Then: then, Else: cloned(decides.Else)}}
}

// ofAnother is a value that looks at another answer in the place of one.
func ofAnother(v engine.Value, one, other string) engine.Value {
	path, optional, ok := v.Ref()
	if name, _, _ := strings.Cut(path, "."); !ok || name != one {
		return v
	}
	return engine.Ref(other+strings.TrimPrefix(path, one), optional)
}

// announce says once what a writer does in its plan now.
func (r *rewriting) announce(by, does string) {
	r.announceOnce(fmt.Sprintf("%s %s.", r.in.World.Writer(by).Title, does))
}

func (r *rewriting) announceOnce(text string) {
	if !slices.ContainsFunc(r.notes, func(n note) bool { return n.text == text }) {
		r.notes = append(r.notes, note{text: text})
	}
}

// textOf is the object that a request writes a text to which stands in the plan itself.
func (r *rewriting) textOf(s engine.PlanStep) (object engine.ObjectID, text string, ok bool) {
	spec := r.in.World.Spec(s.Verb)
	if s.Do != engine.DoSend || spec == nil || spec.Group != engine.GroupWrite || spec.Prompt() {
		return object, "", false
	}
	for _, a := range s.Args {
		_, _, refers := a.Value.RefName()
		_, _, _, reckons := a.Value.Expression()
		if p, takes := spec.Param(a.Name); takes && p.Content && a.Name == "body" && !refers && !reckons {
			return r.target(s), a.Value.String(), true
		}
	}
	return object, "", false
}

// target is the object that a request of a plan is about.
func (r *rewriting) target(s engine.PlanStep) engine.ObjectID {
	spec := r.in.World.Spec(s.Verb)
	return engine.ObjectID{Kind: spec.Object, Name: spec.Target(s.Args)}
}

// readAs is the plain read of a plan with that name; nil where there is none, where another request has the name, or
// where it compares a tag, which goes by the text already.
func (r *rewriting) readAs(steps []engine.PlanStep, name string) (found *engine.PlanStep) {
	eachStep(steps, func(s *engine.PlanStep) {
		if s.Do == engine.DoSend && s.As == name && name != "" && found == nil {
			found = s
		}
	})
	if found == nil {
		return nil
	}
	spec := r.in.World.Spec(found.Verb)
	compares := slices.ContainsFunc(found.Args, func(a engine.Arg) bool {
		p, ok := spec.Param(a.Name)
		return ok && p.Guards()
	})
	if spec.Group != engine.GroupRead || compares {
		return nil
	}
	return found
}

// eachStep goes through a plan's steps, those within others too.
func eachStep(steps []engine.PlanStep, do func(*engine.PlanStep)) {
	for i := range steps {
		do(&steps[i])
		eachStep(steps[i].Then, do)
		eachStep(steps[i].Else, do)
	}
}

// cloned are steps that can be changed.
func cloned(steps []engine.PlanStep) []engine.PlanStep {
	steps = slices.Clone(steps)
	for i := range steps {
		steps[i].Args = slices.Clone(steps[i].Args)
		steps[i].Then, steps[i].Else = cloned(steps[i].Then), cloned(steps[i].Else)
	}
	return steps
}
