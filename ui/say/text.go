package say

import (
	"fmt"
	"strings"

	"interleave/ui/grid"
)

func Reversed(spans []grid.Span) []grid.Span {
	list := make([]grid.Span, len(spans))
	for i, s := range spans {
		s.Style.Bold, s.Style.Reverse = true, true
		list[i] = s
	}
	return list
}

// Folded are lines that nobody changed, without those that are far from a change: of the first stretch only its end is
// near one, of the last only its beginning.
func Folded(lines []string, first, last bool) []string {
	const near = 2
	var list []string
	add := func(texts []string) {
		for _, text := range texts {
			list = append(list, strings.TrimRight(text, "\n"))
		}
	}
	head, tail := near, near
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	if hidden := len(lines) - head - tail; hidden > 1 {
		add(lines[:head])
		list = append(list, asBefore(hidden))
		add(lines[len(lines)-tail:])
		return list
	}
	add(lines)
	return list
}

func asBefore(n int) string { return fmt.Sprintf("(%s as before)", Number(n, "line")) }
