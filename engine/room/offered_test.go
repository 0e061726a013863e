package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
)

// TestARaceThatStoodReadyGivesWayToWhatAHandMakes: who makes a queue beside the race of the first start is not to meet
// that race's conflict behind it. One that was asked for goes on, and so does every one until a hand makes something of
// its own.
func TestARaceThatStoodReadyGivesWayToWhatAHandMakes(t *testing.T) {
	const race = "blob/wiki.race"
	text, err := races.FS.ReadFile(race)
	if err != nil {
		t.Fatal(err)
	}
	offer := func(r *room.Room) error { return r.Offer(race, text) }
	said := func(line string) func(*testing.T, *room.Room) {
		return func(t *testing.T, r *room.Room) { roomtest.Say(t, r, line) }
	}
	queue := engine.Send{By: "ann", Verb: "create-queue", Args: engine.Args("queue", "orders")}
	sent := func(t *testing.T, r *room.Room) {
		if _, err := r.Send(queue); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		open func(*room.Room) error
		does func(*testing.T, *room.Room)
		goes bool
	}{
		"stood ready, a line makes a queue": {offer, said("ann: create-queue orders"), false},
		"stood ready, a form makes a queue": {offer, sent, false},
		"stood ready, its page is read":     {offer, said("ann: get-blob wiki/home.md"), true},
		"asked for, a queue is made":        {func(r *room.Room) error { return r.Load(race, text) }, sent, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := room.New(catalog.New, room.Options{})
			if err := c.open(r); err != nil {
				t.Fatal(err)
			}
			before := r.View().Next
			c.does(t, r)
			if goes := r.View().Next == before; goes != c.goes {
				t.Errorf("what comes next is %q, and was %q", r.View().Next, before)
			}
			if named := r.View().Script == race; named != c.goes {
				t.Errorf("the script is called %q", r.View().Script)
			}
			if err := r.Undo(); err != nil {
				t.Fatal(err)
			}
			if r.View().Next != before {
				t.Errorf("undone, %q comes next, and was %q", r.View().Next, before)
			}
		})
	}
}
