package catalog

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Unmet says of each condition of a plan that asks for a field which no known answer to its request has what it may be.
// A search would report what is done behind it as left undone, of a plan that means the right thing.
func Unmet(steps []engine.PlanStep) (list []string) {
	verbs := map[string][]string{}
	var name func(steps []engine.PlanStep)
	name = func(steps []engine.PlanStep) {
		for _, s := range steps {
			if s.Do == engine.DoSend && s.As != "" {
				verbs[s.As] = append(verbs[s.As], s.Verb)
			}
			name(s.Then)
			name(s.Else)
		}
	}
	name(steps)
	var look func(steps []engine.PlanStep)
	look = func(steps []engine.PlanStep) {
		for _, s := range steps {
			if why := unmet(s, verbs[s.Name]); why != "" {
				list = append(list, why)
			}
			look(s.Then)
			look(s.Else)
		}
	}
	look(steps)
	return list
}

func unmet(s engine.PlanStep, verbs []string) string {
	field, value, asks := strings.Cut(s.Is, "=")
	if s.Name == "" || len(verbs) == 0 || !asks && !isField(field) {
		return ""
	}
	var has []string
	for _, verb := range verbs {
		fields, line := Returns(verb), isLine(verb)
		versioned := line && field == "value" && slices.Contains(fields, "version") // a refusal shows the value too
		if versioned || line && (!asks || field == "reply" || field == "resp") || len(fields) == 0 && !line {
			return ""
		}
		rows := verb == "get-entity" && field == "body"
		if returned(fields, field) && !(rows && !strings.HasSuffix(value, "\n")) {
			return ""
		}
		has = fields
		if rows {
			return fmt.Sprintf("%s %s fits no row: its body has a line for each property. %[1]s .NAME=VALUE compares "+
				"one.", s.Name, s.Is)
		}
	}
	text := fmt.Sprintf("%s %s fits no answer of %s that is known: those have %s.", s.Name, s.Is, verbs[0],
		strings.Join(has, ", "))
	if len(has) == 0 {
		text = fmt.Sprintf("%s %s fits no answer of %s: beside its reply it has none.", s.Name, s.Is, verbs[0])
	}
	if isLine(verbs[0]) {
		text += fmt.Sprintf(" %s %s compares the reply.", s.Name, value)
	}
	return text
}

// isLine says whether an operation is one of those that are a line at a prompt.
func isLine(verb string) bool {
	for _, s := range Services() {
		for i := range s.Ops {
			if s.Ops[i].Verb == verb {
				return s.Ops[i].Prompt()
			}
		}
	}
	return false
}

// isField says whether a word is the name of a field, and neither a status nor a code nor a reply.
func isField(word string) bool {
	return strings.ContainsAny(word, "abcdefghijklmnopqrstuvwxyz") && strings.ToLower(word) == word && word != "nil" &&
		!strings.HasSuffix(word, "version")
}

// returned says whether a field is among those that an operation returns; people choose what stands as * there.
func returned(fields []string, field string) bool {
	for _, f := range fields {
		if head, open := strings.CutSuffix(f, "*"); f == field || open && strings.HasPrefix(field, head) {
			return true
		}
		if _, of, entry := strings.Cut(field, "."); entry && f == "N."+of {
			return true
		}
	}
	return false
}
