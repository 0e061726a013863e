package ui

import (
	"strings"
	"testing"

	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/ui/dialogs"
)

// The map names every lesson, its idea and what was reached in whole words at 80 columns, and below them begins with
// whole sentences of the situation.
func TestTheMapCutsNothing(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/01-two-people-one-page.race", 80, 24)
	var list []dialogs.Lesson
	for _, name := range lessonFiles(t) {
		text, err := races.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		l, err := lesson.Parse(name, text, r.view.Services())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, dialogs.Lesson{Name: name, Number: l.Number, Title: l.Title, Chapter: l.Group(),
			Idea:    l.Idea,
			Minutes: l.Minutes, Stars: 3, Done: true, Say: l.Parts[0].Text})
	}
	r.deps.Hooks.Lessons = func() ([]dialogs.Lesson, string) { return list, "" }
	d.Press("g", "m")
	for _, l := range list {
		if strings.Contains(d.Frame(), "…") {
			t.Fatalf("at %s:\n%s", l.Title, d.Frame())
		}
		d.Press("down")
	}
	d.See("The claim that makes four owners")
}

// While a question is open, no guard line tells what a trial of the next write came to: that is the answer.
func TestAGuardTellsNoAnswer(t *testing.T) {
	d, _, _ := newDesk(t, "lessons/02-every-answer-was-a-success.race", 80, 24)
	d.Press("space", "space")
	d.See("Guard  none: last writer wins")
	d.Press("space")
	d.See("What does Ben hear?")
	d.See("Guard  none")
	d.Not("last writer wins")
	d.Press("3")
	d.See("last writer wins")
}

// A room sees both texts where a lesson asks about their lines; the key that was pressed is the one that is shown, and
// PgUp at the beginning says so.
func TestARoomSeesTheTexts(t *testing.T) {
	d, _, _ := newDesk(t, "lessons/03-the-tag-says-what-you-fetched.race", 80, 24)
	d.Press("P", "pgup")
	d.See("This is the beginning.")
	d.Press("pgdown", "pgdown", "pgdown")
	for _, want := range []string{"What happens?", "1 Open 9 to 5", "2 Closed on Monday and Sunday", "PgDn go on"} {
		d.See(want)
	}
	d.Press("f5")
	d.See("F5 zoom")
}
