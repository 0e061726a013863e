package conflict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/timeline"
)

// state is a scene in which every operation of a service is tried on the objects that the scene is about, by both
// writers, as it stands and with each of some more arguments.
type state struct {
	service string
	lines   string
	about   string // the objects, as `blob wiki/x, container wiki`
	more    string // arguments, as `lease=$l.lease, if-match=$g.etag`; those with / beside each other go together
}

// tellings are the (rule, operation) pairs that were told.
type tellings map[string]map[*engine.Rule]bool

func (told tellings) take(t *testing.T, j judged) {
	for _, m := range slices.Concat(j.marks...) {
		x := j.after.Exchange(m.Request)
		if m.Cause == nil || x == nil {
			continue
		}
		if told[x.Verb] == nil {
			told[x.Verb] = map[*engine.Rule]bool{}
		}
		if told[x.Verb][m.Cause.Rule] {
			continue
		}
		told[x.Verb][m.Cause.Rule] = true
		s := conflict.Story(j.after, m)
		for _, text := range append([]string{s.First, s.Heard, s.Law}, steps(s)...) {
			text = enginetest.Ours(m.Cause, text)
			if strings.Contains(text, "  ") && !strings.Contains(text, x.Verb) && !strings.Contains(text, "sent #") ||
				strings.Contains(text, "%!") || strings.HasSuffix(text, "..") {
				t.Errorf("%s, %s: %q", j.from, m, text)
			}
		}
		if !strings.HasSuffix(s.First, ".") || len(s.Steps) == 0 || s.Rule.Document == "" {
			t.Errorf("%s, %s: %q, %d steps, from %q", j.from, m, s.First, len(s.Steps), s.Rule.Document)
		}
	}
}

// isNew says whether events refuse what was not told yet.
func (told tellings) isNew(spec *engine.OpSpec, events []engine.Event) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Answer != nil && e.Answer.Why != nil && !told[spec.Verb][e.Answer.Why.Rule] || len(e.Refused) > 0
	})
}

func steps(s conflict.Narrative) (texts []string) {
	for _, step := range s.Steps {
		texts = append(texts, step.Text)
	}
	return texts
}

// shapes are the arguments with which the library sends each operation, each shape once.
func shapes(t *testing.T) map[string][][]engine.Arg {
	list, seen := map[string][][]engine.Arg{}, map[string]bool{}
	enginetest.Played(t, func(_ string, tl *timeline.Timeline) {
		for _, in := range enginetest.Script(tl) {
			s, ok := in.(engine.Send)
			if !ok {
				continue
			}
			key, spec := s.Verb, enginetest.Spec(s.Verb)
			for i, a := range s.Args {
				if i == 0 || keeps(spec, a) {
					key += " " + a.Name
				}
				if words, ok := a.Value.List(); ok && a.Name == "line" {
					for _, w := range words[min(1, len(words)):] {
						key += " " + strings.ToUpper(w.String())
					}
				}
			}
			if !seen[key] {
				seen[key] = true
				list[s.Verb] = append(list[s.Verb], s.Args)
			}
		}
	})
	for _, spec := range enginetest.Specs() {
		if first := enginetest.Spec(spec.Verb).Params(); len(list[spec.Verb]) == 0 && len(first) > 0 {
			list[spec.Verb] = [][]engine.Arg{engine.Args(first[0].Name, "x")}
		}
	}
	return list
}

// sweep tries every operation of a state's service in it.
func (s state) sweep(t *testing.T, shapes map[string][][]engine.Arg, told tellings) {
	r := enginetest.RanText(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\n"+s.lines)
	eachRecord(s.lines, r.Timeline, func(j judged) { told.take(t, j) })
	w := r.Timeline.World().Clone()
	targets := map[string][]string{}
	for _, object := range strings.Split(s.about, ", ") {
		kind, name, _ := strings.Cut(object, " ")
		targets[kind] = append(targets[kind], name)
	}
	more := append([]string{""}, strings.Split(s.more, ", ")...)
	for _, service := range w.Services() {
		for i := range service.Ops {
			spec := w.Spec(service.Ops[i].Verb)
			if service.Name != s.service || !unmetWithKind(spec, told[spec.Verb]) {
				continue
			}
			for _, args := range shapes[spec.Verb] {
				for _, name := range targets[spec.Object] {
					for _, extra := range more {
						sent := arguments(spec, args, name, extra)
						for _, by := range []string{"ann", "ben"} {
							if sent != nil && unmetWithKind(spec, told[spec.Verb]) {
								s.try(t, w, by, spec, sent, told)
							}
						}
					}
				}
			}
		}
	}
}

func unmetWithKind(spec *engine.OpSpec, told map[*engine.Rule]bool) bool {
	return slices.ContainsFunc(spec.Refuses, func(r *engine.Rule) bool {
		return r.Kind != "" && !told[r] && untold(spec, r) == ""
	})
}

// untold is the reason why a refusal of an operation is never told; empty where it is to be.
func untold(spec *engine.OpSpec, r *engine.Rule) string {
	guarded := slices.ContainsFunc(spec.Params(), func(p engine.Param) bool { return p.Version || p.Guard == "lease" })
	switch {
	case spec.Group == engine.GroupRead && r.Fault.Status == 404 && !guarded:
		return "a plain read that finds nothing is an answer"
	case strings.HasPrefix(spec.Verb, "EVAL"):
		return "a script refuses what its lines do, which is told of their own commands"
	}
	return ""
}

// arguments are those of the library for another object, without what names a version or a lease, and some more.
func arguments(spec *engine.OpSpec, args []engine.Arg, name, more string) (list []engine.Arg) {
	if spec.Prompt() {
		words, _ := args[0].Value.List()
		if len(words) == 0 {
			return args
		}
		words = append([]engine.Value{engine.Text(name)}, words[1:]...)
		for w := range strings.FieldsSeq(more) {
			words = append(words, enginetest.Value(w))
		}
		return []engine.Arg{{Name: args[0].Name, Value: engine.List(words...)}}
	}
	for i, a := range args {
		p, _ := spec.Param(a.Name)
		switch {
		case i == 0 && p.Positional():
			list = append(list, engine.Arg{Name: a.Name, Value: enginetest.Value(name)})
		case keeps(spec, a):
			list = append(list, a)
		}
	}
	fits := more == ""
	for _, word := range strings.Fields(more) {
		if arg := enginetest.Arguments([]string{word})[0]; spec.Takes(arg.Name) {
			list, fits = engine.With(list, arg.Name, arg.Value), true
		}
	}
	if !fits {
		return nil
	}
	return list
}

// keeps says whether an argument of the library means the same in another scene.
func keeps(spec *engine.OpSpec, a engine.Arg) bool {
	p, _ := spec.Param(a.Name)
	_, _, ref := a.Value.RefName()
	return !p.Guards() && p.Guard == "" && !ref
}

// try sends one request, has the referee tell what comes of it, and takes all of it back.
func (s state) try(t *testing.T, w *engine.World, by string, spec *engine.OpSpec, args []engine.Arg,
	told tellings) {
	var done [][]engine.Event
	defer func() {
		for _, events := range slices.Backward(done) {
			w.Undo(events)
		}
	}()
	for _, in := range []engine.Input{engine.Send{By: by, Verb: spec.Verb, Args: args, As: "try"},
		engine.Deliver{Names: []string{"try"}}, engine.Clock{By: 60e9}} {
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			return
		}
		done = append(done, events)
		if told.isNew(spec, events) {
			w.Undo(events)
			j := judged{from: s.lines, before: w.Clone(), events: events}
			w.Redo(events)
			j.after = j.before.Clone()
			j.marks = conflict.Judge(j.after, events)
			told.take(t, j)
		}
		if _, sent := in.(engine.Deliver); sent && slices.ContainsFunc(events,
			func(e engine.Event) bool { return e.Kind == engine.Decided }) {
			return
		}
	}
}

// A law: each refusal with a kind that an operation lists is told at least once, by the library, by random histories or
// in a scene that is made for it, or stands apart with the reason. A refusal without a kind is nobody's trouble: its
// card is the service's own message, and a test of ui/card holds it.
func TestEveryRefusalIsTold(t *testing.T) {
	told := tellings{}
	eachRace(t, func(j judged) { told.take(t, j) })
	eachHistory(t, func(j judged) { told.take(t, j) })
	all := shapes(t)
	for _, s := range slices.Concat(states, blobStates(), shareStates(), tairStates()) {
		s.sweep(t, all, told)
	}
	pairs, apart, left := 0, 0, map[string][]string{}
	for _, s := range catalog.Services() {
		for _, spec := range s.Ops {
			for _, r := range spec.Refuses {
				switch spec := enginetest.Spec(spec.Verb); {
				case r.Kind == "":
					continue
				case untold(spec, r) != "":
					apart++
					continue
				}
				pairs++
				if !told[spec.Verb][r] {
					key := fmt.Sprintf("%s: %s %s %s (%s)", s.Name, r.Name, r.Fault.Code, r.Kind, r.Fault.Message)
					left[key] = append(left[key], spec.Verb)
				}
			}
		}
	}
	for key, verbs := range left {
		t.Errorf("never told: %s: %s; add a scene to states, or its reason to untold", key, strings.Join(verbs, " "))
	}
	t.Logf("%d pairs of a refusal with a kind and an operation were told, %d stand apart with a reason", pairs, apart)
}
