package card

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// cardPage is the text of a card in the making: one conflict for one width.
type cardPage struct {
	view   *view.View
	t      view.Trouble
	advice advice.Card
	w      int
	tight  bool
	brief  bool // a cause that the first sentence tells is left out, which brings what decided on screen
	airs   *int // how many blank rows there is room for; nil: as many as there are
	wanted []string
	// whether keys go to the card
	focused bool
	// the first sentences of what is recommended, where they stay below the text and all of it stands at its end
	begun string
}

// lines are a view as lines; advised is false where what is recommended stands elsewhere.
func (p cardPage) lines(shows cardView, advised bool) []pane.Line {
	switch shows {
	case diffView:
		return p.diffLines()
	case exchangeView:
		return p.exchangeLines()
	case ruleView:
		return p.ruleLines()
	}
	return p.storyLines(advised)
}

// paragraph is a sentence in rows, all in one style, with a blank row before it where there is room for air.
func (p cardPage) paragraph(lines []pane.Line, style themes.Style, text string) []pane.Line {
	if text == "" {
		return lines
	}
	return append(p.air(lines), rows(p.w-2, style, text)...)
}

func (p cardPage) air(lines []pane.Line) []pane.Line {
	return p.airAbove(lines, 1) // the one above what is recommended is worth most
}

// airAbove is a blank row, where so many are kept for what comes later.
func (p cardPage) airAbove(lines []pane.Line, kept int) []pane.Line {
	if p.tight || len(lines) == 0 || p.airs != nil && *p.airs <= kept {
		return lines
	}
	if p.airs != nil {
		*p.airs--
	}
	return append(lines, pane.Line{})
}

func rows(w int, style themes.Style, text string) []pane.Line {
	var list []pane.Line
	for _, r := range say.Wrap(text, w) {
		list = append(list, pane.Line{Left: []grid.Span{{Text: r, Style: style}}})
	}
	return list
}

// storyLines are the story: what happened, why, what would have stopped it, what to do.
func (p cardPage) storyLines(advised bool) []pane.Line {
	told := p.view.Story(p.t.Finding)
	lines := p.paragraph(nil, themes.Style{Bold: true}, told.First)
	if len(told.Steps) > 0 {
		lines = p.air(lines)
	}
	first, above := len(lines), []string(nil)
	for i, s := range told.Steps {
		if p.brief && strings.Contains(told.First, s.Text) {
			above = append(above, fmt.Sprint(i+1)) // the others keep their numbers
			continue
		}
		lines = append(lines, p.causeLines(i+1, s)...)
	}
	if len(above) > 0 {
		lines[first-1] = p.saying(lines[first-1], above)
	}
	lines = p.paragraph(lines, themes.Style{}, told.Heard)
	if len(p.advice.Stops) > 0 {
		lines = p.paragraph(lines, themes.Style{Ink: themes.Fresh}, "What would stop it: "+
			strings.Join(p.advice.Stops, " "))
	}
	if told.Law != "" && p.t.Severity == engine.SeveritySilent {
		lines = p.paragraph(lines, themes.Style{}, "Why nothing stood in the way: "+told.Law)
	}
	if told.Rule.Document != "" {
		lines = p.paragraph(lines, themes.Style{Ink: themes.Dim}, "The documents: "+cited(told.Rule)+".")
	}
	if told.Unsure != "" {
		lines = append(lines, rows(p.w-2, themes.Style{Ink: themes.Behind}, "They leave open: "+told.Unsure+".")...)
	}
	for _, beside := range p.view.Beside() { // a card about something else does not make it untrue
		lines = p.paragraph(lines, themes.Style{Ink: themes.Behind}, "Beside it, and not marked: "+beside)
	}
	if p.advice.Beside != "" {
		lines = p.paragraph(lines, themes.Style{Ink: themes.Behind}, "Beside it, and not marked: "+p.advice.Beside)
	}
	all := p.advice
	if p.begun != "" {
		all.Action = "" // its key stands below
	}
	advice := adviceLines(all, p.w)
	if !advised || p.advice.Waits { // an event is told once
		advice = advice[p.sayRows():]
	}
	if len(advice) > 0 {
		lines = append(p.airAbove(lines, 0), advice...)
	}
	return lines
}

// footLines are the keys that lead on from a conflict, as far as the desktop has them.
func (p cardPage) footLines() []pane.Line {
	var keys []grid.Span
	for _, id := range []string{"learn.guards", "learn.orders"} {
		if c, ok := command.ByID(id); ok && c.Key() != "" {
			keys = say.Joined(keys, say.Key(c.Key(), lowerTitle(c.Title)))
		}
	}
	return []pane.Line{{}, {Left: say.Joined(keys, say.Key("u", "undo"), say.Key("y", "copy this story"))}}
}

func lowerTitle(title string) string {
	if title == "" {
		return ""
	}
	return string(title[0]|0x20) + title[1:]
}

// causeLines are one numbered cause, with the step that it was at the right of its first row.
func (p cardPage) causeLines(n int, s conflict.Step) []pane.Line {
	const indent = 3
	step := ""
	if at := p.view.StepOf(s.Event); at != 0 {
		step = fmt.Sprintf("step %d", at)
	}
	var list []pane.Line
	const room = 10 // of the step
	for i, r := range besideStep(s.Text, p.w-2-indent-room, p.w-2-indent) {
		l := pane.Line{Left: []grid.Span{say.Plain("   " + r)}}
		if i == 0 {
			l.Left = []grid.Span{say.Bold(themes.Text, fmt.Sprintf("%-*d", indent, n)), say.Plain(r)}
			if step != "" {
				l.Does = command.GoTo{Record: s.Event}
				l.Right = []grid.Span{say.Dim(step)}
			}
		}
		list = append(list, l)
	}
	return list
}

// besideStep breaks a text into rows of at most w columns, the first of which has fewer: its step stands beside it. A
// word goes to the second row where it is too long for the first, and is not broken there.
func besideStep(text string, first, w int) []string {
	words, fits, used := strings.Fields(text), 0, 0
	for _, word := range words {
		if used += grid.Width(word); used > first {
			break
		}
		fits, used = fits+1, used+1
	}
	if fits == 0 {
		return say.Wrap(text, max(first, 1))
	}
	rows := []string{strings.Join(words[:fits], " ")}
	if fits < len(words) {
		rows = append(rows, say.Wrap(strings.Join(words[fits:], " "), w)...)
	}
	return rows
}

// parted takes what is recommended out of the lines where they are more than the rows, as far as it can stay below.
func (p *cardPage) parted(shows cardView, lines []pane.Line, rows int) (text, below []pane.Line) {
	if len(lines) <= rows {
		return lines, nil
	}
	below = p.pinnedLines()
	if half := rows / 2; len(below) > half && p.begin(half) { // what happened wants its place too
		return p.lines(shows, true), p.pinnedLines()
	}
	if len(below)+storyLeast <= rows {
		return p.lines(shows, false), below
	}
	return lines, nil
}

// decides says whether all that decided, the last step of a story, is on screen, with so many rows for the whole card.
func (p cardPage) decides(rows int) bool {
	lines, below := p.parted(storyView, p.lines(storyView, true), rows)
	steps := p.view.Story(p.t.Finding).Steps
	if len(steps) == 0 {
		return true
	}
	last := p.causeLines(len(steps), steps[len(steps)-1])
	end := slices.IndexFunc(lines, func(l pane.Line) bool { return slices.Equal(l.Left, last[0].Left) }) + len(last)
	return end <= rows-len(below)
}

// saying adds to a row of the first sentence which of the numbered causes it tells, where there is room.
func (p cardPage) saying(l pane.Line, numbers []string) pane.Line {
	word := "cause "
	if len(numbers) > 1 {
		word = "causes "
	}
	tells := say.Dim(word + strings.Join(numbers, ", "))
	if say.Width(l.Left)+2+grid.Width(tells.Text) <= p.w-2 {
		l.Right = []grid.Span{tells}
	}
	return l
}

// pinnedLines are what is recommended, in the same sentence at every width.
func (p cardPage) pinnedLines() []pane.Line {
	a := p.advice
	if a.Waits {
		return nil
	}
	a.Others = nil
	if p.begun != "" {
		a.Say, a.Tried = p.begun+" Scroll for the rest.", true
	}
	return adviceLines(a, p.w)
}

// begin lets as many whole sentences of what is recommended stay as fit into so many rows; false where not one does.
func (p *cardPage) begin(room int) bool {
	if p.advice.Waits {
		return false
	}
	p.begun = p.advice.Say
	for at := strings.LastIndex(p.begun, ". "); at > 0; at = strings.LastIndex(p.begun, ". ") {
		if p.begun = p.begun[:at+1]; len(p.pinnedLines()) <= room {
			return true
		}
	}
	p.begun = ""
	return false
}

// sayRows is how many rows the recommended action takes.
func (p cardPage) sayRows() int {
	return len(say.Wrap(p.advice.Say, p.w-2-adviceIndent))
}

const adviceIndent = 3

// adviceLines are what can be done, with its key where it is an action, and what else was tried.
func adviceLines(a advice.Card, w int) []pane.Line {
	var lines []pane.Line
	for i, r := range say.Wrap(a.Say, w-2-adviceIndent) {
		l := pane.Line{Left: []grid.Span{say.Plain("   "), say.Plain(r)}}
		switch {
		case i == 0 && a.Action != "":
			l.Left[0], l.Does = say.Bold(themes.Key, "R  "), command.Recommend{}
		case i == 0: // a person's to do: no key sends it
			l.Left[0] = say.Dim("-  ")
		}
		lines = append(lines, l)
	}
	others := a.Others
	if !a.Tried {
		others = append(slices.Clone(others), "Not tried to the end: there is too much under way.")
	}
	for _, other := range others {
		for _, r := range say.Wrap(other, w-2-adviceIndent) {
			lines = append(lines, pane.Line{Left: []grid.Span{say.Dim("   " + r)}})
		}
	}
	return lines
}
