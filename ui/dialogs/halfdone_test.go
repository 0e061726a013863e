package dialogs

import (
	"strings"
	"testing"
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
