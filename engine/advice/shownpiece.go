package advice

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// holdsPiece says whether a text holds, at its place, what a try was to append to it, to write into a range of it or to
// merge into it.
func (a *adviser) holdsPiece(try *engine.Exchange, piece, text string) bool {
	spec := a.v.Spec(try.Verb)
	switch {
	case piece == "":
		return false
	case spec.Effect == engine.Appends:
		return strings.Contains(text, piece)
	case spec.Effect == engine.Merges && try.Object.Kind == "entity":
		return holdsAll(text, piece)
	}
	for _, arg := range try.Resolved() {
		first, _, ranged := strings.Cut(arg.Value.String(), "-")
		from, err := strconv.Atoi(first)
		if arg.Name == "range" && ranged && err == nil && from >= 0 && from < len(text) {
			return strings.HasPrefix(text[from:], piece)
		}
	}
	return false
}

// holdsAll says whether a row has all the properties of another text, with their values.
func holdsAll(row, properties string) bool {
	list := strings.Split(strings.TrimSpace(row), "\n")
	for line := range strings.Lines(properties) {
		if !slices.Contains(list, strings.TrimSpace(line)) {
			return false
		}
	}
	return true
}
