package dialogs

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/ui/grid"
)

// underWayDesk is the wiki with Ana's PUT #6 held.
func underWayDesk(t testing.TB) *desk {
	t.Helper()
	d := wiki(t)
	roomtest.Say(t, d.room, "set ann.hold=on", `ann: send put-blob wiki/home.md mine if-match=$a1.etag as a2`)
	return d
}

func TestARequestUnderWayIsEditedAsAForm(t *testing.T) {
	d := underWayDesk(t)
	e := NewEdit(d, "a2")
	if title := e.Title(); title != "Edit #6: put-blob by Ana" {
		t.Errorf("the title is %q", title)
	}
	golden(t, "edit-request-80x24", frame(e, 80, 24, grid.Unicode()))
	write(e, "!")
	if !send(e, "ctrl+s") {
		t.Fatal("the form stays open")
	}
	x := d.room.View().Exchange(6)
	if body, _ := argOf(x.Args, "body"); !strings.Contains(body.String(), "!") {
		t.Errorf("#6 sends %q", body.String())
	}
	if guard, ok := argOf(x.Args, "if-match"); !ok || guard.IsZero() {
		t.Error("the guard is gone, though nobody touched it")
	}
	if got := d.last(); !strings.HasPrefix(got, "Changed #6: PUT wiki/home.md  If-Match ..") ||
		!strings.HasSuffix(got, ". u takes it back.") {
		t.Errorf("said %q", got)
	}
	if err := d.room.Undo(); err != nil {
		t.Fatal(err)
	}
	if body, _ := argOf(d.room.View().Exchange(6).Args, "body"); body.String() != "mine" {
		t.Errorf("undone, #6 sends %q", body.String())
	}
}

// What nobody changed is no action.
func TestAnEditThatChangesNothingIsNoAction(t *testing.T) {
	d := underWayDesk(t)
	before := d.room.View().Record
	if !send(NewEdit(d, "#6"), "ctrl+s") || d.room.View().Record != before || d.last() != "#6 stays as it is." {
		t.Errorf("record %d after %d, said %q", d.room.View().Record, before, d.last())
	}
}

// An edit that names another writer's answer, or no value at all, is refused in a sentence: the form stays with its
// text, the request too.
func TestAnEditThatCannotBeKeepsItsText(t *testing.T) {
	for text, want := range map[string]string{"$b2.etag": "b2 was answered to ben",
		"$nobody.etag": "nothing is called nobody", "[": ""} {
		d := underWayDesk(t)
		e := NewEdit(d, "a2").(*form)
		for e.focused().Name != "if-match" {
			send(e, "tab")
		}
		before := d.room.View().Digest()
		_ = e.focused().input.SetText(text)
		e.changed()
		if send(e, "enter") {
			t.Fatalf("%q is taken", text)
		}
		if e.problem == "" || !strings.Contains(e.problem, want) || e.focused().text() != text {
			t.Errorf("%q: the form says %q and holds %q", text, e.problem, e.focused().text())
		}
		if d.room.View().Digest() != before {
			t.Error("something changed")
		}
	}
}

// A line of a prompt is edited as a line; its command stays what it is.
func TestALineUnderWayIsEditedAsALine(t *testing.T) {
	d := &desk{room: room.New(catalog.New, room.Options{}), object: engine.ParseObject("key k"), writer: "ann"}
	roomtest.Say(t, d.room, `writer ann "Ana"`, `writer ben "Ben"`, "seed: EXSET k v", "ben: EXGET k as b1", "set ann.hold=on",
		"ann: send EXSET k hello VER 1 as t1")
	for _, c := range []struct{ line, want string }{
		{"EXSET k \"hello", ""},
		{"SET k hello", "stays an EXSET"},
		{"EXSET k $b1.value", "b1 was answered to ben"},
		{"EXSET k hello VER 1 from=none", "stays what it is"},
	} {
		e := NewEdit(d, "t1").(*prompt)
		_ = e.input.SetText(c.line)
		if send(e, "enter") || !strings.Contains(e.input.Problem(), c.want) || e.input.Text() != c.line {
			t.Errorf("%s: says %q", c.line, e.input.Problem())
		}
	}
	e := NewEdit(d, "t1").(*prompt)
	if got := e.input.Text(); got != "EXSET k hello VER 1" {
		t.Errorf("the line is %q", got)
	}
	_ = e.input.SetText("EXSET k hello VER 7")
	if !send(e, "enter") || d.last() != "Changed #3: EXSET k hello VER 7. u takes it back." {
		t.Errorf("says %q, said %q", e.input.Problem(), d.last())
	}
}

func TestWhatIsNoLongerInHandIsNotEdited(t *testing.T) {
	d := underWayDesk(t)
	if _, err := d.room.Deliver("a2"); err != nil {
		t.Fatal(err)
	}
	if got := frame(NewEdit(d, "a2"), 80, 24, grid.Unicode()); !strings.Contains(got,
		"#6 is decided: an answer cannot be edited.") {
		t.Error(got)
	}
}

// A name that the service does not take: the form says the code, and the rule in words.
func TestAWrongNameIsToldInWords(t *testing.T) {
	f := NewForm(wiki(t), "create-container", nil).(*form)
	send(f, "shift+tab", "ctrl+u")
	write(f, "Wiki!")
	see(t, f, "InvalidResourceName", "lower-case letters, digits")
}
