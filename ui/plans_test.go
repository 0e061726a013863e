package ui

import (
	"strings"
	"testing"

	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/view"
)

// A writer is given one of the documents' loops for the object that is selected, steps it, runs it and gives it back,
// by keys alone; each can be taken back.
func TestAWriterIsGivenAPlan(t *testing.T) {
	d, r, _ := newDesk(t, "wiki.race", 120, 36)
	r.deps.Hooks.Plans = func() []view.PlanOffer { list, _ := room.ReadPlans(races.FS); return list }
	d.Press("g", "p")
	if frame := d.Frame(); !strings.Contains(frame, "Plan of Ana") || !strings.Contains(frame, "read modify write") {
		t.Fatalf("the plans are not offered:\n%s", frame)
	}
	d.Press("esc", "g", "p")
	d.Type("[get-blob wiki/home.md as r; put-blob wiki/home.md {$r.body ++ \"x\"} if-match=$r.etag]")
	d.Press("enter")
	if frame := d.Frame(); !strings.Contains(frame, "Plan   read, add, write") {
		t.Fatalf("Ana's window does not show the plan:\n%s", frame)
	}
	d.Press("g", ".")
	sent := r.view.Lines().Len()
	if frame := d.Frame(); !strings.Contains(frame, "next: write") {
		t.Errorf("a step was not taken:\n%s", frame)
	}
	d.Press("g", "d")
	if frame := d.Frame(); !strings.Contains(frame, "you drive") || r.view.NoPlan("ann") == "" {
		t.Errorf("the plan is still there:\n%s", frame)
	}
	d.Press("u", "u")
	if r.view.Lines().Len() >= sent || r.view.NoPlan("ann") != "" {
		t.Error("the step was not taken back")
	}
	d.Press("g", "r")
	if !r.playback.on {
		t.Error("the plans do not run")
	}
}
