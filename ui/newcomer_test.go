package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// typed does lines of the palette.
func typed(d *uitest.Driver, lines ...string) {
	for _, line := range lines {
		d.Press(":")
		d.Type(line)
		d.Press("enter")
	}
}

// place is where a text stands on the screen.
func place(t *testing.T, d *uitest.Driver, text string) (x, y int) {
	t.Helper()
	for y, row := range strings.Split(d.Frame(), "\n") {
		if at := strings.Index(row, text); at >= 0 {
			return grid.Width(row[:at]), y
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", text, d.Frame())
	return 0, 0
}

// A click into the window of a queue or a bucket chooses the window and leaves what it shows: nobody means a new
// message, or a policy. The keys that begin those say what they begin.
func TestAClickIntoAQueueChoosesItsWindow(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "seed: create-queue jobs", "seed: put-message jobs \"pack order 7\"", "seed: create-bucket lake",
		"ann: get-messages jobs")
	root.Select(engine.ParseObject("queue jobs"))
	d.Press("2")
	x, y := place(t, d, `"pack order 7"`)
	d.Click(x, y, tea.MouseLeft)
	if root.keys.mode() != command.Nav || root.writer != "ann" {
		t.Errorf("the click leaves %s with %s", root.keys.mode(), root.writer)
	}
	d.See(`"pack order 7"`)
	root.Select(engine.ParseObject("bucket lake"))
	d.See("e Policy")
	d.See("would stand here.")
	d.Press("e")
	d.See("This text is the policy of")
}

// An operation that is typed with what it is for opens its form with that filled in; what cannot be read is said.
func TestTypedOperationsFillTheirForm(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "do create-bucket lake")
	d.See("create-bucket by Ana")
	d.See("path         lake")
	d.Press("esc")
	typed(d, "do put-blob wiki/x if-none-match=* \"v 1\"")
	d.See("wiki/x")
	d.See("v 1")
	d.Press("esc")
	typed(d, "do put-blob wiki/x nonsense=1")
	d.See("nonsense")
}

// A message is handed out by its queue: r receives there too.
func TestReadOfAMessageReceives(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "seed: create-queue jobs", "ann: put-message jobs \"pack order 7\"")
	for _, o := range root.view.Things("queue") {
		if o.Kind == "message" {
			root.Select(o.Object)
		}
	}
	d.Press("2")
	d.See("r Receive")
	d.Press("r")
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "get-messages" || x.By != "ben" || !x.Answer.Accepted() {
		t.Errorf("r sent %s by %s: %d", x.Verb, x.By, x.Answer.Status)
	}
}

// What goes into something that is not there is offered with it: the message is not lost.
func TestWhatIsMadeFirstIsSentAgain(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "ann: put-message jobs hi")
	d.See("Enter makes it and sends the same again.")
	d.Press("enter")
	if list := root.view.Troubles(); len(list) > 0 {
		t.Errorf("marks: %v", list)
	}
	found := 0
	for _, o := range root.view.Things("queue") {
		if o.Kind == "message" {
			found++
		}
	}
	if found != 1 {
		t.Errorf("the queue has %d messages", found)
	}
}

// After the first advice the status row leads to both texts in one draft, never to a write over the other's.
func TestTheAdviceLeadsToBothTexts(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	d.Press("t", "!")
	d.Press("R")
	d.See("Both changed the same lines.")
	d.See("Enter puts both")
	d.Not("write (w)")
	d.Press("enter")
	draft, _ := root.room.View().Draft("ann", root.object)
	if !strings.Contains(draft.Text, "<<<<<<<") {
		t.Errorf("the draft is %q", draft.Text)
	}
	d.See("<<<<<<<")
	d.See("draft holds both, with marker lines. e to mend it, then w.")
	d.Press("w") // not before it is in order
	if t.Failed() {
		return
	}
	if again := root.room.View().Truth(root.object); strings.Contains(d.Frame(), "guard defeated") {
		t.Errorf("the write went out over the other's: %+v", again)
	}
}

// A lesson that was begun from the tour is left alone by the tour.
func TestTheTourEndsWhereALessonBegins(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.First = true
	d.Press("space")
	d.Pass(30 * time.Second)
	d.Press("R", "w", "u", "u")
	root.Do(command.OpenRace{Name: "lessons/01-two-people-one-page.race"})
	for range 12 {
		d.Press("space")
		d.Pass(5 * time.Second)
		d.Not("Next: lesson 2, the same without a guard. g m: the map.")
	}
	if root.view.Script == "wiki.race" {
		t.Error("the lesson is not open")
	}
}

// A menu that has no room for all its rows says how many are below, and what cannot be done now keeps its name.
func TestAMenuSaysThatItGoesOn(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.menu.drop("View")
	d.See("more below")
	d, root, _ = newDesk(t, "wiki.race", 120, 36)
	root.menu.drop("In-flight")
	d.See("Deliver all in order: nothing is in flight")
	d.Not(" All: nothing")
}
