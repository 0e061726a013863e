package dialogs

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/rulebook"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
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
	h := &helper{}
	rows = append(rows, h.things(v)...)
	rows = append(rows, operations(d, v)...)
	rows = append(rows, h.rules(v)...)
	h.picker = picker{chooser: newChooser("Filter", "No commands.", rows), title: "Help", wide: 92,
		hints: []Hint{{"Enter", "run"}, upDown, escCloses}}
	h.filter, h.textMost = thingsFirst, 31 // titles of rules may be long
	h.refresh()
	return h
}

// helper lists commands, things and rules; what a thing is, and what a rule says, lies above the list as a page.
type helper struct{ layered }

// Update hands the message to the page, or to the list.
func (h *helper) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if h.above == nil {
		return h.picker.Update(msg)
	}
	if done, cmd = h.above.Update(msg); done {
		h.above = nil
	}
	return false, cmd
}

// Mouse hands the mouse to the page, or to the list.
func (h *helper) Mouse(at face.Mouse) (done bool, cmd tea.Cmd) { return h.open().Mouse(at) }

// shows is a row that opens a page.
func (h *helper) shows(r row, title string, content func() string) row {
	r.act = func() bool {
		h.above = newPage(title, content())
		return false
	}
	return r
}

// What the rows of things and of rules are found by begins so: nobody types it.
const thingRow, ruleRow, operationRow = " \x00thing ", "\x00rule ", "\x00operation "

const thingsHead = "Things"

// things are the kinds of objects, and what people do with one.
func (h *helper) things(v *view.View) []row {
	rows := []row{{head: true, text: thingsHead}}
	for _, t := range act.Things(v.Services()) {
		rows = append(rows, h.shows(row{text: t.Kind, note: "of " + t.Service.Title + ". " + t.Says,
			say:  "Enter tells what can be done with it, and what the rules say.",
			find: t.Service.Name + thingRow + races.AlsoCalled(t.Kind)}, t.Kind+", of "+t.Service.Title,
			func() string { return aboutThing(t) }))
	}
	return rows
}

// aboutThing is what can be done with a kind of objects, and what the page of its service says under its name.
func aboutThing(t act.Thing) string {
	text := t.Says + "\n\n"
	for _, op := range t.Ops {
		text += op.Verb + "\n  " + op.Summary + "\n"
	}
	for i, s := range rulebook.About(t.Service.Rules, t.Kind) {
		if i == 0 {
			text += "\nThe rules"
		}
		text += "\n\n" + s.Title + "\n" + s.Told(t.Service.Rules)
	}
	return text
}

// rules are the sections of all services' pages, and of the referee's.
func (h *helper) rules(v *view.View) (rows []row) {
	pages := append(slices.Clone(v.Services()), &engine.Service{Name: "referee", Title: "The referee",
		Rules: conflict.Rules})
	for _, service := range pages {
		rows = append(rows, row{head: true, text: "Rules: " + service.Title})
		for _, s := range rulebook.Parse(service.Rules) {
			if s.Level < 2 || s.Text == "" {
				continue
			}
			first := s.Begins()
			rows = append(rows, h.shows(row{text: s.Title, note: first, say: first,
				find: ruleRow + service.Name + " " + strings.Join(s.Refusals, " ") + " " + s.Text},
				s.Title+", "+service.Title, func() string { return s.Told(service.Rules) }))
		}
	}
	return rows
}

func inTitle(r row, text string) bool { return len(holding([]row{{text: r.text}}, text)) > 0 }

// ruleOf is the service whose rules a row tells of.
func ruleOf(r row) (service string, ok bool) {
	rest, ok := strings.CutPrefix(r.find, ruleRow)
	service, _, _ = strings.Cut(rest, " ")
	return service, ok
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
