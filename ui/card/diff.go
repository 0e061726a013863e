package card

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// diffLines are base, yours and theirs, with `<>` where both changed the same.
func (p cardPage) diffLines() []pane.Line {
	s := p.view.ThreeWay(p.t.Finding)
	now, open := p.view.ToMerge(p.t.Finding)
	if open && !p.undecided(s) {
		s = now
	}
	if p.t.Object.Kind == "work" || p.t.Kind == "policy" || p.undecided(s) || !s.Base.Known && !s.Theirs.Known &&
		!s.Mine.Known {
		return p.outside()
	}
	lines := p.air([]pane.Line{p.sidesLine(s)})
	switch {
	case s.Mine.Known && p.t.Severity == engine.SeverityUnknown:
		return p.worldLines(lines, s)
	case !s.Mine.Known:
		return p.changedLines(lines, s)
	case s.Rows:
		return p.rowLines(lines, s, open)
	}
	return p.textLines(lines, s, open)
}

// newestNote says of a draft that is made from what is there that nothing has to be put together.
func (p cardPage) newestNote(s view.ThreeWay) string {
	switch {
	case s.Mine.Text == s.Theirs.Text:
		return s.Mine.Name + " is what is there: nothing is left to put together."
	case view.HoldsMarkers(s.Mine.Text):
		return s.Mine.Name + " holds the marker lines of a merge: e to mend it, then w."
	}
	return fmt.Sprintf("%s is made from %s, which is what is there: w writes it.", s.Mine.Name, s.Base.Name)
}

// undecided says whether a request met another one that was not decided, where nothing stood yet: there is nothing that
// it could be put together with.
func (p cardPage) undecided(s view.ThreeWay) bool {
	return p.t.Kind == engine.TwoAtOnce && s.Theirs.Gone && (s.Base.Gone || !s.Base.Known)
}

// outside is all that there is to compare where no object was changed.
func (p cardPage) outside() []pane.Line {
	what := "It is not there, and nobody has put it there."
	switch {
	case p.t.Object.Kind == "work":
		what = "The work stands outside the storage. No text of it is kept."
	case p.t.Kind == "policy":
		what = "The policy refused the request before anybody's text was looked at."
	case p.undecided(p.view.ThreeWay(p.t.Finding)):
		what = "The other request stood undecided: nothing was there yet."
	case p.t.Severity == engine.SeverityUnknown:
		what = fmt.Sprintf("It was not there when #%d was sent. A read shows whether it is there now.", p.t.Request)
	}
	lines := rows(p.w-2, themes.Style{}, fmt.Sprintf("%s: nothing to compare. %s", p.view.Called(p.t.Object), what))
	for _, s := range p.view.Story(p.t.Finding).Steps {
		lines = append(lines, rows(p.w-2, themes.Style{Ink: themes.Dim}, s.Text)...)
	}
	return lines
}

// worldLines are what a read would show in either world, where nobody who sent knows whether the request arrived.
func (p cardPage) worldLines(lines []pane.Line, s view.ThreeWay) []pane.Line {
	world := func(head, sign, text string, role themes.Role) {
		lines = append(lines, rows(p.w-2, themes.Style{Bold: true}, head)...)
		if text == "" {
			text = "(nothing)"
		}
		begins := conflict.Beginning(text)
		for l := range strings.Lines(begins) {
			lines = append(lines, pane.Line{Left: []grid.Span{say.Ink(role, sign+strings.TrimRight(l, "\n"))}})
		}
		if begins != text {
			lines = append(lines, rows(p.w-2, themes.Style{Ink: themes.Dim},
				fmt.Sprintf("(the beginning of %s)", say.Number(len(text), "byte")))...)
		}
	}
	world(fmt.Sprintf("If #%d arrived, a read shows what %s sent:", p.t.Request, p.view.Title(p.t.By)), "+ ",
		s.Mine.Text, themes.Fresh)
	world("If it did not arrive, or was refused, a read shows what stood there then:", "  ", s.Theirs.Text, themes.Text)
	return lines
}

// sidesLine names the sides.
func (p cardPage) sidesLine(s view.ThreeWay) pane.Line {
	base := say.Dim("made from nothing that was read")
	if s.Read && s.Base.Name != "" && (s.Base.Known || s.Base.Gone) {
		base = say.Dim("from " + s.Base.Name)
	}
	mine := []grid.Span{say.Person(p.view, s.Mine.By, s.Mine.Name)}
	return pane.Line{Left: say.Joined(mine, []grid.Span{say.Dim("against"), say.Plain(" "),
		say.Person(p.view, s.Theirs.By, s.Theirs.Name)},
		[]grid.Span{base})}
}

// changedLines are what became of the object between two moments, and by the request: it brings no text of its own.
func (p cardPage) changedLines(lines []pane.Line, s view.ThreeWay) []pane.Line {
	if s.Theirs.Gone && !s.Base.Gone {
		lines = append(lines, rows(p.w-2, themes.Style{},
			fmt.Sprintf("It was there, and is gone: %s.", s.Theirs.Name))...)
	}
	for _, r := range s.Properties {
		mark, ink := "   ", themes.Fresh
		if r.Kind == conflict.Clash {
			mark, ink = "<> ", themes.Text
		}
		add := func(sign, value string, role themes.Role, who grid.Span) {
			lines = append(lines, p.valueLine(mark, sign, r.Name, value, role, who))
		}
		if r.HasBase {
			add("- ", r.Base, themes.Removed, say.Dim("before"))
		}
		if r.HasMine && r.Kind != conflict.Theirs {
			add("+ ", r.Mine, ink, say.Person(p.view, s.Mine.By, p.view.Title(s.Mine.By)))
		}
		if r.HasTheirs && r.Kind != conflict.Mine {
			add("+ ", r.Theirs, ink, say.Person(p.view, s.Theirs.By, p.view.Title(s.Theirs.By)))
		}
	}
	if s.Base.Text == "" && s.Theirs.Text == "" && !s.Theirs.Gone {
		lines = append(lines, rows(p.w-2, themes.Style{}, "The object did not change in between.")...)
	}
	return p.paragraph(lines, themes.Style{Ink: themes.Dim},
		fmt.Sprintf("%s asked: %s.", p.view.Title(p.t.By), p.view.Asks(p.t.Request)))
}

func (p cardPage) valueLine(mark, sign, name, value string, role themes.Role, who ...grid.Span) pane.Line {
	return pane.Line{Left: []grid.Span{say.Bold(themes.Refused, mark), say.Ink(role, sign+name+" "+say.OneRow(value))},
		Right: who}
}

// rowLines are the properties of a row, each by itself. One that both changed can be chosen: Enter takes theirs, and
// mine again.
func (p cardPage) rowLines(lines []pane.Line, s view.ThreeWay, open bool) []pane.Line {
	list := conflict.Rows3(s.Base.Text, s.Mine.Text, s.Theirs.Text)
	mine, theirs := say.Person(p.view, s.Mine.By, p.view.Title(s.Mine.By)), say.Person(p.view, s.Theirs.By,
		p.view.Title(s.Theirs.By))
	clashes, note := 0, "No property was changed by both."
	add := func(mark, sign string, r conflict.Row, there bool, value string, role themes.Role, who ...grid.Span) {
		if !there {
			value = "(not there)"
		}
		lines = append(lines, p.valueLine(mark, sign, r.Name, value, role, who...))
	}
	for _, r := range list {
		mark := "   "
		if r.Kind == conflict.Clash {
			mark = "<> "
			clashes++
		}
		if r.Kind == conflict.Same {
			lines = append(lines, pane.Line{Left: []grid.Span{say.Plain("   "),
				say.Dim("  " + r.Name + " " + say.OneRow(r.Base))}})
			continue
		}
		add(mark, "- ", r, r.HasBase, r.Base, themes.Removed, say.Dim(s.Base.Name))
		switch r.Kind {
		case conflict.Mine:
			add(mark, "+ ", r, r.HasMine, r.Mine, themes.Fresh, mine)
		case conflict.Theirs:
			add(mark, "+ ", r, r.HasTheirs, r.Theirs, themes.Fresh, theirs)
		case conflict.Both:
			add(mark, "+ ", r, r.HasMine, r.Mine, themes.Fresh, mine, say.Dim(" and "), theirs)
			note = "What both changed, both set alike."
		default:
			prefer := command.Intent(command.Prefer{Name: r.Name})
			ours, other := p.sign(r.Name, false), p.sign(r.Name, true)
			if !open {
				prefer, ours, other = nil, "+ ", "+ "
			}
			add(mark, ours, r, r.HasMine, r.Mine, themes.Text, mine)
			lines[len(lines)-1].Does = prefer
			add(mark, other, r, r.HasTheirs, r.Theirs, themes.Text, theirs)
			lines[len(lines)-1].Does = prefer
		}
	}
	if gone := p.goneNote(s); gone != "" {
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, gone)
	}
	switch {
	case s.Newest:
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, p.newestNote(s))
	case clashes > 0 && !open:
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, "Both changed what is marked <>.")
	case clashes > 0:
		note = "Enter on a property that both changed takes the other value; * is what goes into the draft."
	}
	lines = p.paragraph(lines, themes.Style{Ink: themes.Dim}, note)
	if !open {
		return lines
	}
	return p.takeLine(lines, s, conflict.MergeRows(list, p.wanted), p.chosen(list, s))
}

// chosen is whose value goes into the draft of each property that both changed, as `Ana's n=3`: it holds one, and the
// other's is left out.
func (p cardPage) chosen(list []conflict.Row, s view.ThreeWay) string {
	var values []string
	rest := ""
	for _, r := range list {
		value, there, whose := r.Mine, r.HasMine, s.Mine.By
		if slices.Contains(p.wanted, r.Name) {
			value, there, whose = r.Theirs, r.HasTheirs, s.Theirs.By
		}
		switch {
		case r.Kind == conflict.Same:
		case r.Kind != conflict.Clash:
			rest = ", and what only one of the two changed"
		case !there:
			values = append(values, p.view.Title(whose)+"'s no "+r.Name)
		default:
			values = append(values, p.view.Title(whose)+"'s "+r.Name+"="+say.OneRow(value))
		}
	}
	if len(values) == 0 {
		return ""
	}
	return conflict.And(values) + rest
}

// goneNote says that what the sender's text was made from is there no more; empty where it is, or never was.
func (p cardPage) goneNote(s view.ThreeWay) string {
	mine := p.view.Title(s.Mine.By)
	switch {
	case !s.Theirs.Gone || s.Base.Gone || !s.Base.Known:
		return ""
	case !s.Read:
		return "What stood there before is gone, and nothing of it was read."
	case s.Theirs.Ended:
		return fmt.Sprintf("What %s's change was made from has ended by itself.", mine)
	}
	return fmt.Sprintf("%s deleted what %s's change was made from.", p.view.Title(s.Theirs.By), mine)
}

// sign is `* ` before the value of a property that would go into the draft.
func (p cardPage) sign(name string, theirs bool) string {
	taken := false
	for _, wanted := range p.wanted {
		taken = taken || wanted == name
	}
	if taken == theirs {
		return "* "
	}
	return "+ "
}

// takeLine offers to put the merged text into its writer's draft; a program has none.
func (p cardPage) takeLine(lines []pane.Line, s view.ThreeWay, merged, chosen string) []pane.Line {
	if !s.Whole || p.t.Severity == engine.SeverityUnknown || s.Theirs.Gone ||
		s.Base.Text == "" && s.Theirs.Text == "" || p.view.Client(s.Mine.By) != nil {
		return lines
	}
	keys := "Enter  "
	if !p.focused { // there Enter is somebody else's
		keys = "c Enter  "
	}
	take := command.TakeText{Writer: s.Mine.By, Object: s.Object, Text: merged, Chosen: chosen}
	puts := fmt.Sprintf("put both into %s's draft", p.view.Title(s.Mine.By))
	if chosen != "" {
		puts = fmt.Sprintf("put into %s's draft: %s", p.view.Title(s.Mine.By), chosen)
	}
	return append(p.air(lines), pane.Line{Left: []grid.Span{say.Bold(themes.Key, keys), say.Plain(puts)}, Does: take})
}

// textLines are three texts, line by line.
func (p cardPage) textLines(lines []pane.Line, s view.ThreeWay, open bool) []pane.Line {
	clashes := 0
	part := conflict.Differing(s.Base.Text, s.Mine.Text, s.Theirs.Text)
	hunks := conflict.Diff3([]byte(part.Texts[0]), []byte(part.Texts[1]), []byte(part.Texts[2]))
	front, back := part.LeftOut()
	unchanged := func(texts []string) {
		for _, text := range texts {
			lines = append(lines, pane.Line{Left: []grid.Span{say.Plain("   "), say.Dim("  " + text)}})
		}
	}
	unchanged(front)
	for i, h := range hunks {
		if h.Kind == conflict.Same {
			unchanged(say.Folded(h.Base, i == 0 && part.Front == 0, i == len(hunks)-1 && part.Back == 0))
			continue
		}
		mark := "   "
		if h.Kind == conflict.Clash {
			clashes++
			mark = "<> "
		}
		lines = append(lines, p.hunkLines(s, h, mark)...)
	}
	unchanged(back)
	lines = append(lines, p.besideLines(s)...)
	lines, ends := p.textNote(lines, s, part, clashes)
	if ends || !open || !part.Whole || s.Object.Kind == "key" { // a value goes into a line, which has no room for both
		return lines
	}
	merged, _ := conflict.Merge(hunks, conflict.Names{Mine: s.Mine.Name, Base: s.Base.Name, Theirs: s.Theirs.Name})
	return p.takeLine(lines, s, string(merged), "")
}

// textNote says below three texts what can be made of them; ends: nothing.
func (p cardPage) textNote(lines []pane.Line, s view.ThreeWay, part conflict.Excerpt, clashes int) (
	noted []pane.Line, ends bool) {
	note := "Nothing clashes: the two can be put together."
	if gone := p.goneNote(s); gone != "" {
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, gone), true
	}
	if alike := s.Alike(); alike != "" {
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, alike), true
	}
	if part.Cut {
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, longTexts(s)), true
	}
	if s.Newest {
		return p.paragraph(lines, themes.Style{Ink: themes.Dim}, p.newestNote(s)), true
	}
	if clashes > 0 {
		note = "Both changed the same lines: a person has to put them together."
	}
	if len(s.Beside) > 0 {
		note += fmt.Sprintf(" %s replaces what stands beside the text too: what it does not carry is cleared.",
			p.view.Exchange(p.t.Request).Verb)
	}
	return p.paragraph(lines, themes.Style{Ink: themes.Dim}, note), false
}

// longTexts says how long the sides are, of which not all was compared.
func longTexts(s view.ThreeWay) string {
	var list []string
	for _, side := range []view.Side{s.Base, s.Mine, s.Theirs} {
		if side.Known {
			list = append(list, fmt.Sprintf("%s has %s", side.Name, say.Number(len(side.Text), "byte")))
		}
	}
	return strings.Join(list, ", ") + "."
}

// besideLines are what the other changed beside the text.
func (p cardPage) besideLines(s view.ThreeWay) (lines []pane.Line) {
	theirs := say.Person(p.view, s.Theirs.By, p.view.Title(s.Theirs.By))
	for _, r := range s.Beside {
		if r.HasBase {
			lines = append(lines, p.valueLine("   ", "- ", r.Name, r.Base, themes.Removed, say.Dim(s.Base.Name)))
		}
		value := r.Theirs
		if !r.HasTheirs {
			value = "(not there)"
		}
		lines = append(lines, p.valueLine("   ", "+ ", r.Name, value, themes.Fresh, theirs))
	}
	return lines
}

// hunkLines are a stretch of the three texts; who wrote a line stands at its right.
func (p cardPage) hunkLines(s view.ThreeWay, h conflict.Hunk, mark string) []pane.Line {
	var list []pane.Line
	add := func(sign string, role themes.Role, texts []string, who ...grid.Span) {
		for _, text := range texts {
			head := say.Bold(themes.Refused, mark)
			list = append(list, pane.Line{Left: []grid.Span{head, say.Ink(role, sign+strings.TrimRight(text, "\n"))},
				Right: who})
		}
	}
	mine := say.Person(p.view, s.Mine.By, p.view.Title(s.Mine.By))
	theirs := say.Person(p.view, s.Theirs.By, p.view.Title(s.Theirs.By))
	add("- ", themes.Removed, h.Base, say.Dim(s.Base.Name))
	switch h.Kind {
	case conflict.Mine:
		add("+ ", themes.Fresh, h.Mine, mine)
	case conflict.Theirs:
		add("+ ", themes.Fresh, h.Theirs, theirs)
	case conflict.Both:
		add("+ ", themes.Fresh, h.Mine, mine, say.Dim(" and "), theirs)
	default:
		add("+ ", themes.Text, h.Mine, mine)
		add("+ ", themes.Text, h.Theirs, theirs)
	}
	return list
}
