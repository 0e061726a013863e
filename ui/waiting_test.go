package ui

import (
	"testing"
	"time"

	"interleave/engine/room"
	"interleave/ui/dialogs"
	"interleave/ui/uitest"
)

// TestNoRunOfGuardsHoldsTheScreen: W answers at once with a sentence, the rows come as they are run, and keys are taken
// meanwhile.
func TestNoRunOfGuardsHoldsTheScreen(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Slow()
	d.Press("W")
	d.See("Looking for what the guards are compared by...")
	d.Let()
	d.See("Running the scene under 6 guards... 0 done.") // as it is, none, three headers, a lease
	d.Let()
	d.See("Running the scene under 6 guards... 1 done.")
	d.See("as it is")
	d.Not("If-None-Match")
	d.Press("right")
	for range 5 {
		d.Let()
	}
	d.See("If-None-Match")
	d.See("Running the scene under 6 guards... 6 done.")
	d.Let()
	d.Not("Running")
	if d.Held() != 0 {
		t.Errorf("%d commands wait behind the last row", d.Held())
	}
	d.Press("esc")
	if len(root.layers.list) != 0 {
		t.Error("Esc leaves the table open")
	}
}

// TestEscLeavesWhatIsRunning: a row that comes after Esc goes nowhere, not to a table that was opened since either, and
// no other row is run.
func TestEscLeavesWhatIsRunning(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Slow()
	d.Press("W")
	d.Let()
	d.Press("esc", "W")
	if d.Held() != 2 {
		t.Fatalf("%d commands wait, want a row of the first table and the scene of the second", d.Held())
	}
	d.Let()
	d.See("Looking for what")
	d.Not("as it is")
	if d.Held() != 1 {
		t.Errorf("the first table runs on: %d commands wait", d.Held())
	}
	d.Let()
	d.See("0 done.")
	d.Press("esc")
	d.Let()
	if d.Held() != 0 || len(root.layers.list) != 0 {
		t.Errorf("%d commands wait, %d layers are open", d.Held(), len(root.layers.list))
	}
}

// TestTheGuardsAreComparedAsTheyWere: what is done while the table is read is no part of it.
func TestTheGuardsAreComparedAsTheyWere(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	whole := root.room.CompareGuards()
	d.Slow()
	d.Press("W")
	d.Let()
	if err := root.room.Undo(); err == nil {
		_, _ = root.room.Step()
	}
	_, _ = root.room.Step()
	for d.Held() > 0 {
		d.Let()
	}
	for _, row := range whole.Rows {
		d.See(row.Title)
	}
}

// TestBranchesAreReadOneByOne: B lists them at once, what stands on each comes later, and so does a comparison; one
// that was left is not taken for the next.
func TestBranchesAreReadOneByOne(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	for range 20 {
		_, _ = root.room.Step()
	}
	root.room.Fork()
	d.Send(uitest.Key("r"))
	d.Slow()
	d.Press("B")
	d.See("main")
	d.See("reading...")
	for d.Held() > 0 {
		d.Let()
	}
	d.Not("reading...")
	d.See("! stale write")
	names := root.room.View().Branches()
	if len(names) < 2 {
		t.Fatalf("%d branches, want 2", len(names))
	}
	d.Press("home", "space", "down", "space")
	d.See("Comparing " + names[0].Name + " and " + names[1].Name + "...")
	d.Press("esc", "space", "space")
	d.See("Comparing")
	d.Let() // the one that was left
	d.See("Comparing")
	d.Let()
	d.Not("Comparing")
	d.See("First different event")
}

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
