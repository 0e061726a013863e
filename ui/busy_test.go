package ui

import (
	"testing"
	"time"

	"interleave/engine/room"
	"interleave/ui/dialogs"
)

// TestOpeningShowsHowFarItIs: what takes long says so once somebody wonders, with a bar, and the row goes with the
// answer.
func TestOpeningShowsHowFarItIs(t *testing.T) {
	d, root, clock := newDesk(t, "wiki.race", 120, 36)
	root.deps.Hooks.List = func() ([]dialogs.Session, error) {
		return []dialogs.Session{{Path: "/data/big.db", Name: "big"}}, nil
	}
	root.deps.Hooks.Open = func(_ string, progress func(done, total int)) (*room.Room, error) {
		progress(250, 1000)
		d.Pass(wonder - time.Millisecond)
		d.Not("Opening big.db")
		d.Pass(2 * turn)
		d.See("Opening big.db")
		d.See("25%")
		progress(750, 1000)
		d.Pass(turn)
		d.See("75%")
		return newRoom(t, ""), nil
	}
	d.Press("O")
	d.Type("big")
	d.Press("enter")
	d.Not("Opening")
	d.See("An empty session.")
	d.Pass(time.Second)
	if n := clock.Waiting(); n != 0 {
		t.Errorf("%d timers wait though nothing is done", n)
	}
}
