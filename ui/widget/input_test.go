package widget

import (
	"strings"
	"testing"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

func TestInput(t *testing.T) {
	in := NewInput("Name", 12)
	in.Placeholder = "container/name"
	wantRows(t, paint(in, 20, 2), "Name container/name", "")
	for _, name := range strings.Fields("w i k i / left left") {
		in.Update(key(name))
	}
	wantRows(t, paint(in, 20, 2), "Name wiki/", "")
	if x, y, visible := in.Cursor(); x != 8 || y != 0 || !visible {
		t.Errorf("cursor at %d,%d %v", x, y, visible)
	}
	for _, name := range strings.Fields(
		"enter up down pgup pgdown tab esc ctrl+n ctrl+p ctrl+up alt+down ctrl+m shift+enter") {
		if _, taken := in.Update(key(name)); taken {
			t.Errorf("%s was taken", name)
		}
	}
	if err := in.SetText("a\r\nb\n"); err != nil || in.Text() != "a b" {
		t.Errorf("line ends become blanks: %q, %v", in.Text(), err)
	}
	in.Insert("1234567890")
	if in.Text() != "a b123456789" || in.Height() != 2 || !strings.Contains(in.Problem(), "did not fit was left out") {
		t.Errorf("%q, height %d, problem %q", in.Text(), in.Height(), in.Problem())
	}
	in.SetProblem("There is one already.")
	wantRows(t, paint(in, 30, 2), "Name a b123456789", "There is one already.")
}

func TestInputScrollsSideways(t *testing.T) {
	in := NewInput(">", 0)
	if err := in.SetText("0123456789"); err != nil {
		t.Fatal(err)
	}
	wantRows(t, paint(in, 8, 1), "> 56789")
	in.Update(key("home"))
	wantRows(t, paint(in, 8, 1), "> 012345")
	in.SelectAll()
	in.Update(key("x"))
	wantRows(t, paint(in, 8, 1), "> x")
}

// Right takes the suggestion, where the cursor stands behind what was typed; before that it only moves.
func TestRightTakesTheSuggestion(t *testing.T) {
	in := NewInput("", 0)
	in.Suggest([]string{"theme dark", "theme light"})
	in.Update(key("t"))
	in.Update(key("h"))
	wantRows(t, paint(in, 12, 1), "theme dark")
	in.Update(key("left"))
	wantRows(t, paint(in, 12, 1), "th")
	in.Update(key("right"))
	if in.Text() != "th" {
		t.Errorf("the way back took %q", in.Text())
	}
	in.Update(key("right"))
	if in.Text() != "theme dark" {
		t.Errorf("right gave %q", in.Text())
	}
	in.Update(key("ctrl+z"))
	in.Update(key("e"))
	if in.Text() != "the" || in.Suggested() != "theme dark" {
		t.Errorf("%q suggests %q", in.Text(), in.Suggested())
	}
	in.Insert("x")
	if in.Suggested() != "" {
		t.Errorf("%q suggests %q", in.Text(), in.Suggested())
	}
}

// A letter of several code points is one letter for the arrows, Backspace and Delete, and the cursor counts cells.
func TestInputMovesByLetters(t *testing.T) {
	in := NewInput("", 0)
	in.Insert("e\u0301日x")
	if x, _, _ := in.Cursor(); x != 4 {
		t.Errorf("the cursor stands at %d", x)
	}
	for _, name := range []string{"left", "left", "left", "delete"} {
		in.Update(key(name))
	}
	if in.Text() != "日x" {
		t.Errorf("delete left %q", in.Text())
	}
	in.Update(key("ctrl+z"))
	in.Update(key("home"))
	in.Update(key("right"))
	in.Update(key("backspace"))
	if in.Text() != "日x" {
		t.Errorf("backspace left %q", in.Text())
	}
	in.SelectAll()
	in.Update(key("backspace"))
	if in.Text() != "" {
		t.Errorf("all was selected, %q is left", in.Text())
	}
}

// What typing replaces is seen, also on a chosen row, whose ground is that of a selection.
func TestASelectedTextIsSeen(t *testing.T) {
	in := NewInput("", 12)
	_ = in.SetText("3")
	in.SelectAll()
	g := grid.New(8, 1)
	in.Paint(g.Area(g.Bounds()).On(themes.Selected), face.Look{})
	if _, style := g.Cell(0, 0); !style.Reverse {
		t.Errorf("the selected text is painted as %+v", style)
	}
}
