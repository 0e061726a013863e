package ui

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/ui/uitest"
)

// A request into a container that is not there is answered 404: Enter makes the container.
func TestA404OfTheContainerOffersToMakeIt(t *testing.T) {
	d, root, _ := newDesk(t, "", 100, 30)
	typed(d, "writer ann")
	typed(d, "ann: put-blob wiki/a x")
	d.See("there is no container wiki. Enter makes it and sends the same")
	d.Press("enter")
	if !root.view.Truth(engine.ObjectID{Kind: "container", Name: "wiki"}).Exists {
		t.Fatal("there is no container")
	}
	root.Select(engine.ParseObject("blob wiki/a"))
	d.Press("o")
	d.Type("put-object")
	d.Press("enter")
	d.Press("ctrl+u")
	d.Type("lake/marker")
	d.Press("ctrl+s", "enter") // what it was for is what the next words are about
	if root.object != engine.ParseObject("object lake/marker") {
		t.Errorf("%s is selected\n%s", root.object, d.Frame())
	}
	typed(d, "ann: create-file s/f 1") // what holds it, whatever the first operation is that makes something
	d.See("there is no share s. Enter makes it and sends the same")
	d.Press("esc")
	typed(d, "ann: get-blob wiki/b") // the container is there: nothing to make
	d.Not("Enter makes it")
}

// U10: what both changed is to be put together by hand; asked again, R shows the two instead of reading once more.
func TestRecommendedAgainShowsTheDifference(t *testing.T) {
	d, root, _ := newDesk(t, "", 100, 30)
	for _, text := range []string{"writer ann \"Ana\"", "writer ben \"Ben\"", "ann: create-container wiki",
		"ann: put-blob wiki/a one", "ben: get-blob wiki/a as b", "ann: put-blob wiki/a two",
		"ben: put-blob wiki/a three if-match=$b.etag"} {
		d.Press(":")
		d.Type(text)
		d.Press("enter")
	}
	d.Press("R")
	d.See("Both changed the same lines")
	before := root.view.Last
	d.Press("R")
	d.See("[Diff]")
	if root.view.Last != before {
		t.Errorf("it did something: record %d, then %d", before, root.view.Last)
	}
}

// Who goes far ahead is told of the marks on the way as one who comes step by step: what they are found by differs, the
// worst of them does not.
func TestTheWorstMarkIsTheSameFoundByMarksAsByEvents(t *testing.T) {
	for _, race := range []string{"wiki.race", "wiki-no-guard.race"} {
		d := uitest.Play(t, race)
		for range 60 {
			_, _ = d.Session.Step()
		}
		v := d.Session.View()
		for _, e := range v.Log().All() {
			for _, eyes := range []bool{false, true} {
				at := 0
				for v.Log().At(at).Step != e.Step {
					at++
				}
				want, found := newlyVisible(v, v.Log().From(at), eyes)
				got, ok := worstFrom(v, v.Log().At(at).Record, eyes)
				if ok != found || rank(got) != rank(want) {
					t.Errorf("%s behind step %d, eyes %v: %+v, want %+v", race, e.Step-1, eyes, got, want)
				}
			}
		}
	}
}

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

// Of work that was done twice the message is looked at, also where it is gone: who had it is not told to have read
// nothing, and it was there.
func TestWorkIsLookedAtAsItsMessage(t *testing.T) {
	d, root, _ := newDesk(t, "", 100, 30)
	typed(d, "writer ann \"Ana\"", "writer ben \"Ben\"", "seed: create-queue jobs", "seed: put-message jobs hello",
		"ann: get-messages jobs visibilitytimeout=30 as g", "clock +31s",
		"ben: get-messages jobs visibilitytimeout=30 as h", "ann: delete-message $g.0 popreceipt=$g.0.receipt")
	root.Select(root.view.Troubles()[0].Object)
	typed(d, "ben: delete-message $h.0 popreceipt=$h.0.receipt")
	if root.object.Kind != "message" {
		t.Errorf("%s is selected", root.object)
	}
	for _, never := range []string{"yet. o has", "has not read it"} {
		d.Not(never)
	}
}

// The form says before it is sent how what would hold the object is made, and what it says comes true.
func TestTheFormSaysHowItsHolderIsMade(t *testing.T) {
	for verb, c := range map[string]struct{ path, says, makes string }{
		"insert-entity": {"people/p/1", "makes the table people and", "entity people/p/1"},
		"put-blob":      {"docs/a", "container docs and sends the same again.", "blob docs/a"},
		"put-object":    {"lake/a", "the bucket lake and sends", "object lake/a"},
	} {
		d, root, _ := newDesk(t, "", 80, 24)
		typed(d, "writer ann \"Ana\"")
		d.Press("o")
		d.Type(verb)
		d.Press("enter")
		d.Press("ctrl+u")
		d.Type(c.path)
		d.See("404")
		d.See(c.says)
		d.Press("ctrl+s")
		sent := root.view.Record
		d.Press("enter")
		if object := engine.ParseObject(c.makes); !root.view.Truth(object).Exists {
			t.Errorf("%s: %s is not there\n%s", verb, object, d.Frame())
		}
		d.Press("u") // one press, one undo, though two requests were sent
		if at := root.view.Record; at != sent {
			t.Errorf("%s: one undo leads to record %d, the press began at %d\n%s", verb, at, sent, d.Frame())
		}
	}
}

// What another wrote behind the end of a lease is not why that lease no longer counts (engine/conflict/rules.md,
// "Sentences and advice come from the cause"): the row says what the card does.
func TestTheRowSaysOfALeaseThatIsOverWhatTheCardSays(t *testing.T) {
	d, root, _ := newDesk(t, "", 160, 40)
	for _, line := range []string{"writer ann \"Ana\"", "writer ben \"Ben\"", "ann: create-container wiki",
		"ann: put-blob wiki/a one", "ann: acquire-blob-lease wiki/a duration=15 as l", "clock +20s",
		"ben: put-blob wiki/a two", "ann: put-blob wiki/a three lease=$l.lease"} {
		typed(d, line)
	}
	list := root.view.Troubles()
	c := list[len(list)-1].Finding
	if said := root.alerts.sentenceOf(c); c.Kind != engine.LeaseOver || said != root.view.Story(c).First {
		t.Errorf("%s: %s", c.Kind, said)
	}
	d.Not("saved v2 first")
}

// The status row says that somebody deleted an object only where that one did: what went with a share, with a queue
// that was cleared or with a handle that was closed by force is told by what was done, as on the card.
func TestTheStatusRowSaysWhatWasDone(t *testing.T) {
	d, root, _ := newDesk(t, "share/f14-the-client-does-not-answer.race", 160, 40)
	for range 80 {
		step := root.view.Record
		if d.Press("."); root.status.toast.mark != 0 {
			d.Not("Cy deleted it first")
			if strings.Contains(root.status.toast.text, "by force") {
				return
			}
		}
		if root.view.Record == step {
			break
		}
	}
	t.Error("nothing was closed by force")
}
