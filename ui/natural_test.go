package ui

import (
	"testing"

	"interleave/engine"
	"interleave/engine/view"
)

// natural are the keys of somebody who reads only the screen: it goes down lists instead of typing a letter that finds,
// leaves a text by the key that is named first.
func natural(t *testing.T, downs int) (*fingers, *Root) {
	t.Helper()
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	root.status.toast = toast{banner: true}
	root.screen.dirty = true
	f := &fingers{d: d}
	d.See("I an empty desk")
	f.press("I")
	d.See("o makes an object")
	f.press("o")
	for range downs {
		f.press("down")
	}
	f.press("enter")
	return f, root
}

// most fails where a walk took more keys.
func (f *fingers) most(t *testing.T, keys int) {
	t.Helper()
	if f.keys > keys {
		t.Errorf("it takes %d keys, not %d", f.keys, keys)
	}
}

// A message that two workers receive, and the late delete that is refused.
func TestAnOldReceiptByReading(t *testing.T) {
	f, root := natural(t, 1)
	d := f.d
	d.See("create-queue by Ana")
	d.Type("jobs")
	f.press("enter")
	d.See("e New message")
	f.press("e")
	d.Type("pack order 7")
	d.See("Ctrl+S Put  Esc Done")
	f.press("ctrl+s", "1", "r")
	d.See("t Visible again")
	f.press("t", "2", "r", "1")
	d.See("d Delete message")
	f.press("d", "c")
	d.See("! old receipt (refused)")
	if list := root.view.Troubles(); len(list) != 1 || list[0].Kind != engine.OldReceipt {
		t.Errorf("the marks are %v", list)
	}
	f.most(t, 17)
}

// Two people who know the same row change two properties of it, and both stand in the end.
func TestARowPutTogetherByReading(t *testing.T) {
	f, root := natural(t, 4)
	d := f.d
	d.See("create-table by Ana")
	d.Type("counters")
	f.press("enter")
	d.See("e New entity")
	f.press("e")
	d.Type("web/home")
	f.press("tab")
	d.Type("views=3")
	f.press("enter")
	d.Type("likes=3")
	d.See("Ctrl+S send")
	f.press("ctrl+s")
	d.See("own write")
	f.press("2", "r", "1", "e", "down")
	d.Type("4")
	d.See("Ctrl+S Write  Esc Done")
	f.press("ctrl+s", "2", "e")
	d.Type("5")
	f.press("ctrl+s")
	d.See("R redrive")
	f.press("R")
	if said := view.Record(root.view.Properties(root.object)).Text("body"); said != "likes=5\nviews=4\n" {
		t.Errorf("the entity says %q\n%s", said, d.Frame())
	}
	f.most(t, 22)
}

// One who still writes meets the delete marker of another, and takes it away.
func TestAMarkerIsTakenAwayByReading(t *testing.T) {
	f, root := natural(t, 3)
	d := f.d
	d.See("create-bucket by Ana, then put-bucket-versioning")
	d.Type("lake")
	f.press("enter")
	d.See("e makes an object in it.")
	f.press("e")
	d.Type("a.txt")
	f.press("tab")
	d.Type("hello world")
	f.press("ctrl+s", "2", "d", "1", "e")
	d.Type(", and more")
	f.press("ctrl+s")
	d.See("! refused  Ana got 404. Ben deleted it first.")
	d.See("g u undelete")
	f.press("g", "u")
	taken(t, d, root, engine.ParseObject("object lake/a.txt"), "ana")
	d.See("v1 is there again, r reads it.")
	f.most(t, 17)
}

// One who reads what another has deleted is told at once whose delete marker it is and by which key it goes, so that
// the walk needs no more than what each screen names. With client eyes on, which hide the cause, c is named for it.
func TestAReadBehindAMarkerNamesItByReading(t *testing.T) {
	f, root := natural(t, 3)
	d := f.d
	d.Type("lake")
	f.press("enter")
	d.See("e New object")
	f.press("e")
	d.Type("a.txt")
	f.press("tab")
	d.Type("hello world")
	f.press("ctrl+s", "2")
	d.See("d Delete")
	f.press("d", "1")
	d.See("r Read")
	f.press("r")
	d.See("Ana heard 404: Ben's delete marker hides v1. d takes it away, c says more.")
	f.press("d")
	taken(t, d, root, engine.ParseObject("object lake/a.txt"), "ana")
	f.most(t, 15)

	d, _, _ = hidden(t, 80, 24)
	d.Press("C", "3")
	d.See("client eyes") // the windows are told as they are painted
	d.Press("r")
	d.See("c says what hides it.")
	d.Not("Ben's delete marker hides")
}
