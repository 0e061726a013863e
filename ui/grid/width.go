package grid

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Placeholder stands for a cluster that terminals and the renderer measure
// differently, and for bytes that are no text: a border beside it never shifts.
const Placeholder = "□"

// next cuts the first cell's worth off s: the text to show, its width (0: shows
// nothing) and the number of bytes it took.
func next(s string) (text string, width, size int) {
	if c := s[0]; c < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return ascii(s)
	}
	r, runeSize := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && runeSize == 1 {
		return Placeholder, 1, 1
	}
	if unicode.IsControl(r) {
		text, width, _ = ascii(s)
		return text, width, runeSize
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if cluster == "" {
		return Placeholder, 1, runeSize
	}
	sum := 0
	for i, r := range cluster {
		_, w := ansi.FirstGraphemeCluster(cluster[i:i+utf8.RuneLen(r)], ansi.WcWidth)
		sum += w
	}
	may := unicode.In(r, unicode.M, unicode.Sk, unicode.Cf, unicode.Lo)
	if width != sum || width > 2 || width > 0 && may && joins(cluster) {
		return Placeholder, 1, len(cluster)
	}
	if cluster[0] < utf8.RuneSelf {
		return composed(cluster), width, len(cluster)
	}
	return cluster, width, len(cluster)
}

// composed is a plain letter and its marks as one letter. The renderer keeps of such a cluster only the plain letter,
// so that two texts would look alike; where there is no such letter a placeholder stands.
func composed(cluster string) string {
	letter := norm.NFC.String(cluster)
	if utf8.RuneCountInString(letter) > 1 {
		return Placeholder
	}
	return letter
}

// joins says whether a cluster would become one with the cell before it, as a combining mark that stands alone, or with
// the cell after it, as the signs of some scripts that are written before their letter.
func joins(cluster string) bool {
	before, _ := ansi.FirstGraphemeCluster(" "+cluster, ansi.GraphemeWidth)
	own, _ := ansi.FirstGraphemeCluster(cluster+" ", ansi.GraphemeWidth)
	return before != " " || own != cluster
}

// ascii shows one byte. Tabs and line ends become a blank, so that words stay
// apart; all other control characters, C1 included, vanish.
func ascii(s string) (string, int, int) {
	switch c := s[0]; {
	case c == '\t' || c == '\n':
		return " ", 1, 1
	case c < ' ' || c >= 0x7f:
		return "", 0, 1
	}
	return s[:1], 1, 1
}

// Width is the number of cells that Put uses for s.
func Width(s string) int {
	width := 0
	for len(s) > 0 {
		_, w, size := next(s)
		width += w
		s = s[size:]
	}
	return width
}

// Fit shortens s to at most w cells; what is cut is told by an ellipsis.
func Fit(s string, w int) string { return fit(s, w, "…") }

// Fit shortens s to at most w cells with the ellipsis of the glyph set.
func (gl Glyphs) Fit(s string, w int) string { return fit(s, w, gl.Ellipsis) }

func fit(s string, w int, ellipsis string) string {
	if w <= 0 {
		return ""
	}
	if Width(s) <= w {
		return s
	}
	for Width(ellipsis) > w {
		ellipsis = ellipsis[:len(ellipsis)-1]
	}
	room := w - Width(ellipsis)
	var kept strings.Builder
	for rest := s; ; {
		text, width, size := next(rest)
		if width > room {
			return kept.String() + ellipsis
		}
		room -= width
		kept.WriteString(text)
		rest = rest[size:]
	}
}
