package conflict

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
)

// HeldIn says whether a later record of the finding's object holds all that the victim had made of the one before it,
// whatever else has changed: who goes on from a read of another's text need not have put back what is missing in it.
func (c Finding) HeldIn(before, lost, now engine.Record) bool {
	if c.SameIn(lost, now) {
		return true
	}
	parts, all := c.parts()
	return all && !slices.ContainsFunc(parts, func(p along) bool {
		return p.of != c.Object || !c.heldPart(p.part, before, lost, now)
	})
}

func (c Finding) heldPart(name string, before, lost, now engine.Record) bool {
	switch {
	case name == "metadata" || name == "tags":
		return heldUnder(name+".", before, lost, now)
	case OfBody(name) || slices.Contains(engine.TextNames(), name):
		return heldText(c.LostOf(TextIn(before)), c.LostOf(TextIn(lost)), c.LostOf(TextIn(now)))
	}
	return c.samePart(name, lost, now)
}

// heldUnder says it of the properties under a name: those that the victim set, changed or took away.
func heldUnder(name string, before, lost, now engine.Record) bool {
	under := func(r engine.Record) map[string]string {
		of := map[string]string{}
		for _, p := range propertiesUnder(r, name) {
			of[p.Name] = p.Text
		}
		return of
	}
	was, set, is := under(before), under(lost), under(now)
	if maps.Equal(was, set) { // it was set as it stood, as by a second try
		return maps.Equal(set, is)
	}
	for key := range was {
		_, kept := set[key]
		if _, has := is[key]; !kept && has {
			return false
		}
	}
	for key, value := range set {
		old, had := was[key]
		if has, stands := is[key]; (!had || old != value) && (!stands || has != value) {
			return false
		}
	}
	return true
}

// heldText says it of the lines of a text. Of one that was put there as it stood nothing tells it apart.
func heldText(before, lost, now string) bool {
	return before != lost && !slices.ContainsFunc(Diff3([]byte(before), []byte(lost), []byte(now)), func(h Hunk) bool {
		return h.Kind == Mine || h.Kind == Clash && !holdsLines(h.Theirs, h.Mine)
	})
}

// holdsLines says whether each of some lines stands among others, or as words of one: a number is no part of another.
func holdsLines(lines, each []string) bool {
	for _, want := range each {
		want = strings.TrimSuffix(want, "\n")
		_, err := strconv.ParseFloat(strings.TrimSuffix(want, "L"), 64)
		if !slices.ContainsFunc(lines, func(line string) bool {
			line = strings.TrimSuffix(line, "\n")
			return line == want || err != nil && holdsWords(line, want)
		}) {
			return false
		}
	}
	return len(each) > 0
}

func holdsWords(line, words string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	all, want := split(line), split(words)
	for at := range all {
		if end := at + len(want); len(want) > 0 && end <= len(all) && slices.Equal(all[at:end], want) {
			return true
		}
	}
	return false
}
