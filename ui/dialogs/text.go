package dialogs

import (
	"errors"
	"image"
	"strings"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/themes"
	"interleave/ui/grid"
)

// wrap breaks a text into rows of at most w cells, at blanks where it can.
func wrap(text string, w int) []string {
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		row := ""
		for _, word := range strings.Fields(line) {
			switch {
			case row == "":
				row = word
			case grid.Width(row)+1+grid.Width(word) <= w:
				row += " " + word
			default:
				rows, row = append(rows, row), word
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// paragraph writes a text from row y on, at most most rows, and answers the rows it took. What does not fit ends in an
// ellipsis.
func paragraph(a grid.Area, y, most int, text string, s themes.Style, gl grid.Glyphs) int {
	w, _ := a.Size()
	rows := wrap(text, w)
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

// sentence is an error of ours as a person reads it.
func sentence(err error) string {
	text := err.Error()
	var e *scenario.Error
	if errors.As(err, &e) {
		text = e.Text
	}
	// An action that did not happen tells its line first: the person has just made it.
	if inner := errors.Unwrap(err); inner != nil {
		line := strings.TrimSuffix(text, ": "+inner.Error())
		if _, bad := scenario.ParseInput(line); bad == nil {
			return sentence(inner)
		}
	}
	text, _, _ = strings.Cut(text, "\n")
	word, _, _ := strings.Cut(text, " ")
	if !strings.ContainsAny(word, "-.*:$/") { // a name stays as it is written
		first, n := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[n:]
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// plural is a count with its word, as `1 step` or `3 steps`.
func plural(n int, word string) string {
	text := engine.Number(int64(n)).String() + " " + word
	if n != 1 {
		text += "s"
	}
	return text
}

// kindWords is a mark's kind as people read it, as `lost update`.
func kindWords(kind string) string { return strings.ReplaceAll(kind, "-", " ") }

func markInk(sort byte) themes.Role {
	switch sort {
	case '!':
		return themes.Refused
	case '~':
		return themes.Silent
	case '?':
		return themes.Unknown
	}
	return themes.Dim
}

func lower(text string) string {
	if text == "" {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}

func rect(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+max(w, 0), y+max(h, 0)) }

func point(x, y int) image.Point { return image.Pt(x, y) }
