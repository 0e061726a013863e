package explore_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
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

// What was lost stays lost where it can, and is the answer that it was: to lose another in its place is a fault of its
// own. Here the first put was done and its answer lost, so that the second met it; the nearest order has that answer
// arrive, and loses nothing.
func TestAnotherLossIsNotTheSameOne(t *testing.T) {
	const text = "writer w0\nseed: create-bucket lake\nplan w0\n  put-object lake/5 x if-none-match=* as m\n" +
		"  on lost m\n    put-object lake/5 x if-none-match=* again=m\n  put-object lake/6 y if-none-match=*\n"
	happened := requests("w0", "w0", "w0")
	happened[0].What = "lose-answer"
	o := explore.Otherwise(explore.Input{World: start(t, text)}, happened, engine.SeverityRefused, engine.OwnEcho,
		explore.Budget{Faults: 1}, nil)
	const want = "In the nearest, one request is not sent, and one message that was lost arrives."
	if said := o.Say("own echo"); !o.Found || o.Loses != 0 || !strings.HasSuffix(said, want) {
		t.Errorf("%d lost, %v: %q, want %q", o.Loses, o.Nearest, said, want)
	}
}

// A marker that two make under If-None-Match *: whoever is second is refused, in every order in which both arrive. The
// nearest without the echo of a lost answer has that refusal, and loses nobody's message to be without it.
func TestARefusalIsNearerThanAnotherLoss(t *testing.T) {
	text := "writer w0\nwriter w1\nseed: create-bucket cron\n" +
		enginetest.Each("plan WHO\n  put-object cron/night WHO if-none-match=* as m\n"+
			"  on lost m\n    put-object cron/night WHO if-none-match=* again=m\n", "w0", "w1")
	happened := requests("w0", "w1", "w0")
	happened[0].What = "lose-answer"
	o := explore.Otherwise(explore.Input{World: start(t, text)}, happened, engine.SeverityRefused, engine.OwnEcho,
		explore.Budget{Faults: 1}, nil)
	if o.Loses != 0 || len(o.Instead) != 1 || o.Instead[0] != engine.AlreadyThere.Words() {
		t.Errorf("%d lost, %q instead: %v", o.Loses, o.Instead, o.Nearest)
	}
}

// Ann reads a blob and writes it by its tag, Ben deletes it. Of the three orders one meets gone. In another Ben deletes
// what he has not read, and in the third Ann finds nothing and has no tag to send: she is stuck, which is no remedy.
func TestAnOrderInWhichSomebodyIsStuckIsNotWithoutTrouble(t *testing.T) {
	in := explore.Input{World: start(t, "writer w0\nwriter w1\nseed: create-container cont\nseed: put-blob cont/b x\n"+
		"plan w0 [get-blob cont/b as r; put-blob cont/b y if-match=$r.etag]\nplan w1 [delete-blob cont/b]\n")}
	o := explore.Otherwise(in, requests("w0", "w1", "w0"), engine.SeverityRefused, engine.IsGone, explore.Budget{}, nil)
	const want = "2 of 3 orders avoid gone. None of them is without trouble: the nearest has a writer who is stuck " +
		"instead. In the nearest, one request is not sent."
	if said := o.Say("gone"); said != want {
		t.Error(said)
	}
}
