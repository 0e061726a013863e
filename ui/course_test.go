package ui

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
	"interleave/ui/uitest"
)

// seesPage looks for every row of the lesson's page on the screen.
func seesPage(t *testing.T, d *uitest.Driver, r *Root) {
	t.Helper()
	p, frame := r.course.player, d.Frame()
	for _, row := range p.Rows(lesson.Columns) {
		if !strings.Contains(frame, row.Text) {
			t.Fatalf("page %d: %q is not on the screen:\n%s", p.State.Page, row.Text, frame)
		}
	}
}

// Every lesson is played by keys at 80x24 from its first page to its last: each row of each page is on the screen,
// hints too; while a question is open, what would tell its answer is hidden.
func TestEveryLessonIsPlayedByKeys(t *testing.T) {
	for _, name := range races.Of("lessons") {
		t.Run(path.Base(name), func(t *testing.T) {
			d, r, _ := newDesk(t, name, 80, 24)
			p := r.course.player
			if p == nil || r.desk.focus != layout.Lesson {
				t.Fatalf("no lesson is on, the focus is on %s", r.desk.focus)
			}
			for step := 0; p.Part().Sort != lesson.Ended; step++ {
				if step > 60 {
					t.Fatalf("it does not end:\n%s", d.Frame())
				}
				seesPage(t, d, r)
				for range len(p.Part().Hints()) {
					d.Press(";")
					seesPage(t, d, r)
				}
				switch {
				case p.Waits():
					answersRight(t, d, r)
				case p.Aims():
					d.Press("g", "q")
					seesPage(t, d, r)
				default:
					d.Press("space")
				}
			}
			d.See(wordsOf(p.Remember, 60))
			if p.TakeHome == "" {
				return
			}
			d.Press("y")
			if len(d.Copy) == 0 || strings.TrimSpace(d.Copy[0]) == "" {
				t.Error("there is nothing to take home")
			}
		})
	}
}

// answersRight answers an open question with the right choice, behind a look at what is hidden.
func answersRight(t *testing.T, d *uitest.Driver, r *Root) {
	t.Helper()
	p := r.course.player
	d.See(" ASK ")
	record := r.view.Record
	d.Press("0")
	d.See("A question is open")
	d.Press("esc")
	for _, key := range []string{"w", ".", "a", "R", "W", "E", "o", "c", "V", "g v", "g h"} {
		d.Press(strings.Fields(key)...)
		if len(r.layers.list) > 0 {
			t.Fatalf("%s opens %s while a question is open", key, r.layers.top().dialog.Title())
		}
		if r.desk.focus != layout.Lesson {
			d.See("A question is open")
			d.Press("esc")
		}
	}
	d.Press(",", "V") // nor where one looks at the moment before
	if len(r.layers.list) > 0 {
		t.Fatalf("behind the question stands %s", r.layers.top().dialog.Title())
	}
	for range p.Parts {
		if p.IsBack() {
			d.Press("space")
		}
	}
	if r.view.Record != record || !p.Waits() {
		t.Fatalf("record %d behind %d, open %t", r.view.Record, record, p.Waits())
	}
	for i, c := range p.Part().Question.Choices {
		if c.Right {
			d.Press(strconv.Itoa(i + 1))
			break
		}
	}
	seesPage(t, d, r)
	d.See(" ok ")
}

// What a lesson shows is about what its page asks, in whichever service that is; its last page has the keys that it
// names.
func TestALessonShowsWhatItAsksAbout(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/18-gone-and-back-again.race", 80, 24)
	for _, want := range []string{"stock/p/tea", "lake/tea", "tea"} {
		for !r.course.player.Waits() {
			d.Press("space")
		}
		if r.object.Name != want {
			t.Errorf("%s is shown, asked about is %s", r.object.Name, want)
		}
		d.Not("Deliver")
		d.Press("1")
	}
	d.Press("space", "space")
	if r.object.Name != "lake/tea" {
		t.Errorf("the goal is about lake/tea, %s is shown", r.object.Name)
	}
	d.Press("1", ":")
	d.Type("ann: put-object lake/tea 8 if-match=$s1.etag")
	d.Press("enter", "space")
	d.See("Space next")
	d.Press("y")
	if r.desk.focus != layout.Lesson || len(d.Copy) != 1 || !strings.Contains(d.Copy[0], "If-Match") {
		t.Errorf("with the focus on %s y copies %q", r.desk.focus, d.Copy)
	}
}

// A long line of code is read to its end: what does not fit goes on below.
func TestCodeIsFolded(t *testing.T) {
	line := "curl -i -X DELETE 'https://devstore.queue.core.windows.net/jobs/messages/20cef17c?popreceipt=AgAAAA' \\"
	rows := folded(line, 76)
	for _, row := range rows {
		if len(row) > 76 {
			t.Errorf("%d columns: %s", len(row), row)
		}
	}
	if got := strings.ReplaceAll(strings.Join(rows, "\n"), "\n   .. ", ""); got != line || len(rows) != 2 {
		t.Errorf("%d rows: %s", len(rows), got)
	}
	if rows := folded(line, 0); len(rows) != 1 {
		t.Errorf("nobody asked for rows: %q", rows)
	}
}

// wordsOf is the beginning of a text, up to a blank.
func wordsOf(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:strings.LastIndexByte(text[:most], ' ')]
}

// The first two lessons are played as a person would, goals too: three stars, and the next lesson at the end.
func TestALessonIsPlayedByHand(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/01-two-people-one-page.race", 80, 24)
	kept := map[string]lesson.Record{}
	r.deps.Hooks.Learned = func(l *lesson.Lesson, s lesson.State) error {
		kept[l.Name] = kept[l.Name].Keep(l, s)
		return nil
	}
	r.deps.Hooks.Lessons = func() (list []dialogs.Lesson, trouble string) {
		for _, name := range races.Of("lessons") {
			list = append(list, dialogs.Lesson{Name: name, Title: path.Base(name)})
		}
		return list, ""
	}
	d.Press("space", "space", "space", "space")
	d.See("Your turn")
	d.Press("2", "w", "1", "w")
	d.See("Reached, with 2 actions")
	d.Press("space")
	d.See("3 stars of 3")
	if k := kept[r.course.player.Name]; k.Stars != 3 || !k.Done {
		t.Errorf("%+v", k)
	}
	d.Press("space")
	d.See("Lesson 2: Every answer was a success")
	if r.course.player.Name != "lessons/02-every-answer-was-a-success.race" {
		t.Errorf("the next one is %s", r.course.player.Name)
	}
}

// A room is led by PgDn alone: an open question is revealed, a goal is shown, and who follows is told the place.
func TestALessonIsPresentedByARemoteControl(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/05-refused-by-yourself.race", 80, 24)
	places := map[int]bool{}
	r.deps.Hooks.Place = func(_ string, page int) { places[page] = true }
	d.Press("P")
	d.Press("1") // the focus does not matter
	for step := 0; r.course.player.Part().Sort != lesson.Ended; step++ {
		if step > 40 {
			t.Fatalf("it does not end:\n%s", d.Frame())
		}
		seesPage(t, d, r)
		d.Press("pgdown")
	}
	d.See("PgDn go on")
	d.Not("stars of 3")
	if len(places) < len(r.course.player.Parts)-1 {
		t.Errorf("%d places of %d pages", len(places), len(r.course.player.Parts))
	}
	d.See("PgDn show the way")
	d.Pass(keysWait)
	d.Not("PgDn show the way")
	d.Press("pgup")
	if r.course.player.Part().Sort == lesson.Ended {
		t.Error("PgUp turned no page")
	}
}

// An hour and a half with a class needs PgDn alone, from the first lesson to the last: those in between that the class
// has no time for are passed over, and that nothing is kept is no question that a remote control could answer.
func TestAClassIsLedByPgDnAlone(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/01-two-people-one-page.race", 80, 24)
	r.deps.Hooks.Lessons = func() (list []dialogs.Lesson, trouble string) {
		for i, name := range races.Of("lessons") {
			list = append(list, dialogs.Lesson{Name: name, Number: i + 1})
		}
		return list, ""
	}
	r.deps.Hooks.Saved = func() string { return notKept }
	d.Press("P")
	var seen []int
	for range 600 {
		if n := r.course.player.Number; len(seen) == 0 || seen[len(seen)-1] != n {
			seen = append(seen, n)
		}
		if strings.Contains(d.Frame(), "This was the last lesson") {
			break
		}
		d.Press("pgdown")
	}
	if !slices.Equal(seen, lesson.Class()) {
		t.Errorf("it leads through %v, want %v", seen, lesson.Class())
	}
	d.Press("q")
	d.See("Leave, and lose it") // a person is asked
}

// Hands are counted by typing, the answer is revealed with them and with what tempted most; nobody's progress is kept.
func TestHandsAreCounted(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/05-refused-by-yourself.race", 80, 24)
	r.deps.Hooks.Learned = func(*lesson.Lesson, lesson.State) error { t.Error("progress was kept"); return nil }
	d.Press("P", "pgdown", "pgdown", "pgdown")
	d.See("PgDn shows the answer")
	d.Press("esc")
	d.See("PgDn shows the answer")
	d.Press("4", "space", "1", "2", "space", "9", "backspace", "3", "space", "7")
	d.See("4 ####       ")
	d.See("12 ##########")
	d.See("There are 3 answers.")
	d.Press("backspace", "pgdown")
	d.See("x 409 Conflict                                               12 ##########")
	d.See("ok 412 Precondition Failed                                    3 ###")
	d.Press("b")
	if text := strings.TrimSpace(strings.ReplaceAll(d.Frame(), "\n", "")); text != "" {
		t.Errorf("the dark screen shows %q", text)
	}
	page := r.course.player.State.Page
	d.Press("pgdown")
	d.See("ok 412")
	if r.course.player.State.Page != page {
		t.Error("the key that makes it light turned the page")
	}
}

// Without a lesson the bookmarks are slides: PgDn goes to the next one, up to the end, and PgUp back to the beginning.
func TestBookmarksAreSlides(t *testing.T) {
	d, r, _ := newDesk(t, "extra-fresh-tag-old-text.race", 80, 24)
	d.Press("P")
	var records []int
	for range 12 {
		d.Press("pgdown")
		records = append(records, r.view.Record)
		if r.view.Next == "" {
			break
		}
	}
	if r.view.Next != "" || len(r.view.Troubles()) == 0 || len(records) < 2 {
		t.Fatalf("it stops at %v:\n%s", records, d.Frame())
	}
	d.Press("pgdown")
	d.See("This is the end.")
	for range 20 {
		d.Press("pgup")
	}
	d.See("This is the beginning.")
	if r.view.Record != 0 {
		t.Errorf("the first slide is record %d", r.view.Record)
	}
	d.Press("pgdown")
	d.See("Slide 2 of ")
	for range 20 {
		d.Press("pgdown")
	}
	d.See("This is the end.")
}

// p asks before a decision; a number answers, and the score is told.
func TestPredictionsAreAsked(t *testing.T) {
	d, r, _ := newDesk(t, "wiki-no-guard.race", 80, 24)
	d.Press("p", ".")
	for range 10 {
		if len(r.layers.list) > 0 {
			break
		}
		d.Press(".")
	}
	d.See("What answer will Ben get")
	record := r.view.Record
	d.Not("201 Created v5")
	d.Press("1")
	if r.view.Record <= record {
		t.Error("the decision did not happen")
	}
	d.See(" of 1 right so far.")
	d.Press("p")
	d.See("Nothing is asked any more.")
}

// What will be heard is asked in every system: choices that are not the same, the right one among them, and what comes
// is what was said to be right.
func TestPredictionsAreAskedInEverySystem(t *testing.T) {
	for _, race := range []string{"blob/r02-lost-update.race", "queue/q02-slow-worker.race",
		"table/t02-lost-update-with-the-wildcard.race", "share/f01-the-lock-that-works.race",
		"share/f12-lock-against-lock.race", "bucket/r02-many-create-one-marker.race",
		"tair/r02-optimistic-lock-exset-ver-key_2.race", "tair/r18-watch-against-excas.race"} {
		t.Run(race, func(t *testing.T) {
			d, r, _ := newDesk(t, race, 80, 24)
			d.Press("p")
			asked := 0
			for range 60 {
				d.Press(".")
				if r.course.guess.open == nil {
					if r.view.Next == "" {
						break
					}
					continue
				}
				asked++
				guess, about := *r.course.guess.open, r.course.guess.about
				for i, c := range guess.Choices {
					if strings.TrimSpace(c) == "" || slices.ContainsFunc(guess.Choices[:i], func(other string) bool {
						return strings.HasSuffix(other, " "+c) || strings.HasPrefix(c, "0")
					}) {
						t.Errorf("%q", guess.Choices)
					}
				}
				d.Press(strconv.Itoa(guess.Right))
				x := r.view.Exchange(about.Request.Number)
				if x != nil && x.Answer.Status != 0 &&
					lesson.Heard(about.Spec, x.Answer) != guess.Choices[guess.Right-1] {
					t.Errorf("%s: said %q, came %q", about.Request.Verb, guess.Choices[guess.Right-1],
						lesson.Heard(about.Spec, x.Answer))
				}
			}
			if asked < 2 || r.course.guess.right != asked {
				t.Errorf("%d asked, %d right:\n%s", asked, r.course.guess.right, d.Frame())
			}
		})
	}
}

// The last goal of lesson 2 is reached in a sitting that has seen no refusal yet: the page stays where it is, and says
// so.
func TestNothingCoversTheLesson(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/02-every-answer-was-a-success.race", 80, 24)
	for goals := 0; goals < 2; {
		switch p := r.course.player; {
		case p.Waits():
			d.Press("3")
		case p.Aims() && goals == 0:
			d.Press("2", "w", "1", "w")
			goals++
		case p.Aims():
			d.Press("1", "s", "down", "enter", "2", "w", "1", "w")
			goals++
		default:
			d.Press("g", "f")
		}
	}
	d.Pass(flashTime)
	d.See("ok Reached, with 3 actions")
	d.Not("Conflict")
	d.Press("space")
	d.See("3 stars of 3")
}

// On a page with a goal Space lets no time pass, and an undo takes back nothing that the lesson did.
func TestItIsTheReadersTurn(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/13-done-twice-correctly.race", 80, 24)
	d.Press("space", "space", "2", "space", "space")
	if !r.course.player.Aims() {
		t.Fatalf("this is no goal:\n%s", d.Frame())
	}
	record := r.view.Record
	d.Press("space")
	d.See("It is your turn.")
	d.Pass(3 * time.Second)
	d.Press("u")
	d.See("This page begins here.")
	if r.view.Record != record || r.playback.on {
		t.Errorf("record %d behind %d, the clock runs: %t", r.view.Record, record, r.playback.on)
	}
	d.Press("g", "b")
	if r.view.Record == record || r.course.player.Aims() {
		t.Error("turning back turns no time back")
	}
	d.Press("space", "2", "r")
	d.Press("u")
	d.Not("This page begins here.")
}

// A puzzle begins with its goal, behind which no empty page stands, and has nothing to copy at its end. While the
// answer to a question stands and the next one waits already, no number answers, and yet nothing tells it.
func TestPagesHaveTheKeysThatDo(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/break-table-upsert.race", 80, 24)
	d.Not("Page back")
	d.Press("g", "b")
	if !r.course.player.Aims() {
		t.Error("a page without words stands behind the first one")
	}
	d.Press("g", "q", "space")
	d.See("Space next")
	d.Not("y copy")

	d, r, _ = newDesk(t, "lessons/05-refused-by-yourself.race", 120, 36)
	for !r.course.player.Waits() {
		d.Press("space")
	}
	d.Press("1")
	if !r.course.gated() {
		t.Fatal("the second question does not wait behind the first")
	}
	d.See(" NAV ")
	d.Not("A question is open")
	d.See("This would tell the answer to the next")
	d.See("Space asks it.")
	d.Not("Deliver")
	for _, key := range []string{"V", "a"} {
		d.Press(key)
		if len(r.layers.list) > 0 {
			t.Errorf("%s tells what the next question asks", key)
		}
		d.See("irst comes the next question: Space asks it.")
	}
	d.Press("space")
	d.See(" ASK ")
	d.Press("g", "b", "g", "b")
	d.See("This would tell the answer to the question")
	d.See("Space leads back to it.")
	d.Press("space", "space")
	d.See(" ASK ")
	d.See("A question is open: what stands here")
	d.Press("1")
	d.Not("This would tell")
}

// What a window names in its upper line is done by a click on it, also where a question is open, and a goal's keys are
// done by a click on them or on the word behind them.
func TestKeysOfTheLessonAreClicked(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/05-refused-by-yourself.race", 120, 36)
	p := r.course.player
	for _, click := range []string{"Space go on", "go on", ". step"} {
		page, record := p.State.Page, r.view.Record
		clickOn(t, d, click)
		if p.State.Page == page && r.view.Record == record {
			t.Fatalf("a click on %q does nothing:\n%s", click, d.Frame())
		}
	}
	for !p.Waits() {
		clickOn(t, d, "Space go on")
	}
	d.Pass(doubleWait) // the second press of a double click would not be for what has come there
	clickOn(t, d, "; hint")
	if p.Done().Hints != 1 {
		t.Error("a click gives no hint")
	}
	clickOn(t, d, "3 412")
	if p.Done().Chosen != 3 {
		t.Errorf("a click on the number of a choice chooses %d", p.Done().Chosen)
	}
	clickOn(t, d, "Space go on")
	clickOn(t, d, "Esc skip")
	if p.Done().Chosen != -1 {
		t.Errorf("a click on Esc chooses %d", p.Done().Chosen)
	}
	for !p.Aims() {
		clickOn(t, d, "Space go on")
	}
	clickOn(t, d, "holds, e types")
	d.See("# held")
	clickOn(t, d, "e types")
	d.See("EDIT")
}

// Of what does not fit into the second row whole sentences are left out, not words.
func TestASentenceIsNotCut(t *testing.T) {
	if got := sentences("and so on. No read shows it. Nobody was told.", 30); got != "and so on. No read shows it." {
		t.Errorf("%q", got)
	}
	if got := sentences("one long sentence of v1.2", 10); got != "one long sentence of v1.2" {
		t.Errorf("%q", got)
	}
}

// The keys beside what the referee says give way before its sentence is cut; the one that tells all of it stays.
func TestKeysGiveWayToASentence(t *testing.T) {
	keys := []hint{{"c", "why", ""}, {"R", "read", ""}, {"g o", "go to jobs \"job\"", ""}}
	for _, c := range []struct {
		long, keys int
	}{{60, 3}, {140, 1}, {400, 1}} {
		told := toast{text: strings.Repeat("word ", c.long/5), mark: '!', keys: keys}
		if n := len(told.keysBeside(80, 12)); n != c.keys {
			t.Errorf("%d letters leave %d keys, want %d", c.long, n, c.keys)
		}
	}
	question := toast{text: strings.Repeat("word ", 40), keys: keys[:2]}
	if n := len(question.keysBeside(80, 1)); n != 2 {
		t.Errorf("a question has %d of its 2 keys", n)
	}
}

// Who turns back from a goal and on again finds what was done there, and is told how to begin anew; where nothing was
// done, nothing is said.
func TestAGoalIsFoundAsItWasLeft(t *testing.T) {
	d, r, _ := newDesk(t, "lessons/05-refused-by-yourself.race", 80, 24)
	for range 40 {
		if p := r.course.player; p.Aims() {
			break
		} else if p.Waits() {
			d.Press("1")
		} else {
			d.Press("space")
		}
	}
	const told = "This is where you left it."
	began := r.view.Record
	d.Press("g", "b", "g", "f")
	d.Not(told)
	d.Press("1", "H")
	did := r.view.Record
	d.Press("g", "b", "g", "f")
	d.See(told)
	if r.view.Record != did || did == began {
		t.Errorf("it was left at record %d and is found at %d", did, r.view.Record)
	}
	d.Press("u")
	if r.view.Record != began {
		t.Errorf("undo leads to record %d, and the goal began at %d", r.view.Record, began)
	}
}
