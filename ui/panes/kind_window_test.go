package panes

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/ui/command"
)

// aRow is a writer that has read the row a=1, b=1 and has made another draft of it.
func aRow(t *testing.T, draft string) (*desk, *Writer) {
	t.Helper()
	d := of(t, "table/t04-merge-of-different-properties.race", 0, "entity stock/p/r")
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "get-entity", Args: engine.Args("path", "stock/p/r"), As: "seen"})
	d.room.SetDraft("ann", d.object, room.Draft{Text: draft, From: []string{"seen"}})
	w := NewWriter(d, 1)
	d.with(w)
	return d, w
}

func TestARowIsEditedBesideItsBase(t *testing.T) {
	_, w := aRow(t, "a=5\nc=3\n")
	got := text(screen(w, 46, 14, true, ascii()))
	holds(t, rowOf(t, got, "a=5"), "was 1")
	holds(t, rowOf(t, got, "c=3"), "new")
	holds(t, got, "drops b")
	if strings.Contains(got, "< now") {
		t.Errorf("nothing has changed meanwhile:\n%s", got)
	}
}

// Promise 3: what a property has become is the referee's remark, and hidden with client eyes.
func TestWhatAPropertyIsNowIsTheReferees(t *testing.T) {
	d, w := aRow(t, "a=5\nb=1\n")
	sendAll(t, d.room, engine.Send{By: "ben", Verb: "insert-or-replace-entity", Args: engine.Args("path", "stock/p/r", "body", "a=7\nb=9\n")})
	got := text(screen(w, 46, 14, true, ascii()))
	holds(t, rowOf(t, got, "a=5"), "was 1", "< now 7")
	holds(t, rowOf(t, got, "b=1"), "< now 9")
	eyes := ascii()
	eyes.ClientEyes = true
	if got := text(screen(w, 46, 14, true, eyes)); strings.Contains(got, "< now") {
		t.Errorf("client eyes see what is now:\n%s", got)
	}
}

func TestAWorkerSeesWhatItWasHanded(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	w, other := NewWriter(d, 1), NewWriter(d, 2)
	d.with(w, other)
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs", "visibilitytimeout", "10")})
	got := text(screen(w, 60, 14, false, ascii()))
	holds(t, got, `"m"`, "receipt", "9.9 s")
	if got := text(screen(other, 60, 14, false, ascii())); strings.Contains(got, `"m"`) || strings.Contains(got, "receipt") {
		t.Errorf("Ben was handed nothing:\n%s", got)
	}
	// Its time runs out, and the window reckons so by itself.
	inputs(t, d.room, engine.Clock{By: 15e9})
	holds(t, text(screen(w, 60, 14, false, ascii())), "ended 5 s ago")
}

// The text of a message is written, and the message deleted, with the receipt that the writer was handed; an update gives a new one.
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
