package ui

import (
	"strings"
	"testing"
	"time"
)

// What the author of a race says of a step stands below the windows while it is stepped; where the file goes back, that
// another way is tried. Client eyes do not read it: it tells what no writer can know.
func TestTheAuthorSpeaksWhileARaceIsStepped(t *testing.T) {
	d, root, _ := newDesk(t, "extra-fresh-tag-old-text.race", 120, 36)
	author := []string{"Ana's save is refused. She fetches the fresh tag and sends her old text with it.",
		"She asks for the properties only, to get the tag.", "The same text again, made from what she read first.",
		"Another way, from the bookmark fresh-tag on. What the guard is for: read the text too, merge, then send."}
	heard := 0
	for range 60 {
		if heard < len(author) && strings.Contains(d.Frame(), author[heard]) {
			heard++
		}
		if root.view.Next == "" {
			break
		}
		d.Press(".")
	}
	if heard != len(author) {
		t.Fatalf("the author did not say %q:\n%s", author[heard], d.Frame())
	}
	d.Press("C")
	d.Not("Another way")
}

// Where the card has nothing else to show, it has the whole sentence: its frame does not say it once more.
func TestTheAuthorSpeaksOnceBesideAnEmptyCard(t *testing.T) {
	d, root, _ := newDesk(t, "plan-retry-after-a-lost-answer.race", 80, 24)
	d.Press("c")
	told := 0
	for len(root.view.Troubles()) == 0 && root.view.Next != "" {
		d.Press(".")
		words := strings.Fields(root.view.Caption)
		if len(words) < 4 {
			continue
		}
		if n := strings.Count(d.Frame(), strings.Join(words[:4], " ")); n > 1 {
			t.Fatalf("said %d times:\n%s", n, d.Frame())
		} else {
			told += n
		}
	}
	if told == 0 {
		t.Errorf("the author said nothing:\n%s", d.Frame())
	}
}

// A race that makes its own object leaves nobody behind on nothing: the first thing that there is is selected before
// the windows look.
func TestARaceThatMakesItsOwnObjectShowsIt(t *testing.T) {
	d, _, _ := newDesk(t, "sample-pessimistic-v11.race", 80, 24)
	d.Press("!")
	d.Pass(time.Second)
	d.Not("Nothing is selected")
	d.See("Holds  lease")
	d.See("Has    v2")
}

// What helps is tried beside the screen: the card is there before the trial has ended, says so, and takes what comes.
func TestTheTrialRunsBesideTheScreen(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 200, 60)
	d.Slow()
	for len(root.view.Troubles()) == 0 {
		d.Press(".")
	}
	d.Press(".")
	d.See("What helps is being tried.")
	d.Not("R  Read")
	for d.Held() > 0 {
		d.Let()
	}
	d.See("R  Read")
	d.Not("being tried")
}
