package conflict

import (
	"slices"
	"strings"
)

// Row is one property on three sides, as a row of a table or the properties of an object have it.
type Row struct {
	Name               string
	Base, Mine, Theirs string
	HasBase, HasMine   bool
	HasTheirs          bool
	Kind               HunkKind
}

// property is one line `name=value`; a value in quotes may go on over lines.
type property struct{ name, value string }

func properties(text string) (list []property) {
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimRight(line, "\n"), "=")
		if n := len(list) - 1; n >= 0 && (!ok || strings.Count(list[n].value, "'")%2 == 1 &&
			strings.HasPrefix(list[n].value, "'")) {
			list[n].value += "\n" + strings.TrimRight(line, "\n")
			continue
		}
		if name != "" {
			list = append(list, property{name, value})
		}
	}
	return list
}

func find(list []property, name string) (string, bool) {
	at := slices.IndexFunc(list, func(p property) bool { return p.name == name })
	if at < 0 {
		return "", false
	}
	return list[at].value, true
}

// Rows3 compares properties, a line `name=value` for each, on three sides. Each property is a stretch of its own: what
// stands beside it does not matter.
func Rows3(base, mine, theirs string) []Row {
	b, m, t := properties(base), properties(mine), properties(theirs)
	var rows []Row
	for _, p := range slices.Concat(b, t, m) {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.Name == p.name }) {
			continue
		}
		r := Row{Name: p.name}
		r.Base, r.HasBase = find(b, p.name)
		r.Mine, r.HasMine = find(m, p.name)
		r.Theirs, r.HasTheirs = find(t, p.name)
		r.Kind = r.kind()
		rows = append(rows, r)
	}
	return rows
}

func (r Row) kind() HunkKind {
	mine := r.Mine != r.Base || r.HasMine != r.HasBase
	theirs := r.Theirs != r.Base || r.HasTheirs != r.HasBase
	switch {
	case mine && theirs && r.Mine == r.Theirs && r.HasMine == r.HasTheirs:
		return Both
	case mine && theirs:
		return Clash
	case mine:
		return Mine
	case theirs:
		return Theirs
	}
	return Same
}

// MergeRows puts the sides together property by property: what one side changed is taken. Of what both changed mine
// stays, unless it is among those of which theirs is wanted.
func MergeRows(rows []Row, wanted []string) (text string) {
	for _, r := range rows {
		value, there := r.Mine, r.HasMine
		if r.Kind == Theirs || r.Kind == Clash && slices.Contains(wanted, r.Name) {
			value, there = r.Theirs, r.HasTheirs
		}
		if there {
			text += r.Name + "=" + value + "\n"
		}
	}
	return text
}

// Overlay is a text of properties with others in the place of those of the same name, or behind them: what a merge
// makes of a row.
func Overlay(base, over string) (text string) {
	set := properties(over)
	for _, p := range properties(base) {
		if value, ok := find(set, p.name); ok {
			p.value = value
		}
		text += p.name + "=" + p.value + "\n"
	}
	for _, p := range set {
		if _, had := find(properties(base), p.name); !had {
			text += p.name + "=" + p.value + "\n"
		}
	}
	return text
}
