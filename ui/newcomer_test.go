package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
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
	d.See("e makes an object in it. The policy")
	d.Press("r")
	d.See("e Policy")
	d.Press("e")
	d.See("This text is the policy of")
}

// Who has just made what others lie in, and types, makes one of them; each place that names the key says so.
func TestTypingIntoWhatHoldsOthersMakesOne(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	for _, c := range []struct{ make, object, hint, form, name string }{
		{"create-table counters", "table counters", "e New entity", "insert-entity by Ana", "counters/"},
		{"create-bucket lake", "bucket lake", "e New object", "put-object by Ana", "lake/"},
		{"create-container docs", "container docs", "e New blob", "put-blob by Ana", "docs/"},
		{"create-share s", "share s", "e New file", "create-file by Ana", "s/"},
	} {
		typed(d, "ann: "+c.make)
		root.Select(engine.ParseObject(c.object))
		d.Press("1")
		d.See(c.hint)
		d.Not("w Write")
		d.Press("e")
		d.See(c.form)
		d.See(" " + c.name)
		d.See("Path is " + c.name + " so far: the name of what lies in it follows.")
		d.Not("400")
		d.Press("esc")
	}
	root.Select(engine.ParseObject("table counters"))
	d.See("There is no entity in it. e makes one.")
	d.Press("w")
	d.See("Write: counters cannot be written by itself, e begins what lies in it.")
	root.Select(engine.ParseObject("bucket lake"))
	d.See("e makes an object in it.")
	d.Press("r")
	d.See("It has no policy. e types one.")
	d.Press("e")
	d.See("Ctrl+S Write policy  Esc Done")
	d.Type("{")
	d.Press("esc")
	d.See("e Policy") // it is written already
	d.Press("2")
	d.See("e New object")
}

// Who writes over another's work without having read it is told so, and not that all went well; with client eyes on
// nobody is.
func TestAHandThatReplacesUnreadIsTold(t *testing.T) {
	for eyes, want := range map[bool]string{false: "replaced Ana's v1 unread", true: "Ben heard 200 OK v2."} {
		d, root, _ := newDesk(t, "wiki.race", 80, 24)
		typed(d, "seed: create-bucket lake", "ann: put-object lake/marker ana if-none-match=*")
		root.Select(engine.ParseObject("object lake/marker"))
		if eyes {
			d.Press("C")
		}
		d.Press("2", "e")
		d.Type("ben")
		d.Press("ctrl+s")
		d.See(want)
		d.See("u takes it back")
	}
}

// What is not there is made by the key that the empty place names.
func TestAnEmptyPlaceNamesTheKeyThatMakes(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	for object, said := range map[string]string{"container docs": "o has what makes one.",
		"blob wiki/new": "w writes it", "queue jobs": "o has what makes one.", "bucket lake": "o has what makes one.",
		"object lake/a": "w writes it", "table t": "o has what makes one.", "entity t/a/b": "w writes it"} {
		root.Select(engine.ParseObject(object))
		d.See("There is no " + strings.Fields(object)[1] + " yet. " + said)
	}
}

// Who holds no message deletes none, and the queue with what others hold of it has to be named.
func TestNoKeyDeletesAQueueWithItsMessages(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "seed: create-queue jobs", "ann: put-message jobs \"pack order 7\"")
	root.Select(engine.ParseObject("queue jobs"))
	d.Press("2", "d")
	d.See("Delete: Ben holds no message of jobs, r gets one. delete-queue in o is for all")
	d.Not("d Delete")
	typed(d, "delete")
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "put-message" {
		t.Errorf("d sent %s by %s", x.Verb, x.By)
	}
	d.Press("esc", "r")
	d.See("d Delete message")
	d.Press("d", "o")
	d.Type("delete-queue")
	d.Press("enter", "enter")
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "delete-queue" || !x.Answer.Accepted() {
		t.Errorf("the newest is %s by %s", x.Verb, x.By)
	}
}

// An operation that is typed with all that it needs is sent; with what it is for alone its form opens with that filled
// in; what cannot be read is said.
func TestTypedOperationsFillTheirForm(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "do create-bucket lake")
	d.See("Ana heard 200 OK.")
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "create-bucket" || x.Object.Name != "lake" {
		t.Errorf("the newest is %s of %s", x.Verb, x.Object)
	}
	typed(d, "do put-blob wiki/x if-none-match=*")
	d.See("put-blob by Ana")
	d.See("wiki/x")
	d.Press("esc")
	typed(d, "do put-blob wiki/x if-none-match=* \"v 1\"")
	d.Not("put-blob by Ana")
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "put-blob" || !x.Answer.Accepted() {
		t.Errorf("the newest is %s, %s", x.Verb, x.Answer)
	}
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
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "get-messages" || x.By != "ben" ||
		!x.Answer.Accepted() {
		t.Errorf("r sent %s by %s: %d", x.Verb, x.By, x.Answer.Status)
	}
}

// What was to be deleted and is not there is not made for that.
func TestNothingIsMadeToBeDeleted(t *testing.T) {
	for _, line := range []string{"ann: delete-queue jobs", "ann: delete-bucket jobs", "ann: clear-messages jobs"} {
		d, root, _ := newDesk(t, "wiki.race", 120, 36)
		typed(d, line)
		if x := root.view.Exchange(root.view.Requests()); x.Answer.Status != 404 || root.status.offer != nil {
			t.Errorf("%s: %d, offered: %v", line, x.Answer.Status, root.status.offer)
		}
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
	root.deps.First, root.alerts.demo = true, root.view.Script
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

// fingers are a person without a mouse: each key counts, but for names and contents, which somebody else chose.
type fingers struct {
	d    *uitest.Driver
	keys int
}

func (f *fingers) press(keys ...string) {
	f.keys += len(keys)
	f.d.Press(keys...)
}

// byLetters is a new session at 80x24, and the hands that have begun it.
func byLetters(t *testing.T) (*uitest.Driver, *Root, *fingers) {
	t.Helper()
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	f := &fingers{d: d}
	f.press("I")
	return d, root, f
}

// By letters a newcomer sees the receipt that wears out.
func TestAnOldReceiptByLetters(t *testing.T) {
	d, root, f := byLetters(t)
	f.press("o", "q", "enter")
	d.Type("jobs")
	f.press("enter", "o", "enter")
	d.Type("pack order 7")
	f.press("ctrl+s", "r", "t", "2", "r", "1", "d")
	if list := root.view.Troubles(); len(list) != 1 || list[0].Kind != engine.OldReceipt {
		t.Errorf("the marks are %v\n%s", list, d.Frame())
	}
	if f.keys > 14 {
		t.Errorf("it takes %d keys", f.keys)
	}
}

// Who has received a message and waits for it to come back reads the key of that, where there is room for little; and
// no key that would leap over a week.
func TestTheKeyOfTheNextTimerIsNamedWhileOneWaits(t *testing.T) {
	d, _, f := byLetters(t)
	f.press("o", "q", "enter")
	d.Type("jobs")
	f.press("enter", "e")
	d.Type("pack order 7")
	f.press("ctrl+s", "esc")
	d.Not("  t ")
	f.press("r")
	d.See("t Visible again")
	f.press("2")
	d.See("Ben has not received anything.")
	f.press("r")
	d.See("Ben heard 200 OK, without a message.")
	d.See("t Visible again")
	f.press("t")
	d.Not("  t ")
	typed(d, "ben: create-container wiki", "ben: put-blob wiki/a x", "ben: acquire-blob-lease wiki/a duration=15 as l")
	d.See("t Next timer") // it is of nothing that is selected
}

// Who clicks twice on the next timer leaps once: on its line the timer behind it may be days away, or the line of the
// bookmarks has come there, and in the footer another key.
func TestADoubleClickOnTheNextTimerLeapsOnce(t *testing.T) {
	for _, text := range []string{"t Visible again", "Next timer  jobs", "7\": visible"} {
		d, root, _ := newDesk(t, "", 120, 36)
		typed(d, "writer ana \"Ana\"", "writer ben \"Ben\"", "writer cy \"Cy\"", "seed: create-queue jobs",
			"ana: put-message jobs \"pack order 7\"")
		root.Select(engine.ParseObject("queue jobs"))
		d.Press("1", "b", "r")
		x, y := place(t, d, text)
		before := root.view.Now()
		d.Click(x, y, tea.MouseLeft)
		d.Frame()
		d.Click(x, y, tea.MouseLeft)
		if root.view.Past || len(root.layers.list) > 0 || root.view.Now().Sub(before) > time.Minute {
			t.Errorf("%s: it is %s, was %s\n%s", text, root.view.Now(), before, d.Frame())
		}
	}
}

// By letters: the marker whose answer is lost and that then meets itself, with another who came in between. What is
// made new is made only where there is none; the bucket comes on the way.
func TestAnOwnEchoByLetters(t *testing.T) {
	d, root, f := byLetters(t)
	f.press("o", "o", "enter")
	d.Type("lake/marker")
	f.press("tab")
	d.Type("ana")
	f.press("ctrl+s", "enter", "X", "2", "&")
	d.Type("ben")
	f.press("ctrl+s")
	if list := root.view.Troubles(); len(list) != 2 || list[0].Kind != engine.NoAnswer || list[0].By != "ana" ||
		list[1].Kind != engine.AlreadyThere || list[1].By != "ben" {
		t.Errorf("the marks are %v\n%s", list, d.Frame())
	}
	f.press("1", "&")
	if list := root.view.Troubles(); len(list) != 3 || list[2].Kind != engine.OwnEcho || list[2].By != "ana" {
		t.Errorf("the marks are %v\n%s", list, d.Frame())
	}
	f.press("R")
	if body := view.Record(root.view.Properties(engine.ParseObject("object lake/marker"))).Text("body"); body != "ana" {
		t.Errorf("the marker says %q", body)
	}
	if x := root.view.Exchange(root.view.Requests()); x.Verb != "get-object" || x.By != "ana" {
		t.Errorf("R sends %s by %s", x.Verb, x.By)
	}
	if f.keys > 15 {
		t.Errorf("it takes %d keys", f.keys)
	}
}

// The same where the bucket is made first takes two keys more.
func TestAnOwnEchoInABucketThatIsThere(t *testing.T) {
	d, root, f := byLetters(t)
	f.press("o", "b", "enter")
	d.Type("lake")
	f.press("enter", "o", "enter")
	d.Type("marker")
	f.press("tab")
	d.Type("ana")
	f.press("ctrl+s", "X", "2", "&")
	d.Type("ben")
	f.press("ctrl+s", "1", "&", "R")
	if list := root.view.Troubles(); len(list) != 3 || list[2].Kind != engine.OwnEcho {
		t.Errorf("the marks are %v\n%s", list, d.Frame())
	}
	if refused, _, _ := root.view.Counts(); refused != 2 || f.keys > 16 {
		t.Errorf("%d refused, and it takes %d keys", refused, f.keys)
	}
}

// By letters two people change two properties of one row, and both stand.
func TestARowPutTogetherByLetters(t *testing.T) {
	d, root, f := byLetters(t)
	f.press("o", "t", "enter")
	d.Type("counters")
	f.press("enter", "e")
	d.Type("web/home")
	f.press("tab")
	d.Type("views=3")
	f.press("enter")
	d.Type("likes=3")
	f.press("ctrl+s", "2", "r", "1", "e", "down")
	d.Type("4")
	f.press("ctrl+s", "2", "e")
	d.Type("5")
	f.press("ctrl+s", "c")
	d.See("If-Match was") // what decided, in the story
	f.press("R")
	if said := view.Record(root.view.Properties(root.object)).Text("body"); said != "likes=5\nviews=4\n" {
		t.Errorf("the row says %q\n%s", said, d.Frame())
	}
	if f.keys > 20 {
		t.Errorf("it takes %d keys", f.keys)
	}
}

// What was just heard can be lost as well: one key goes back to where it was under way, one undo returns. Where
// something else has happened since, or nobody has heard anything, it says so and nothing is lost.
func TestXLosesWhatWasJustHeard(t *testing.T) {
	d, root, _ := newDesk(t, "", 80, 24)
	typed(d, "writer ana \"Ana\"", "writer ben \"Ben\"", "seed: create-bucket lake")
	d.Press("X")
	d.See("nothing is in flight")
	typed(d, "do put-object lake/m one")
	d.See("X loses the answer")
	heard := root.view.Record
	d.Press("X")
	d.See("? unknown  Ana sent #2 and heard nothing.")
	if k := root.view.Known("ana"); root.view.Branch == "main" || !root.view.Truth(root.object).Exists {
		t.Errorf("on %s Ana knows %+v\n%s", root.view.Branch, k, d.Frame())
	}
	d.Press("u")
	if root.view.Record != heard || root.view.Branch != "main" || root.view.Past {
		t.Errorf("undo leads to record %d of %s, past: %v", root.view.Record, root.view.Branch, root.view.Past)
	}
	d.Press("2", "H", "X")
	d.See("nothing is in flight")
	d.Press("1", "X")
	d.See("nothing is in flight")
	if root.view.Branch != "main" {
		t.Error("an answer that others have acted behind is lost")
	}
}

// A menu that has no room for all its rows says how many are below, and what cannot be done now keeps its name.
func TestAMenuSaysThatItGoesOn(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.menu.drop("View")
	d.See("more below")
	d, root, _ = newDesk(t, "wiki.race", 120, 36)
	root.menu.drop("In-flight")
	d.See("Deliver: nothing is in flight") // and those below it stand in its dim
	d.Not("Deliver all in order: nothing")
	d.Not(" All: nothing")
}

// Whoever opens a race in place of the demo is in no course: no lesson is offered at its end.
func TestARaceThatWasOpenedLeadsIntoNoCourse(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.First, root.alerts.demo = true, root.view.Script
	root.deps.Hooks.OpenRace = func(name string) (*room.Room, error) { return newRoom(t, name), nil }
	root.adopt(newRoom(t, "r08-create-if-absent.race"))
	for range 20 {
		d.Press(".")
		d.Not("Next: lesson 2")
	}
	if len(root.view.Troubles()) == 0 {
		t.Error("the race has no conflict")
	}
}

// A click that gives a window the focus does nothing else: who aims at a window hits its guard line by chance. The next
// one there opens what the line is about.
func TestAClickThatChoosesAWindowOpensNothing(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("1")
	row := strings.Split(d.Frame(), "\n")
	_, y := place(t, d, "Guard ")
	x := strings.LastIndex(row[y], "Guard ")
	d.Click(grid.Width(row[y][:x]), y, tea.MouseLeft)
	if root.writer != "ben" || len(root.layers.list) > 0 {
		t.Fatalf("the click chose %s, and opened %d dialogs", root.writer, len(root.layers.list))
	}
	d.Press("1")
	d.Press("2")
	d.Click(grid.Width(row[y][:x])+1, y, tea.MouseLeft)
	d.See("Guard of Ben's writes")
}

// What makes objects is in a list of its own, which a menu opens: with a mouse alone nobody turns past the operations
// of what is selected.
func TestTheMenuMakesNewObjects(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	root.Select(engine.ParseObject("blob wiki/home.md"))
	x, y := place(t, d, "Object")
	d.Click(x, y, tea.MouseLeft)
	x, y = place(t, d, "New object")
	d.Click(x, y, tea.MouseLeft)
	for _, makes := range []string{"New in wiki", "New blob", "New queue", "New bucket", "New table"} {
		d.See(makes)
	}
	if frame := d.Frame(); strings.Contains(frame, "put-block") || strings.Contains(frame, "get-blob") {
		t.Errorf("operations on what is selected stand in the list:\n%s", frame)
	}
}

// While the clock runs, t leaps to whatever is due next: where that is a line of the race, the footer does not promise
// the message that is visible again later.
func TestTheKeyOfTheNextTimerIsTrueWhileTheClockRuns(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "seed: create-queue jobs", "seed: put-message jobs \"pack order 7\"", "ann: get-messages jobs")
	root.Select(engine.ParseObject("queue jobs"))
	d.Press("1")
	d.See("t Visible again")
	d.Press("space")
	d.See("t Next event")
	d.Not("t Visible again")
}

// Taking the guard that is in force, as where nothing else can be chosen, is no step: nothing has changed.
func TestTheGuardThatIsInForceIsNoStep(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "seed: create-queue jobs")
	root.Select(engine.ParseObject("queue jobs"))
	last := root.view.Last
	d.Press("1", "s", "enter")
	d.See("as before.")
	if root.view.Last != last {
		t.Errorf("it adds %d records", root.view.Last-last)
	}
}

// A message that lies in its queue is no draft any more: what is received next has the window to itself, and a press on
// w without a text puts no empty message. Undo takes the message back and gives the text again.
func TestAMessageThatWasPutIsNoDraft(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "seed: create-queue jobs")
	root.Select(engine.ParseObject("queue jobs"))
	d.Press("1", "w")
	d.See("Nothing is written yet")
	d.Press("e")
	d.Type("pack order 7")
	d.Press("ctrl+s")
	d.See("201 Created")
	d.Not("* draft")
	sent := root.view.Requests()
	d.Press("w")
	if root.view.Requests() != sent {
		t.Error("w puts another message")
	}
	d.Press("u")
	d.See("* draft")
	d.See("pack order 7")
	d.Press("w", "r")
	d.Not("* draft")
	d.See(`"pack order 7"`)
	d.Press("H", "e")
	d.Type("second")
	d.Press("ctrl+s")
	d.See("* draft") // nobody has taken it yet
}

// A click beside a dialog closes it, as Esc does; one that a person fills in stays.
func TestAClickBesideADialogClosesIt(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	for i, c := range []struct {
		opens command.Intent
		left  int
	}{{command.Help{}, 0}, {command.Palette{}, 0}, {command.More{Verb: "put-blob"}, 1}} {
		root.do(c.opens)
		d.Click(1+i, 20+i, tea.MouseLeft)
		if n := len(root.layers.list); n != c.left {
			t.Errorf("%T: %d dialogs are left\n%s", c.opens, n, d.Frame())
		}
	}
}
