package say

import (
	"regexp"
	"slices"
	"strings"

	"interleave/themes"
	"interleave/ui/grid"
)

// Plain is text in the ink of its ground.
func Plain(text string) grid.Span { return grid.Span{Text: text} }

// Ink is text in the colour of a role.
func Ink(role themes.Role, text string) grid.Span {
	return grid.Span{Text: text, Style: themes.Style{Ink: role}}
}

// Bold is bold text in the colour of a role.
func Bold(role themes.Role, text string) grid.Span {
	return grid.Span{Text: text, Style: themes.Style{Ink: role, Bold: true}}
}

// Dim is text that stands behind the rest.
func Dim(text string) grid.Span { return Ink(themes.Dim, text) }

// Key is a key and what it does, as everywhere on the desktop.
func Key(letter, does string) []grid.Span {
	return []grid.Span{Bold(themes.Key, letter), Dim(" " + does)}
}

// TitleKey is a key and what it does in the upper line of a frame, at its right.
func TitleKey(key, does string) grid.Span {
	s := Dim(does)
	s.Key = key
	return s
}

// Put writes spans into w columns from x on and cuts the last one that fits.
func Put(a grid.Area, x, y, w int, gl grid.Glyphs, spans ...grid.Span) int {
	used := 0
	for _, s := range spans {
		if used >= w {
			break
		}
		used += a.Put(x+used, y, gl.Fit(s.Text, w-used), s.Style)
	}
	return used
}

// PutRight writes spans so that they end before column x.
func PutRight(a grid.Area, x, y int, spans ...grid.Span) int {
	w := Width(spans)
	a.PutSpans(x-w, y, spans...)
	return w
}

// Width is how many columns spans take.
func Width(spans []grid.Span) int {
	w := 0
	for _, s := range spans {
		w += grid.Width(s.Text)
	}
	return w
}

// Joined puts two blanks between groups of spans.
func Joined(groups ...[]grid.Span) []grid.Span {
	var list []grid.Span
	for _, g := range groups {
		if len(list) > 0 && len(g) > 0 {
			list = append(list, Plain("  "))
		}
		list = append(list, g...)
	}
	return list
}

// Wrap breaks a text into rows of at most w columns, between words where it can. It is not ansi.Wrap, which breaks
// behind every hyphen: If-Match would stand in two rows.
func Wrap(text string, w int) []string {
	w = max(w, 1)
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		rows = append(rows, wrapLine(line, w)...)
	}
	return rows
}

func wrapLine(text string, w int) (rows []string) {
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := grid.Width(word)
		if used > 0 && used+1+n > w {
			rows, line, used = append(rows, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		for used+n > w {
			head, rest := Cut(word, w-used)
			rows, line, used = append(rows, line+head), "", 0
			word, n = rest, grid.Width(rest)
		}
		line, used = line+word, used+n
	}
	if used > 0 || len(rows) == 0 {
		rows = append(rows, line)
	}
	return rows
}

// Cut splits a word behind at most w columns, never within what fills one; one comes off at least.
func Cut(word string, w int) (head, rest string) { return grid.Cut(word, w) }

// Besides is why something was refused, as a sentence behind the answer; empty where the answer says it itself, as the
// error of a prompt does.
func Besides(answer, why string) string {
	says, because := strings.Fields(answer), strings.Fields(why)
	const begin = 2 // `ERR wrong`
	if len(says) >= begin && len(because) >= begin && slices.Equal(says[:begin], because[:begin]) {
		return ""
	}
	return Sentence(why)
}

// Paragraph writes a text from row y on, at most most rows, and answers the rows it took. What does not fit ends in an
// ellipsis.
func Paragraph(a grid.Area, y, most int, text string, s themes.Style, gl grid.Glyphs) int {
	w, _ := a.Size()
	rows := Wrap(text, w)
	if len(rows) > most && most > 0 {
		rows[most-1] = strings.Join(rows[most-1:], " ")
		rows = rows[:most]
	}
	for i, row := range rows {
		if i < most {
			a.Put(0, y+i, gl.Fit(row, w), s)
		}
	}
	return min(len(rows), max(most, 0))
}

// Paint writes a sentence into an area, dim, as stands where there is nothing else to show; the keys that it names look
// as everywhere, and can be clicked.
func Paint(a grid.Area, text string) {
	width, _ := a.Size()
	const together = "\ue000" // a key stays in the row of its verb
	join := func(s string) string { return s[:1] + strings.ReplaceAll(s[1:], " ", together) }
	for y, row := range Wrap(keyAndVerb.ReplaceAllStringFunc(text, join), width-1) {
		a.PutSpans(0, y, Keyed(strings.ReplaceAll(row, together, " "))...)
	}
}

var keyAndVerb = regexp.MustCompile(`(^| )(g \S|\S|Space|Enter|Esc) [a-z]+s\b`)

// Keyed is a dim sentence with the keys that it names as keys: `o makes one`. A key begins a sentence or a part of one,
// and a verb stands behind it.
func Keyed(text string) []grid.Span { return KeyedIn(themes.Style{Ink: themes.Dim}, text) }

// KeyedIn is such a sentence in another style.
func KeyedIn(rest themes.Style, text string) (list []grid.Span) {
	words := strings.SplitAfter(text, " ")
	begins := true
	for i := 0; i < len(words); i++ {
		n := 0
		if begins && isKey(words[i]) {
			n = 1
			if words[i] == "g " {
				n = 2
			}
		}
		if n == 0 || i+n >= len(words) || !isVerb(words[i+n]) {
			begins = strings.HasSuffix(words[i], ". ") || strings.HasSuffix(words[i], ", ")
			list = append(list, grid.Span{Text: words[i], Style: rest})
			continue
		}
		list = append(list, Bold(themes.Key, strings.TrimSuffix(strings.Join(words[i:i+n], ""), " ")),
			grid.Span{Text: " ", Style: rest})
		begins = false
		i += n - 1
	}
	return list
}

// isKey says whether a word may be a key: one sign, or the name of a key that writes none.
func isKey(word string) bool {
	word = strings.TrimSuffix(word, " ")
	return len([]rune(word)) == 1 || slices.Contains([]string{"Space", "Enter", "Esc"}, word) ||
		len(word) == 2 && word[0] == 'F'
}

func isVerb(word string) bool {
	word = strings.TrimRight(word, "., ")
	return len(word) > 2 && strings.HasSuffix(word, "s") && word == strings.ToLower(word)
}

// FitMiddle is a text in w columns; what does not fit is left out in its middle, for its end tells as much as its
// beginning.
func FitMiddle(text string, w int, gl grid.Glyphs) string {
	gap := grid.Width(gl.Ellipsis)
	if grid.Width(text) <= w || w < 4*gap+4 {
		return gl.Fit(text, w)
	}
	front := (w - gap + 1) / 2
	head, _ := Cut(text, front)
	tail := text
	for grid.Width(tail) > w-gap-grid.Width(head) {
		_, tail = Cut(tail, 1)
	}
	return strings.TrimRight(head, " ") + gl.Ellipsis + strings.TrimLeft(tail, " ")
}
