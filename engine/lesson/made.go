package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// questionMost is how many questions are made of a session: more ask too much of anybody.
const questionMost = 6

// FromScenario makes a lesson of a scenario: a question in front of each decision that got a mark, the right answer and
// what holds it as the engine gave them, the wrong ones from what the operation can refuse. The words are for its
// author to write. An error says why none can be made.
func FromScenario(name, text string, services []*engine.Service) (string, error) {
	f, err := scenario.Parse(name, []byte(text), services)
	if err != nil {
		return "", err
	}
	result, err := f.Run()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	about := f.About()
	if about == "" {
		about = "Say here in two sentences who wants what."
	}
	b.WriteString("# " + strings.ReplaceAll(about, "\n", "\n# ") + "\n# source: the document that settles it\n")
	fmt.Fprintf(&b, "lesson %s idea=\"five words\" minutes=5\n", strconv.Quote(titleOf(name)))
	m := &made{w: result.Timeline.World(), services: services}
	for i, o := range result.Outcomes {
		m.statement(&b, i, o)
	}
	if m.asked == 0 {
		return "", fmt.Errorf("nothing in it got a mark: a lesson asks about what goes wrong")
	}
	fmt.Fprintf(&b, "take-home %s\nremember One sentence that stays.\n", m.last)
	for _, s := range f.Archive {
		b.WriteString(s.Header + s.Data)
	}
	return b.String(), nil
}

func titleOf(name string) string {
	words := strings.ReplaceAll(strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".race"), "-", " ")
	if len(words) > titleMost {
		words = words[:titleMost]
	}
	return words
}

// made is a lesson being made.
type made struct {
	w        *engine.World
	services []*engine.Service
	asked    int
	last     string // the newest request
}

// statement writes a statement, with a question where it decides something that got a mark.
func (m *made) statement(b *strings.Builder, i int, o scenario.Outcome) {
	s := o.Statement
	lead := ""
	if i > 0 {
		lead = s.Lead
	}
	decided, found := m.decision(o)
	switch {
	case s.Kind == scenario.Request && s.By != engine.Seed:
		m.last = s.Name
	case s.Kind == scenario.SendOnly:
		m.last = s.Name
	}
	if found == nil || m.asked >= questionMost || s.Kind != scenario.Request && s.Kind != scenario.Deliver ||
		s.By == engine.Seed {
		b.WriteString(lead + s.Raw)
		expectations(b, s)
		return
	}
	guess, ok := Predict(m.w.Spec(m.w.Exchange(decided.Request).Verb), *decided.Answer)
	if !ok || m.w.Spec(m.w.Exchange(decided.Request).Verb).Prompt() {
		b.WriteString(lead + s.Raw)
		expectations(b, s)
		return
	}
	m.asked++
	x := m.w.Exchange(decided.Request)
	head, rest, _ := strings.Cut(s.Raw, ": ")
	if s.Kind == scenario.Request {
		b.WriteString(lead + head + ": send " + named(rest, x.Name))
		lead = ""
	}
	m.question(b, lead, x, guess, *decided.Answer, found)
	fmt.Fprintf(b, "deliver %s\n", scenario.FormatName(x.Name))
	expectations(b, s)
	if s.Kind == scenario.Request {
		fmt.Fprintf(b, "answer %s\n", scenario.FormatName(x.Name))
	}
}

// decision is the first decision of a statement that got a mark, with it; nil where none did.
func (m *made) decision(o scenario.Outcome) (e engine.Event, found *conflict.Finding) {
	for i, e := range o.Events {
		if e.Kind == engine.Decided && e.Answer != nil && len(o.Marks[i]) > 0 && o.Marks[i][0].Kind != "" {
			return e, &o.Marks[i][0]
		}
	}
	return e, nil
}

// named gives a request the name that it has anyhow, so that it can be delivered by it.
func named(line, name string) string {
	line = strings.TrimRight(line, "\n")
	if !strings.Contains(line, " as ") {
		line += "   as " + scenario.FormatName(name)
	}
	return line + "\n"
}

func (m *made) question(b *strings.Builder, lead string, x *engine.Exchange, g Guess, a engine.Answer,
	found *conflict.Finding) {
	title := x.By
	if w := m.w.Writer(x.By); w != nil {
		title = w.Title
	}
	fmt.Fprintf(b, "%sask What does %s hear?\n", lead, title)
	for i, c := range g.Choices {
		if i+1 != g.Right {
			status, _, _ := strings.Cut(strings.TrimSuffix(c, ", it is done"), ",")
			fmt.Fprintf(b, "  choice %s\n  > %s: %s\n    because That is not what was answered.\n", c, x.Name, status)
			continue
		}
		fmt.Fprintf(b, "  right %s\n  > %s: %s\n  > %s %s %s\n    because %s\n", c, x.Name, a.String(),
			string(found.Severity), found.Kind, found.Whose, strings.TrimSpace(conflict.Story(m.w, *found).First))
	}
	b.WriteString("  hint Look at what each of them has read, and at the guard.\n")
}

func expectations(b *strings.Builder, s *scenario.Statement) {
	for _, e := range s.Expect {
		b.WriteString(e.Lead + e.Raw)
	}
}
