package plain

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/catalog"
)

// opLine is one operation as a JSON line.
type opLine struct {
	Service string      `json:"service"`
	Verb    string      `json:"verb"`
	Summary string      `json:"summary"`
	Object  string      `json:"object"`
	Params  []paramLine `json:"params"`
	Answers []int       `json:"answers"`
	Returns []string    `json:"returns,omitempty"` // the fields of its answers
	Refuses []ruleLine  `json:"refuses"`
	Source  sourceLine  `json:"source"`
}

type paramLine struct {
	Name string   `json:"name"`
	Help string   `json:"help,omitempty"`
	One  []string `json:"one,omitempty"` // the only words it takes
	Word bool     `json:"positional,omitempty"`
}

type ruleLine struct {
	Status int        `json:"status"`
	Code   string     `json:"code"`
	Rule   string     `json:"rule"`
	Kind   string     `json:"kind,omitempty"`
	Source sourceLine `json:"source"`
}

type sourceLine struct {
	Document string `json:"document"`
	Section  string `json:"section,omitempty"`
	Unsure   string `json:"unsure,omitempty"`
	Differs  string `json:"differs,omitempty"`
}

func sourceOf(s engine.Source) sourceLine {
	return sourceLine{s.Document, s.Section, s.Unsure, s.Differs}
}

func opsFlags(set *flag.FlagSet) func(*program, []string) int {
	asJSON := set.Bool("json", false, "One JSON object for each operation.")
	return func(p *program, _ []string) int {
		p.ops(*asJSON)
		return exitOK
	}
}

func (p *program) ops(asJSON bool) {
	for _, service := range catalog.New().Services() {
		if !asJSON {
			fmt.Fprintf(p.out, "%s\n\n", service.Title)
		}
		for _, op := range service.Ops {
			if asJSON {
				p.encode(opOf(service.Name, op))
				continue
			}
			p.op(op)
		}
		if !asJSON {
			p.settings(service)
		}
	}
}

func opOf(service string, op engine.OpSpec) opLine {
	line := opLine{Service: service, Verb: op.Verb, Summary: op.Summary, Object: op.Object, Answers: op.OK,
		Returns: catalog.Returns(op.Verb), Source: sourceOf(op.Source)}
	for _, param := range op.Params() {
		line.Params = append(line.Params, paramLine{param.Name, param.Help, param.One, param.Positional()})
	}
	for _, rule := range op.Refuses {
		line.Refuses = append(line.Refuses, ruleLine{rule.Fault.Status, rule.Fault.Code, rule.Name, string(rule.Kind),
			sourceOf(rule.Source)})
	}
	return line
}

// op explains an operation.
func (p *program) op(op engine.OpSpec) {
	fmt.Fprintf(p.out, "%s\n    %s\n", formOf(op), op.Summary)
	for _, param := range op.Params() {
		help := param.Help
		if len(param.One) > 0 {
			help = strings.Trim(help+" ("+strings.Join(param.One, ", ")+")", " ")
		}
		name := param.Name
		if !param.Positional() {
			name += "="
		}
		fmt.Fprintf(p.out, "    %-20s %s\n", name, help)
	}
	answers := make([]string, len(op.OK))
	for i, status := range op.OK {
		if answers[i] = fmt.Sprint(status); engine.IsNTStatus(status) {
			answers[i] = engine.Success
		}
	}
	fmt.Fprintf(p.out, "    answers  %s\n", strings.Join(answers, ", "))
	if fields := catalog.Returns(op.Verb); len(fields) > 0 {
		fmt.Fprintf(p.out, "    returns  %s\n", strings.Join(fields, ", "))
	}
	var said []string
	for _, rule := range op.Refuses {
		line := fmt.Sprintf("    refuses  %s: %s", op.Called(rule.Fault), rule.Name)
		if rule.Kind != "" {
			line += "  ! " + string(rule.Kind)
		}
		if !slices.Contains(said, line) {
			said = append(said, line)
			fmt.Fprintln(p.out, line)
		}
	}
	p.source(op.Source)
	p.open(op.Refuses)
	fmt.Fprintln(p.out)
}

// open says what the documents leave open of rules, and where a guide differs, each once.
func (p *program) open(rules []*engine.Rule) {
	var said []string
	say := func(word, name, what string) {
		line := fmt.Sprintf("    %s  %s: %s", word, name, what)
		if what != "" && !slices.Contains(said, line) {
			said = append(said, line)
			fmt.Fprintln(p.out, line)
		}
	}
	for _, rule := range rules {
		say("assumed", rule.Name, rule.Source.Unsure)
		say("differs", rule.Name, rule.Source.Differs)
	}
}

func (p *program) source(s engine.Source) {
	text := s.Document
	if s.Section != "" {
		text += ", " + s.Section
	}
	fmt.Fprintf(p.out, "    source   %s\n", text)
	if s.Unsure != "" {
		fmt.Fprintf(p.out, "    assumed  %s\n", s.Unsure)
	}
	if s.Differs != "" {
		fmt.Fprintf(p.out, "    differs  %s\n", s.Differs)
	}
}

// settings explains the switches of a service.
func (p *program) settings(service *engine.Service) {
	for _, s := range service.Settings {
		fmt.Fprintf(p.out, "set %s.%s=%s\n    %s\n\n", service.Name, s.Name, strings.Join(s.Values, "|"), s.Help)
	}
}
