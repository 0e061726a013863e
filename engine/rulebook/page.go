package rulebook

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Section is what stands below one heading, up to the next of any level.
type Section struct {
	Title    string
	Level    int      // 1 for the page's own title
	Text     string   // Markdown, without the heading
	Refusals []string // the rules that it is about, as Key writes them
}

// Anchor is what a link to the section ends with, as `using-a-blob-while-leased`.
func (s Section) Anchor() string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', 'a' <= r && r <= 'z', '0' <= r && r <= '9', r > 127:
			return r
		}
		return -1
	}, strings.ToLower(s.Title))
}

// Key names a rule on a page, as `If-Match: ConditionNotMet`.
func Key(r *engine.Rule) string { return r.Name + ": " + r.Fault.Code }

const refusals = "Refusals here: "

// Parse are the sections of a page, in order.
func Parse(page string) []Section {
	var list []Section
	fenced := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		marks := strings.TrimLeft(line, "#")
		if level := len(line) - len(marks); !fenced && level > 0 && strings.HasPrefix(marks, " ") {
			list = append(list, Section{Title: strings.TrimSpace(marks), Level: level})
			continue
		}
		if len(list) == 0 {
			continue
		}
		s := &list[len(list)-1]
		if keys, ok := strings.CutPrefix(line, refusals); ok && !fenced {
			for i, key := range strings.Split(keys, "`") {
				if i%2 == 1 {
					s.Refusals = append(s.Refusals, key)
				}
			}
			continue
		}
		s.Text += line
	}
	for i := range list {
		list[i].Text = strings.TrimSpace(list[i].Text)
	}
	return list
}

// Of are the sections of a page that are about a rule; the first tells it best.
func Of(page string, r *engine.Rule) []Section {
	return filter(page, func(s Section) bool { return slices.Contains(s.Refusals, Key(r)) })
}

// Behind are the sections of a page that an operation's refusals lead to: for each refusal the one that tells it best.
func Behind(page string, op engine.OpSpec) []Section {
	told := map[string]bool{}
	for _, r := range op.Refuses {
		if list := Of(page, r); len(list) > 0 {
			told[list[0].Title] = true
		}
	}
	return filter(page, func(s Section) bool { return told[s.Title] })
}

// About are the sections of a page that a word leads to, upper and lower case alike: those whose titles have it, else
// those that mention it.
func About(page, word string) []Section {
	has := func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(word)) }
	if list := filter(page, func(s Section) bool { return has(s.Title) || s.Anchor() == word }); len(list) > 0 {
		return list
	}
	return filter(page, func(s Section) bool { return has(s.Text) || slices.ContainsFunc(s.Refusals, has) })
}

func filter(page string, keep func(Section) bool) []Section {
	return slices.DeleteFunc(Parse(page), func(s Section) bool { return !keep(s) })
}

// Begins is the first sentence of a section, for a list of them; empty where a table, a list or a line that only leads
// to one stands first: a cell of it by itself misleads.
func (s Section) Begins() string {
	line, _, _ := strings.Cut(strings.TrimSpace(s.Text), "\n")
	switch first, _, _ := strings.Cut(line, " "); {
	case first == "", first == "-", first == "*", strings.HasPrefix(line, "```"), strings.HasPrefix(line, "|"),
		strings.Trim(first, "0123456789") == ".", strings.HasPrefix(first, "["):
		return ""
	}
	text, _, more := strings.Cut(strings.TrimSpace(plain(line)), ". ")
	if strings.HasSuffix(text, ":") {
		return ""
	}
	if more {
		text += "."
	}
	return text
}

// Plain is the text of a section for a screen: links and emphasis without their signs, each row of a table as its first
// cell with the others below it, each behind the word at the head of its column.
func (s Section) Plain() string {
	var b strings.Builder
	fenced := false
	var t tableRows
	for line := range strings.Lines(s.Text) {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
			b.WriteString(line)
		case strings.HasPrefix(line, "|--"):
		case strings.HasPrefix(line, "|"):
			b.WriteString(t.row(line))
			continue
		default:
			b.WriteString(plain(line))
		}
		if !strings.HasPrefix(line, "|") {
			t = tableRows{}
		}
	}
	return strings.TrimSpace(b.String())
}

func plain(line string) string {
	line = strings.ReplaceAll(line, "**", "")
	for {
		before, rest, ok := strings.Cut(line, "](")
		if !ok {
			return line
		}
		at := strings.LastIndexByte(before, '[')
		_, after, closed := strings.Cut(rest, ")")
		if at < 0 || !closed {
			return line
		}
		line = before[:at] + "\"" + before[at+1:] + "\"" + after
	}
}
