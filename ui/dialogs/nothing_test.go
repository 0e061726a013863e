package dialogs

import (
	"slices"
	"testing"

	"interleave/engine/guards"
	"interleave/engine/roomtest"
)

// Before anybody acts there is no run to compare, but plans can be tried in all orders: that is said, and no key is
// named that does nothing.
func TestBeforeAnybodyActsPlansAreComparedOverAllOrders(t *testing.T) {
	d := empty(t)
	roomtest.Say(t, d.room, `writer ann "Ana"`, "seed: create-container wiki", "seed: put-blob wiki/x 0")
	g := ready(NewGuardTable(d))
	see(t, g, "No writer has done anything yet.")
	if hints := g.Hints(); !slices.Equal(hints, []Hint{escCloses}) {
		t.Errorf("the keys are %v", hints)
	}
	roomtest.Say(t, d.room, "plan ann [get-blob wiki/x as r]")
	g = ready(NewGuardTable(d))
	see(t, g, "Ana would", "V and g v try all orders of that under every guard.")
	if hints := g.Hints(); !slices.Equal(hints, []Hint{{"V", "all orders"}, escCloses}) {
		t.Errorf("the keys are %v", hints)
	}
}

// Of the order that is run again a row says what is done in that run, and not how plans were written anew for all
// orders: under own text the requests go as they went, and what a read behind a refusal shows is told.
func TestOneOrderIsToldAsItIsRun(t *testing.T) {
	text := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for _, id := range []string{"ana", "ben"} {
		text += "plan " + id + "\n  put-object lake/marker " + id + " if-none-match=* as m\n  on lost m\n" +
			"    put-object lake/marker " + id + " if-none-match=* again=m as q\n    if q 412\n      does \"job\"\n" +
			"  if m 200\n    does \"job\"\n"
	}
	d := empty(t)
	if err := d.room.Load("marker.race", []byte(text+"run\n")); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 1, 0)).(*orders)
	send(o, "x")
	if first, _ := o.selected(); first.text != "done twice" || !send(o, "enter") {
		t.Fatalf("the first row is %q: %s", first.text, o.problem)
	}
	g := ready(NewGuardOrders(d, 1, 0)).(*guardOrders)
	g.row = slices.IndexFunc(g.t.Rows, func(r guards.OrdersRow) bool { return r.ID == "own-text" })
	g.col = thisOrder
	see(t, g, "A read behind it shows another text", "The work behind it is left to another") // and is so done once
	unseen(t, g, "goes on behind a read")
	if send(g, "right", "right"); g.text[g.row][g.col] != "stops" {
		t.Errorf("all orders: %q", g.text[g.row])
	}
	see(t, g, "goes on behind a read")
}

// Where the order that happened loses work without a mark, what is said of it says that, though the column is of a mark
// that other orders meet: nobody read what Ben's write replaced.
func TestTheOrderThatHappenedIsNotFreeOfHarmWhereWorkIsReplacedUnread(t *testing.T) {
	d := empty(t)
	text := "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/dst d\n" +
		"ann: get-blob cont/dst\nann: put-blob cont/dst a\nben: put-blob cont/dst d2\n"
	if err := d.room.Load("copy.race", []byte(text)); err != nil {
		t.Fatal(err)
	}
	for did, err := "it", error(nil); did != "" && err == nil; {
		did, err = d.room.Step()
	}
	g := ready(NewGuardOrders(d, 1, 0)).(*guardOrders)
	if told := g.toldThis(g.t.Rows[0]); told != "This order, under it: work is replaced unread once: the last writer "+
		"wins, and that has no mark." {
		t.Error(told)
	}
}
