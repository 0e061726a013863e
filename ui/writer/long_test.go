package writer

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// Bodies of programs are longer than what people type: head, length and sum are shown, of that very body, and nobody
// writes the head in place of the whole.
func TestALongBodyIsShownByItsHead(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	seat, err := r.Seat(room.Joining{Name: "app", Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	long := "The long one\n" + strings.Repeat("0123456789\n", 7_000)
	for _, c := range [][]string{{"create-container", "path", "wiki"},
		{"put-blob", "path", "wiki/short", "body", "The short one\n"},
		{"put-blob", "path", "wiki/long", "body", long}} {
		if reply, err := seat.Send(context.Background(), c[0], engine.Args(c[1:]...)); err != nil ||
			!reply.Answer.Accepted() {
			t.Fatalf("%s: %v, %v", c[0], reply.Answer, err)
		}
	}
	d := uitest.NewDesk(t, r)
	ann, app := New(d, 1), New(d, 2)
	d.With(ann, app)
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(long)))
	for _, show := range []string{"wiki/short", "wiki/long"} {
		d.Select(engine.ParseObject("blob " + show))
		ann.Do(command.Read{})
		for _, w := range []*Pane{ann, app} {
			got := uitest.Text(uitest.Screen(w, 110, 16, true, uitest.ASCII()))
			if show == "wiki/short" {
				uitest.Holds(t, got, "The short one")
				continue
			}
			uitest.Holds(t, got, "The long one")
			uitest.Holds(t, got, "the beginning of 77013 bytes, SHA-256 "+sum)
			if narrow := uitest.Text(uitest.Screen(w, 32, 14, true, uitest.ASCII())); !strings.Contains(narrow,
				"of 77013 bytes") {
				t.Errorf("a narrow window does not say how long it is:\n%s", narrow)
			}
		}
	}
	for _, does := range []command.Intent{command.EditDraft{}, command.Write{}, command.Open{},
		command.TakeText{Writer: "ann", Object: d.Object(), Text: "x"}} {
		d.Said = nil
		before := r.View().Requests()
		ann.Do(does)
		said := strings.Join(d.Said, "")
		if ann.Editing() || r.View().Requests() != before || !strings.Contains(said, "77013 bytes") {
			t.Errorf("%T: %q is said, %d requests were sent", does, said, r.View().Requests()-before)
		}
	}
}

// What is to go into one writer's draft is none of another's window, however long a text that one still shows.
func TestALongBodyOfAnotherTakesNoText(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	uitest.Do(t, r, engine.AddWriter{ID: "ben", Title: "Ben"})
	seat, err := r.Seat(room.Joining{Name: "app", Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	put := func(args ...string) {
		if reply, err := seat.Send(context.Background(), args[0], engine.Args(args[1:]...)); err != nil ||
			!reply.Answer.Accepted() {
			t.Fatalf("%s: %v, %v", args[0], reply.Answer, err)
		}
	}
	put("create-container", "path", "wiki")
	put("put-blob", "path", "wiki/a", "body", strings.Repeat("0123456789\n", 7_000))
	d := uitest.NewDesk(t, r)
	ann, ben := New(d, 1), New(d, 2)
	d.With(ann, ben)
	d.Select(engine.ParseObject("blob wiki/a"))
	ann.Do(command.Read{})
	uitest.Screen(ann, 110, 16, true, uitest.ASCII())
	put("put-blob", "path", "wiki/a", "body", "short")
	ben.Do(command.Read{})
	uitest.Screen(ben, 110, 16, true, uitest.ASCII())
	d.Said = nil
	take := command.TakeText{Writer: "ben", Object: d.Object(), Text: "both\n"}
	if _, mine := ann.Do(take); mine || len(d.Said) > 0 {
		t.Errorf("Ana's window takes it: %t, %q", mine, d.Said)
	}
	if _, mine := ben.Do(take); !mine {
		t.Errorf("Ben's window leaves it: %q", d.Said)
	}
}

// Who has read some bytes of a text alone sees that it is not all.
func TestAReadOfSomeBytesSaysWhich(t *testing.T) {
	d := uitest.At(t, "blob/wiki.race", 0, engine.ParseObject("blob wiki/home.md"))
	w := New(d, 1)
	d.With(w)
	uitest.Send(t, d.Room(), uitest.Request("ann", "get-blob", "wiki/home.md", "range", "2-5"))
	read := func(wide int) string {
		return uitest.Row(t, uitest.Text(uitest.Screen(w, wide, 14, true, uitest.ASCII())), "Read")
	}
	uitest.Holds(t, read(60), "bytes 2-5")
	uitest.Holds(t, read(30), "part")
	uitest.Send(t, d.Room(), uitest.Request("ann", "get-blob", "wiki/home.md", "range", "bytes=0-9999"))
	if got := read(60); strings.Contains(got, "bytes") {
		t.Errorf("the range had all of it: %s", got)
	}
	uitest.Send(t, d.Room(), uitest.Request("ann", "get-blob", "wiki/home.md"))
	if got := read(60); strings.Contains(got, "bytes") {
		t.Errorf("all of it was read: %s", got)
	}
}
