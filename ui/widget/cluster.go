package widget

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"interleave/ui/grid"
)

// tabStop is the distance of tab stops in cells. The keyboard never makes a tab (Tab belongs to the desktop), but
// bodies hold them.
const tabStop = 4

// clusterEnd is the border after the cluster that begins at i.
func clusterEnd(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	if plainAt(s, i) {
		return i + 1
	}
	cluster, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
	return i + max(len(cluster), 1)
}

// clusterStart is the border before the cluster that holds the byte before i.
func clusterStart(s string, i int) int {
	if i <= 0 {
		return 0
	}
	j := knownBorder(s, i)
	for {
		end := clusterEnd(s, j)
		if end >= i {
			return j
		}
		j = end
	}
}

// snap is the first border at or after i.
func snap(s string, i int) int {
	if i <= 0 || i >= len(s) {
		return min(max(i, 0), len(s))
	}
	return clusterEnd(s, clusterStart(s, i))
}

// knownBorder goes back from i to a place that is a border whatever comes before it, so that one key looks at a few
// bytes and not at the line.
func knownBorder(s string, i int) int {
	_, size := utf8.DecodeLastRuneInString(s[:i])
	p := i - size
	for p > 0 {
		r, _ := utf8.DecodeRuneInString(s[p:])
		before, width := utf8.DecodeLastRuneInString(s[:p])
		if ordinary(r) && ordinary(before) {
			return p
		}
		p -= width
	}
	return p
}

// ordinary is true of letters that join neither the letter before nor the one after (rule GB999 of Unicode's UAX 29).
func ordinary(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return plain(byte(r))
	case r >= 0xC0 && r <= 0x24F: // Latin
		return true
	case r >= 0x400 && r <= 0x481, r >= 0x48A && r <= 0x52F: // Cyrillic without its combining signs
		return true
	case r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FA: // kana without the voicing signs
		return true
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3: // Han, Hangul syllables
		return true
	}
	return false
}

func plain(b byte) bool { return b >= ' ' && b < 0x7F }

// plainAt is true of one cell that is one byte. Behind plain ASCII there is always a border before ASCII: most text
// never reaches the tables.
func plainAt(s string, i int) bool {
	return plain(s[i]) && (i+1 == len(s) || s[i+1] < utf8.RuneSelf)
}

// shown is how a cluster appears in the column: its text, its cells, and whether that is a stand-in for
// something that has no picture (a control character, a broken byte, a sign without width).
func shown(cluster string, column int) (text string, cells int, standIn bool) {
	c := cluster[0]
	switch {
	case plain(c) && len(cluster) == 1:
		return cluster, 1, false
	case c == '\t':
		n := tabStop - column%tabStop
		return "    "[:n], n, false
	case c < ' ':
		return string([]byte{'^', c + '@'}), 2, true
	case c == 0x7F:
		return "^?", 2, true
	case !utf8.ValidString(cluster):
		return grid.Placeholder, 1, true
	}
	cells = grid.Width(cluster)
	if r, _ := utf8.DecodeRuneInString(cluster); cells <= 0 || unicode.IsControl(r) {
		return grid.Placeholder, 1, true
	}
	return cluster, cells, false
}

// columns is the width of s in cells when it begins in column 0.
func columns(s string) int {
	column := 0
	for i := 0; i < len(s); {
		if plainAt(s, i) {
			column++
			i++
			continue
		}
		end := clusterEnd(s, i)
		_, cells, _ := shown(s[i:end], column)
		column += cells
		i = end
	}
	return column
}

// byteAt is the border before the cluster that covers the column, or the end of s.
func byteAt(s string, column int) int {
	at := 0
	for i := 0; i < len(s); {
		end := clusterEnd(s, i)
		_, cells, _ := shown(s[i:end], at)
		if at+cells > column {
			return i
		}
		at += cells
		i = end
	}
	return len(s)
}

// isWord is true of what a word is made of.
func isWord(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func isBlank(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return unicode.IsSpace(r)
}

// wordEnd is the end of the next word at or after i; false when none follows in s.
func wordEnd(s string, i int) (int, bool) {
	for i < len(s) && !isWord(s[i:]) {
		i = clusterEnd(s, i)
	}
	found := i < len(s)
	for i < len(s) && isWord(s[i:]) {
		i = clusterEnd(s, i)
	}
	return i, found
}

// wordStart is the beginning of the word before i; false when there is none in s.
func wordStart(s string, i int) (int, bool) {
	for i > 0 {
		j := clusterStart(s, i)
		if isWord(s[j:]) {
			break
		}
		i = j
	}
	found := i > 0
	for i > 0 {
		j := clusterStart(s, i)
		if !isWord(s[j:]) {
			break
		}
		i = j
	}
	return i, found
}
