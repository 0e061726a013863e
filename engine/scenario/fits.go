package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/catalog"
)

// fits is nil where an answer to a request of that name could be what a step compares it with: a status, a code or a
// field. A reply of Redis begins with any word that was stored, so every word fits one; nor is a word wrong where the
// operation lists no refusals.
func (p *parser) fits(name, is string, at int, form string) error {
	return p.anyFits(name, func(verb string, spec *engine.OpSpec) error { return p.answers(verb, spec, is, at, form) })
}

// anyFits is nil where one of the requests of a name fits, or nothing is known of its answers.
func (p *parser) anyFits(name string, fits func(verb string, spec *engine.OpSpec) error) (err error) {
	verbs := []string{p.verbs[name]}
	if p.plan != nil && p.plan.named[name] != nil {
		verbs = p.plan.named[name]
	}
	for _, verb := range verbs {
		v := p.g.verb(verb)
		if !p.checks || v == nil || len(v.spec.Refuses) == 0 {
			return nil
		}
		if err = fits(verb, v.spec); err == nil {
			return nil
		}
	}
	return err
}

func (p *parser) answers(verb string, spec *engine.OpSpec, is string, at int, form string) error {
	if spec.Prompt() {
		return nil
	}
	if status, err := strconv.Atoi(is); err == nil {
		entry := status < 100 && slices.ContainsFunc(catalog.Returns(verb),
			func(field string) bool { return strings.HasPrefix(field, "N") })
		if list := p.g.statuses(spec); !entry && !slices.Contains(list, status) {
			return &wrong{at, fmt.Sprintf("no answer to %s is %s: it is answered %s: write %s", verb, is, counted(list),
				form)}
		}
		return nil
	}
	codes := p.g.codes()
	if is == engine.Success || slices.Contains(codes, is) || p.g.answersField(verb, is) {
		return nil
	}
	hint := ""
	if s := Suggest(is, codes); s != "" {
		hint = "; did you mean " + s + "?"
	}
	return &wrong{at, fmt.Sprintf("no answer to %s is %q: a status as 412, a code as ConditionNotMet or a field as "+
		"etag fits: write %s%s", verb, is, form, hint)}
}

// statuses are those with which an operation is answered.
func (g *grammar) statuses(spec *engine.OpSpec) []int {
	list := slices.Clone(spec.OK)
	for _, rule := range spec.Refuses {
		list = append(list, rule.Fault.Status)
	}
	for _, s := range g.services {
		if slices.ContainsFunc(s.Ops, func(o engine.OpSpec) bool { return o.Verb == spec.Verb }) {
			for _, f := range s.Faults {
				list = append(list, f.Fault.Status)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// counted are numbers in a row, as `200, 304 or 412`.
func counted(list []int) (text string) {
	for i, n := range list {
		switch {
		case i > 0 && i == len(list)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += strconv.Itoa(n)
	}
	return text
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

// answersField says whether answers have such a field: of any operation of the same service, as no list of one
// operation's is complete.
func (g *grammar) answersField(of, name string) bool {
	for _, s := range g.services {
		if !slices.ContainsFunc(s.Ops, func(o engine.OpSpec) bool { return o.Verb == of }) {
			continue
		}
		for i := range s.Ops {
			if g.verb(s.Ops[i].Verb).takes(name) || strings.HasSuffix(name, "version") {
				return true
			}
			for _, field := range catalog.Returns(s.Ops[i].Verb) {
				if sameField(strings.Split(field, "."), strings.Split(name, ".")) {
					return true
				}
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
