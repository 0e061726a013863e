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

// Of the six orders of two saves, two read after the other's save and lose nothing. The nearest is offered, opened by
// Enter and left by u.
func TestItCouldBeOtherwise(t *testing.T) {
	d, root, _ := newDesk(t, "wiki-no-guard.race", 120, 36)
	for range 16 {
		d.Press(".")
	}
	if _, silent, _ := root.view.Counts(); silent != 1 {
		t.Fatalf("there are %d silent marks", silent)
	}
	d.Press("g", "h")
	frame := d.Frame()
	if !strings.Contains(frame, "2 of 6 orders avoid lost update") {
		t.Fatalf("nothing is offered:\n%s", frame)
	}
	d.Press("enter")
	if root.view.Branch != "otherwise" || !root.view.Past {
		t.Fatalf("Enter leads to %s", root.view.Branch)
	}
	for range 40 {
		if root.view.Past {
			d.Press(".")
		}
	}
	if refused, silent, _ := root.view.Counts(); refused+silent != 0 || root.view.Past {
		t.Errorf("on the branch are %d refused, %d silent", refused, silent)
	}
	d.Press("u")
	if root.view.Branch != "main" {
		t.Errorf("u leads to %s", root.view.Branch)
	}
}

// Work that is replaced unread has no mark, and nobody is told of it: in the list of orders it stands above refusals,
// and its order ends beside a card that says what was lost.
func TestWorkReplacedUnreadIsShown(t *testing.T) {
	d, _, _ := newDesk(t, "", 80, 24)
	for _, line := range []string{"writer ann Ana", "writer ben Ben", "writer chen Chen", "seed: create-container wiki",
		"seed: put-blob wiki/a.md seed", `ann: put-blob wiki/a.md "from Ana"`, `ben: put-blob wiki/a.md "from Ben"`,
		`chen: put-blob wiki/a.md "from Chen" if-none-match=*`} {
		d.Press(":")
		d.Type(line)
		d.Press("enter")
	}
	d.Press("1", "V")
	frame := d.Frame()
	lost, refused := strings.Index(frame, "work replaced unread"), strings.Index(frame, "! already there")
	if lost < 0 || refused < lost {
		t.Fatalf("what was lost unread is not above the refusal:\n%s", frame)
	}
	d.Press("enter", ".", ".", ".", ".", ".")
	d.See("replaced Ana's v2 unread.")
	d.See(`Lost: "from Ana".`)
	d.Press(".")
	d.See(`Lost: "from Ana".`)
}
