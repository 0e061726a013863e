package dialogs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// desk is a desktop without windows: it notes what dialogs ask of it.
type desk struct {
	room   *room.Room
	object engine.ObjectID
	writer string
	said   []string
	did    []command.Intent
}

func (d *desk) Room() *room.Room                   { return d.room }
func (d *desk) Say(text string, _ engine.Severity) { d.said = append(d.said, text) }
func (d *desk) Object() engine.ObjectID            { return d.object }
func (d *desk) Select(object engine.ObjectID)      { d.object = object }
func (d *desk) Writer() string                     { return d.writer }
func (d *desk) Do(intent command.Intent)           { d.did = append(d.did, intent) }
func (d *desk) Goto(string)                        {}

func (d *desk) last() string {
	if len(d.said) == 0 {
		return ""
	}
	return d.said[len(d.said)-1]
}

// wiki is the desk of the first drawing: both have read v1, Ben has saved v2, Ana's draft is older.
func wiki(t testing.TB) *desk {
	t.Helper()
	d := &desk{room: room.New(catalog.New, room.Options{}), object: engine.ParseObject("blob wiki/home.md"),
		writer: "ann"}
	roomtest.Say(t, d.room, `writer ann "Ana"`, `writer ben "Ben"`, "seed: create-container wiki",
		`seed: put-blob wiki/home.md "# Home\nOpen 9 to 5\n"`,
		"clock 00:01.0", "ann: get-blob wiki/home.md as a1", "ben: get-blob wiki/home.md as b1",
		"clock 00:12.0", `ben: put-blob wiki/home.md "# Home\nOpen 10 to 6\n" if-match=$b1.etag as b2`)
	d.room.SetDraft("ann", engine.ParseObject("blob wiki/home.md"),
		view.Draft{Text: "# Home\nOpen 9 to 5\nClosed on Sunday\n", From: []string{"a1"}})
	return d
}

// empty is a desk on which nothing is.
func empty(testing.TB) *desk { return &desk{room: room.New(catalog.New, room.Options{})} }

var named = map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp,
	"down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "pgup": tea.KeyPgUp,
	"pgdown": tea.KeyPgDown, "home": tea.KeyHome,
	"end": tea.KeyEnd}

// key is a key press by its name.
func key(name string) tea.KeyPressMsg {
	k := tea.Key{}
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || mod == "" {
			break
		}
		k.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "shift": tea.ModShift, "alt": tea.ModAlt}[mod]
		name = rest
	}
	switch code, ok := named[name]; {
	case ok:
		k.Code = code
	case name == "space":
		k.Code, k.Text = tea.KeySpace, " "
	default:
		k.Code = []rune(name)[0]
		if k.Mod == 0 {
			k.Text = name
		}
	}
	return tea.KeyPressMsg(k)
}

// ready is a dialog that has found out what it looks for.
func ready(d Dialog) Dialog {
	finish(d, d.(Starter).Start())
	return d
}

// finish runs a dialog's commands, one after the other, until it asks for nothing more.
func finish(d Dialog, cmd tea.Cmd) (done bool) {
	for cmd != nil {
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, one := range msg {
				done = finish(d, one) || done
			}
			return done
		case Result:
			done, cmd = msg.To.Update(msg)
		default:
			_, cmd = d.Update(msg)
		}
	}
	return done
}

// send presses keys; it answers whether the dialog is over.
func send(d Dialog, keys ...string) (done bool) {
	for _, name := range keys {
		var cmd tea.Cmd
		done, cmd = d.Update(key(name))
		done = finish(d, cmd) || done
	}
	return done
}

// write types a text letter by letter.
func write(d Dialog, text string) {
	for _, r := range text {
		name := string(r)
		if r == ' ' {
			name = "space"
		}
		send(d, name)
	}
}

// click clicks on the first place where a text stands; it answers whether the dialog is over.
func click(t testing.TB, d Dialog, text string) (done bool) {
	t.Helper()
	inside, _ := paint(d, 100, 34, grid.Unicode())
	w, h := inside.Size()
	rows := inside.Text()
	for y := range h {
		if at := strings.Index(rows[y], text); at >= 0 {
			x := grid.Width(rows[y][:at])
			done, _ = d.Mouse(face.Mouse{Kind: face.Click, X: min(x, w-1), Y: y})
			return done
		}
	}
	t.Fatalf("%q does not stand in\n%s", text, strings.Join(rows, "\n"))
	return false
}

// paint paints the inside of a dialog on a screen of w by h cells.
func paint(d Dialog, w, h int, gl grid.Glyphs) (*grid.Grid, face.Look) {
	dark, _ := themes.Named("dark")
	look := face.Look{Glyphs: gl, Theme: dark}
	dw, dh := d.Size(w-6, h-7)
	g := grid.New(dw, dh)
	d.Paint(g.Area(g.Bounds()).On(themes.Dialog), look)
	return g, look
}

// frame is a dialog on a screen of w by h cells as text, its title above it and its keys below.
func frame(d Dialog, w, h int, gl grid.Glyphs) string {
	g, _ := paint(d, w, h, gl)
	var out strings.Builder
	out.WriteString("== " + d.Title() + "\n")
	for _, row := range g.Text() {
		out.WriteString(row + "|\n")
	}
	var keys []string
	for _, hint := range d.Hints() {
		keys = append(keys, hint.Key+" "+hint.What)
	}
	out.WriteString("== " + strings.Join(keys, "  ") + "\n")
	return out.String()
}

// here is the folder of the tests, wherever one of them goes.
var here, _ = os.Getwd()

// golden compares frames with a file of testdata.
func golden(t *testing.T, name, have string) {
	t.Helper()
	enginetest.HoldSheet(t, filepath.Join(here, "testdata", name+".txt"), have)
}
