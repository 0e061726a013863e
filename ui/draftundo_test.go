package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// aRowOfTwo is a desk on which Ana and Ben have read the same row; Ben's window has the focus.
func aRowOfTwo(t *testing.T) (*uitest.Driver, *Root) {
	t.Helper()
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	for _, line := range []string{"seed: create-table counters", "seed: insert-entity counters/web/home .views=3 " +
		".likes=3"} {
		d.Press(":")
		d.Type(line)
		d.Press("enter")
	}
	root.Select(engine.ParseObject("entity counters/web/home"))
	d.Press("1", "r", "2", "r")
	return d, root
}

// drops is where the sign stands that drops a property in Ana's window, while that is in front.
func drops(t *testing.T, d *uitest.Driver) (x, y int) {
	t.Helper()
	d.Press("1")
	for y, row := range strings.Split(d.Frame(), "\n") {
		if at := strings.Index(row, "[-]"); at >= 0 && !strings.Contains(row, "if-match") {
			return grid.Width(row[:at]) + 1, y
		}
	}
	t.Fatalf("no sign drops a property:\n%s", d.Frame())
	return 0, 0
}

// A button that is not drawn does nothing: a click into the blank of a window that is not in front drops no property.
func TestWhatIsNotDrawnDropsNothing(t *testing.T) {
	d, root := aRowOfTwo(t)
	x, y := drops(t, d)
	d.Press("2")
	if row := []rune(strings.Split(d.Frame(), "\n")[y]); strings.Contains(string(row[x-1:x+2]), "[-]") {
		t.Fatal("the sign is drawn in a window that is not in front")
	}
	d.Click(x, y, tea.MouseLeft)
	if draft, ok := root.room.View().Draft("ann", root.object); ok && draft.Text != "likes=3\nviews=3\n" {
		t.Errorf("the click left %q", draft.Text)
	}
	d.Press("esc", "2", "1")
	d.See("[-]")                   // drawn, it works
	d.Click(x+1, y, tea.MouseLeft) // beside the first click: no double one
	if draft, _ := root.room.View().Draft("ann", root.object); strings.Count(draft.Text, "=") != 1 {
		t.Errorf("the sign that is drawn left %q", draft.Text)
	}
}

// Undo behind a change of a draft takes back that change, and no request; doing it again changes the draft again. The
// truth shows the draft as it stands.
func TestUndoTakesBackTheChangeOfADraft(t *testing.T) {
	d, root := aRowOfTwo(t)
	x, y := drops(t, d)
	last := root.room.View().Record
	d.Click(x, y, tea.MouseLeft)
	d.See("u takes it back")
	d.See("3 to -")
	d.Press("u")
	d.See("Took back: the change of Ana's draft")
	d.Not("3 to -")
	if draft, ok := root.room.View().Draft("ann", root.object); ok && strings.Count(draft.Text, "=") != 2 {
		t.Errorf("undo left %q", draft.Text)
	}
	d.Press("U")
	d.See("3 to -")
	d.Press("u")
	if at := root.room.View().Record; at != last {
		t.Errorf("undo of a draft went from record %d to %d", last, at)
	}
	d.Press("u") // the next one is about what happened before
	if at := root.room.View().Record; at == last {
		t.Error("undo stops at the draft")
	}
}

// What is typed and left with Esc is one change; what was written since is taken back first, and the draft stays.
func TestUndoOfWhatWasTyped(t *testing.T) {
	d, root := aRowOfTwo(t)
	text := func() string {
		draft, _ := root.room.View().Draft("ann", root.object)
		return draft.Text
	}
	d.Press("1", "e")
	d.Type("5")
	d.Press("enter", "esc", "u")
	if text() != "" {
		t.Errorf("undo left %q", text())
	}
	d.Press("e")
	d.Type("5")
	d.Press("ctrl+s")
	typed := text()
	if d.Press("u"); text() != typed {
		t.Errorf("undo of the write changed the draft from %q to %q", typed, text())
	}
}

// Undo of the text tells the truth's window too.
func TestTheTruthShowsWhatUndoOfTheTextLeft(t *testing.T) {
	d, _ := aRowOfTwo(t)
	d.Press("1", "e")
	d.Type("5")
	d.Press("enter")
	d.See("3 to 5")
	d.Press("e", "ctrl+z")
	d.Not("3 to 5")
}

// A press on the type of a cell says what it did to the draft, and undo takes that back, as it says.
func TestUndoTakesBackTheTypeOfACell(t *testing.T) {
	lines := strings.Split("size 120x36\ndo object.read\nclick 58 8\npress i\nclick 54 20\nsize 80x24\n"+
		"drag 14 10 73 24\ndo move.page-up", "\n")
	h := hands("open table/t14-table-dropped-and-recreated.race 80x24", lines, nil)
	text := func() string {
		draft, _ := h.root.room.View().Draft("ann", h.root.object)
		return draft.Text
	}
	before := text()
	h.act("drag 9 6 12 8")
	if text() == before {
		t.Fatalf("the type did not change: %q", before)
	}
	if !h.d.Sees("Ana's draft: a is an Int64. u takes it back.") {
		t.Errorf("that is not said:\n%s", h.d.Frame())
	}
	if h.act("press u"); text() != before {
		t.Errorf("undo left %q, it was %q", text(), before)
	}
}
