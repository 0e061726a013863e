package panes

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
)

// toEnd plays the whole race.
func (d *desk) toEnd() {
	for range 100 {
		if _, err := d.room.Step(); err != nil {
			return
		}
	}
}

// A policy is read, edited and written in the window of its bucket, and while it is only a draft the truth says what it
// would refuse.
func TestADraftOfAPolicyIsTriedOnEveryWriter(t *testing.T) {
	d := of(t, "bucket/r24-plain-last-writer-wins.race", 0, "")
	d.toEnd()
	object := d.first(t, "object")
	bucket := d.first(t, "bucket")
	d.object = bucket
	w := NewWriter(d, 1)
	d.with(w)
	screen(w, 60, 14, true, ascii())
	const policy = `{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"s3:PutObject","Resource":"*","Condition":{"Null":{"s3:if-match":"true"}}}]}`
	if got := d.truthOf(100, 20); strings.Contains(got, "draft of the policy") {
		t.Fatalf("nobody drafts a policy:\n%s", got)
	}
	w.Do(command.EditDraft{})
	w.Insert(policy)
	title := d.room.View().WriterAt(1).Title
	for _, shown := range []string{bucket, object} {
		d.object = shown
		got := d.truthOf(110, 30)
		_, below, found := strings.Cut(got, title+"'s draft of the policy")
		if !found {
			t.Fatalf("%s does not tell of the draft:\n%s", shown, got)
		}
		row := strings.Fields(rowOf(t, below, "| "+title+" "))
		if words := strings.Fields(title); !slices.Equal(row[1+len(words):][1:3], []string{"!", "403"}) {
			t.Errorf("a write without a guard: %q\n%s", row, got)
		}
	}
	d.object = object
	if first := rowOf(t, d.truthOf(110, 30), "| "+title+" "); strings.Contains(strings.SplitN(first, "!", 2)[0],
		"403") {
		t.Errorf("the draft holds already: %s", first)
	}
	d.Select(bucket)
	screen(w, 60, 14, true, ascii())
	w.Do(command.Write{})
	if doing, _ := d.room.View().Known(w.id).Doing(); doing.Refused {
		t.Fatalf("the policy was refused: %s", doing.Code)
	}
	if got := record(d.room.View().Properties(bucket)).text("policy"); !strings.Contains(got, "if-match") {
		t.Errorf("the policy says %q", got)
	}
	other := NewWriter(d, 2)
	d.with(other)
	other.Do(command.Read{})
	if got := other.window.editor.Text(); !strings.Contains(got, "if-match") {
		t.Errorf("the second writer reads %q: %q", got, d.said)
	}
}

// The last column of the matrix is the delete that the writer would send, with its guard.
func TestTheTriedDeleteCarriesTheWritersGuard(t *testing.T) {
	d := of(t, "bucket/r03-three-update-the-registry.race", 0, "object my-bucket/metastore/dataset_registry.json")
	d.toEnd()
	b := d.room.View().WriterAt(2)
	x := d.room.View().WriterAt(1)
	sendAll(t, d.room, engine.Send{By: x.ID, Verb: "put-object",
		Args: engine.Args("path", nameOf(d.object), "body", "newer")})
	last := func() string {
		f := strings.Fields(rowOf(t, d.truthOf(110, 24), "| "+b.Title+" "))
		return strings.Join(f[len(f)-3:], " ")
	}
	inputs(t, d.room, engine.Set{Scope: b.ID, Key: "guard", Value: "none"})
	if got := last(); strings.Contains(got, "412") {
		t.Errorf("without a guard: %s", got)
	}
	inputs(t, d.room, engine.Set{Scope: b.ID, Key: "guard", Value: "if-match"})
	if got := last(); !strings.Contains(got, "412") {
		t.Errorf("with If-Match: %s", got)
	}
}

// Several deletes of one kind: the one that takes the thing itself away; a handle marks its file.
func TestDeleteMeansTheThingItself(t *testing.T) {
	v := of(t, "bucket/r24-plain-last-writer-wins.race", 0, "").room.View()
	for kind, want := range map[string]string{"bucket": "delete-bucket", "blob": "delete-blob",
		"object": "delete-object", "file": "delete-file", "message": "delete-message", "queue": "delete-queue"} {
		if spec := deleteOf(v, kind); spec == nil || spec.Verb != want {
			t.Errorf("d on a %s is %+v", kind, spec)
		}
	}
	d := aShare(t)
	d.open(t, "ann", "h1", "RWD", "RWD")
	w := NewWriter(d, 1)
	d.with(w)
	d.Select(d.first(t, "handle"))
	w.Do(command.Delete{})
	if got := record(d.room.View().Properties("file s/f")).text("delete-pending"); got != "true" {
		t.Errorf("the file is not marked: %q %q", got, d.said)
	}
}

// What is typed at a prompt and not sent is kept for its writer and its object, also by a desktop that is opened later.
func TestAnUnsentLineIsKept(t *testing.T) {
	d := of(t, "tair/r02-optimistic-lock-exset-ver-key_2.race", 0, "key key_2")
	w := NewWriter(d, 1)
	d.with(w)
	screen(w, 60, 14, true, ascii())
	w.Do(command.EditDraft{})
	press(w, "EXSET key_2 w")
	d.Select("key other")
	if got := w.window.prompt.input.Text(); got != "" {
		t.Errorf("another key's line is %q", got)
	}
	later := NewWriter(d, 1)
	d.object = "key key_2"
	d.with(later)
	if got := later.window.prompt.input.Text(); got != "EXSET key_2 w" {
		t.Errorf("the line is %q", got)
	}
	later.SetFocus(true)
	later.Do(command.EditDraft{})
	press(later, "orld")
	later.Do(command.Write{})
	if got := NewWriter(d, 1); true {
		d.with(got)
		if text := got.window.prompt.input.Text(); text != "" {
			t.Errorf("what was sent is still there: %q", text)
		}
	}
	holds(t, rowOf(t, text(screen(later, 60, 10, true, ascii())), "Has"), `"world"`)
}

// A message that is gone is fresh in nobody's window.
func TestADeletedMessageIsFreshForNobody(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	one, two := NewWriter(d, 1), NewWriter(d, 2)
	d.with(one, two)
	d.Select(d.first(t, "message"))
	get := func(by, name string) {
		sendAll(t, d.room, engine.Send{By: by, Verb: "get-messages",
			Args: engine.Args("queue", "jobs", "visibilitytimeout", "1"), As: name})
	}
	get("ann", "g")
	inputs(t, d.room, engine.Clock{By: 5e9})
	get("ben", "h")
	two.Do(command.Delete{})
	if doing, _ := d.room.View().Known("ben").Doing(); doing.Status != 204 {
		t.Fatalf("the delete was answered %s", doing.Words)
	}
	for _, w := range []*Writer{one, two} {
		if got := text(screen(w, 60, 14, false, ascii())); strings.Contains(got, "fresh") {
			t.Errorf("it is called fresh:\n%s", got)
		}
	}
	if view.TextOf(*d.room.View().Spec("create-file")) != "" {
		t.Error("a size is taken for a text")
	}
}
