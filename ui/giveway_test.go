package ui

import (
	"testing"
	"time"

	"interleave/engine"
	"interleave/ui/layout"
)

// The card that slid in by itself gives way where another object is looked at than it is about, and names its own where
// it is asked for there. A conflict about that one is news then, whatever its kind.
func TestTheCardGivesWayToAnotherObject(t *testing.T) {
	d, root, _ := newDesk(t, "", 80, 24)
	typed(d, "writer ann \"Ana\"", "writer ben \"Ben\"", "ann: create-container wiki", "ann: put-blob wiki/a one")
	d.Press("1") // over the window that has the focus nothing slides
	typed(d, "ben: get-blob wiki/a as b", "ann: put-blob wiki/a two", "ben: put-blob wiki/a three if-match=$b.etag")
	d.Pass(time.Second)
	if root.desk.docked != layout.Card {
		t.Fatalf("the card is not there:\n%s", d.Frame())
	}
	blob, row := engine.ParseObject("blob wiki/a"), engine.ParseObject("entity people/p/1")
	root.Select(blob)
	d.See("Conflict: ! stale write (refused)")
	d.Not("(refused) wiki/a")
	typed(d, "ann: create-table people", "ann: insert-entity people/p/1 .a=1 .b=2", "ann: get-entity people/p/1 as r")
	root.Select(row)
	if root.desk.docked != "" {
		t.Errorf("the card stays over what is looked at:\n%s", d.Frame())
	}
	d.See("Server truth")
	d.Press("c")
	d.See("(refused) wiki/a")
	d.Press("esc")
	typed(d, "ben: merge-entity people/p/1 .a=5", "ann: merge-entity people/p/1 .b=7 if-match=$r.etag")
	d.Pass(time.Second)
	if root.desk.docked != layout.Card {
		t.Errorf("the card of the next conflict is not there:\n%s", d.Frame())
	}
	d.Not("(refused) people/p/1")
}

// The newest mark may be about what is gone: the key goes to the newest whose object is there.
func TestGoToAMarkWhoseObjectIsThere(t *testing.T) {
	d, root, _ := newDesk(t, "", 120, 36)
	typed(d, "writer ann \"Ana\"", "writer ben \"Ben\"", "ann: create-container wiki", "ann: put-blob wiki/a one",
		"ann: put-blob wiki/b one", "ben: get-blob wiki/a as a", "ben: get-blob wiki/b as b",
		"ann: put-blob wiki/a two",
		"ben: put-blob wiki/a x if-match=$a.etag",
		"ann: delete-blob wiki/b", "ben: put-blob wiki/b x if-match=$b.etag")
	root.Select(engine.ParseObject("container wiki"))
	d.Press("g", "o")
	if want := engine.ParseObject("blob wiki/a"); root.object != want {
		t.Errorf("%s is selected\n%s", root.object, d.Frame())
	}
	d.See("This is wiki/a.")
}
