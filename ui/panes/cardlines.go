package panes

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// paragraph is a sentence in rows, all in one style, with a blank row before it where there is room for air.
func (c *Card) paragraph(lines []line, w int, style themes.Style, text string) []line {
	if text == "" {
		return lines
	}
	return append(c.air(lines), rows(w-2, style, text)...)
}

func (c *Card) air(lines []line) []line {
	if c.tight || len(lines) == 0 {
		return lines
	}
	return append(lines, line{})
}

func rows(w int, style themes.Style, text string) []line {
	var list []line
	for _, r := range wrap(text, w) {
		list = append(list, line{left: []grid.Span{{Text: r, Style: style}}})
	}
	return list
}

// storyLines are the story: what happened, why, what would have stopped it, what to do.
func (c *Card) storyLines(t room.Trouble, w int) []line {
	told := c.view.Story(t.Conflict)
	lines := c.paragraph(nil, w, themes.Style{Bold: true}, told.First)
	if len(told.Steps) > 0 {
		lines = c.air(lines)
	}
	for i, s := range told.Steps {
		lines = append(lines, causeLines(i+1, s, w)...)
	}
	lines = c.paragraph(lines, w, themes.Style{}, told.Heard)
	if told.Stops != "" {
		lines = c.paragraph(lines, w, themes.Style{Ink: themes.Fresh}, "What would stop it: "+told.Stops)
	}
	if told.Rule.Document != "" {
		where := "The documents: " + told.Rule.Document
		if told.Rule.Section != "" {
			where += ", " + told.Rule.Section
		}
		lines = c.paragraph(lines, w, themes.Style{Ink: themes.Dim}, where+".")
	}
	if told.Unsure != "" {
		lines = append(lines, rows(w-2, themes.Style{Ink: themes.Behind}, "They leave open: "+told.Unsure+".")...)
	}
	return append(c.air(lines), adviceLines(told.Advice, w)...)
}

// causeLines are one numbered cause, with its event at the right of its first row.
func causeLines(n int, s conflict.Step, w int) []line {
	const indent = 3
	event := ""
	if s.Event != 0 {
		event = fmt.Sprintf("event %d", s.Event)
	}
	var list []line
	for i, r := range wrap(s.Text, w-2-indent-10) {
		l := line{left: []grid.Span{plain("   " + r)}}
		if i == 0 {
			l.left = []grid.Span{bold(themes.Text, fmt.Sprintf("%-*d", indent, n)), plain(r)}
			if event != "" {
				l.does = command.GoTo{Record: s.Event}
				l.right = []grid.Span{dim(event)}
			}
		}
		list = append(list, l)
	}
	return list
}

// ByHand says of a recommended action that no key can do it: what is left is the person's own.
func ByHand(action string) bool { return action == "guard" || action == "stop" }

// adviceLines are what the documents recommend, with its key where one key does it, and the other ways.
func adviceLines(a conflict.Advice, w int) []line {
	const indent = 3
	var lines []line
	for i, r := range wrap(a.Say, w-2-indent) {
		l := line{left: []grid.Span{plain("   "), plain(r)}}
		if i == 0 && !ByHand(a.Action) {
			l.left[0], l.does = bold(themes.Key, "R  "), command.Recommend{}
		}
		lines = append(lines, l)
	}
	for _, other := range a.Others {
		for i, r := range wrap(other, w-2-indent-4) {
			head := "or  "
			if i > 0 {
				head = "    "
			}
			lines = append(lines, line{left: []grid.Span{dim("   " + head), dim(r)}})
		}
	}
	return lines
}

// threeTexts are what a conflict is about: what both were made from, and what either made of it.
type threeTexts struct {
	base, mine, theirs                string
	baseName, mineName, theirsName    string
	mineBy, theirsBy                  string
	baseKnown, mineKnown, theirsKnown bool
}

// textsOf gathers the texts of a conflict as far as there are any.
func (c *Card) textsOf(t room.Trouble) threeTexts {
	x := threeTexts{mineBy: t.By, mineName: fmt.Sprintf("%s's #%d", c.view.Title(t.By), t.Request)}
	sent := c.view.Exchange(t.Request)
	if sent == nil {
		return x
	}
	if contentOf(*c.view.Spec(sent.Verb)) != "" {
		x.mine, x.mineKnown = sentBy(c.view, sent), true
	}
	if base := c.baseOf(t, sent); base != nil {
		x.base, x.baseKnown = shownBy(c.view, base), true
		x.baseName = "v" + base.Answer.Field("version").String()
	}
	since := t.Victim
	if t.Sort == '!' && t.Cause != nil {
		since = t.Cause.Since
	}
	for _, n := range c.view.Truth(t.Object).Versions {
		if n.Record == since.Event && !since.IsZero() {
			x.theirs, x.theirsKnown, x.theirsBy = n.Body, true, n.By
			x.theirsName = fmt.Sprintf("%s's v%s", c.view.Title(n.By), n.Number)
		}
	}
	return x
}

// baseOf is the answer that a request was made from: the one that it names, else the newest that its writer had heard before.
func (c *Card) baseOf(t room.Trouble, sent *engine.Exchange) *engine.Exchange {
	if sent.Base != 0 || sent.Blind() {
		return c.view.Exchange(sent.Base)
	}
	log := c.view.Log()
	for i := len(log) - 1; i >= 0; i-- {
		e := log[i].Event
		if e.Kind != engine.Heard || e.By != t.By || e.Number >= sent.Sent.Event {
			continue
		}
		if x := c.view.Exchange(e.Request); x != nil && x.Object == t.Object && x.Answer.Accepted() && len(x.Shows) > 0 {
			return x
		}
	}
	return nil
}

// diffLines are base, yours and theirs, with `<>` where both changed the same lines.
func (c *Card) diffLines(t room.Trouble, w int) []line {
	x := c.textsOf(t)
	if !x.mineKnown || !x.theirsKnown {
		return rows(w-2, themes.Style{Ink: themes.Dim}, "There are no two texts to compare here. v shows the story.")
	}
	lines := c.air([]line{{left: joined([]grid.Span{person(c.view, x.mineBy, x.mineName)}, []grid.Span{person(c.view, x.theirsBy, x.theirsName)}, baseWords(x))}})
	clashes := 0
	hunks := conflict.Diff3([]byte(x.base), []byte(x.mine), []byte(x.theirs))
	for i, h := range hunks {
		if h.Kind == conflict.Same {
			for _, text := range folded(h.Base, i == 0, i == len(hunks)-1) {
				lines = append(lines, line{left: []grid.Span{plain("   "), dim("  " + text)}})
			}
			continue
		}
		mark := "   "
		if h.Kind == conflict.Clash {
			clashes++
			mark = "<> "
		}
		lines = append(lines, c.hunkLines(x, h, mark)...)
	}
	say := "Nothing clashes: the two can be put together."
	if clashes > 0 {
		say = "Both changed the same lines. Their owner puts them together."
	}
	return c.paragraph(lines, w, themes.Style{Ink: themes.Dim}, say)
}

// folded are lines that nobody changed, without those that are far from a change: of the first stretch only its end is near one, of the
// last only its beginning.
func folded(lines []string, first, last bool) []string {
	const near = 2
	var list []string
	add := func(texts []string) {
		for _, text := range texts {
			list = append(list, strings.TrimRight(text, "\n"))
		}
	}
	head, tail := near, near
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	if hidden := len(lines) - head - tail; hidden > 1 {
		add(lines[:head])
		list = append(list, fmt.Sprintf("(%d lines as before)", hidden))
		add(lines[len(lines)-tail:])
		return list
	}
	add(lines)
	return list
}

func baseWords(x threeTexts) []grid.Span {
	if !x.baseKnown {
		return []grid.Span{dim("made from nothing that was read")}
	}
	return []grid.Span{dim("both from " + x.baseName)}
}

// hunkLines are a stretch of the three texts; who wrote a line stands at its right.
func (c *Card) hunkLines(x threeTexts, h conflict.Hunk, mark string) []line {
	var list []line
	add := func(sign string, role themes.Role, texts []string, who ...grid.Span) {
		for _, text := range texts {
			head := bold(themes.Refused, mark)
			list = append(list, line{left: []grid.Span{head, in(role, sign+strings.TrimRight(text, "\n"))}, right: who})
		}
	}
	mine := person(c.view, x.mineBy, c.view.Title(x.mineBy))
	theirs := person(c.view, x.theirsBy, c.view.Title(x.theirsBy))
	add("- ", themes.Removed, h.Base, dim(x.baseName))
	switch h.Kind {
	case conflict.Mine:
		add("+ ", themes.Fresh, h.Mine, mine)
	case conflict.Theirs:
		add("+ ", themes.Fresh, h.Theirs, theirs)
	case conflict.Both:
		add("+ ", themes.Fresh, h.Mine, mine, dim(" and "), theirs)
	default:
		add("+ ", themes.Text, h.Mine, mine)
		add("+ ", themes.Text, h.Theirs, theirs)
	}
	return list
}
