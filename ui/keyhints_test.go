package ui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// A key that the footer or a message names does something: each hint, at random moments of the library, is carried out
// on a desk that was led there anew. Where nothing changes but what is said, the hint was false. What begins to type is
// true before there is a text, and what moves a chosen row or asks the clipboard changes no letter.
func TestEveryHintDoesSomething(t *testing.T) {
	quiet := []string{"edit.copy", "edit.paste", "edit.undo-text", "edit.up", "time.next-timer"}
	keys := strings.Fields(". . . . . ! space 1 2 3 tab r e w d H a x X R c g_l g_t g_s g_i v , u enter esc j o t & " +
		"J U")
	for seed := range uint64(15) {
		dice := rand.New(rand.NewPCG(seed, 11))
		race := pick(dice, library()...) + " " + pick(dice, "80x24", "120x36", "200x60")
		var lines []string
		for range 4 + dice.IntN(20) {
			lines = append(lines, strings.ReplaceAll(pick(dice, keys...), "_", " "))
		}
		at := func() *script {
			s := &script{t: t}
			s.do("open", race)
			for _, line := range lines {
				s.do("press", line)
			}
			s.do("pass", "4s")
			return s
		}
		s := at()
		above := func(s *script) string {
			rows := strings.Split(s.d.Frame(), "\n")
			return strings.Join(rows[:len(rows)-statusRows], "\n")
		}
		was := above(s)
		hints := append(append([]hint(nil), s.root.status.shown...), s.root.status.now().keys...)
		for _, h := range hints {
			typed := s.root.keys.mode() == command.Edit && h.id == "object.write"
			if h.id == "" || typed || strings.Contains(" "+strings.Join(quiet, " ")+" ", " "+h.id+" ") {
				continue
			}
			again := at()
			again.d.Frame()
			view, runs := again.root.view, again.root.playback.on
			again.d.Run(h.id)
			if above(again) == was && again.root.view == view && again.root.playback.on == runs {
				t.Errorf("%s %s does nothing in %s after %s: %s", h.key, h.what, race, strings.Join(lines, ", "),
					again.root.status.now().text)
			}
		}
	}
}

// X loses the answer that was just heard wherever the focus is, also in the window of the messages in flight.
func TestXLosesWhatWasHeardInTheFlightWindowToo(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	typed(d, "do put-blob wiki/new one")
	d.Press("g", "i")
	d.See("X Lose answer")
	d.Not("Z Stop waiting")
	d.Press("X")
	d.See("? unknown  Ana sent")
	if k := root.view.Known(root.writer); k == nil || root.view.Awaited(root.writer) == 0 {
		t.Errorf("nothing is lost:\n%s", d.Frame())
	}
}

// What was lost is no message that a key could hand over: the window offers none for it.
func TestALostMessageHasNoKeys(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("H", "w", "g", "i")
	d.See("a Deliver")
	d.Press("x")
	d.See("x lost")
	for _, key := range []string{"a Deliver", "x Lose it", "D Duplicate", "J Later"} {
		d.Not(key)
	}
}

// Who was told that a receipt counts no longer holds no message, and no key deletes one.
func TestARefusedReceiptIsDeletedByNoKey(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "seed: create-queue jobs", "seed: put-message jobs one")
	root.Select(engine.ParseObject("queue jobs"))
	d.Press("1", "r", "t", "2", "r", "1")
	d.See("d Delete message")
	d.Press("d")
	d.See("Ana holds no message.")
	d.Not("d Delete message")
	sent := root.view.Requests()
	d.Press("d")
	d.See("Delete: Ana holds no message of jobs, r gets one.")
	if root.view.Requests() != sent {
		t.Error("d sends the receipt that was refused once more")
	}
}

// What a message says of a writer's keys is for that writer: where letters act for another, it is gone.
func TestAMessageNamesKeysOfItsWriterOnly(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "seed: create-bucket lake", "seed: put-bucket-versioning lake status=Enabled",
		"seed: put-object lake/m one", "seed: delete-object lake/m")
	root.Select(engine.ParseObject("object lake/m"))
	d.Press("1", "r")
	d.See("marker hides v1. d takes it away")
	d.Press("2")
	d.See("marker hides v1. ")
	d.Not("marker hides v1. d takes it away")
	d.Press("1")
	d.See("marker hides v1. d takes it away")

	d, _, _ = newDesk(t, "wiki.race", 80, 24)
	d.Press("H", "w", "x")
	d.See("& again")
	d.Press("2")
	d.Not("& again")
	d.Not("Z give up")
}

// Along an order that a search found undo leads back to where one was, not step by step, and the message says so.
func TestUndoAlongAnOrderGoesBack(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("!", "V")
	d.See("complete:")
	d.Press("enter", ".")
	d.See("u goes back")
	d.Not("u takes it back")
	d.Press("u")
	if root.view.Branch != "main" {
		t.Errorf("u leads to %s", root.view.Branch)
	}
}

// Empty windows say of Space what it does now: while the clock runs it stops it.
func TestEmptyWindowsSayWhatSpaceDoesNow(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	d.Pass(300 * time.Millisecond)
	d.Press("c")
	d.See("No conflict yet. Space stops the clock, . steps.")
	d.Press("space")
	d.See("No conflict yet. Space runs, . steps.")
}

// The second press of a double click in the grid of a row is for what the first one hit: a type changes twice, and what
// stands in a cell is selected, so that typing replaces it.
func TestADoubleClickInTheGridOfARow(t *testing.T) {
	row := func() (*uitest.Driver, *Root) {
		d, root, _ := newDesk(t, "", 120, 36)
		typed(d, `writer ana "Ana"`, "seed: create-table hits", "ana: insert-entity hits/p/r \"views=3\"")
		root.Select(engine.ParseObject("entity hits/p/r"))
		d.Press("1")
		d.See("views")
		return d, root
	}
	twice := func(d *uitest.Driver, text string, dx int) {
		x, y := place(t, d, text)
		for range 2 {
			d.Click(x+dx, y, tea.MouseLeft)
			d.Frame()
		}
	}
	d, root := row()
	twice(d, "[Int32]", 11)
	d.Type("7")
	d.Press("enter")
	if draft, _ := root.room.View().Draft("ana", root.object); draft.Text != "views=7\n" {
		t.Errorf("typing over what was double clicked leaves %q", draft.Text)
	}
	d, root = row()
	twice(d, "[Int32]", 1)
	// Int32, Int64, Double
	if draft, _ := root.room.View().Draft("ana", root.object); draft.Text != "views=3.0\n" {
		t.Errorf("two presses on a type leave %q", draft.Text)
	}
}

// What the text in an editor takes by a key it takes by the menu and the mouse, in a prompt and in a cell too.
func TestTextKeysReachPromptsAndCells(t *testing.T) {
	d, _, _ := newDesk(t, "", 80, 24)
	typed(d, `writer ana "Ana"`, "ana: EXSET stock 5")
	d.Press("1", "e")
	d.Type("EXGET stock")
	d.Run("edit.undo-text")
	d.Not("This key belongs to the text.")
	d.Not("> EXGET stock")
}

// A form says all of what its operation does, and why an empty number is refused.
func TestAFormSaysAllOfItsOperation(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "do EXSET")
	d.See("[KEEPTTL].")
	d.Press("esc")
	typed(d, "seed: create-share docs", "do create-file docs/plan.txt")
	d.See("The size of a")
}

// What a prompt answers says why by itself: it stands there once.
func TestAnErrorOfAPromptIsSaidOnce(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "ann: EXSET key")
	if n := strings.Count(root.status.now().text, "ERR wrong number of arguments"); n != 1 {
		t.Errorf("it is said %d times: %s", n, root.status.now().text)
	}
	d.Not("arguments for this command")
}

// A click on the name of a row of the table of guards chooses the row, as a click on its cell does.
func TestTheNameOfAGuardIsClicked(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("!", "W")
	d.See("[stops]")
	clickOn(t, d, "none   ")
	d.See("[allows]")
	d.Not("u goes back")
}

// The request that made a version stands beside it whole, however long its verb is, where the row has the room.
func TestTheRequestOfAVersionIsNotCut(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	typed(d, "seed: create-table hits", "ann: insert-entity hits/p/r \"views=3\"")
	root.Select(engine.ParseObject("entity hits/p/r"))
	d.See("INSERT #")
	d.Not("INSERT …")
}

// Where the session goes is said of the name that stands there: a mere name goes to the kept sessions, one with an
// ending into the folder that is shown.
func TestSaveAsSaysWhereItGoes(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.Hooks.SaveAs = func(name string) (string, error) { return name, nil }
	d.Press("S")
	d.See("to the kept sessions")
	d.Type("mine.db")
	d.See("goes into this folder.")
	d.Not("kept sessions")
}
