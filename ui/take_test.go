package ui

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/command"
)

// Whoever puts both texts into the draft of a refused writer and writes is neither refused again nor told that the
// newer text was lost.
func TestBothTextsTravelUnderTheNewerTag(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	d.Pass(20 * time.Second)
	d.See("! refused")
	d.Press("c", "v", "enter")
	d.See("Ana read again. The draft holds both, with marker lines. e to mend it, then w.")
	d.Press("1", "w")
	d.See("Ana's draft holds the marker lines of a merge that was not finished.")
	object := engine.ParseObject("blob wiki/home.md")
	root.Do(command.TakeText{Writer: "ann", Object: object, Text: "# Home\nOpen 10 to 6, closed on Sunday"})
	d.Press("w")
	d.Pass(2 * time.Second)
	if refused, silent, unknown := root.view.Counts(); refused != 1 || silent != 0 || unknown != 0 {
		t.Errorf("%d refused, %d silent, %d unknown:\n%s", refused, silent, unknown, d.Frame())
	}
	if v := root.view.Truth(object).Versions[0]; v.By != "ann" {
		t.Errorf("the newest version is by %s:\n%s", v.By, d.Frame())
	}
}

// Threads that each create a file only if there is none do so under that guard, and their windows say that one.
func TestTheThreadsOfAMarkerShowTheirGuard(t *testing.T) {
	_, root, _ := newDesk(t, "bucket/r02-many-create-one-marker.race", 120, 36)
	for _, id := range []string{"t1", "t5"} {
		if k := root.view.Known(id); k.Guard != "if-none-match" {
			t.Errorf("%s's window shows the guard %q", id, k.Guard)
		}
	}
}

// The race without a guard says so where its writers are: what their next write would ask for is what the race sends.
func TestTheRaceWithoutAGuardShowsNone(t *testing.T) {
	d, root, _ := newDesk(t, "wiki-no-guard.race", 80, 24)
	for _, id := range []string{"ann", "ben"} {
		if k := root.view.Known(id); k.Guard != "none" {
			t.Errorf("%s's window shows the guard %q:\n%s", id, k.Guard, d.Frame())
		}
	}
	d.Not("If-Match")
	d.Press("space")
	d.Pass(20 * time.Second)
	d.See("~ lost update")
	d.See("R guard")
	d.Press("R")
	d.See("If-Match ..0E22")
	d.See("! refused")
}

// A new session says what to begin with: two writers are there, in whose windows letters act.
func TestAnEmptySessionSaysHowToBegin(t *testing.T) {
	d, _, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("I")
	d.See("An empty session with Ana and Ben. o makes an object, + adds a writer.")
	d.Press("H")
	d.See("Ana's requests are held from now on.")
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.deps.Hooks.New = func() (*room.Room, error) { return newRoom(t, ""), nil }
	d.Press("I")
	d.See("An empty session. + adds a writer, then o makes an object.")
}

// Of a row each property is put together by itself (engine/table/rules.md): what both changed holds one value, which a
// person chooses on the card; Enter in the status row does not write one over the other's. What goes into the draft is
// the row's text, and no cell's.
func TestARowOfBothIsPutTogetherByItsProperties(t *testing.T) {
	for _, c := range []struct{ name, lines, offer, draft string }{
		{"another property", "ben: merge-entity counters/web/home .likes=9 if-match=$b.etag", "", ""},
		{"the same property", "ben: merge-entity counters/web/home .views=7 if-match=$b.etag", "Ben's views=7",
			"views=7"},
	} {
		d, root := aRowOfTwo(t)
		typed(d, "ann: get-entity counters/web/home as a", "ben: get-entity counters/web/home as b",
			"ann: merge-entity counters/web/home .views=4 if-match=$a.etag", c.lines)
		if d.Press("R"); c.offer == "" {
			continue // it is sent
		}
		d.Not("Enter puts both")
		d.Press("c", "v")
		d.See("put into Ben's draft: " + c.offer)
		d.Press("enter")
		d.See("draft holds Ben's views=7. e changes it, w writes it.")
		draft, _ := root.room.View().Draft("ben", root.object)
		if !strings.Contains(draft.Text, c.draft+"\n") || !strings.Contains(draft.Text, "likes=3\n") {
			t.Errorf("%s: the draft is %q", c.name, draft.Text)
		}
	}
}

// What a person has typed since a refusal is the person's side from then on: the difference, Enter and R take it as it
// stands, and never put the text of the refused request over it. What was read is not asked for again.
func TestWhatWasTypedSinceIsNotOverwritten(t *testing.T) {
	d, root := aRowOfTwo(t)
	typed(d, "ann: get-entity counters/web/home as a", "ben: get-entity counters/web/home as b",
		"ann: merge-entity counters/web/home .views=4 if-match=$a.etag",
		"ben: merge-entity counters/web/home .views=7 if-match=$b.etag")
	d.Press("R")
	d.Not("claims it") // a count says nobody's name
	read, _ := root.room.View().Known("ben").Reading(root.object)
	was := root.room.DraftAt("ben", root.object)
	root.room.SetDraft("ben", root.object, view.Draft{Text: "views=9\nlikes=3\n", From: read.Into([]string{"b"})})
	root.room.ChangedDraft("ben", root.object, was)
	root.catchUp()
	d.Press("c", "v")
	d.See("Ben's draft is made from")
	d.Not("views=7")
	d.Not("Enter  put")
	sent := root.view.Requests()
	d.Press("R")
	d.See("Ben sent the draft")
	if v := root.view; v.Truth(root.object).Versions[0].Body != "likes=3\nviews=9\n" &&
		v.Truth(root.object).Versions[0].Body != "views=9\nlikes=3\n" || v.Requests() != sent+1 {
		t.Errorf("%d requests more, and there stands %q\n%s", v.Requests()-sent, v.Truth(root.object).Versions[0].Body,
			d.Frame())
	}
}
