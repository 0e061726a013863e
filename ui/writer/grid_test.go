package writer

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/uitest"
)

// keysOf sends keys to a writer's window: what is no name of a key is typed.
func keysOf(w *Pane, keys ...string) {
	for _, k := range keys {
		switch k {
		case "enter":
			w.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		case "down":
			w.Update(tea.KeyPressMsg{Code: tea.KeyDown})
		case "clear":
			w.Update(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
		default:
			press(w, k)
		}
	}
}

// A value that is typed is on screen whole, with the cursor behind it; of the old one nothing stays.
func TestAValueIsTypedInSight(t *testing.T) {
	_, w := aRow(t, "city=Rome\nn=5\n")
	shows := func(want string) {
		t.Helper()
		row := uitest.Row(t, uitest.Text(uitest.Screen(w, 38, 8, true, uitest.ASCII())), "city")
		if got := strings.Join(strings.Fields(strings.Trim(row, "|\n "))[2:], " "); got != want {
			t.Errorf("%q, want %q behind the type", row, want)
		}
	}
	w.Do(command.EditDraft{})
	shows("Rome")
	keysOf(w, "clear")
	shows("")
	keysOf(w, "Lisbonne")
	shows("Lisbonne")
}

// A cell is chosen by the arrows and changed by Enter; the draft stays the same kind of text.
func TestPropertiesAreChangedOneByOne(t *testing.T) {
	d, w := aRow(t, "a=5\nb=1\n")
	uitest.Screen(w, 40, 14, true, uitest.ASCII())
	below, left, right := command.Move{Where: command.Below}, command.Move{Where: command.Left},
		command.Move{Where: command.Right}
	first, last := command.Move{Where: command.First}, command.Move{Where: command.Last}
	for _, step := range []struct {
		do    []command.Intent
		keys  []string
		draft string
	}{
		// a value
		{[]command.Intent{command.Open{}}, []string{"clear", "7L", "enter"}, "a=7L\nb=1\n"},
		// the next type
		{[]command.Intent{below, left, command.Open{}}, nil, "a=7L\nb=1L\n"},
		// a name
		{[]command.Intent{left, command.Open{}}, []string{"2", "enter"}, "a=7L\nb2=1L\n"},
		// a new one
		{[]command.Intent{last, command.Open{}}, []string{"note", "enter", "two words", "enter"},
			"a=7L\nb2=1L\nnote=two words\n"},
		// both at once
		{[]command.Intent{command.AddProperty{}}, []string{"x=1", "enter", "enter"},
			"a=7L\nb2=1L\nnote=two words\nx=1\n"},
		// by its key
		{[]command.Intent{first, command.DropProperty{}}, nil, "b2=1L\nnote=two words\nx=1\n"},
		// no name, no property
		{[]command.Intent{left, left, command.Open{}}, []string{"clear", "enter"}, "note=two words\nx=1\n"},
		// an open quote
		{[]command.Intent{right, right, command.EditDraft{}}, []string{"clear", "'open", "down", "clear", "3"},
			"note='''open'\nx=1\n"},
		// what was typed is never lost
		{[]command.Intent{command.Escape{}}, nil, "note='''open'\nx=3\n"},
	} {
		for _, in := range step.do {
			w.Do(in)
		}
		keysOf(w, step.keys...)
		if got := d.DraftOf("ann"); got != step.draft {
			t.Fatalf("after %v %q the draft is %q, not %q\n%s", step.do, step.keys, got, step.draft,
				uitest.Text(uitest.Screen(w, 40, 14, true, uitest.ASCII())))
		}
	}
	if w.Editing() {
		t.Error("Esc does not leave the cell")
	}
	w.Do(command.EditDraft{})
	w.Do(command.TextKey{Key: "ctrl+z"})
	if got := d.DraftOf("ann"); got != "note='''open'\nx=1\n" {
		t.Errorf("undoing text gives %q", got)
	}
}

// Where nothing but the mouse is at hand: a click begins a cell, the last row a new property, the sign behind one drops
// it.
func TestPropertiesAreChangedByMouseAlone(t *testing.T) {
	d, w := aRow(t, "a=5\nb=1\n")
	g := uitest.Screen(w, 40, 14, true, uitest.ASCII())
	click := func(words string, shift int) {
		t.Helper()
		for y, row := range g.Text() {
			if at := strings.Index(row, words); at >= 0 {
				w.Mouse(face.Mouse{Kind: face.Click, X: at - 1 + shift, Y: y - 1})
				g = uitest.Screen(w, 40, 14, true, uitest.ASCII())
				return
			}
		}
		t.Fatalf("%q is not on screen:\n%s", words, uitest.Text(g))
	}
	click("b    i32    1", 12)
	if !w.Editing() {
		t.Fatal("a click on a value does not begin it")
	}
	keysOf(w, "9", "enter") // the value that stood there was selected
	g = uitest.Screen(w, 40, 14, true, uitest.ASCII())
	click("b    [i32]", 6)
	if got := d.DraftOf("ann"); got != "a=5\nb=9L\n" {
		t.Errorf("a click on the button of a type gives %q", got)
	}
	click("a    i32", 5) // a type that is no button belongs to its row
	keysOf(w, "6", "enter")
	g = uitest.Screen(w, 40, 14, true, uitest.ASCII())
	click("b    i64    9L", 12)
	keysOf(w, "4", "enter")
	if got := d.DraftOf("ann"); got != "a=6\nb=4L\n" {
		t.Errorf("typing over two values gives %q", got)
	}
	keysOf(w, "enter")
	g = uitest.Screen(w, 40, 14, true, uitest.ASCII())
	sign := strings.Index(uitest.Row(t, uitest.Text(g), "b    [i64]"), " - ") + 1
	click("b    [i64]", sign-strings.Index(uitest.Row(t, uitest.Text(g), "b    [i64]"), "b    [i64]"))
	if got := d.DraftOf("ann"); got != "a=6\n" {
		t.Errorf("the sign leaves %q", got)
	}
	click("+ property", 2)
	keysOf(w, "c", "enter", "1", "enter")
	if got := d.DraftOf("ann"); got != "a=6\nc=1\n" {
		t.Errorf("the last row gives %q", got)
	}
}

// A merge sends what changed: what Ben wrote meanwhile beside it stays, and Ana knows her row as she left it.
func TestAMergeSendsWhatChanged(t *testing.T) {
	d, w := aRow(t, "a=5\nb=1\n")
	uitest.Do(t, d.Room(), engine.Set{Scope: "ann", Key: "rows", Value: "merge"},
		engine.Set{Scope: "ann", Key: "guard", Value: "none"})
	uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: "insert-or-replace-entity",
		Args: engine.Args("path", "stock/p/r", "body", "a=1\nb=9\n")})
	uitest.Holds(t, uitest.Row(t, uitest.Text(uitest.Screen(w, 40, 14, true, uitest.ASCII())), "Guard"), "merges")
	w.Do(command.Write{})
	if got := view.Record(d.Room().View().Properties(d.Chosen)).Text("body"); got != "a=5\nb=9\n" {
		t.Errorf("the row says %q", got)
	}
	if read, _ := d.Room().View().Known("ann").Reading(d.Chosen); read.Body != "a=5\nb=1\n" {
		t.Errorf("Ana knows %q", read.Body)
	}
	w.Do(command.Write{})
	if said := d.Said[len(d.Said)-1]; !strings.Contains(said, "nothing to send") {
		t.Errorf("an empty merge: %q", said)
	}
}

// What is no list of properties, as a merge by hand, is a text as everywhere.
func TestWhatIsNoListOfPropertiesIsEditedAsText(t *testing.T) {
	_, w := aRow(t, "a=5\nno property\n")
	if w.gridOn() {
		t.Fatal("it is taken for properties")
	}
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 40, 14, true, uitest.ASCII())), "no property")
}

// 80x24 leaves three rows: the chosen property is always among them.
func TestTheChosenPropertyStaysOnScreen(t *testing.T) {
	_, w := aRow(t, "a=1\nb=2\nc=3\nd=4\ne=5\n")
	for _, where := range []command.Direction{command.Below, command.Below, command.Below, command.Below, command.Below,
		command.First, command.Last} {
		uitest.Screen(w, 40, 10, true, uitest.ASCII())
		w.Do(command.Move{Where: where})
		got := uitest.Text(uitest.Screen(w, 40, 10, true, uitest.ASCII()))
		g := w.window.grid
		want := "+ property"
		if g.at < len(g.rows) {
			want = "| " + g.rows[g.at].Name + " "
		}
		uitest.Holds(t, got, want)
	}
}

// A value that nobody changes is shown whole where nothing stands beside it.
func TestAValueIsShownWholeWhereThereIsRoom(t *testing.T) {
	_, w := aRow(t, "state=taken\n")
	row := uitest.Row(t, uitest.Text(uitest.Screen(w, 38, 8, true, uitest.ASCII())), "state")
	if !strings.Contains(row, "taken") {
		t.Errorf("%q cuts the value", row)
	}
}
