package ui

import (
	"strings"
	"testing"
)

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
