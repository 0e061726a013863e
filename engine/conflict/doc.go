// Package conflict is the referee: what went wrong in a race, whose trouble it is, and why.
//
// Three kinds of trouble are told apart. `!` refused: the service said no and nothing changed. `~` silent: it said yes
// and something was lost or done twice. `?` unknown: the writer heard nothing. At judges one event with the world
// before it, by one principle for all
// services: an accepted request harms when it replaces what it did not know when it was sent. No race has a case of its
// own.
//
//	for i, marks := range conflict.Judge(before, events) {
//		fmt.Println(conflict.Line(after, events[i]), marks)
//	}
//
// Source: rules.md, whose words (part, mark, shown, base, known, blind) are those of the code.
package conflict
