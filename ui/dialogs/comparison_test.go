package dialogs

import (
	"testing"

	"interleave/ui/command"
)

// By the mouse alone: a click selects a row of the comparison with its side, and one more goes there.
func TestAComparisonIsLedThroughByClicks(t *testing.T) {
	d := forked(t)
	b := ready(NewBranches(d))
	send(b, "home", "space", "down", "space")
	v := d.room.ViewOf("fork-1")
	if click(t, b, "! stale write, Ana") {
		t.Fatal("the first click leaves the comparison")
	}
	if !click(t, b, "! stale write, Ana") {
		t.Fatal("a click on what is selected does not go there")
	}
	trouble := v.Troubles()
	if went, ok := d.did[len(d.did)-1].(command.GoTo); !ok || d.room.View().Branch != "fork-1" ||
		went.Record != trouble[len(trouble)-1].Record {
		t.Errorf("went to %+v on %s", d.did, d.room.View().Branch)
	}
}
