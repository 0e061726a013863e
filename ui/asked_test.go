package ui

import (
	"testing"
	"time"
)

// A read that is held has shown nothing: R does not say that somebody read.
func TestAHeldReadIsNotCalledRead(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("space")
	d.Pass(20 * time.Second)
	d.Press("H", "R")
	if v := root.view; v.Known("ann").Hold && len(v.Flight()) == 1 {
		d.See("Ana asked again, and has heard nothing yet.")
		d.Not("Ana read again")
	} else {
		t.Fatalf("nothing of Ana's is held:\n%s", d.Frame())
	}
}

// After an answer that was lost the line offers to send the same again.
func TestALostAnswerOffersTheSameAgain(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 120, 36)
	d.Press("H", "w", "g", "i", "X", "1")
	clickOn(t, d, "& again")
	if n := root.view.Requests(); root.view.Exchange(n).Words.Again == "" {
		t.Errorf("the newest request #%d sends nothing again:\n%s", n, d.Frame())
	}
}
