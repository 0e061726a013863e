package dialogs

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/ui/grid"
)

// A program's body may be longer than people type: an edit of its request says how long it is, and leaves it as it is.
func TestAnEditKeepsABodyThatIsTooLongToBeTyped(t *testing.T) {
	d := wiki(t)
	long := strings.Repeat("0123456789\n", 30_000)
	roomtest.Say(t, d.room, "set ann.hold=on", "ann: send put-blob wiki/home.md "+strconv.Quote(long)+" as a2")
	e := NewEdit(d, "a2")
	if got := frame(e, 80, 24, grid.ASCII()); !strings.Contains(got, "330000 bytes, too long to be typed") {
		t.Errorf("it is not said how long the body is:\n%s", got)
	}
	write(e, "!")
	if !send(e, "ctrl+s") || d.last() != "#6 stays as it is." {
		t.Errorf("nothing was changed, and said %q", d.last())
	}
	e = NewEdit(d, "a2")
	send(e, "tab")
	write(e, "0x1")
	if !send(e, "ctrl+s") {
		t.Fatal("the form stays open")
	}
	x := d.room.View().Exchange(6)
	if body, _ := argOf(x.Args, "body"); body.String() != long {
		t.Errorf("#6 sends %d bytes, and sent %d", len(body.String()), len(long))
	}
	if guard, _ := argOf(x.Args, "if-match"); !strings.HasSuffix(guard.String(), "0x1") {
		t.Errorf("the guard is %s", guard)
	}
}

// The same of properties of a row, which are gathered in one field, and of a line.
func TestAnEditKeepsALongRowAndALongLine(t *testing.T) {
	d := wiki(t)
	d.object = engine.ParseObject("entity stock/p/r")
	text := strings.Repeat("x", 30_000)
	roomtest.Say(t, d.room, "seed: create-table stock", "set ann.hold=on",
		"ann: send insert-entity stock/p/r .a="+text+" .b="+text+" .c="+text+" as a2", "ann: send SET k "+text+" as a3",
		"ann: send SET k "+text+text+text+" as a4")
	for _, name := range []string{"a2", "a3"} {
		before := d.room.View().Record
		if e := NewEdit(d, name); !send(e, "ctrl+s") && !send(e, "enter") {
			t.Errorf("%s: the form stays open", name)
		}
		if got := d.last(); !strings.HasSuffix(got, " stays as it is.") || d.room.View().Record != before {
			t.Errorf("%s: nothing was changed, and said %q", name, got)
		}
	}
	if got := frame(NewEdit(d, "a4"), 80, 24, grid.ASCII()); !strings.Contains(got, "it stays as it is") {
		t.Errorf("a line that is too long:\n%s", got)
	}
}
