package ui

import (
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/command"
	"interleave/ui/uitest"
)

// clickOn clicks on the first letter of a text on screen.
func clickOn(t *testing.T, d *uitest.Driver, text string) {
	t.Helper()
	for y, line := range strings.Split(d.Frame(), "\n") {
		if at := strings.Index(line, text); at >= 0 {
			d.Click(len([]rune(line[:at])), y, tea.MouseLeft)
			return
		}
	}
	t.Fatalf("%q is not on\n%s", text, d.Frame())
}

// A key that a window shows does by a click what it does by hand, on the key as on the words behind it.
func TestKeysInWindowsAreClicked(t *testing.T) {
	for _, c := range []struct {
		race  string
		keys  []string
		click string
		see   string
	}{
		{"wiki.race", []string{"H", "w"}, "lose its answer", "x lost"},
		{"wiki.race", []string{"H", "w"}, "lose it ", "1 unknown"},
		{"wiki.race", []string{"H", "w"}, "deliver   A", "#8   service  <- 201"},
		{"", nil, "Enter makes one.", "New container"},
		{"", nil, "makes one.", "New container"},
	} {
		d, _, _ := newDesk(t, c.race, 120, 36)
		d.Press(c.keys...)
		clickOn(t, d, c.click)
		if !d.Sees(c.see) {
			t.Errorf("a click on %q does not lead to %q:\n%s", c.click, c.see, d.Frame())
		}
	}
}

// A key that a message names does by a click what it does by hand, and so does the step in the bar; the branch of an
// order is stepped along by the mouse alone.
func TestWhatTheBarsSayIsClicked(t *testing.T) {
	d, r, _ := newDesk(t, "wiki.race", 200, 60)
	d.Press("V")
	d.See("complete:")
	clickOn(t, d, "! stale write")
	d.See("Branch stale-write: stale write in")
	at := r.view.Step
	clickOn(t, d, ". goes along it")
	if r.view.Step != at+1 {
		t.Fatalf("a click on what the message says steps from %d to %d:\n%s", at, r.view.Step, d.Frame())
	}
	clickOn(t, d, "step "+strconv.Itoa(r.view.Step)+"/")
	if r.view.Step != at+2 {
		t.Errorf("a click on the step steps from %d to %d:\n%s", at+1, r.view.Step, d.Frame())
	}
}

// A key in the title of a window does by a click what it does by hand; the name of the window and its marks do nothing.
func TestKeysInTitlesAreClicked(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/02-every-answer-was-a-success.race", 80, 24)
	for _, click := range []string{"Space go on", "go on", "on ━"} {
		page := r.course.player.State.Page
		clickOn(t, d, click)
		if r.course.player.State.Page != page+1 {
			t.Fatalf("a click on %q turns no page:\n%s", click, d.Frame())
		}
	}
	clickOn(t, d, "hint ━┓")
	d.See("what did he ask the service to compare?")
	clickOn(t, d, "Lesson 2:")
	clickOn(t, d, "1-3 answer")
	if !r.course.player.Waits() {
		t.Fatalf("the question is gone:\n%s", d.Frame())
	}
	clickOn(t, d, "3 201 Created") // on the number itself
	d.See("ok 201 Created")

	d, r, _ = newDesk(t, "lessons/05-refused-by-yourself.race", 80, 24)
	d.Press("space", "space", "space")
	clickOn(t, d, "skip ━")
	if r.course.player.Waits() {
		t.Errorf("the question is not skipped:\n%s", d.Frame())
	}

	d, r, _ = newDesk(t, "wiki.race", 120, 36)
	clickOn(t, d, "* draft")
	if n := len(r.view.Flight()); n > 0 || r.playback.on {
		t.Error("a mark in a title does something")
	}
	clickOn(t, d, "sequence")
	d.See("v strip")
}

// The line of the next timer goes there, and never into the past: a click beside what it says would begin a branch with
// the next request.
func TestAClickOnTheNextTimerGoesThere(t *testing.T) {
	for _, click := range []string{"Next timer", "goes there"} {
		d, root, _ := newDesk(t, "r06-second-acquire.race", 120, 36)
		for range 60 {
			if len(root.view.Timers()) > 0 {
				break
			}
			d.Press(".")
		}
		if len(root.view.Timers()) == 0 || root.keys.mode() != command.Nav {
			t.Fatal("no timer runs")
		}
		due := root.view.Timers()[0].At
		clickOn(t, d, click)
		if v := root.view; v.Past || v.Now() < due {
			t.Errorf("a click on %q leads to %s, past %v; the timer ends at %s\n%s", click, v.Now(), v.Past, due,
				d.Frame())
		}
	}
}

// The second press of a double click is not for what the first one has opened or uncovered: the menu stays open, and
// what lies below an entry of it is left alone.
func TestADoubleClickIsForWhatTheFirstPressHit(t *testing.T) {
	d, r, _ := newDesk(t, "wiki.race", 120, 36)
	clickOn(t, d, "Time")
	clickOn(t, d, "Time")
	if !r.menu.open {
		t.Error("the second press closes the menu that the first one has opened")
	}
	d.Pass(doubleWait)
	focus, x, y := r.desk.focus, 0, 0
	for n, line := range strings.Split(d.Frame(), "\n") {
		if at := strings.Index(line, "Next timer"); at >= 0 && y == 0 {
			x, y = len([]rune(line[:at])), n
		}
	}
	d.Click(x, y, tea.MouseLeft)
	d.Click(x, y, tea.MouseLeft)
	if r.menu.open || r.desk.focus != focus {
		t.Errorf("menu open %t, the focus was on %s and is on %s", r.menu.open, focus, r.desk.focus)
	}
}

// Who clicks twice on a key has pressed it twice: in the bars, in the title of a window and in its rows, in a sentence
// of the status row and in a dialog, also where the key has moved since.
func TestTwoFastClicksAreTwoPresses(t *testing.T) {
	twice := func(d *uitest.Driver, text string) {
		t.Helper()
		x, y := place(t, d, text)
		for range 2 {
			d.Click(x, y, tea.MouseLeft)
		}
	}
	byKeys, want, _ := newDesk(t, "wiki.race", 200, 60)
	d, r, _ := newDesk(t, "wiki.race", 200, 60)
	for _, click := range []string{". Step", "step "} {
		byKeys.Press(".", ".")
		if twice(d, click); r.view.Step != want.view.Step {
			t.Errorf("two clicks on %q lead to step %d, not %d", click, r.view.Step, want.view.Step)
		}
	}
	d.Press("V")
	d.See("complete:")
	clickOn(t, d, "! stale write")
	at := r.view.Step
	twice(d, ". goes along it")
	if r.view.Step != at+2 {
		t.Errorf("two clicks on a sentence lead from %d to %d:\n%s", at, r.view.Step, d.Frame())
	}

	d, r, _ = newDesk(t, "wiki.race", 120, 36)
	d.Press("H", "w")
	twice(d, "deliver   A") // the request, then the answer
	if n := len(r.view.Flight()); n > 0 {
		t.Errorf("%d messages are under way behind two clicks on what delivers one", n)
	}

	d, _, _ = newDesk(t, "wiki.race", 120, 36)
	twice(d, "sequence")
	d.See("v sequence") // there and back

	d, _, _ = newDesk(t, "wiki.race", 120, 36)
	d.Press("V")
	d.See("x lost 0")
	twice(d, "x lost 0")
	d.See("x lost 2")
}

// Behind two clicks on what opens and closes, it is as it was.
func TestTwoFastClicksOpenAndClose(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 120, 36)
	before := d.Frame()
	x, y := place(t, d, "Blobs")
	x -= 2
	d.Click(x, y, tea.MouseLeft)
	if d.Frame() == before {
		t.Fatal("a click on the arrow does nothing")
	}
	d.Click(x, y, tea.MouseLeft)
	d.See("home.md")
}
