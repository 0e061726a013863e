package room

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/scenario"
)

// PlanOffer is a plan of the library that a writer can be given.
type PlanOffer struct {
	Name  string // the file's, as `plan-read-modify-write`; the second plan of a file has a number behind it
	Title string // what stands in front of it in its file
	Kind  string // of the object that its first request names, as `blob`
	Steps []engine.PlanStep

	target string // the object that it was written for, without its kind
}

// ReadPlans reads the plans of a library of scenarios: those of the files called plan-*.
func ReadPlans(library fs.FS) (list []PlanOffer, err error) {
	files, err := fs.Glob(library, "*/plan-*.race")
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		text, err := fs.ReadFile(library, name)
		if err != nil {
			return nil, err
		}
		file, err := scenario.Parse(name, text, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, plansOf(file)...)
	}
	return list, nil
}

// plansOf are the plans of a file that say in front of them what they do: the same loop of another writer says nothing.
func plansOf(file *scenario.File) (list []PlanOffer) {
	name := strings.TrimSuffix(path.Base(file.Name), ".race")
	for _, s := range file.Statements {
		if s.Kind != scenario.PlanOf || s.Comment() == "" {
			continue
		}
		plan, _ := s.Inputs[0].(engine.Plan)
		kind, target, ok := file.Target(plan.Steps)
		if !ok {
			continue
		}
		o := PlanOffer{Name: name, Title: strings.ReplaceAll(s.Comment(), "\n", " "), Kind: kind, Steps: plan.Steps,
			target: target}
		if len(list) > 0 {
			o.Name += "-" + string(rune('1'+len(list)))
		}
		list = append(list, o)
	}
	return list
}

// For is the plan for another object of its kind, as `blob wiki/home.md`; ok is false where the object is of another
// kind.
func (o PlanOffer) For(object string) (steps []engine.PlanStep, ok bool) {
	kind, name, ok := strings.Cut(object, " ")
	if !ok || kind != o.Kind {
		return nil, false
	}
	return moved(o.Steps, o.target, name), true
}

// moved is steps with one name in the place of another, and of what lies in it.
func moved(steps []engine.PlanStep, from, to string) []engine.PlanStep {
	if steps == nil {
		return nil
	}
	list := slices.Clone(steps)
	for i, s := range list {
		list[i].Then, list[i].Else = moved(s.Then, from, to), moved(s.Else, from, to)
		list[i].Args = slices.Clone(s.Args)
		if len(s.Args) > 0 { // the first argument names the object; of a line it is the first word
			list[i].Args[0].Value = renamed(s.Args[0].Value, from, to)
		}
	}
	return list
}

func renamed(v engine.Value, from, to string) engine.Value {
	if words, ok := v.List(); ok && len(words) > 0 {
		words = slices.Clone(words)
		words[0] = renamed(words[0], from, to)
		return engine.List(words...)
	}
	text := v.String()
	if rest, inside := strings.CutPrefix(text, from); v.Equal(engine.Text(text)) && inside &&
		(rest == "" || rest[0] == '/') {
		return engine.Text(to + rest)
	}
	return v
}
