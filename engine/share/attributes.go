package share

import (
	"slices"
	"strings"

	"interleave/engine"
)

// noneWord stands for no attribute, readOnlyWord is the one that stops writes.
const noneWord, readOnlyWord = "None", "ReadOnly"

// others are the attributes that are kept and told, and change nothing here. Clients write them in any case.
//
// Source: Azure REST, "File system attributes".
var others = []string{"Hidden", "System", "Archive", "Temporary", "Offline", "NotContentIndexed", "NoScrubData"}

// attributesOf reads a list of attributes, as `ReadOnly | Hidden`: whether ReadOnly is in it, and the others in the
// order of their names above, as `Hidden|Archive`. ok is false where a word is none.
func attributesOf(text string) (readOnly bool, rest string, ok bool) {
	var given []string
	for word := range strings.SplitSeq(text, "|") {
		word = strings.TrimSpace(word)
		at := slices.IndexFunc(others, func(o string) bool { return strings.EqualFold(o, word) })
		switch {
		case strings.EqualFold(word, readOnlyWord):
			readOnly = true
		case at >= 0:
			given = append(given, others[at])
		case !strings.EqualFold(word, noneWord):
			return false, "", false
		}
	}
	slices.SortFunc(given, func(a, b string) int { return slices.Index(others, a) - slices.Index(others, b) })
	return readOnly, strings.Join(slices.Compact(given), "|"), true
}

// told is the list as answers tell it.
func told(readOnly bool, rest string) string {
	switch {
	case readOnly && rest != "":
		return readOnlyWord + "|" + rest
	case readOnly:
		return readOnlyWord
	case rest != "":
		return rest
	}
	return noneWord
}

// keeps says whether a request leaves the attributes as they are.
func keeps(o engine.Opt[string]) bool { return strings.EqualFold(o.Want, "preserve") }

// checkAttributes refuses a word that is no attribute; kept says whether they may be left as they are.
func checkAttributes(o engine.Opt[string], kept bool) *engine.Cause {
	if _, _, ok := attributesOf(o.Want); o.Set && !ok && !(kept && keeps(o)) {
		return wrong(badHeader, o.Raw())
	}
	return nil
}
