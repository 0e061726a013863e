package grid

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Placeholder stands for what has no width on which terminals and the renderer agree, and for bytes that are no text: a
// border beside it never shifts.
const Placeholder = "□"

// Signs that join or vary the one before them. Where terminals and the renderer measure the whole differently it is
// shown by its parts: two families, two tones of a hand are two texts, and must not look alike.
const (
	joiner, variant, key = '\u200d', '\ufe0f', '\u20e3'
	firstTone, tonesShow = '\U0001f3fb', "▤▥▦▧▨" // a square for each of the five tones of skin
)

// next cuts the first cell's worth off s: the text to show, its width (0: shows
// nothing) and the number of bytes it took.
func next(s string) (text string, width, size int) {
	if c := s[0]; c < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return ascii(s)
	}
	const line = len("─")
	if isLine(s) && (len(s) == line || s[line] < utf8.RuneSelf || isLine(s[line:])) {
		return s[:line], 1, line
	}
	return measured(s)
}

// measured is next without the two short ways.
func measured(s string) (text string, width, size int) {
	r, runeSize := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && runeSize == 1 {
		return Placeholder, 1, 1
	}
	if unicode.IsControl(r) {
		text, width, _ = ascii(s)
		return text, width, runeSize
	}
	if part := partOf(r); part != "" {
		return part, 1, runeSize
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if cluster == "" {
		return Placeholder, 1, runeSize
	}
	may := unicode.In(r, unicode.M, unicode.Sk, unicode.Cf, unicode.Lo)
	parts := !may && strings.ContainsFunc(cluster, func(r rune) bool { return partOf(r) != "" })
	if width != widthOfParts(cluster) || width > 2 || width > 0 && may && joins(cluster) || parts {
		first := cluster[:runeSize]
		_, w := ansi.FirstGraphemeCluster(first, ansi.GraphemeWidth)
		if !may && len(first) < len(cluster) && w > 0 && w <= 2 && w == widthOfParts(first) {
			return first, w, runeSize // the others follow one by one
		}
		return Placeholder, 1, len(cluster)
	}
	if cluster[0] < utf8.RuneSelf {
		return composed(cluster), width, len(cluster)
	}
	return cluster, width, len(cluster)
}

// isLine says whether a text begins with one of the signs U+2500 to U+257F that lines and frames are drawn with. Half
// of a screen are such, and only a mark behind one could join it.
func isLine(s string) bool { return len(s) > 2 && s[0] == 0xe2 && (s[1] == 0x94 || s[1] == 0x95) }

// partOf is what a sign is shown as that joins or varies the one before it, where it is not shown with that; empty for
// any other.
func partOf(r rune) string {
	switch tone := int(r - firstTone); {
	case r == joiner || r == variant || r == key:
		return Placeholder
	case tone >= 0 && tone < utf8.RuneCountInString(tonesShow):
		return string([]rune(tonesShow)[tone])
	}
	return ""
}

// widthOfParts is the width of a cluster where a terminal takes each of its signs by itself.
func widthOfParts(cluster string) (sum int) {
	for i, r := range cluster {
		_, w := ansi.FirstGraphemeCluster(cluster[i:i+utf8.RuneLen(r)], ansi.WcWidth)
		sum += w
	}
	return sum
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

// Cut splits s behind at most w cells; what fills the first of them comes off in any case.
func Cut(s string, w int) (head, rest string) {
	at, used := 0, 0
	for at < len(s) {
		_, width, size := next(s[at:])
		if used+width > w && at > 0 {
			break
		}
		used, at = used+width, at+size
	}
	return s[:at], s[at:]
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
