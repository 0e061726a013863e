package ui

import (
	"strconv"
	"strings"
	"testing"

	"image"
	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
)

// The map names every lesson, its idea and what was reached in whole words at 80 columns, and below them begins with
// whole sentences of the situation.
func TestTheMapCutsNothing(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/01-two-people-one-page.race", 80, 24)
	var list []dialogs.Lesson
	for _, name := range races.Of("lessons") {
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

// Who reads the card and goes on in the lesson reads its next page: nothing lies over it, at any size.
func TestTheCardGoesWhenThePageTurns(t *testing.T) {
	for _, size := range []image.Point{{X: 80, Y: 24}, {X: 120, Y: 36}} {
		d, r, _ := newDesk(t, "lessons/10-the-holder-who-slept.race", size.X, size.Y)
		for !r.course.player.Waits() {
			d.Press("space")
		}
		d.Press("2", "c")
		d.See("Conflict")
		d.Press("space")
		if r.desk.focus != layout.Lesson || r.desk.isOver(layout.Card) {
			t.Errorf("at %v the focus is on %s:\n%s", size, r.desk.focus, d.Frame())
		}
		d.See("The mark, stale holder, is on Ben")
	}
}

// While a question hides that a lease has ended, the wait is told from what can be seen.
func TestAWaitIsToldFromWhatIsSeen(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/09-late-by-three-seconds.race", 200, 60)
	for !r.course.player.Waits() {
		d.Press("space")
	}
	d.See("~~ 17.9 s without events ~~")
	d.Press("g", "l", "v")
	d.See("~18 s~")
}

// A message of a group that was refused within its success says both, in its writer's window and in flight.
func TestAGroupSaysWhatIsInItsAnswer(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/17-all-of-it-or-nothing.race", 120, 36)
	for !r.course.player.Waits() {
		d.Press("space")
	}
	for i, c := range r.course.player.Part().Question.Choices {
		if c.Right {
			d.Press(strconv.Itoa(i + 1))
			break
		}
	}
	d.See("! 202 Accepted, in it 412")
	d.See("BATCH -> 202 (412)")
}

// Behind the last lesson comes the map: puzzles are no more of the course.
func TestTheCourseEndsWithItsLastLesson(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/24-no-guard-stops-everything.race", 80, 24)
	r.deps.Hooks.Lessons = func() ([]dialogs.Lesson, string) {
		return []dialogs.Lesson{{Name: r.course.player.Name, Number: 24}, {Name: "lessons/break-blob-blind.race"}}, ""
	}
	for range 60 {
		if len(r.layers.list) > 0 {
			break
		}
		d.Press("space", "g", "q")
	}
	d.See("This was the last lesson.")
}

// What is typed into the palette is what the lesson asks for, so the lesson's task stays in sight.
func TestThePaletteLeavesTheTaskInSight(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		d, r, _ := newDesk(t, "lessons/20-the-cache-in-between.race", size[0], size[1])
		for range 20 {
			switch p := r.course.player; {
			case p.Waits():
				d.Press("2")
			case !p.Aims():
				d.Press("g", "f")
			}
		}
		d.Press(":")
		d.Type("ann: smb-write $h1.handle AAAAAAAAAA")
		for _, seen := range []string{"Your turn:", "2 actions are", "a scenario line"} {
			d.See(seen)
		}
	}
}
