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

// A condition that no answer can meet leaves what stands behind it undone, of a plan that means the right thing: while
// the plan is typed, and when it is given, the desk says so as plain mode does.
func TestWhatAPlanComparesInVainIsSaid(t *testing.T) {
	const plan, vain = "[get-blob wiki/home.md as r; if r committed=ann [stop]]", "r committed=ann fits no answer"
	d, _, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("g", "p")
	d.Type(plan)
	d.See(vain)
	d.Press("enter")
	d.See("Ana has a plan. " + vain)
	d.Press("u", "g", "p")
	d.Type("[get-blob wiki/home.md as r; if r body=ann [stop]]")
	d.Not("fits no answer")
	d.Press("enter")
	d.See("takes its steps")
}

// What is typed behind : is said so too, in the writer's own name and as a line of a scenario.
func TestWhatATypedPlanComparesInVainIsSaid(t *testing.T) {
	const steps, vain = "[get-blob wiki/home.md as r; if r committed=ann [stop]]", "r committed=ann fits no answer"
	for _, line := range []string{"plan " + steps, "plan ann " + steps} {
		d, _, _ := newDesk(t, "wiki.race", 120, 36)
		d.Press(":")
		d.Type(line)
		d.Press("enter")
		d.See(vain)
	}
}
