package writer

import (
	"strings"
	"testing"

	"interleave/engine/view"
	"interleave/ui/grid"
)

// The Plan row keeps what comes next at every width: in words where there is room, else by a sign, else alone.
func TestThePlanRowSaysWhatComesNext(t *testing.T) {
	p := view.Planned{Words: []string{"read", "add", "write", "redo"}, Next: 2}
	for width, want := range map[int]string{60: "read, add, write, redo  next: write",
		36: "read, add, write, redo  next: write", 34: "read, add, >write, redo", 23: "read, add, >write, redo",
		22: "read, add, write, redo", 15: "next: write"} {
		if got := saidBy(planSpans(p, width, "next: write")); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	p.Round, p.Of = 2, 3
	if got := saidBy(planSpans(p, 30, "next: write, round 2 of 3", "2 of 3")); got != "read, add, write, redo  2 of 3" {
		t.Errorf("%q", got)
	}
}

func saidBy(spans []grid.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
