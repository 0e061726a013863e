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
