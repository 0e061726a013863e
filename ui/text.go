package ui

import (
	"strings"
)

func cutPrefix(s, prefix string) string {
	s, _ = strings.CutPrefix(s, prefix)
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
