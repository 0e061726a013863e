package card

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/rulebook"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// ruleLines are what the documents say: the rule that refused, or the operation that said yes; how sure that is; what
// makes the referee speak.
func (p cardPage) ruleLines() []pane.Line {
	var lines []pane.Line
	spec := p.spec()
	if cause := p.t.Cause; cause != nil {
		rule := cause.Rule
		called := rule.Fault.String()
		if spec != nil {
			called = spec.Called(rule.Fault)
		}
		lines = p.paragraph(lines, themes.Style{Bold: true}, rule.Name+": "+inPlain(called))
		if rule.Fault.Message != called {
			lines = append(lines, rows(p.w-2, themes.Style{}, inPlain(rule.Fault.Message))...)
		}
		lines = p.sourced(lines, rule.Source)
		if n := place(spec, rule); n > 0 {
			lines = append(lines, rows(p.w-2, themes.Style{Ink: themes.Dim},
				fmt.Sprintf("It is the %s of %d that %s looks at: what stands before it refuses first.", ordinal(n),
					len(spec.Refuses), spec.Verb))...)
		}
	} else if spec != nil {
		lines = p.paragraph(lines, themes.Style{Bold: true}, fmt.Sprintf("%s: %s", spec.Verb, spec.Summary))
		lines = p.sourced(lines, spec.Source)
	}
	if p.t.Kind != "" {
		lines = p.paragraph(lines, themes.Style{},
			fmt.Sprintf("%c %s: %s", p.t.Severity, p.t.Kind.Words(), conflict.Meaning(p.t.Kind)))
	}
	if spec != nil && p.t.Cause != nil {
		lines = p.paragraph(lines, themes.Style{Ink: themes.Dim},
			fmt.Sprintf("%s: %s %s.", spec.Verb, spec.Summary, cited(spec.Source)))
		lines = p.toldOnPage(lines, spec.Verb, p.t.Cause.Rule)
	}
	return lines
}

// toldOnPage adds the section of the service's page that tells the rule, what it says of the very code in bold.
func (p cardPage) toldOnPage(lines []pane.Line, verb string, rule *engine.Rule) []pane.Line {
	for _, service := range p.view.Services() {
		if !slices.ContainsFunc(service.Ops, func(op engine.OpSpec) bool { return op.Verb == verb }) {
			continue
		}
		sections := rulebook.Of(service.Rules, rule)
		if len(sections) == 0 {
			return lines
		}
		lines = p.paragraph(lines, themes.Style{Ink: themes.Title, Bold: true},
			fmt.Sprintf("%s, %q:", service.Title, sections[0].Title))
		for line := range strings.Lines(sections[0].Told(service.Rules)) {
			lines = append(lines, p.ruleRow(line, strings.Contains(line, rule.Fault.Code))...)
		}
	}
	return lines
}

// ruleRow is a line of a page: the cells of a table's row stand further in than what the row is about.
func (p cardPage) ruleRow(line string, bold bool) []pane.Line {
	text := strings.TrimSpace(line)
	list := rows(p.w-4, themes.Style{Bold: bold}, text)
	if indent := line[:len(line)-len(strings.TrimLeft(line, " "))]; indent != "" && text != "" {
		for i := range list {
			list[i].Left = append([]grid.Span{say.Plain(indent)}, list[i].Left...)
		}
	}
	return list
}

// spec is the operation that the conflict is about; nil where it was work outside the storage.
func (p cardPage) spec() *engine.OpSpec {
	if x := p.view.Exchange(p.t.Request); x != nil {
		return p.view.Spec(x.Verb)
	}
	return nil
}

// sourced adds where something stands, and how sure it is.
func (p cardPage) sourced(lines []pane.Line, s engine.Source) []pane.Line {
	lines = p.paragraph(lines, themes.Style{Ink: themes.Dim}, cited(s)+".")
	if s.Differs != "" {
		lines = append(lines, rows(p.w-2, themes.Style{Ink: themes.Behind}, "[differs] "+s.Differs+".")...)
	}
	sure := conflict.Sure(s)
	switch sure.Word {
	case "sure":
		return append(lines, rows(p.w-2, themes.Style{Ink: themes.Fresh}, "[sure] The documents settle it.")...)
	case "choice":
		lines = append(lines, rows(p.w-2, themes.Style{Ink: themes.Behind},
			"[choice] The sources do not settle it: "+sure.Sources+".")...)
		return append(lines, rows(p.w-2, themes.Style{}, "We follow: "+sure.Follow+".")...)
	}
	return append(lines, rows(p.w-2, themes.Style{Ink: themes.Behind},
		"[unsure] No source settles it: "+sure.Sources+".")...)
}

// cited is a source in one sentence, without its full stop.
func cited(s engine.Source) string {
	if s.Section == "" {
		return s.Document
	}
	return s.Document + ", " + s.Section
}

// place is where a rule stands among those of an operation, from 1; 0 where it is none of them.
func place(spec *engine.OpSpec, rule *engine.Rule) int {
	if spec == nil {
		return 0
	}
	for i, r := range spec.Refuses {
		if r == rule {
			return i + 1
		}
	}
	return 0
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return fmt.Sprint(n) + suffix
}

// inPlain is a service's own message as it stands, with the full stop that some lack.
func inPlain(message string) string {
	if message == "" || strings.HasSuffix(message, ".") {
		return message
	}
	return message + "."
}
