package dialogs

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Who was told the id of a lease holds it as far as the next write goes.
func TestALeaseIsHandedOver(t *testing.T) {
	d := wiki(t)
	roomtest.Say(t, d.room, "ann: acquire-blob-lease wiki/home.md duration=-1 as l1")
	change := NewForm(d, "change-blob-lease", nil)
	see(t, change, "guid:B", "Would be answered: 200 OK")
	sent := send(change, "ctrl+s")
	see(t, NewTell(d), "Ben may use the id then. Ben's next write of it sends the")
	if !sent || !send(NewTell(d), "enter") {
		t.Fatal("the id is not handed over")
	}
	hold, ok := d.room.View().Known("ben").Holds(d.object)
	if !ok || hold.From != "Ana" {
		t.Fatalf("Ben holds %v, %t", hold, ok)
	}
	d.writer = "ben"
	if send(NewForm(d, "put-blob", nil), "ctrl+s"); newest(d).Answer.Status != 201 {
		t.Errorf("Ben's save under the lease that he was told is answered %d", newest(d).Answer.Status)
	}
}

// The clock is moved by as much as a row says, to the time that it says, past the timers that it names.
func TestTheClockIsMovedByAChoice(t *testing.T) {
	d := wiki(t)
	if _, err := d.room.Send(engine.Send{By: "ann", Verb: "acquire-blob-lease",
		Args: engine.Args("path", "wiki/home.md", "duration", "15")}); err != nil {
		t.Fatal(err)
	}
	from := d.room.View().Now()
	clock := NewClock(d)
	see(t, clock, "10 s", "to "+(from+10_000).String(), "No timer ends on the way.")
	send(clock, "down", "down", "down")
	if !send(clock, "enter") || d.room.View().Now() != from+10_000 {
		t.Errorf("from %s the clock goes to %s", from, d.room.View().Now())
	}
	clock = NewClock(d)
	send(clock, "down", "down", "down")
	see(t, clock, "At "+d.room.View().Timers()[0].At.String()+", wiki/home.md: the lease ends.")
}
