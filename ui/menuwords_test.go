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

// A menu that is open while a session with fewer writers takes the place of this one has fewer rows than it is scrolled
// to.
func TestAnOpenMenuOutlivesItsRows(t *testing.T) {
	h := hands("open queue/q15-expiry-under-the-worker.race 60x18", []string{"press alt+w", "press pgdown",
		"do file.new", "press enter"}, nil)
	if h.problem != "" {
		t.Error(h.problem)
	}
}

// The menu of what can be copied may stay open while time goes to where its conflict has not happened.
func TestTheMenuOfCopiesOutlivesItsConflict(t *testing.T) {
	h := hands("open blob/r13-hand-over-by-change-with-a-lost-response.race 120x36", []string{"do time.run-to-mark",
		"pass 300ms", "do edit.copy", "press 1", "do learn.plans", "size 97x29", "click 27 2", "click 14 17"}, nil)
	if h.problem != "" {
		t.Error(h.problem)
	}
}

// The list of guards may stay open while time goes to where its writer has not joined.
func TestTheListOfGuardsOutlivesItsWriter(t *testing.T) {
	h := hands("open queue/q10-producer-cancels.race 120x36", []string{"wheel 41 18 -1", "drag 53 5 11 2",
		"do writer.add", "press enter", "do learn.present", "do move.page-up", "drag 48 12 76 22"}, nil)
	if h.problem != "" {
		t.Error(h.problem)
	}
}

// Where a press sends a draft while the clock runs, one undo takes back the time, the request and the change of the
// draft.
func TestOneUndoTakesBackTheTimeBeforeADraftIsSent(t *testing.T) {
	h := hands("open queue/q02-slow-worker.race 120x36", []string{"press space", "right 29 22", "pass 3s",
		"press alt+e", "press g", "click 16 23", "press }", "press w"}, nil)
	if h.problem != "" {
		t.Error(h.problem)
	}
}
