package card

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/wire"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// bothBeside is the width from which both messages stand beside each other.
const bothBeside = 96

// exchangeLines are both messages as they would travel, with a sign before what decided.
func (p cardPage) exchangeLines() []pane.Line {
	asked, said, answered := p.view.Wire(p.t.Request, &p.t.Finding)
	if len(asked.Lines) == 0 {
		return rows(p.w-2, themes.Style{Ink: themes.Dim}, "No message travelled: this was done outside the storage.")
	}
	head := fmt.Sprintf("%s sent #%d", p.view.Title(p.t.By), p.t.Request)
	back := "The service answered"
	x := p.view.Exchange(p.t.Request)
	switch {
	case !answered && x != nil && x.GaveUp.IsZero() && p.t.Kind != "no-answer":
		back = "No answer yet"
	case !answered:
		back = "No answer came"
	case x != nil && x.Heard.IsZero():
		back = "The service answered, unheard"
	}
	var lines []pane.Line
	if p.w >= bothBeside {
		wide := (p.w - 4) / 2
		lines = columns(sentLines(head, asked, wide), sentLines(back, said, wide), wide)
	} else {
		lines = append(sentLines(head, asked, p.w-2), p.air([]pane.Line{{}})[1:]...)
		lines = append(lines, sentLines(back, said, p.w-2)...)
	}
	if asked.Absent != "" {
		lines = p.paragraph(lines, themes.Style{Bold: true}, "> not sent: "+asked.Absent)
	}
	if !answered {
		return lines
	}
	return p.ofProgram(p.paragraph(lines, themes.Style{Ink: themes.Dim}, p.deciding()), x, asked)
}

// ofProgram adds what of a program's own request does not stand there.
func (p cardPage) ofProgram(lines []pane.Line, x *engine.Exchange, asked wire.Raw) []pane.Line {
	if x == nil || x.Words.On == "" || asked.Kind != wire.HTTP {
		return lines
	}
	text := "A program sent it: address, dates, ids and signature stand for its own."
	if unread := p.view.Overlooked(x.Number); len(unread) > 0 {
		text += " Not looked at: " + say.OneRow(strings.Join(unread, ", ")) + "."
	}
	return p.paragraph(lines, themes.Style{Ink: themes.Dim}, text)
}

// deciding says what the signs stand for, and what the service compared.
func (p cardPage) deciding() string {
	cause := p.t.Cause
	if cause == nil || cause.Since.IsZero() {
		return "> marks what the answer says of the state that holds from now on."
	}
	text := "> marks what decided."
	if !cause.Have.IsZero() {
		text += fmt.Sprintf(" At the service stood %s", p.view.Compared(cause, cause.Have))
		text += fmt.Sprintf(" since %s, by %s.", cause.Since.At, p.view.Title(cause.Since.By))
	}
	return text
}

// sentLines are a message under its heading, no line wider than w; what is longer goes on below, indented.
func sentLines(head string, raw wire.Raw, w int) []pane.Line {
	lines := []pane.Line{{Left: []grid.Span{say.Bold(themes.Title, head)}}}
	shown, left := beginning(raw.Lines)
	for _, l := range shown {
		sign, style := say.Plain("  "), themes.Style{}
		switch {
		case l.Deciding:
			sign, style = say.Bold(themes.Key, decidingSign), themes.Style{Bold: true}
		case l.Name != "" && l.Name != "body" && raw.Kind == wire.HTTP:
			style.Ink = themes.Dim
		}
		rest, indent := say.OneRow(l.Text), ""
		for first := true; first || rest != ""; first = false {
			part := ""
			if part, rest = say.Cut(rest, max(w-2-len(indent), 8)); rest != "" && l.Name != "body" {
				part, rest = betweenWords(part, rest)
			}
			lines = append(lines, pane.Line{Left: []grid.Span{sign, {Text: indent + part, Style: style}}})
			sign, indent = say.Plain("  "), "    "
		}
	}
	if left > 0 {
		more := say.Dim(fmt.Sprintf("  (%s more)", say.Number(left, "byte")))
		lines = append(lines, pane.Line{Left: []grid.Span{more}})
	}
	return lines
}

// beginning is a message of which a long body has its beginning only, and how many bytes that leaves out.
func beginning(lines []wire.Line) (shown []wire.Line, left int) {
	room := conflict.CompareMost
	for i, l := range lines {
		switch {
		case l.Name != "body":
		case len(l.Text) <= room:
			room -= len(l.Text)
		default:
			for _, rest := range lines[i:] {
				left += len(rest.Text) + 1
			}
			l.Text = strings.ToValidUTF8(l.Text[:room], "")
			return append(slices.Clone(lines[:i]), l), left - len(l.Text) - 1
		}
	}
	return lines, 0
}

// betweenWords moves the beginning of a word that was cut behind the cut, where a word stands before it: an id or a tag
// is read whole.
func betweenWords(part, rest string) (head, tail string) {
	at := strings.LastIndexByte(part, ' ')
	if at <= 0 || rest[0] == ' ' {
		return part, strings.TrimPrefix(rest, " ")
	}
	return part[:at], part[at+1:] + rest
}

// decidingSign stands before what decided.
const decidingSign = "> "

// marked says whether a line has the sign.
func marked(l pane.Line) bool { return len(l.Left) > 0 && l.Left[0].Text == decidingSign }

// columns puts two lists of lines beside each other.
func columns(left, right []pane.Line, wide int) []pane.Line {
	var lines []pane.Line
	for i := range max(len(left), len(right)) {
		var spans []grid.Span
		if i < len(left) {
			spans = append(spans, left[i].Left...)
		}
		if i < len(right) && len(right[i].Left) > 0 {
			spans = append(spans, say.Plain(padding(wide+2-say.Width(spans))))
			spans = append(spans, right[i].Left...)
		}
		lines = append(lines, pane.Line{Left: spans})
	}
	return lines
}

func padding(n int) string {
	const blanks = "                                                                "
	text := ""
	for ; n > len(blanks); n -= len(blanks) {
		text += blanks
	}
	return text + blanks[:max(n, 0)]
}
