package explore_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

// Both read, then both write: four of the six orders lose an update. One request has to move for none to be lost: the
// second read goes behind the first write.
func TestOtherwiseIsTheNearestOrderWithoutTheMark(t *testing.T) {
	in := explore.Input{World: start(t, blind(2, 1))}
	o := explore.Otherwise(in, requests("w0", "w1", "w0", "w1"), engine.SeveritySilent, engine.LostUpdate,
		explore.Budget{}, nil)
	if o.Avoid.String() != "2" || o.All.String() != "6" || o.Moves != 1 {
		t.Fatalf("%s of %s orders avoid it, %d moves; want 2 of 6, and one move", o.Avoid, o.All, o.Moves)
	}
	var who string
	for _, s := range o.Nearest {
		who += s.By + " "
	}
	if who != "w0 w0 w1 w1 " {
		t.Errorf("the nearest order is %s", who)
	}
}

// Where an answer was lost, the nearest order that avoids the mark keeps that loss where it can: here the second writer
// only has to come first.
func TestTheNearestOrderKeepsWhatWasLost(t *testing.T) {
	in := explore.Input{World: start(t, blind(2, 1))}
	happened := requests("w0", "w1", "w0", "w1")
	happened[2].What = "lose-answer"
	o := explore.Otherwise(in, happened, engine.SeveritySilent, engine.LostUpdate, explore.Budget{Faults: 1}, nil)
	lost := ""
	for _, s := range o.Nearest {
		if s.What == "lose-answer" {
			lost += s.By + " " + s.Verb
		}
	}
	if lost != "w0 put-blob" || o.Arrives != 0 {
		t.Errorf("lost in the nearest order: %q, %d arrive; it is %v", lost, o.Arrives, o.Nearest)
	}
}

func requests(writers ...string) (list []explore.Fate) {
	for _, by := range writers {
		list = append(list, explore.Fate{By: by, What: "request"})
	}
	return list
}

// Who creates first stands in the way of who creates second, in every order: only to lose a request avoids that, which
// is a fault and no other order.
func TestAFaultIsNoWayAround(t *testing.T) {
	const make = "writer w0\nwriter w1\nseed: create-container cont\nplan w0\n  put-blob cont/b x if-none-match=*\n" +
		"plan w1\n  put-blob cont/b y if-none-match=*\n"
	in := explore.Input{World: start(t, make)}
	happened := requests("w0", "w1")
	happened[0].What = "lose-answer"
	o := explore.Otherwise(in, happened, engine.SeverityRefused, engine.AlreadyThere, explore.Budget{Faults: 1}, nil)
	const want = "avoids already there, unless a message is lost that had arrived."
	if said := o.Say("already there"); o.Found || len(o.Nearest) > 0 || !strings.HasSuffix(said, want) {
		t.Errorf("%t %v: %q, want %q", o.Found, o.Nearest, said, want)
	}
}
