package dialogs

import (
	"slices"
	"strings"

	"interleave/themes"
	"interleave/ui/command"
)

// NewHelp lists the commands of the focused pane first, then all by menu. Typing filters by word or by key.
func NewHelp(d command.Host, scope command.Scope) Dialog {
	v := d.Room().View()
	at := command.Place{Writer: d.Writer(), Object: d.Object(), Pane: scope}
	line := func(c command.Command) row {
		return row{key: shownKey(c), text: c.Title, note: c.Help, say: c.Help, why: c.Why(v, at),
			find: strings.Join(slices.Concat([]string{c.Word}, c.Keys.Keys(), c.Edit.Keys()), " "),
			act:  func() bool { d.Do(c.Intent); return true }}
	}
	rows := []row{{head: true, text: "Here"}}
	for _, c := range offered(scope) {
		rows = append(rows, line(c))
	}
	for _, menu := range append(command.Menus(), "") {
		title := menu
		if menu == "" {
			title = "Menus"
		}
		rows = append(rows, row{head: true, text: title})
		for _, c := range command.All() {
			if c.Menu == menu {
				rows = append(rows, line(c))
			}
		}
	}
	rows = append(rows, counters()...)
	return &picker{chooser: newChooser("Filter", "No commands.", rows), title: "Help", wide: 92,
		hints: []Hint{{"Enter", "run"}, upDown, escCloses}}
}

// counters say what the status row counts.
func counters() []row {
	rows := []row{{head: true, text: "Counted in the last row"}}
	for _, c := range []struct {
		sign, name, say string
		ink             themes.Role
	}{
		{"!", "refused", "Requests that a service said no to.", themes.Refused},
		{"~", "silent", "Harm that nobody was told of: only who sees all sides can know.", themes.Silent},
		{"?", "unknown", "Requests that no answer came to: whether they were done, their writers were not told.",
			themes.Unknown},
	} {
		rows = append(rows, row{key: c.sign, text: c.name, note: c.say, say: c.say, ink: c.ink,
			act: func() bool { return false }})
	}
	return rows
}

// offered are the commands that the pane's own footer offers: what HelpFor puts before the rest.
func offered(scope command.Scope) []command.Command {
	list := command.HelpFor(scope)
	footer := command.Hints(scope)
	for i, c := range list {
		if !slices.ContainsFunc(footer, func(f command.Command) bool { return f.ID == c.ID }) {
			return list[:i]
		}
	}
	return list
}

// shownKey is how a command's keys are shown: the first two.
func shownKey(c command.Command) string {
	var names []string
	for _, key := range slices.Concat(c.Keys.Keys(), c.Edit.Keys()) {
		if name := command.KeyName(key); len(names) < 2 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
