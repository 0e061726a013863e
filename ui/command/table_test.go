package command_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/ui/command"
)

// TestEveryCommandCanBeReached: a menu path with its key, a palette hit, a key.
func TestEveryCommandCanBeReached(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range command.All() {
		if c.ID == "" || c.Title == "" || c.Help == "" || c.Intent == nil || c.Scope == "" {
			t.Errorf("%q lacks a part: %+v", c.ID, c)
		}
		if seen[c.ID] || !strings.Contains(c.ID, ".") {
			t.Errorf("%q is no id of its own in the form scope.verb", c.ID)
		}
		seen[c.ID] = true
		if len(c.Keys.Keys())+len(c.Edit.Keys()) == 0 || c.Key() == "" {
			t.Errorf("%s has no key", c.ID)
		}
		if !strings.HasPrefix(c.ID, "menu.") && !slices.Contains(command.Menus(), c.Menu) {
			t.Errorf("%s stands in no menu: %q", c.ID, c.Menu)
		}
	}
	inMenus := 0
	for _, menu := range command.Menus() {
		if len(command.MenuOf(menu)) == 0 {
			t.Errorf("the menu %s is empty", menu)
		}
		inMenus += len(command.MenuOf(menu))
	}
	if bars := len(command.Menus()) + 1; inMenus != len(command.All())-bars {
		t.Errorf("%d commands in menus, want all %d but the %d that open menus", inMenus, len(command.All()), bars)
	}
}

func TestNoKeyTwiceInOneMode(t *testing.T) {
	for _, mode := range []command.Mode{command.Nav, command.Edit} {
		owner := map[string]string{}
		for _, c := range command.All() {
			for _, key := range c.In(mode) {
				at := string(c.Scope) + " " + key
				if owner[at] != "" {
					t.Errorf("%s: %q belongs to %s and to %s", mode, key, owner[at], c.ID)
				}
				owner[at] = c.ID
			}
		}
	}
}

// TestPrefixesAreNoKeys: a key that waits for another must not do something at once. Ctrl+C is the one exception, and
// asks twice.
func TestPrefixesAreNoKeys(t *testing.T) {
	for _, c := range command.All() {
		for _, key := range slices.Concat(c.Keys.Keys(), c.Edit.Keys()) {
			prefix, _, found := strings.Cut(key, " ")
			if !found || prefix == "ctrl+c" {
				continue
			}
			if d, ok := command.Resolve(prefix, command.Nav, command.Desk); ok {
				t.Errorf("%s has %q, but %s has %q", c.ID, key, d.ID, prefix)
			}
		}
	}
}

// textArea are the keys that are left to the text area.
var textArea = strings.Fields(
	"enter backspace delete left right up down home end pgup pgdown ctrl+a ctrl+b ctrl+d ctrl+e ctrl+f ctrl+g " +
		"ctrl+h ctrl+k " +
		"ctrl+m ctrl+n ctrl+p ctrl+t ctrl+u ctrl+v ctrl+w ctrl+left ctrl+right ctrl+up ctrl+down alt+left alt+right " +
		"alt+up alt+down shift+left shift+right shift+up shift+down alt+b alt+c alt+d alt+f alt+l alt+u space")

func TestEditTakesNoKeyOfTheText(t *testing.T) {
	for _, c := range command.All() {
		for _, key := range c.Edit.Keys() {
			if _, text := c.Intent.(command.TextKey); text {
				continue
			}
			if slices.Contains(textArea, key) || len([]rune(key)) == 1 {
				t.Errorf("%s takes %q from the text area", c.ID, key)
			}
		}
	}
}

// TestKeysOfTheSpecification holds the letters that people have learnt: none changes by chance.
func TestKeysOfTheSpecification(t *testing.T) {
	for key, id := range map[string]string{"r": "object.read", "w": "object.write", "d": "object.delete",
		"o": "object.more", "e": "edit.draft", "i": "edit.draft",
		"s": "writer.guard", "H": "writer.hold", "+": "writer.add", "a": "flight.deliver", "A": "flight.deliver-all",
		"space": "time.run", ".": "time.step",
		",": "time.back", "f4": "time.goto", "t": "time.next-timer", "[": "time.slower", "]": "time.faster",
		"u": "edit.undo", "U": "edit.redo", "F": "time.fork",
		"B": "time.branches", "b": "time.bookmark", "'": "time.bookmarks", "{": "time.previous-conflict",
		"}": "time.next-conflict", "c": "learn.card",
		"R": "learn.recommend", "O": "file.open", "f3": "learn.races", "I": "file.new", "S": "file.save",
		"y": "edit.copy", "E": "file.export", "q": "file.quit",
		"m": "menu.bar", ":": "help.palette", "?": "help.here", "/": "edit.find", "n": "edit.find-next",
		"N": "edit.find-previous", "z": "view.zoom", "f": "view.jump",
		"L": "view.layout", "v": "view.next", "C": "view.eyes", "T": "view.theme", "M": "view.mouse", "0": "pane.truth",
		"g s": "pane.truth", "g t": "pane.tree",
		"g e": "pane.log", "g l": "pane.timeline", "g i": "pane.flight", "g g": "move.first", "G": "move.last",
		"<": "view.narrower", ">": "view.wider", "(": "view.lower", ")": "view.taller", "=": "view.reset",
		"3": "writer.3", "alt+o": "menu.object", "f10": "menu.bar", "h": "move.left", "l": "move.right"} {
		if c, ok := command.Resolve(key, command.Nav, command.Writer, command.Desk); !ok || c.ID != id {
			t.Errorf("%q is %q in NAV, want %q", key, c.ID, id)
		}
	}
	for key, id := range map[string]string{"ctrl+s": "object.write", "ctrl+r": "object.read", "ctrl+o": "object.more",
		"f8": "time.step", "esc": "edit.escape",
		"alt+2": "writer.2", "tab": "pane.next", "f2": "help.palette"} {
		if c, ok := command.Resolve(key, command.Edit, command.Writer, command.Desk); !ok || c.ID != id {
			t.Errorf("%q is %q in EDIT, want %q", key, c.ID, id)
		}
	}
	for _, key := range []string{"f11", "f12"} {
		if c, ok := command.Resolve(key, command.Nav, command.Desk); ok {
			t.Errorf("%q should stay free, it is %s", key, c.ID)
		}
	}
}

func TestADialogBlocksTheDesk(t *testing.T) {
	if c, ok := command.Resolve("u", command.Nav, command.Dialog, command.Desk); ok {
		t.Errorf("u reached %s through a dialog", c.ID)
	}
	if c, ok := command.Resolve("u", command.Asking, command.Desk); ok {
		t.Errorf("u is %s in mode DIALOG", c.ID)
	}
}

func TestPrefixListsItsKeys(t *testing.T) {
	var ids []string
	for _, c := range command.Behind("g", command.Nav) {
		ids = append(ids, c.ID)
	}
	want := []string{"file.listen", "file.stop-listening", "file.suspend", "flight.arrive", "flight.hang",
		"flight.hang-answer",
		"learn.guards-all", "learn.lessons", "learn.on", "learn.otherwise", "learn.page-back", "learn.skip",
		"move.first", "object.switches", "object.undelete", "object.versions", "pane.flight", "pane.lesson", "pane.log",
		"pane.object", "pane.timeline",
		"pane.tree", "pane.truth", "time.move-clock", "time.pause-on-conflict", "writer.again", "writer.disconnect",
		"object.new", "writer.plan",
		"writer.programs", "writer.run-plans", "writer.step-plan", "writer.stop-plan", "writer.take-over",
		"writer.tell"}
	for _, id := range ids {
		if !slices.Contains(want, id) {
			t.Errorf("%s stands behind g and not in this list", id)
		}
	}
	for _, id := range want {
		if !slices.Contains(ids, id) {
			t.Errorf("%s stands in this list and not behind g", id)
		}
	}
}

func TestKeyNames(t *testing.T) {
	for key, want := range map[string]string{"space": "Space", "ctrl+s": "Ctrl+S", "shift+tab": "Shift+Tab",
		"g s": "g s", "+": "+", "f10": "F10", "f": "f",
		"pgdown": "PgDn", "alt+1": "Alt+1", "G": "G", "esc": "Esc", "ctrl+c ctrl+c": "Ctrl+C Ctrl+C",
		"ctrl+left": "Ctrl+Left"} {
		if got := command.KeyName(key); got != want {
			t.Errorf("KeyName(%q) = %q, want %q", key, got, want)
		}
	}
}

func TestLineTakesAWordBehind(t *testing.T) {
	for line, want := range map[string]command.Intent{"theme light": command.Theme{Name: "light"},
		"undo": command.Undo{}, " theme ": command.Theme{},
		"goto 12": command.GoTo{Record: 12}} {
		if _, got, ok := command.Line(line); !ok || got != want {
			t.Errorf("Line(%q) = %#v, want %#v", line, got, want)
		}
	}
	for _, line := range []string{"", "undo twice", "dance"} {
		if c, _, ok := command.Line(line); ok {
			t.Errorf("Line(%q) is %s", line, c.ID)
		}
	}
}

func TestWordsAreNeverTwo(t *testing.T) {
	owner := map[string]string{}
	for _, c := range command.All() {
		if c.Word != "" && owner[c.Word] != "" {
			t.Errorf("the word %q is of %s and of %s", c.Word, owner[c.Word], c.ID)
		}
		owner[c.Word] = c.ID
	}
}

// TestHintsBeginWithThePane: what the footer and the help show first concerns the pane.
func TestHintsBeginWithThePane(t *testing.T) {
	for scope, first := range map[command.Scope]string{command.Writer: "object.read",
		command.Card: "learn.recommend", command.Log: "time.goto", command.Truth: "view.next",
		command.Tree: "edit.open", command.Desk: "time.run"} {
		if got := command.Hints(scope)[0].ID; got != first {
			t.Errorf("the footer of %s begins with %s, want %s", scope, got, first)
		}
		help := command.HelpFor(scope)
		if help[0].ID != first || len(help) != len(command.All()) {
			t.Errorf("the help of %s begins with %s and has %d lines, want %s and %d", scope, help[0].ID, len(help),
				first, len(command.All()))
		}
	}
}

// TestWordsThatNobodyHears: no title and no help says a word of a machine, of ourselves, of blame.
func TestWordsThatNobodyHears(t *testing.T) {
	for _, c := range command.All() {
		for _, word := range []string{"failed", "invalid", "oops", "please", "error"} {
			if strings.Contains(strings.ToLower(c.Title+" "+c.Help), word) {
				t.Errorf("%s says %q", c.ID, word)
			}
		}
	}
}

// A key that would do nothing says why: a share has no text, but what is typed begins a file; nothing deletes a role.
func TestACommandThatTheServiceDoesNotHaveIsBlocked(t *testing.T) {
	v := room.New(catalog.New, room.Options{}).View()
	at := func(object engine.ObjectID) command.Place { return command.Place{Writer: "ann", Object: object} }
	for _, c := range []struct {
		id     string
		object engine.ObjectID
		free   bool
	}{{"object.write", engine.ParseObject("blob a/b"), true}, {"object.write", engine.ParseObject("share s"), false},
		{"edit.draft", engine.ParseObject("share s"), true}, {"edit.draft", engine.ParseObject("upload u"), false},
		{"object.write", engine.ParseObject("key k"), true}, {"edit.draft", engine.ParseObject("handle 8-1"), true},
		{"object.delete", engine.ParseObject("share s"), true}, {"object.delete", engine.ParseObject("role r"), false},
		{"object.write", engine.ParseObject("message q/1"), true},
		{"object.write", engine.ParseObject("file s/f"), true}} {
		for _, row := range command.All() {
			if row.ID == c.id {
				if why := row.Why(v, at(c.object)); (why == "") != c.free {
					t.Errorf("%s of %s: %q", c.id, c.object, why)
				}
			}
		}
	}
}
