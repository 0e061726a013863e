package export

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

// Measures of a sequence on paper, in units of its pictures.
const (
	seqWide   = 700
	seqRow    = 28 // of an arrow
	seqLine   = 14 // of a line of a note
	seqLetter = 5.6
)

var (
	seqColumn = regexp.MustCompile(`^(?:actor|participant) (\w+) as (.*)$`)
	seqArrow  = regexp.MustCompile(`^(\w+?)(--?)(>>|x)(\w+): (.*)$`)
	seqNote   = regexp.MustCompile(`^Note over (\w+)(?:,(\w+))?: (.*)$`)
	seqCode   = regexp.MustCompile(`#(\d+);`)
)

// sequence is a diagram that Mermaid would draw, drawn row by row: a page may end between two of them, but not so that
// a few stand alone, and the next one begins with the names again.
type sequence struct {
	ids   []string
	names []string
	rows  []string
}

// together are how many rows at both ends of a diagram stay on one page; one that is not much longer stays whole.
const together = 4

// drawnSequence draws a sequence diagram as Mermaid is written here, as a table of pictures.
func drawnSequence(rows []string) string {
	s := &sequence{}
	for _, row := range rows {
		row = strings.TrimSpace(row)
		if m := seqColumn.FindStringSubmatch(row); m != nil {
			s.ids, s.names = append(s.ids, m[1]), append(s.names, m[2])
		} else if m := seqArrow.FindStringSubmatch(row); m != nil {
			s.arrow(m[1], m[4], m[2] == "--", m[3] == "x", m[5])
		} else if m := seqNote.FindStringSubmatch(row); m != nil {
			s.note(m[1], m[2], m[3])
		}
	}
	head := ""
	for i, name := range s.names {
		head += said(s.middle(i), 16, "who", plainText(name)[0])
	}
	return fmt.Sprintf("<table><thead><tr><td>%s</td></tr></thead><tbody>\n%s</tbody></table>\n",
		s.picture(24, head, false), s.body())
}

// body are the rows of the table: a page ends between two of them, and never within one.
func (s *sequence) body() string {
	var b strings.Builder
	for at := 0; at < len(s.rows); {
		n := 1
		switch left := len(s.rows) - at; {
		case at == 0 && left <= 3*together, left <= together:
			n = left
		case at == 0:
			n = together
		}
		fmt.Fprintf(&b, "<tr><td>%s</td></tr>\n", strings.Join(s.rows[at:at+n], "\n"))
		at += n
	}
	return b.String()
}

func (s *sequence) middle(column int) float64 {
	return seqWide * (float64(column) + 0.5) / float64(max(len(s.ids), 1))
}

func (s *sequence) place(id string) float64 { return s.middle(max(slices.Index(s.ids, id), 0)) }

// picture is one row of the diagram, with the lines of its columns.
func (s *sequence) picture(high float64, inside string, lines bool) string {
	all := ""
	for i := range s.ids {
		if lines {
			all += fmt.Sprintf(`<path d="M%.1f 0V%.1f" stroke="#999"/>`, s.middle(i), high)
		}
	}
	return fmt.Sprintf(`<svg viewBox="0 0 %d %.0f">%s%s</svg>`, seqWide, high, all, inside)
}

func (s *sequence) add(high float64, inside string) {
	s.rows = append(s.rows, s.picture(high, inside, true))
}

// arrow is a message; a lost one ends in a cross before it is there.
func (s *sequence) arrow(from, to string, back, lost bool, text string) {
	a, b := s.place(from), s.place(to)
	dir := 1.0
	if b < a {
		dir = -1
	}
	dash, end := "", b
	if back {
		dash = ` stroke-dasharray="5 4"`
	}
	tip := fmt.Sprintf(`<path d="M%.1f 17l%.0f 4l%.0f 4z"/>`, end-dir*8, dir*8, -dir*8)
	if lost {
		end = a + (b-a)*0.7
		tip = fmt.Sprintf(`<path d="M%.1f 17l8 8m0 -8l-8 8" stroke="#000" stroke-width="1.6"/>`, end-4)
	}
	line := fmt.Sprintf(`<path d="M%.1f 21H%.1f" stroke="#000"%s/>`, a, end, dash)
	s.add(seqRow, line+tip+said((a+b)/2, 14, "", strings.Join(plainText(text), " ")))
}

// note is a box over one column, or over all from one to another.
func (s *sequence) note(from, to, text string) {
	if to == "" {
		to = from
	}
	lines, widest := plainText(text), 0
	for _, l := range lines {
		widest = max(widest, len([]rune(l)))
	}
	a, b := s.place(from), s.place(to)
	wide := max(b-a+80, float64(widest)*seqLetter+16)
	wide = min(wide, seqWide-4)
	left := min(max((a+b-wide)/2, 2), seqWide-2-wide)
	high := float64(len(lines)*seqLine + 6)
	inside := fmt.Sprintf(`<rect x="%.1f" y="3" width="%.1f" height="%.0f" fill="#f2f2f2" stroke="#666"/>`, left, wide, high)
	for i, l := range lines {
		inside += said(left+wide/2, float64(16+i*seqLine), "", l)
	}
	s.add(high+6, inside)
}

// said is a text around a middle, moved so far that it stays on the page; a white edge keeps it from the lines behind.
func said(middle, y float64, class, text string) string {
	half := float64(len([]rune(text)))*seqLetter/2 + 2
	if 2*half < seqWide {
		middle = min(max(middle, half), seqWide-half)
	}
	if class == "" {
		class = "it"
	}
	return fmt.Sprintf(`<text x="%.1f" y="%.0f" text-anchor="middle" class="%s" paint-order="stroke" stroke="#fff"`+
		` stroke-width="3">%s</text>`, middle, y, class, html.EscapeString(text))
}

// plainText are the lines of a text that was written for Mermaid.
func plainText(text string) (lines []string) {
	for _, line := range strings.Split(text, "<br/>") {
		line = strings.ReplaceAll(line, "#nbsp;", " ")
		lines = append(lines, seqCode.ReplaceAllStringFunc(line, func(code string) string {
			n := 0
			_, _ = fmt.Sscanf(code, "#%d;", &n)
			return string(rune(n))
		}))
	}
	return lines
}
