package dialogs

import (
	"testing"

	"interleave/engine"
)

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
