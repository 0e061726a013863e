package panes

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/command"
)

// aRow is a writer that has read the row a=1, b=1 and has made another draft of it.
func aRow(t *testing.T, draft string) (*desk, *Writer) {
	t.Helper()
	d := of(t, "table/t04-merge-of-different-properties.race", 0, "entity stock/p/r")
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "get-entity", Args: engine.Args("path", "stock/p/r"), As: "seen"})
	d.room.SetDraft("ann", d.object, view.Draft{Text: draft, From: []string{"seen"}})
	w := NewWriter(d, 1)
	d.with(w)
	return d, w
}

func TestARowIsEditedBesideItsBase(t *testing.T) {
	_, w := aRow(t, "a=5\nc=3\n")
	got := text(screen(w, 40, 14, true, ascii()))
	holds(t, rowOf(t, got, "| a "), "i32", "5", "was 1")
	holds(t, rowOf(t, got, "| c "), "3", "new")
	holds(t, got, "drops b", "+ property")
	holds(t, rowOf(t, got, "Guard"), "replaces")
	if strings.Contains(got, "< now") {
		t.Errorf("nothing has changed meanwhile:\n%s", got)
	}
	wide := text(screen(w, 70, 14, true, ascii()))
	holds(t, rowOf(t, wide, "name"), "type", "draft", "base", "now")
	if f := strings.Fields(rowOf(t, wide, "| a ")); strings.Join(f, " ") != "| a Int32 5 - 1 1 |" {
		t.Errorf("%q", f)
	}
}

// Promise 3: what a property has become is the referee's remark, and hidden with client eyes.
func TestWhatAPropertyIsNowIsTheReferees(t *testing.T) {
	d, w := aRow(t, "a=5\nb=1\n")
	sendAll(t, d.room, engine.Send{By: "ben", Verb: "insert-or-replace-entity",
		Args: engine.Args("path", "stock/p/r", "body", "a=7\nb=9\n")})
	got := text(screen(w, 40, 14, true, ascii()))
	holds(t, rowOf(t, got, "| a "), "was 1", "<> now 7")
	holds(t, rowOf(t, got, "| b "), "< now 9")
	got = text(screen(w, 70, 14, true, ascii()))
	holds(t, rowOf(t, got, "| a "), "<> 7")
	holds(t, rowOf(t, got, "| b "), "< 9")
	eyes := ascii()
	eyes.ClientEyes = true
	for _, wide := range []int{40, 70} {
		if got := text(screen(w, wide, 14, true, eyes)); strings.Contains(got, "< ") || strings.Contains(got, "<>") {
			t.Errorf("client eyes see what is now:\n%s", got)
		}
	}
}

func TestAWorkerSeesWhatItWasHanded(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	w, other := NewWriter(d, 1), NewWriter(d, 2)
	d.with(w, other)
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "get-messages",
		Args: engine.Args("queue", "jobs", "visibilitytimeout", "10")})
	got := text(screen(w, 60, 14, false, ascii()))
	holds(t, got, `"m"`, "receipt", "9.9 s")
	if got := text(screen(other, 60, 14, false, ascii())); strings.Contains(got, `"m"`) ||
		strings.Contains(got, "receipt") {
		t.Errorf("Ben was handed nothing:\n%s", got)
	}
	// Its time runs out, and the window reckons so by itself.
	inputs(t, d.room, engine.Clock{By: 15e9})
	holds(t, text(screen(w, 60, 14, false, ascii())), "ended 5 s ago")
}

// The text of a message is written, and the message deleted, with the receipt that the writer was handed; an update
// gives a new one.
func TestAMessageIsWrittenWithItsReceipt(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	w := NewWriter(d, 1)
	d.with(w)
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	d.Select(d.first(t, "message"))
	screen(w, 60, 14, true, ascii())
	if got := w.window.editor.Text(); got != "m" {
		t.Fatalf("the text is %q", got)
	}
	w.Do(command.EditDraft{})
	press(w, "ore")
	for _, step := range []struct {
		do     command.Intent
		status int
	}{{command.Write{}, 204}, {command.Write{}, 204}, {command.Delete{}, 204}} {
		w.Do(step.do)
		if doing, _ := d.room.View().Known("ann").Doing(); doing.Status != step.status {
			t.Fatalf("%T was answered %d %s: %q", step.do, doing.Status, doing.Code, d.said)
		}
		if _, update := step.do.(command.Write); update {
			if got := record(d.room.View().Properties(d.object)).text("text"); got != "more" {
				t.Errorf("the message says %q", got)
			}
		}
	}
}

func TestAnUpdateByHandNamesAParameterThatExists(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	spec := operation(d.room.View(), "message", writing)
	if _, ok := spec.Param("visibilitytimeout"); !ok {
		t.Errorf("%s has no such parameter", spec.Verb)
	}
}

// What a worker was handed stands in its first row, the receipt is its guard, and how long an update hides the message
// is a choice.
func TestAMessageIsGuardedByItsReceiptAndHiddenAsChosen(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	w := NewWriter(d, 1)
	d.with(w)
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	holds(t, text(screen(w, 50, 14, true, ascii())), "Got    1 message")
	d.Select(d.first(t, "message"))
	got := text(screen(w, 50, 14, true, ascii()))
	holds(t, got, "Got    the message")
	holds(t, rowOf(t, got, "Guard"), "receipt ..", "hides for 30 s")
	for _, name := range d.room.View().Guards(d.object) {
		if name != "none" {
			t.Errorf("%s is offered for a message", name)
		}
	}
	inputs(t, d.room, engine.Set{Scope: "ann", Key: "hides", Value: "300"})
	holds(t, rowOf(t, text(screen(w, 50, 14, true, ascii())), "Guard"), "hides for 300 s")
	w.Do(command.Write{})
	left := record(d.room.View().Properties(d.object)).at("next-visible").Sub(d.room.View().Now())
	if left.Seconds() < 299 || left.Seconds() > 300 {
		t.Errorf("it is hidden for %v", left)
	}
}

// What does not fit is said in fewer words, never cut: the answer, both guards, the time since a lease ended.
func TestAWindowSaysInFewerWordsWhatDoesNotFit(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	d := newDesk(t, r)
	inputs(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	w := NewWriter(d, 1)
	d.with(w)
	for _, s := range []engine.Send{hand("ben", "create-container", "wiki"),
		hand("ben", "put-blob", "wiki/home.md", "body", "a"), hand("ann", "get-blob", "wiki/home.md"),
		hand("ann", "acquire-blob-lease", "wiki/home.md", "duration", "15")} {
		sendAll(t, r, s)
	}
	got := text(screen(w, 31, 16, false, ascii()))
	holds(t, rowOf(t, got, "Guard"), "lease ..", " ..") // both, the tag by its two points
	inputs(t, r, engine.Clock{By: 25e9})
	sendAll(t, r, hand("ben", "put-blob", "wiki/home.md", "body", "b"),
		hand("ann", "put-blob", "wiki/home.md", "body", "c", "if-match", "x"))
	got = text(screen(w, 31, 16, false, ascii()))
	holds(t, rowOf(t, got, "Holds"), "ended ", " ago")
	holds(t, rowOf(t, got, "Heard"), "! 412 Precondition ")
	if strings.Contains(got, "..  ") || strings.Contains(got, ".. |") {
		t.Errorf("something is cut:\n%s", got)
	}
	for words, want := range map[string]string{"412 Precondition Failed": "412",
		"STATUS_SHARING_VIOLATION": "SHARING_VIOLATION", "ERR no such key": "ERR no such key"} {
		forms := reasonForms(words)
		if forms[0] != words || forms[len(forms)-1] != want {
			t.Errorf("%q: %q", words, forms)
		}
	}
	if got := timeOfDate("Mon, 05 Jan 2026 09:00:12 GMT"); got != "09:00:12" {
		t.Errorf("of the date remains %q", got)
	}
}

// Whoever is handed an empty list has heard that: the window does not say that nothing was asked.
func TestAnEmptyHandIsNoSilence(t *testing.T) {
	d := of(t, "queue/q01-two-workers-one-message.race", 0, "queue jobs")
	w := NewWriter(d, 2)
	d.with(w)
	holds(t, text(screen(w, 50, 14, true, ascii())), "Ben has not read anything.")
	for _, by := range []string{"ann", "ben"} {
		sendAll(t, d.room, engine.Send{By: by, Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	}
	holds(t, text(screen(w, 50, 14, true, ascii())), "Ben was handed no message.")
}
