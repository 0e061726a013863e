package widget

import (
	"strings"
	"testing"
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
	if in.Text() != "a b" || in.Height() != 2 || !strings.Contains(in.Problem(), "Too long") {
		t.Errorf("%q, height %d, problem %q", in.Text(), in.Height(), in.Problem())
	}
	in.SetProblem("There is one already.")
	wantRows(t, paint(in, 30, 2), "Name a b", "There is one already.")
}

func TestInputScrollsSideways(t *testing.T) {
	in := NewInput(">", 0)
	if err := in.SetText("0123456789"); err != nil {
		t.Fatal(err)
	}
	wantRows(t, paint(in, 8, 1), "> 56789")
	in.Update(key("home"))
	wantRows(t, paint(in, 8, 1), "> 01234")
	in.SelectAll()
	in.Update(key("x"))
	wantRows(t, paint(in, 8, 1), "> x")
}
