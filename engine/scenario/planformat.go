package scenario

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// formatPlan is a plan as one line.
func (g *grammar) formatPlan(in engine.Plan) string {
	if len(in.Steps) == 0 {
		return line("plan", name(in.By), "off")
	}
	return line("plan", name(in.By), g.block(in.Steps))
}

func (g *grammar) block(steps []engine.PlanStep) string {
	parts := make([]string, len(steps))
	for i := range steps {
		parts[i] = g.planStep(&steps[i], func(s []engine.PlanStep) string { return " " + g.block(s) })
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

// planStep is a step as it is written; under writes the block of steps that belongs to it.
func (g *grammar) planStep(s *engine.PlanStep, under func([]engine.PlanStep) string) string {
	switch s.Do {
	case engine.DoLoop:
		return "loop " + strconv.Itoa(s.Times) + under(s.Then)
	case engine.DoBreak:
		return line("break on", name(s.Name), tested(s.Is))
	case engine.DoIf:
		text := line("if", name(s.Name), tested(s.Is)) + under(s.Then)
		if len(s.Else) > 0 {
			text += " else" + under(s.Else)
		}
		return text
	case engine.DoStop:
		return "stop"
	case engine.DoWait:
		return "wait " + formatWait(s)
	case engine.DoWork:
		return "does " + FormatValue(s.For)
	case engine.DoWaitOn:
		return line("wait on", name(s.Name), tested(s.Is))
	case engine.DoWish:
		return line("wish", name(s.Name)) + under(s.Then)
	case engine.DoLost:
		return line("on lost", name(s.Name)) + under(s.Then)
	}
	text := g.request(engine.Send{Verb: s.Verb, Args: s.Args, Words: s.Words, As: s.As})
	if rest, plain := strings.CutPrefix(text, s.Verb); plain && slices.Contains(planWords[:], s.Verb) {
		text = strconv.Quote(s.Verb) + rest
	}
	return text
}

func formatWait(s *engine.PlanStep) string {
	unit := "s"
	if s.Unit == time.Millisecond {
		unit = "ms"
	}
	n, ok := s.For.Int()
	switch {
	case ok && s.For.Equal(engine.Number(n)) && n >= 0:
		return strconv.FormatInt(n, 10) + unit
	case s.For.IsZero():
		return "{}" + unit
	}
	return formatExpression(s.For) + unit
}

// FormatPlan is a plan's steps as lines, as they stand under `plan ann` in a file.
func FormatPlan(steps []engine.PlanStep) string {
	var b strings.Builder
	records.indented(&b, steps, "  ")
	return b.String()
}

func (g *grammar) indented(b *strings.Builder, steps []engine.PlanStep, indent string) {
	for i := range steps {
		s := steps[i]
		other := s.Else
		s.Else = nil
		var inner []engine.PlanStep
		b.WriteString(indent + g.planStep(&s, func(steps []engine.PlanStep) string { inner = steps; return "" }) + "\n")
		g.indented(b, inner, indent+"  ")
		if len(other) > 0 {
			b.WriteString(indent + "else\n")
			g.indented(b, other, indent+"  ")
		}
	}
}

// FormatName is a writer or a request as statements name it.
func FormatName(id string) string { return name(id) }

// tested is what an answer is compared with, as 412 or body=done.
func tested(is string) string {
	if field, says, ok := strings.Cut(is, "="); ok && plain(field, inPlain) {
		return field + "=" + word(says)
	}
	return word(is)
}
