package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func cutPrefix(s, prefix string) string {
	s, _ = strings.CutPrefix(s, prefix)
	return s
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	first, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + s[n:]
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}

// joined puts the words that are there side by side.
func joined(words ...string) string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}
