package room_test

import (
	"testing"

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
	const queue, page = "ann: create-queue orders", "ann: get-blob wiki/home.md"
	for name, c := range map[string]struct {
		open func(*room.Room) error
		line string
		goes bool
	}{
		"stood ready, a queue is made":  {func(r *room.Room) error { return r.Offer(race, text) }, queue, false},
		"stood ready, its page is read": {func(r *room.Room) error { return r.Offer(race, text) }, page, true},
		"asked for, a queue is made":    {func(r *room.Room) error { return r.Load(race, text) }, queue, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := room.New(catalog.New, room.Options{})
			if err := c.open(r); err != nil {
				t.Fatal(err)
			}
			before := r.View().Next
			roomtest.Say(t, r, c.line)
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
