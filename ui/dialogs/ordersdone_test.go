package dialogs

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/guards"
	"interleave/engine/roomtest"
)

// A wish of two requests whose second is refused is half done, and no request has a mark for it (rules.md of conflict,
// split-update: searches only). Who opens such an order is told what its harm is, in the row and behind it.
func TestAnOrderThatIsHalfDoneSaysSo(t *testing.T) {
	const scene = `writer ann
writer ben
seed: create-container lake
seed: put-blob lake/a 0
seed: put-blob lake/b 0
plan ann [get-blob lake/b as b; wish move [put-blob lake/a ann; put-blob lake/b ann if-match=$b.etag]]
plan ben [get-blob lake/b as b; put-blob lake/b ben if-match=$b.etag]
`
	d := empty(t)
	if err := d.room.Load("half.race", []byte(scene)); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 1, 0)).(*orders)
	const half = "No request in it is marked: what is left half done at its end is the harm."
	if r, _ := o.selected(); r.text != "split update" || !strings.Contains(r.say, half) {
		t.Errorf("the first row is %q: %s", r.text, r.say)
	}
	if send(o, "enter"); !strings.Contains(d.said[len(d.said)-1], half) {
		t.Errorf("who opens it is told %q", d.said[len(d.said)-1])
	}
	o = ready(NewOrders(raced(t, "blob/r02-lost-update.race"), 1, 0)).(*orders)
	if send(o, "enter"); strings.Contains(strings.Join(o.d.(*desk).said, " "), half) {
		t.Error("a lost update is said to be half done")
	}
}

// Where a writer stops between the two writes of a wish nobody is refused, and nothing is marked: what was done of it
// and what was not is told by the guards of that order and at its end, where no card tells of it.
func TestWhatAStopLeavesHalfDoneIsToldAtTheEnd(t *testing.T) {
	d := empty(t)
	if err := d.room.Load("half.race", []byte("writer ann\nseed: create-container lake\n"+
		"plan ann [wish move [put-blob lake/a 2; put-blob lake/b 2]]\n")); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 1, 0)).(*orders)
	const parts = "ann's wish move: done put-blob lake/a; not done put-blob lake/b."
	if send(o, "s", "home", "enter"); !strings.Contains(d.said[len(d.said)-1], parts) {
		t.Fatalf("who opens it is told %q", d.said)
	}
	if err := d.room.Now(); err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(d.room.View().Quiet(), " "); !strings.Contains(said, parts) {
		t.Errorf("at its end the card says %q", said)
	}
	g := ready(NewGuardOrders(d, 1, 0)).(*guardOrders)
	g.row, g.col = 0, thisOrder
	if said := g.told(g.t.Rows[0]); !strings.Contains(said, parts) || strings.Contains(said, "nobody is harmed") {
		t.Errorf("the guards say of it %q", said)
	}
}

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

// TestAnOrderThatIsOpenedShowsWhatItIsAbout: the row that was overwritten, and not the one that the start made last.
func TestAnOrderThatIsOpenedShowsWhatItIsAbout(t *testing.T) {
	d := empty(t)
	if err := d.room.Load("group.race", []byte(`
writer a "Batch"
writer b "One"
seed: create-table crm
seed: insert-entity crm/p/c7 .n=1L
seed: insert-entity crm/p/c8 .n=1L
plan a [get-entity crm/p/c7 as g; update-entity crm/p/c7 .n=2L if-match=* as t]
plan b [get-entity crm/p/c7 as g; update-entity crm/p/c7 .n=3L if-match=$g.etag as w]
`)); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 2, 0)).(*orders)
	if first, ok := o.selected(); !ok || first.text != "lost update" {
		t.Fatalf("the first row is %q", first.text)
	}
	if !send(o, "enter") {
		t.Fatalf("Enter opens nothing: %s", o.problem)
	}
	if d.object.Name != "crm/p/c7" {
		t.Errorf("the selected object is %q", d.object)
	}
}
