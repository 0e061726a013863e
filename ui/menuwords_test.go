package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/ui/command"
)

// A row of a menu is never cut: why it is blocked stands behind it, or where that has no room, in the status row while
// the row is chosen, whole.
func TestNoRowOfAMenuIsCut(t *testing.T) {
	for _, w := range []int{60, 80} {
		d, root, _ := newDesk(t, "", w, 24)
		typed(d, "writer ana \"Ana\"", "ana: create-queue jobs")
		root.Select(engine.ParseObject("queue jobs"))
		told := 0
		d.Press("f10")
		for range command.Menus() {
			for range root.menu.rows() {
				rect := root.menu.rect()
				rows := strings.Split(d.Frame(), "\n")
				for _, row := range rows[rect.Min.Y:rect.Max.Y] {
					if inside := string([]rune(row)[rect.Min.X:rect.Max.X]); strings.Contains(inside, "…") {
						t.Errorf("cut at %d columns: %s", w, inside)
					}
				}
				if why, ok := root.menu.told(); ok {
					told++
					status := strings.Join(strings.Fields(strings.Join(rows[21:23], " ")), " ")
					if !strings.HasPrefix(status, why) {
						t.Errorf("the status says %q, want %q", status, why)
					}
				}
				d.Press("down")
			}
			d.Press("right")
		}
		if told == 0 {
			t.Errorf("no row is too long for %d columns", w)
		}
	}
}

// Who comes with a task of its own reads at the first start how to begin on an empty desk, and where the menu is.
func TestTheFirstStartLeadsElsewhere(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.status.toast = toast{banner: true}
	root.screen.dirty = true
	d.See("I an empty desk  m menu")
	x, y := place(t, d, "m menu")
	d.Click(x, y, tea.MouseLeft)
	if !root.menu.open {
		t.Error("a click on it opens no menu")
	}
	d.Press("esc", "e")
	root.status.toast = toast{banner: true}
	root.screen.dirty = true
	d.Press("left")
	d.See("Esc I an empty desk  F10 menu")
	d.Press("esc", "I")
	d.See("An empty session")
}
