package dialogs

import (
	"slices"
	"strings"

	"interleave/engine/view"
	"interleave/ui/command"
)

const operationsHead = "Operations"

// operations are what services can be asked, each with its form, those for the selected kind of objects first, those
// for what holds others last: they are listed for what is typed.
func operations(d command.Host, v *view.View) []row {
	if d.Writer() == "" {
		return nil
	}
	var rows, others, holders []row
	for _, s := range v.Services() {
		for _, op := range s.Ops {
			r := row{text: op.Verb, note: op.Summary + " " + s.Title, say: "Enter opens its form.",
				find: operationRow, act: func() bool { d.Do(command.More{Verb: op.Verb}); return true }}
			switch {
			case op.Object == d.Object().Kind:
				rows = append(rows, r)
			case slices.Contains(s.Holders, op.Object):
				holders = append(holders, r)
			default:
				others = append(others, r)
			}
		}
	}
	return slices.Concat([]row{{head: true, text: operationsHead}}, rows, others, holders)
}

func isOperation(r row) bool { return r.find == operationRow }

// thingsFirst are the rows that hold what is typed: a thing that is called so comes before the commands that mention
// it, and where titles of a service's rules have it, only those are listed of them.
func thingsFirst(rows []row, text string) []row {
	const word = 3 // less may be a key
	if len(text) < word {
		return holding(slices.DeleteFunc(slices.Clone(rows), isOperation), text)
	}
	titled := map[string]bool{}
	for _, r := range rows {
		if service, ok := ruleOf(r); ok && inTitle(r, text) {
			titled[service] = true
		}
	}
	found := holding(slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		service, ok := ruleOf(r)
		return ok && titled[service] && !inTitle(r, text)
	}), text)
	var first, rest []row
	for _, r := range found {
		if calls(r, text) < others {
			first = append(first, r)
			continue
		}
		if r.head && r.text == thingsHead {
			r.text = "More things"
		}
		rest = append(rest, r)
	}
	if len(first) == 0 {
		return wholeFirst(verbsFirst(found, text), text)
	}
	slices.SortStableFunc(first, func(a, b row) int { return calls(a, text) - calls(b, text) })
	return slices.Concat([]row{{head: true, text: thingsHead}}, first, wholeFirst(rest, text))
}

// verbsFirst puts the operations that have what is typed in their names before commands that only mention it: no
// command is called so.
func verbsFirst(rows []row, text string) []row {
	low := strings.ToLower(text)
	command := func(r row) bool { return !r.head && !strings.Contains(r.find, "\x00") }
	named := func(r row) bool { return isOperation(r) && slices.Contains(strings.Split(r.text, "-"), low) }
	if !slices.ContainsFunc(rows, named) || slices.ContainsFunc(rows, func(r row) bool {
		return command(r) && strings.HasPrefix(strings.ToLower(r.text), low)
	}) {
		return rows
	}
	first := []row{{head: true, text: operationsHead}}
	for _, r := range rows {
		if named(r) {
			first = append(first, r)
		}
	}
	return append(first, slices.DeleteFunc(slices.Clone(rows), named)...)
}

// wholeFirst puts the rows last that have what is typed only inside other words, as lock in clock.
func wholeFirst(rows []row, text string) []row {
	inside := func(r row) bool {
		at := " " + strings.ToLower(r.key+" "+r.text+" "+r.note+" "+r.find)
		words := strings.Fields(strings.ToLower(text))
		return !r.head && r.key != text && slices.ContainsFunc(words, func(w string) bool { return !startsWord(at, w) })
	}
	last := []row{{head: true, text: "Inside other words"}}
	for _, r := range rows {
		if inside(r) {
			last = append(last, r)
		}
	}
	return holding(append(slices.DeleteFunc(slices.Clone(rows), inside), last...), text)
}

// startsWord says whether a word of a text begins with what is looked for; what begins with a sign stands anywhere.
func startsWord(text, word string) bool {
	letter := func(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' }
	if !letter(word[0]) {
		return strings.Contains(text, word)
	}
	for at := 0; ; at++ {
		n := strings.Index(text[at:], word)
		if n < 0 {
			return false
		}
		if at += n; at == 0 || !letter(text[at-1]) {
			return true
		}
	}
}

// others is how far what is typed is from any row that is none of things.
const others = 3

// calls is how well what is typed calls a thing: by its name, by another that it has, by how one begins.
func calls(r row, text string) int {
	low := strings.ToLower(text)
	switch _, also, thing := strings.Cut(r.find, thingRow); {
	case !thing:
	case r.text == low, r.text+"s" == low:
		return 0
	case slices.Contains(strings.Fields(also), low):
		return 1
	case strings.HasPrefix(r.text, low):
		return 2
	}
	return others
}
