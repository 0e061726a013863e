package plain

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/catalog"
	"interleave/engine/races"
)

// meant are the words that mean something of an object, in the order in which they are told.
var meant = []struct {
	aim  engine.Aim
	word string
}{{engine.ToRead, "read"}, {engine.ToWrite, "write TEXT"}, {engine.ToDelete, "delete"}}

// nouns are what the operations are about and what they make, each kind once.
func nouns() (list []string) {
	for _, s := range catalog.New().Services() {
		for _, op := range s.Ops {
			for _, kind := range []string{op.Makes, op.Object} {
				if kind != "" && !slices.Contains(list, kind) {
					list = append(list, kind)
				}
			}
		}
	}
	return list
}

// nounOf is the kind that a person calls so: by its name, by more than one of it, or as documents do.
func nounOf(name string) string {
	name = strings.ToLower(name)
	kinds := nouns()
	forms := []string{name, strings.TrimSuffix(name, "s"), strings.Replace(name, "ies", "y", 1)}
	for _, form := range forms {
		if slices.Contains(kinds, form) {
			return form
		}
	}
	for _, form := range forms {
		also := func(kind string) bool { return slices.Contains(strings.Fields(races.AlsoCalled(kind)), form) }
		if at := slices.IndexFunc(kinds, also); at >= 0 {
			return kinds[at]
		}
	}
	return ""
}

// explainNoun says of a kind of objects what the words do with one, and lists the operations about it, what makes one
// and what makes something in it first; false: it is no kind.
func (p *program) explainNoun(name string) bool {
	kind := nounOf(name)
	if kind == "" {
		return false
	}
	for _, t := range act.Things(catalog.New().Services()) {
		if t.Kind != kind {
			continue
		}
		fmt.Fprintf(p.out, "%s, of %s. %sdo sends any of these:\n", kind, t.Service.Title, wordsOn(t.Service, kind))
		for _, op := range t.Ops {
			fmt.Fprintf(p.out, "    %-40s %s\n", formOf(op), op.Summary)
		}
	}
	return true
}

// wordsOn says what the words send about a chosen object of a kind; empty where none means anything.
func wordsOn(s *engine.Service, kind string) string {
	var parts []string
	for _, m := range meant {
		if verbs := s.Acts[kind][m.aim]; len(verbs) > 0 {
			parts = append(parts, m.word+" sends "+strings.Join(verbs, " or "))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "object NAME chooses one; then " + strings.Join(parts, ", ") + ". "
}

// formOf is an operation with what is written behind it without a name.
func formOf(op engine.OpSpec) string {
	form := op.Verb
	for _, param := range op.Params() {
		if param.Positional() {
			form += " " + strings.ToUpper(param.Name)
		}
	}
	return form
}

// insteadOf says which line does what a word is meant to do that is none here but stands in names of operations, as
// put, or is how one is called for short, as receive: about the chosen object first. Empty where none is called so, nor
// is what people say of any of them, to send.
func (d *desk) insteadOf(word string) string {
	word = strings.ToLower(word)
	if word == "send" {
		return "write sends the writer's text or draft, do VERB ... any operation; deliver hands over what is under " +
			"way."
	}
	for _, named := range []func(op engine.OpSpec) bool{
		func(op engine.OpSpec) bool { return slices.Contains(strings.Split(op.Verb, "-"), word) },
		func(op engine.OpSpec) bool { return strings.ToLower(op.Method) == word }} {
		var makes, others []engine.OpSpec
		for _, s := range d.room.View().Services() {
			for _, op := range s.Ops {
				if !named(op) {
					continue
				}
				for _, m := range meant {
					if slices.Contains(s.Acts[d.object.Kind][m.aim], op.Verb) {
						return fmt.Sprintf("%s does that to %s: it sends %s.", m.word, d.object, op.Verb)
					}
				}
				if op.Makes != "" { // what people mean who have nothing yet
					makes = append(makes, op)
				} else {
					others = append(others, op)
				}
			}
		}
		if list := append(makes, others...); len(list) > 0 {
			return suchLines(list)
		}
	}
	return ""
}

// suchLines are the first few operations of a list, as they are typed.
func suchLines(list []engine.OpSpec) string {
	const most = 3
	lines := make([]string, min(most, len(list)))
	for i := range lines {
		lines[i] = "do " + formOf(list[i])
	}
	return fmt.Sprintf("Such a line is %s; help %s tells more.", strings.Join(lines, ", or "), list[0].Verb)
}
