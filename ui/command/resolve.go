package command

import (
	"slices"
	"strings"
)

// All are the commands in the order of the menus.
func All() []Command { return slices.Clone(table) }

// ByID is the command with that id.
func ByID(id string) (Command, bool) {
	at := slices.IndexFunc(table, func(c Command) bool { return c.ID == id })
	if at < 0 {
		return Command{}, false
	}
	return table[at], true
}

// MenuOf are the commands of one menu.
func MenuOf(menu string) []Command {
	return slices.DeleteFunc(All(), func(c Command) bool { return c.Menu != menu })
}

// In are the keys of a command in a mode. MENU, PALETTE, DIALOG and JUMP have their own; an open question leaves those
// of NAV.
func (c Command) In(mode Mode) []string {
	switch mode {
	case Nav, Ask:
		return c.Keys.Keys()
	case Edit:
		return c.Edit.Keys()
	}
	return nil
}

// Resolve finds the command of a key in a mode, in the innermost scope first. A key behind a prefix is written with a
// blank, as `g s`. A chain that begins with Dialog finds nothing: a dialog reads its keys itself.
func Resolve(key string, mode Mode, chain ...Scope) (Command, bool) {
	for _, scope := range chain {
		if scope == Dialog {
			break
		}
		for i := range table {
			if table[i].Scope == scope && slices.Contains(table[i].In(mode), key) {
				return table[i], true
			}
		}
	}
	return Command{}, false
}

// Behind are the commands whose key in a mode begins with a prefix: empty where the key is none.
func Behind(prefix string, mode Mode) []Command {
	return slices.DeleteFunc(All(), func(c Command) bool {
		return !slices.ContainsFunc(c.In(mode), func(key string) bool { return strings.HasPrefix(key, prefix+" ") })
	})
}

// Line is a command as words, as the palette takes them: `theme light`.
func Line(line string) (Command, Intent, bool) {
	word, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	arg = strings.TrimSpace(arg)
	for _, c := range table {
		switch {
		case c.Word == "" || c.Word != word:
		case arg == "":
			return c, c.Intent, true
		case c.With != nil:
			return c, c.With(arg), true
		}
	}
	return Command{}, nil, false
}

// Tells says whether an intent would tell the answer to an open question.
func Tells(in Intent) bool {
	switch in.(type) {
	case CompareGuards, Recommend, Export, More, ShowCard, Guard, AllOrders, Otherwise:
		return true
	}
	return false
}

// Sends says whether an intent sends or delivers a request, which waits while a question is open.
func Sends(in Intent) bool {
	switch in.(type) {
	case Read, Write, Delete, Undelete, SwitchOn, SendAgain, Deliver, Arrive, Lose, Double:
		return true
	}
	return false
}

// hints are what the footer offers in a pane, the most useful first.
var hints = map[Scope][]string{
	Writer: {"object.read", "edit.draft", "object.write", "object.delete", "time.next-timer", "object.more",
		"object.versions", "writer.guard", "writer.hold", "writer.again", "time.step", "time.run", "edit.undo"},
	Tree: {"edit.open", "edit.up", "object.more", "writer.add", "edit.find", "time.step", "time.run", "edit.undo"},
	Truth: {"view.next", "object.delete", "edit.copy", "time.next-timer", "time.fork", "time.step", "time.run",
		"edit.undo"},
	InFlight: inFlight,
	Card: {"learn.recommend", "view.next", "view.zoom", "edit.copy", "time.previous-conflict", "time.next-conflict",
		"time.run", "edit.undo"},
	Timeline: {"time.goto", "view.next", "time.previous-conflict", "time.next-conflict", "time.bookmark", "time.step",
		"time.back", "time.run", "edit.undo"},
	Lesson: {"learn.on", "edit.copy", "view.next", "learn.page-back", "learn.hint", "learn.skip", "time.step",
		"edit.undo"},
	Log:  {"time.goto", "edit.find", "edit.copy", "time.back", "time.step", "time.run", "edit.undo"},
	Desk: {"time.run", "time.step", "edit.undo"},
}

var inFlight = []string{"flight.deliver", "flight.deliver-all", "flight.lose", "flight.lose-answer", "flight.double",
	"flight.later", "flight.earlier",
	"flight.edit", "time.next-timer", "time.step", "time.back", "time.run", "writer.give-up", "writer.hold",
	"edit.undo"}

// always are what the footer adds where there is room.
var always = []string{"flight.deliver", "time.back", "learn.card", "help.here", "help.palette", "menu.bar",
	"time.next-timer", "view.jump"}

// editing are what the footer offers while an editor has the focus: what sends the text first, as it leaves it too.
var editing = []string{"object.write", "edit.escape", "object.read", "object.more", "time.run", "time.step",
	"edit.paste", "edit.undo-text", "help.here"}

// kindWords are the footer's words where a command does something else to objects of a kind.
var kindWords = map[string]map[string]string{
	"queue":   {"object.read": "Receive", "object.write": "Put"},
	"message": {"object.read": "Receive"},
	"bucket":  {"object.read": "Read policy", "edit.draft": "Policy", "object.write": "Write policy"},
	"role":    {"edit.draft": "Policy", "object.write": "Write policy"},
}

// LabelOn is what the footer calls the command while an object of that kind is selected.
func (c Command) LabelOn(kind string) string {
	if word := kindWords[kind][c.ID]; word != "" {
		return word
	}
	return c.Label()
}

// Hints are the commands that the footer shows for a pane, the most useful first.
func Hints(scope Scope) []Command {
	ids, ok := hints[scope]
	if !ok {
		ids = hints[Desk]
	}
	return byIDs(slices.Concat(ids, always))
}

// EditHints are the commands that the footer shows while an editor has the focus.
func EditHints() []Command { return byIDs(editing) }

func byIDs(ids []string) []Command {
	var list []Command
	for i, id := range ids {
		if c, ok := ByID(id); ok && !slices.Contains(ids[:i], id) {
			list = append(list, c)
		}
	}
	return list
}

// HelpFor are all commands, those that the pane's footer offers first.
func HelpFor(scope Scope) []Command {
	list := slices.DeleteFunc(Hints(scope), func(c Command) bool {
		return slices.Contains(always, c.ID) &&
			!slices.Contains(hints[scope], c.ID)
	})
	for _, c := range table {
		if !slices.ContainsFunc(list, func(d Command) bool { return d.ID == c.ID }) {
			list = append(list, c)
		}
	}
	return list
}
