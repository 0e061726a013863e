package dialogs

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// whole are the rows that take what is typed as one line: a scenario line, or a word with its argument.
func (p *palette) whole(text string) []row {
	if text == "" {
		return nil
	}
	if s, err := scenario.ParseLine(text, 1, p.v.Services()); err == nil && s.Kind == scenario.PlanOf &&
		p.v.Writer(s.By) != nil {
		return p.line(text)
	}
	if rows := p.words(text); len(rows) > 0 {
		return rows
	}
	if verb, rest, _ := strings.Cut(text, " "); p.v.Spec(verb) != nil && rest != "" && p.at.Writer != "" {
		rows := p.line(p.at.Writer + ": " + text) // as one types it at a prompt: who sends it is the acting writer
		for i := range rows {
			rows[i].text, rows[i].note = text, p.v.Title(p.at.Writer)+" sends it"
		}
		return rows
	}
	return p.line(text)
}

// line is a scenario statement as a row.
func (p *palette) line(text string) []row {
	number := nextRequest(p.v)
	text = p.v.ByID(text)
	s, err := scenario.ParseLine(text, number, p.v.Services())
	who, _, colon := strings.Cut(text, ":")
	named := colon && (who == engine.Seed || p.v.Writer(who) != nil)
	switch {
	case err != nil && (named || colon && strings.Contains(text, " ")):
		return []row{{text: text, note: "a scenario line", why: reason(err)}}
	case err == nil && s.Kind == scenario.StepOf && p.v.Writer(s.By) != nil:
		return []row{{text: text, note: "a scenario line", say: "Takes the next step of this writer's plan.",
			why: p.v.NoPlanStep(s.By), act: func() bool {
				if _, err := p.d.Room().StepPlan(s.By); err != nil {
					p.d.Say(say.Error(err), 0)
				}
				return true
			}}}
	case err != nil || len(s.Inputs) == 0:
		return nil
	}
	if send, ok := s.Inputs[0].(engine.Send); ok && !named && p.v.Writer(send.By) == nil && send.By != engine.Seed {
		return []row{{text: text, note: "a scenario line", why: p.noWriter(send.By)}}
	}
	does := "Runs this line now, as one action."
	plan, _ := s.Inputs[0].(engine.Plan)
	if vain := inVain(plan.Steps); vain != "" {
		does = vain
	}
	return []row{{text: text, note: "a scenario line", say: does, act: func() bool {
		if err := runLine(p.d.Room(), s, number); err != nil {
			p.d.Say(say.Error(err), 0)
			return true
		}
		came := cameOf(p.d.Room().View(), number, text)
		if does == inVain(plan.Steps) {
			came = HasPlan(p.v.Title(plan.By), plan.Steps)
		}
		said(p.d, p.v, came)
		return true
	}}}
}

// cameOf says what became of a line that was run: a request that is held or slow has been sent and no more.
func cameOf(v *view.View, number int, text string) string {
	x := v.Exchange(number)
	switch {
	case x == nil || x.By == engine.Seed:
		return text + " is done. u takes it back."
	case x.Decided.IsZero():
		return fmt.Sprintf("#%d is sent, and the service has not decided it. u takes it back.", number)
	case x.Heard.IsZero():
		return fmt.Sprintf("#%d is decided, and %s has not heard the answer. u takes it back.", number, v.Title(x.By))
	}
	return text + " is done. u takes it back."
}

// noWriter says that an id is nobody's, which is near to it, and whose there are.
func (p *palette) noWriter(id string) string {
	var ids, listed []string
	for _, w := range p.v.Writers() {
		ids, listed = append(ids, w.ID), append(listed, w.ID+" is "+w.Title)
	}
	hint := ""
	if near := scenario.Suggest(id, ids); near != "" {
		hint = fmt.Sprintf(" Did you mean %s?", near)
	}
	const most = 6
	return fmt.Sprintf("no writer is called %s.%s %s.", id, hint, strings.Join(listed[:min(len(listed), most)], ", "))
}

// reason is what a line's error says, without place and caret.
func reason(err error) string {
	var e *scenario.Error
	if errors.As(err, &e) {
		err = errors.New(e.Text)
	}
	return say.Error(err)
}

// runLine carries out a statement. A whole request by hand takes its time on the way, as any other.
func runLine(r *room.Room, s *scenario.Statement, number int) error {
	send, ok := s.Inputs[0].(engine.Send)
	if ok && send.As == fmt.Sprintf("r%d", number) {
		send.As = ""
	}
	if ok && s.Kind == scenario.Request && send.By != engine.Seed {
		_, err := r.Send(send)
		return err
	}
	_, err := r.Do(s.Inputs...)
	return err
}

// nextRequest is the number that the next request gets.
func nextRequest(v *view.View) int {
	n := 1
	for v.Exchange(n) != nil {
		n++
	}
	return n
}

// words are the commands that the first typed word names, with the rest as their argument.
func (p *palette) words(text string) []row {
	first, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	var rows []row
	if spec := p.v.Spec(text); spec != nil {
		rows = append(rows, row{text: spec.Verb, note: "opens its form", say: spec.Summary,
			act: func() bool { return p.run("object.more", command.More{Verb: spec.Verb}) }})
	}
	if rest == "" {
		return rows
	}
	if by, ok := advance(first, rest); ok {
		rows = append(rows, row{text: text, note: "moves the clock",
			say: "Moves the clock on; what ends on the way ends.", act: func() bool { return moveClock(p.d, by) }})
	}
	low := strings.ToLower(first)
	for i := range p.table { // each letter that is typed looks through all: none is copied
		c := &p.table[i]
		title, _, _ := strings.Cut(c.title, " ")
		if c.With != nil && (low == title || low == c.Word) {
			rows = append(rows, row{text: text, note: c.Title, say: c.Help, why: c.Why(p.v, p.at),
				act: func() bool { return p.run(c.ID, c.With(rest)) }})
		}
	}
	return rows
}

// offers are words with an argument, and operations, whose beginning is typed: Enter does them, Tab writes them out.
func (p *palette) offers(text string) []row {
	low := strings.ToLower(text)
	var rows []row
	if low == "" {
		return nil
	}
	offer := func(line, note string) {
		if strings.HasPrefix(line, low) && line != low {
			for _, r := range p.words(line) {
				r.note, r.fill = note, line
				rows = append(rows, r)
			}
		}
	}
	for _, w := range p.v.Writers() {
		line := w.ID + ": "
		if strings.HasPrefix(line, low) || strings.HasPrefix(strings.ToLower(w.Title), low) {
			rows = append(rows, row{text: line, note: w.Title + "'s next request", fill: line,
				say: "Behind it stands an operation, such as " + reading(p.d) + ".", act: func() bool {
					_ = p.input.SetText(line)
					return false
				}})
		}
	}
	offer("advance 15s", "moves the clock; any length")
	for _, t := range themes.Builtin() {
		offer("theme "+t.Name, "the colours")
	}
	for _, name := range view.Guards() {
		offer("guard "+name, "of the writer's writes")
	}
	for _, s := range p.v.Services() {
		for _, setting := range s.Settings {
			name := s.Name + "." + setting.Name
			line := "set " + name + "=" + after(setting.Values, valueOf(p.v.Setting(name), setting))
			if len(low) > 2 && strings.Contains(line, low) && line != low {
				rows = append(rows, row{text: line, note: "a switch", say: say.Sentence(setting.Help), fill: line,
					act: func() bool { return turn(p.d, s.Name, setting.Name, line[strings.Index(line, "=")+1:]) }})
			}
		}
	}
	offer("races wiki.race", "any race by its name")
	offer("goto 1", "any event by its number")
	return append(rows, p.operations(low)...)
}

// operations are those whose name holds what is typed, those of the selected kind first.
func (p *palette) operations(low string) []row {
	const least, most = 3, 8
	if len(low) < least {
		return nil
	}
	kind := p.d.Object().Kind
	var mine, others []row
	for _, s := range p.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if !strings.Contains(op.Verb, low) || op.Verb == low {
				continue
			}
			r := row{text: op.Verb, note: "opens its form", say: op.Summary, fill: op.Verb,
				act: func() bool { return p.run("object.more", command.More{Verb: op.Verb}) }}
			if op.Object == kind {
				mine = append(mine, r)
			} else {
				others = append(others, r)
			}
		}
	}
	all := append(mine, others...)
	return all[:min(len(all), most)]
}

// advance reads `advance 15s`; a number alone counts seconds.
func advance(first, rest string) (time.Duration, bool) {
	if first != "advance" && first != "clock" {
		return 0, false
	}
	rest = strings.TrimPrefix(rest, "+")
	if n, err := strconv.Atoi(rest); err == nil {
		rest = fmt.Sprintf("%ds", n)
	}
	by, err := time.ParseDuration(rest)
	return by, err == nil && by > 0
}
