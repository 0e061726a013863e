package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/grid"
)

// A writer whose window the desk has no room for is named in the last row, with the refusal that it heard; a click goes
// there. One whose window is on screen is not named twice.
func TestWritersOffTheScreenAreNamed(t *testing.T) {
	const name, row = "3 Thread C ! refused", 23
	d, root, _ := newDesk(t, "bucket/r03-three-update-the-registry.race", 80, row+1)
	last := func() string { return strings.Split(d.Frame(), "\n")[row] }
	for n := 0; n < 60 && !strings.Contains(last(), name); n++ {
		d.Press(".")
	}
	before, _, found := strings.Cut(last(), name)
	if !found || strings.Contains(last(), "2 Thread B") {
		t.Fatalf("the last row is %q", last())
	}
	d.Click(grid.Width(before), row, tea.MouseLeft)
	if root.writer != "c" {
		t.Errorf("the click leads to %s", root.writer)
	}
	if strings.Contains(last(), name) || !strings.Contains(last(), "1 Thread A") {
		t.Errorf("the last row is %q", last())
	}
}
