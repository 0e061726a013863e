package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// What was done in a session without a file is gone with it: leaving and another session ask first.
func TestLeavingWhatIsNotKeptAsks(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.Hooks.Saved = func() string { return notKept }
	d.Press(".", "q")
	d.See("Nothing of this session is kept")
	if d.Press("enter"); d.Quit || len(root.layers.list) > 0 {
		t.Error("Enter left")
	}
	d.Press("I", "esc")
	d.See("wiki/home.md")
	if d.Press("q", "l"); !d.Quit {
		t.Error("l does not leave")
	}
}

// Ctrl+Z takes back typing, and is no way out of the program where nothing is typed.
func TestCtrlZOutsideOfATextSaysWhatItIs(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("ctrl+z")
	d.See("Ctrl+Z is for a text that is edited")
}

// A queue is received from and put into. What d deletes there depends on what the writer was handed.
func TestTheFooterSpeaksOfMessagesInAQueue(t *testing.T) {
	d, root, _ := newDesk(t, "queue/q02-slow-worker.race", 120, 36)
	root.Select(engine.ParseObject("queue jobs"))
	root.Goto("writer1")
	d.Press("esc")
	d.See("r Receive  e New message  o More") // there is nothing to put yet
	d.Press("e")
	d.Type("pack order 8")
	d.Press("esc")
	d.See("r Receive  e New message  w Put  o More")
	d.Press("e", "ctrl+a", "backspace", "esc", "r")
	d.See("Got    1 message")
	d.See("d Delete message")
	d.Press("r")
	d.See("Got    nothing")
}

// A click on a key of the footer does what the key does: Ctrl+S writes and ends the editing.
func TestAClickOnAHintIsItsKey(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	for range 3 {
		d.Press(".")
	}
	d.Press("e")
	for y, row := range strings.Split(d.Frame(), "\n") {
		if at := strings.Index(row, "Ctrl+S Write"); at >= 0 {
			d.Click(grid.Width(row[:at]), y, tea.MouseLeft)
		}
	}
	if mode := root.keys.mode(); mode != command.Nav {
		t.Errorf("it stays in %s", mode)
	}
}

// At every width the bar says the time; a branch is left out before the step's place is.
func TestTheBarKeepsItsClock(t *testing.T) {
	for w := 80; w <= 140; w += 5 {
		d, root, _ := newDesk(t, "wiki.race", w, 30)
		d.Press(".", ".")
		d.See(root.playback.clock().String())
		d.See("main")
	}
}

// A refusal of what is not on screen names it and offers the way there.
func TestARefusalElsewhereOffersTheWayThere(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "seed: put-blob wiki/other.md x")
	typed(d, "ann: put-blob wiki/other.md y if-none-match=*")
	d.See("g o go to wiki/other.md")
	d.Press("g", "o")
	if root.object.Name != "wiki/other.md" {
		t.Errorf("the selected object is %s", root.object)
	}
}

// A race that makes its own object shows it, also where ! plays it at once.
func TestWindowsFollowTheFirstObject(t *testing.T) {
	d, _, _ := newDesk(t, "r06-second-acquire.race", 120, 36)
	d.Press("!")
	d.Not("Nothing is selected")
}

// What a client library does after a time-out is a command: the same request goes once more.
func TestTheSameIsSentAgain(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press(".", ".", "r")
	before := root.view.Writer("ann").Last
	d.Press("g", "a")
	now := root.view.Writer("ann").Last
	if now == before || root.view.Exchange(int(now)).Verb != root.view.Exchange(int(before)).Verb {
		t.Errorf("#%d was sent after #%d", now, before)
	}
}

// A refusal of a writer whose window is off the screen offers the way there.
func TestARefusalOffTheScreenOffersTheWayThere(t *testing.T) {
	d, root, _ := newDesk(t, "bucket/r03-three-update-the-registry.race", 80, 24)
	for n := 0; n < 60 && !d.Sees("Thread C got 412"); n++ {
		d.Press(".")
	}
	d.See("3 to Thread C")
	d.Press("3")
	if root.desk.focus != "writer3" {
		t.Errorf("the focus is on %s", root.desk.focus)
	}
}

// A conflict on a branch brings its card as the first one on main did.
func TestAConflictOnABranchHasItsCard(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	toCard := func() {
		for n := 0; n < 20 && !d.Sees("! stale write (refused)"); n++ {
			d.Press(".")
			d.Pass(time.Second)
		}
		d.See("! stale write (refused)")
	}
	toCard()
	for range 4 {
		d.Press(",")
	}
	d.Not("! stale write (refused)")
	d.Press("1", "w")
	toCard()
	if root.view.Branch == "main" {
		t.Error("the write began no branch")
	}
}

// A request can be let arrive without being decided: another that has arrived is in its way, as S3's 409 says.
func TestARequestArrivesUndecided(t *testing.T) {
	d, root, _ := newDesk(t, "", 120, 36)
	for _, line := range []string{"writer ann Ana", "writer ben Ben", "set bucket.contention=on",
		"seed: create-bucket lake",
		"seed: put-object lake/k v1", "ann: get-object lake/k as g",
		"ann: send put-object lake/k a if-match=$g.etag as a", "ben: send put-object lake/k b as b"} {
		d.Press(":")
		d.Type(line)
		d.Press("enter")
	}
	d.Press("1", "g", "A")
	d.See("arrived")
	d.Press("2", "g", "A", "1", "a")
	if got := root.view.Named("a").Answer; got.Status != 409 ||
		got.Why.Rule.Fault.Code != "ConditionalRequestConflict" {
		t.Errorf("the answer is %s", &got)
	}
}

// A long menu has rules between its groups, which the arrows pass and a click leaves alone.
func TestALongMenuHasRulesBetweenItsGroups(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 160, 50)
	d.Press("alt+v")
	rows := root.menu.rows()
	for n := 1; n < len(rows); n++ {
		if isRule(rows[n]) {
			if group(rows[n-1]) == group(rows[n+1]) {
				t.Errorf("a rule stands between %s and %s", rows[n-1].ID, rows[n+1].ID)
			}
			continue
		}
		if !isRule(rows[n-1]) && group(rows[n-1]) != group(rows[n]) {
			t.Errorf("no rule stands between %s and %s", rows[n-1].ID, rows[n].ID)
		}
		if d.Press("down"); root.menu.row != n {
			t.Errorf("Down leads to row %d, not %d", root.menu.row, n)
		}
	}
	for n := len(rows) - 2; n >= 0; n-- {
		if !isRule(rows[n]) {
			d.Press("up")
		}
	}
	if root.menu.row != 0 {
		t.Errorf("Up leads to row %d", root.menu.row)
	}
	root.menu.perform(slices.IndexFunc(rows, isRule))
	if !root.menu.open {
		t.Error("a rule closes the menu")
	}
}

// What was wrong in a request itself is said in the row, with its code and what would fit.
func TestTheRowSaysWhatWouldFit(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press(":")
	d.Type("ann: create-container Wiki!")
	d.Press("enter")
	d.See("Ana got 400. Container name: 3..63; lower-case letters, digits, dash")
	d.See("c why")
}

// The footer of a text names the key that pastes, where there is room.
func TestTheFooterOfATextNamesPaste(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("e", "esc", "e") // the banner goes first
	d.See("Ctrl+V Paste")
}

// What a message offers holds where one stands: the keys of NAV are behind Esc in a text, and where requests are held
// already nothing says that H holds the next one.
func TestOfferedKeysHoldWhereOneStands(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.See("H holds the next")
	d.Press("H")
	d.Not("H holds the next")
	d.Press("H")
	for n := 0; n < 20 && !d.Sees("Ana got 412"); n++ {
		d.Press(".")
	}
	d.See("c why")
	toast := root.status.toast
	d.Press("e")
	root.status.toast = toast
	root.screen.dirty = true
	d.Press("left")
	if keys := root.status.now().keys; len(keys) == 0 || slices.ContainsFunc(keys,
		func(k hint) bool { return k.id == "learn.card" && k.key == "c" }) {
		t.Errorf("in a text it offers %v", keys)
	}
}

// Why a line cannot be run is shown whole, however long the line is; and where plans are edited.
func TestALongLineSaysWhyItIsRefused(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press(":")
	d.Type("ann: put-blob wiki/home.md 'some long text here' if-match=..1234 no-such-thing=1 and-more=2")
	d.See("put-blob takes no more words without a name")
	d.See("content-length, md5, crc64.")
	d.Press("esc", ":")
	d.Type("plan ann")
	d.Press("enter")
	d.See("There is no plan ann. g p lists those that fit, and edits one.")
}

// A key that expires is deleted by nobody: who set its expiry is not said to have done it.
func TestAnExpiryIsNobodysAct(t *testing.T) {
	d, root, _ := newDesk(t, "tair/r08-expiry-is-a-hidden-delete.race", 120, 36)
	d.Press("!")
	versions := root.view.Truth(engine.ParseObject("key d")).Versions
	if len(versions) != 3 || !versions[1].Expired || versions[1].By != view.Clock {
		t.Fatalf("the versions are %+v", versions)
	}
	d.See("-   clock  00:00.031  expired")
	d.Not("deleted")
}

// An example is an operation of the system that is open.
func TestExamplesAreOfThePresentSystem(t *testing.T) {
	for race, reads := range map[string]string{
		"wiki.race": "get-blob wiki/home.md",
		"bucket/r03-three-update-the-registry.race": "get-object my-bucket/metastore/dataset_registry.json",
		"tair/r08-expiry-is-a-hidden-delete.race":   "EXGET d",
	} {
		d, _, _ := newDesk(t, race, 120, 36)
		d.Press("!", "g", "p")
		d.See("[loop 3 [" + reads)
	}
}

// However narrow the footer, it says how to leave.
func TestTheFooterSaysTheWayOut(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("W")
	d.See("Esc close")
	x := strings.Index(strings.Split(d.Frame(), "\n")[22], "Esc close")
	d.Click(x+1, 22, tea.MouseLeft)
	if len(root.layers.list) != 0 {
		t.Error("a click on it closes nothing")
	}
}

// Esc followed at once by a letter can reach the program as Alt and the letter; what the text area has with Alt stays
// its own. A dialog goes away, and the letter is for what lies below.
func TestEscapeAndALetterAtOnce(t *testing.T) {
	for _, c := range []struct {
		key    string
		mode   command.Mode
		letter rune
	}{
		{"alt+r", command.Edit, 'r'}, {"alt+shift+r", command.Edit, 'R'}, {"alt+.", command.Edit, '.'},
		{"alt+space", command.Edit, ' '}, {"alt+u", command.Edit, 0},
		{"alt+b", command.Edit, 0}, {"alt+1", command.Edit, 0}, {"alt+f", command.Nav, 0},
		{"alt+shift+u", command.Nav, 'U'},
		{"r", command.Edit, 0}, {"alt+enter", command.Edit, 0}, {"alt+r", command.Asking, 'r'},
		{"alt+b", command.Finding, 0},
	} {
		if letter, ok := escaped(c.key, c.mode); letter != c.letter && ok || ok != (c.letter != 0) {
			t.Errorf("%s in %s is Esc and %q (%v), want %q", c.key, c.mode, letter, ok, c.letter)
		}
	}
}

// TestTheKeyForHelpExplainsAllOrders and the guards over them, with the keys and the words that stand there; Esc leads
// back, and where a text is typed the sign is a letter.
func TestTheKeyForHelpExplainsAllOrders(t *testing.T) {
	for _, key := range []string{"?", "f1"} {
		d, _, _ := newDesk(t, "r02-lost-update.race", 120, 36)
		d.Press("V")
		d.See("66.7 %")
		d.Press(key)
		d.See("What All orders says")
		d.See("A writer stops for good, wherever it is.")
		d.Press("esc")
		d.Not("What All orders says")
		d.See("66.7 %")
		d.Press("W")
		d.Press(key)
		d.See("What Guards over all orders says")
		d.See("No order has the harm.")
		d.Press("esc", "V", "/", "?")
		d.Not("What All orders says")
	}
}

// TestRowsOfAllOrdersStayWhereTheyAre as a budget is raised: the next click is meant for the same row.
func TestRowsOfAllOrdersStayWhereTheyAre(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		d, _, _ := newDesk(t, "tair/plan-exget-exset.race", size[0], size[1])
		at := func() int {
			for y, row := range strings.Split(d.Frame(), "\n") {
				if strings.Contains(row, "What goes wrong") {
					return y
				}
			}
			return -1
		}
		d.Press("V")
		before := at()
		d.Press("x")
		if before < 0 || at() != before {
			t.Errorf("%v: the heading stood in row %d, and stands in row %d", size, before, at())
		}
	}
}

// The key of the next view stands where it shows one, and nowhere else: in the footer, in the title of a window and in
// its rows. Another view is what the focused window has, else the card, else the timeline.
func TestTheNextViewIsOfferedWhereItShowsOne(t *testing.T) {
	for _, c := range []struct {
		race, object string
		w, h         int
		keys         []string
		offered      string // the text with the key; empty: none on screen
	}{
		{"wiki.race", "", 80, 24, nil, "v sequence"},
		{"wiki.race", "", 80, 24, []string{"0"}, "v View"},
		{"wiki.race", "", 80, 24, []string{"c"}, ""},                         // there is no conflict yet
		{"wiki.race", "blob wiki/none", 80, 24, []string{"0"}, "v sequence"}, // nothing to show of that
		{"wiki.race", "", 200, 60, nil, "v strip"},
		{"wiki.race", "", 200, 60, []string{"0"}, "v properties"},
	} {
		d, root, _ := newDesk(t, c.race, c.w, c.h)
		if c.object != "" {
			root.Select(engine.ParseObject(c.object))
		}
		d.Press(c.keys...)
		frame := d.Frame()
		for _, offer := range []string{"v sequence", "v strip", "v View", "v all", "v properties", "v next"} {
			if is, want := strings.Contains(frame, offer), offer == c.offered ||
				c.offered == "v properties" && offer == "v View"; is != want {
				t.Errorf("%v at %dx%d: %q is offered: %t\n%s", c.keys, c.w, c.h, offer, is, frame)
			}
		}
		if d.Press("v"); c.offered != "" && (d.Frame() == frame || d.Sees("single view")) {
			t.Errorf("%v at %dx%d: v shows nothing else\n%s", c.keys, c.w, c.h, d.Frame())
		}
	}
}

// A story that is longer than the card says so with the keys for the rest, and one key that is pressed again shows each
// row of it.
func TestALongStoryIsReadDown(t *testing.T) {
	const name = "blob/case-the-lock-that-nobody-releases.race"
	all, root, _ := newDesk(t, name, 120, 60)
	d, _, _ := newDesk(t, name, 80, 24)
	for len(root.view.Troubles()) == 0 {
		all.Press(".")
		d.Press(".")
	}
	d.Press("c")
	d.See("j more  z whole  v next")
	seen := d.Frame()
	for range 40 {
		if !d.Sees("j more") {
			break
		}
		before := d.Frame()
		if d.Press("j"); d.Frame() == before {
			t.Fatalf("j does nothing\n%s", before)
		}
		seen += d.Frame()
	}
	steps := root.view.Story(root.view.Troubles()[0].Finding).Steps
	words := strings.Fields(steps[len(steps)-1].Text)
	if last := strings.Join(words[len(words)-3:], " "); d.Sees("j more") || !strings.Contains(seen, last) {
		t.Errorf("%q is never on screen", last)
	}
	d.Press("z")
	d.Not("z whole")
}

// Where no conflict lies before or after, no key that goes there is named; what is not played yet may hold one.
func TestTheKeysOfConflictsAreNamedWhereTheyGoToOne(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("g", "l")
	d.Not("conflict")
	d.Press("}")
	d.See("Nothing has happened after this moment yet. Space runs, . steps.")
	for len(root.view.Troubles()) == 0 {
		d.Press(".")
	}
	d.See("{ } conflicts")
	d.Not("} Next conflict")
	d.Press(",", ",")
	d.See("} Next conflict")
}
