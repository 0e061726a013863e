package plain

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/rulebook"
	"interleave/ui/sessions"
)

// pages are the services with their pages, and the referee with his.
func pages() []*engine.Service {
	return append(catalog.Services(), &engine.Service{Name: "referee", Title: "The referee", Rules: conflict.Rules})
}

// rules prints the page of a service: all of it, or what a word, a code or an operation leads to.
func (p *program) rules(words []string) int {
	if len(words) == 0 {
		for _, s := range pages() {
			fmt.Fprintf(p.out, "%-7s %s: %s\n", s.Name, s.Title, strings.Join(chapters(s), "; "))
		}
		return exitOK
	}
	service := serviceNamed(words[0])
	if service == nil {
		names := serviceNames()
		return p.wrong("There are no rules of %q.%s Those of %s are there.", words[0],
			sessions.Nearest(words[0], names),
			strings.Join(names, ", "))
	}
	word := strings.Join(words[1:], " ")
	if word == "" {
		fmt.Fprint(p.out, service.Rules)
		return exitOK
	}
	sections := sectionsAbout(service, word)
	if len(sections) == 0 {
		return p.wrong("The rules of %s say nothing of %q. interleave rules lists their sections.", service.Name, word)
	}
	for _, s := range sections {
		fmt.Fprintf(p.out, "%s %s\n\n%s\n\n", strings.Repeat("#", s.Level), s.Title, s.Told(service.Rules))
	}
	return exitOK
}

// rulesSpeakOf says where the rules speak of a word that is none to be typed; empty where they do not.
func rulesSpeakOf(word string) string {
	var list []string
	for _, service := range pages() {
		if len(sectionsAbout(service, word)) > 0 {
			list = append(list, "interleave rules "+service.Name+" "+word)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " The rules speak of it: " + strings.Join(list, ", ") + "."
}

func sectionsAbout(service *engine.Service, word string) []rulebook.Section {
	for _, op := range service.Ops {
		if strings.EqualFold(op.Verb, word) {
			return rulebook.Behind(service.Rules, op)
		}
	}
	return rulebook.About(service.Rules, word)
}

// serviceNamed takes a word of the title too, as `s3` and `azure files`.
func serviceNamed(name string) *engine.Service {
	all := pages()
	for _, fits := range []func(*engine.Service) bool{
		func(s *engine.Service) bool { return s.Name == strings.ToLower(name) },
		func(s *engine.Service) bool { return strings.Contains(strings.ToLower(s.Title), strings.ToLower(name)) },
	} {
		if i := slices.IndexFunc(all, fits); i >= 0 {
			return all[i]
		}
	}
	return nil
}

func serviceNames() (names []string) {
	for _, s := range pages() {
		names = append(names, s.Name)
	}
	return names
}

// chapters are the titles of the sections of the second level.
func chapters(service *engine.Service) (titles []string) {
	for _, s := range rulebook.Parse(service.Rules) {
		if s.Level == 2 {
			titles = append(titles, s.Title)
		}
	}
	return titles
}

// rulesOf points from an operation into the page of its service.
func (p *program) rulesOf(service *engine.Service, op engine.OpSpec) {
	var titles []string
	for _, s := range rulebook.Behind(service.Rules, op) {
		titles = append(titles, s.Title)
	}
	fmt.Fprintf(p.out, "    rules    interleave rules %s %s: %s\n", service.Name, op.Verb, strings.Join(titles, "; "))
}
