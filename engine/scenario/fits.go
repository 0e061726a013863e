package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
	"interleave/engine/catalog"
)

// fits is nil where an answer to the operation could be what a step compares it with: a status, a code or a field. A
// reply of Redis begins with any word that was stored, so every word fits one; nor is a word wrong where the operation
// lists no refusals.
func (p *parser) fits(name, is string, at int, form string) error {
	verb := p.verbs[name]
	if p.plan != nil {
		verb = p.plan.names[name]
	}
	v := p.g.verb(verb)
	if !p.checks || v == nil || len(v.spec.Refuses) == 0 || unicode.IsUpper(rune(verb[0])) {
		return nil
	}
	if _, err := strconv.Atoi(is); err == nil || is == engine.Success {
		return nil
	}
	codes := p.g.codes()
	if slices.Contains(codes, is) || p.g.answersField(is) {
		return nil
	}
	hint := ""
	if s := Suggest(is, codes); s != "" {
		hint = "; did you mean " + s + "?"
	}
	return &wrong{at, fmt.Sprintf("no answer to %s is %q: a status as 412, a code as ConditionNotMet or a field as "+
		"etag fits: write %s%s", verb, is, form, hint)}
}

// codes are the codes of all refusals.
func (g *grammar) codes() (list []string) {
	for _, s := range g.services {
		for _, f := range s.Faults {
			list = append(list, f.Fault.Code)
		}
	}
	for _, spec := range g.all() {
		for _, rule := range spec.Refuses {
			list = append(list, rule.Fault.Code)
			if rule.Fault.Also != "" {
				list = append(list, rule.Fault.Also)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// answersField says whether answers have such a field: of any operation, as no list of one operation's is complete.
func (g *grammar) answersField(name string) bool {
	for verb := range g.all() {
		if g.verb(verb).takes(name) {
			return true
		}
		for _, field := range catalog.Returns(verb) {
			if sameField(strings.Split(field, "."), strings.Split(name, ".")) {
				return true
			}
		}
	}
	return false
}

// sameField compares a field of catalog.Returns, in which N is a number and * any name, with one that was written.
func sameField(field, name []string) bool {
	return slices.EqualFunc(field, name, func(a, b string) bool {
		_, err := strconv.Atoi(b)
		return a == b || a == "*" && b != "" || a == "N" && err == nil
	})
}
