package ui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// taken says whether the newest request took away the delete marker by its id, and what is there now.
func taken(t *testing.T, d *uitest.Driver, root *Root, object engine.ObjectID, by string) {
	t.Helper()
	x := root.view.Exchange(root.view.Requests())
	if x.Verb != "delete-object" || x.By != by || len(x.Args) < 2 || x.Args[1].Name != "version-id" {
		t.Fatalf("the newest is %s by %s with %v\n%s", x.Verb, x.By, x.Args, d.Frame())
	}
	if body := view.Record(root.view.Properties(object)).Text("body"); body != "hello world" {
		t.Errorf("it says %q", body)
	}
}

// By letters a newcomer hides a text by a delete marker, sees why, and gets it back (engine/bucket/rules.md,
// "Versioning": a delete with the marker's id takes that away).
func TestAMarkerIsTakenAwayByLetters(t *testing.T) {
	d, root, f := byLetters(t)
	f.press("o", "v", "enter")
	d.Type("lake")
	f.press("enter", "e")
	d.Type("a.txt")
	f.press("tab")
	d.Type("hello world")
	f.press("ctrl+s", "2", "d", "1", "r")
	d.See("Ana heard of a delete marker.")
	d.See("d Take marker away")
	f.press("c")
	d.See("the delete marker")
	d.See("that Ben set")
	d.See("d takes the marker away: delete-object with version-id")
	d.Not("Lost:")
	f.press("d")
	object := engine.ParseObject("object lake/a.txt")
	taken(t, d, root, object, "ana")
	d.See("nothing since the marker went")
	d.See("v1 is there again, r reads it.")
	d.See("lake/a.txt is there again as v1: Ana's #6 took Ben's delete marker away.")
	d.Not("own write")
	f.press("r")
	d.See("lake/a.txt is there again as v1")
	d.See("hello world")
	d.See("= fresh")
	if f.keys > 15 {
		t.Errorf("it takes %d keys", f.keys)
	}
	d.Press("2", "d") // what Ben was told of is not there: this would delete what is
	d.See("The delete marker that Ben was told of is there no more")
	if !root.view.Readable(object) {
		t.Error("it is deleted again")
	}
	typed(d, "ben: delete-object lake/a.txt") // another one comes on top
	d.Press("c")
	d.Not("is there again as")
}

// hidden is a desk on which Ben's delete marker hides what Ana wrote, in a bucket that keeps versions.
func hidden(t *testing.T, wide, high int) (*uitest.Driver, *Root, engine.ObjectID) {
	t.Helper()
	d, root, _ := newDesk(t, "", wide, high)
	typed(d, "writer ana \"Ana\"", "writer ben \"Ben\"", "writer cy \"Cy\"", "ana: create-bucket lake",
		"ana: put-bucket-versioning lake status=Enabled", "ana: put-object lake/a.txt \"hello world\"",
		"ben: delete-object lake/a.txt")
	object := engine.ParseObject("object lake/a.txt")
	root.Select(object)
	return d, root, object
}

// The marker is a version like any other: who chooses it in the server truth deletes it. What is there now is deleted
// as any client does, and an older one by its id.
func TestDTakesAwayTheChosenVersion(t *testing.T) {
	d, root, object := hidden(t, 80, 24)
	d.Press("3", "0")
	d.See("d Take marker away")
	d.Press("d")
	taken(t, d, root, object, "cy")
	d.See("there again")
	d.Not("d Delete")
	d.Press("u", "g", "u")
	taken(t, d, root, object, "cy")
	typed(d, "ana: put-object lake/a.txt newer")
	d.Press("0", "j", "j", "j")
	d.See("d Delete v1")
	d.Press("d")
	if body := view.Record(root.view.Properties(object)).Text("body"); body != "newer" {
		t.Errorf("it says %q", body)
	}
	x := root.view.Exchange(root.view.Requests())
	if x.Verb != "delete-object" || len(x.Args) < 2 {
		t.Errorf("the newest is %s with %v", x.Verb, x.Args)
	}
	d.See("That version is gone for good.")
	d.Not("d Delete v1") // it is kept no longer
}

// Who was told nothing of a marker deletes as before: another one comes on top.
func TestAnUntoldWriterDeletesAsBefore(t *testing.T) {
	d, root, object := hidden(t, 80, 24)
	d.Press("3", "d")
	if x := root.view.Exchange(root.view.Requests()); x.By != "cy" || len(x.Args) != 1 || root.view.Readable(object) {
		t.Errorf("the newest is %s by %s with %v", x.Verb, x.By, x.Args)
	}
}

// Who is refused where a marker stands is not told of it (engine/bucket/rules.md, W2), and d puts another one on top:
// that is said, the answer tells of it, and from then on d takes them away, one after the other.
func TestASecondMarkerIsToldAndTakenAway(t *testing.T) {
	d, root, object := hidden(t, 80, 24)
	typed(d, "ana: put-object lake/a.txt newer", "cy: get-object lake/a.txt", "ana: delete-object lake/a.txt")
	root.Select(object)
	d.Press("3", "d") // under the ETag that Cy has read
	d.See("Cy got 404.")
	d.Not("Take marker away")
	below := root.view.Marker(object)
	d.Press("d")
	on := root.view.Marker(object)
	if on.IsZero() || on == below {
		t.Fatalf("no other marker is on top\n%s", d.Frame())
	}
	d.See("One more delete marker is on top now. u takes it back.")
	d.See("d Take marker away")
	d.Press("d")
	if root.view.Marker(object) != below {
		t.Errorf("the first marker is not on top again\n%s", d.Frame())
	}
	d.See("The next delete marker is on top now")
	d.Press("d")
	if body := view.Record(root.view.Properties(object)).Text("body"); body != "newer" {
		t.Errorf("it says %q\n%s", body, d.Frame())
	}
}

// A bucket that keeps no versions says by which key it does, and a click on that does it; the menu takes the marker
// away, and says where there is none.
func TestVersionsAreSwitchedOnBesideTheirWord(t *testing.T) {
	for _, byKey := range []bool{true, false} {
		d, root, _ := newDesk(t, "", 80, 24)
		typed(d, "writer ana \"Ana\"", "ana: create-bucket lake")
		bucket := engine.ParseObject("bucket lake")
		root.Select(bucket)
		d.Press("1")
		d.See("g V switches versions on")
		d.See("r reads it, then")
		if byKey {
			d.Press("g", "V")
		} else {
			x, y := place(t, d, "switches versions on")
			d.Click(x, y, tea.MouseLeft)
		}
		if said := view.Record(root.view.Properties(bucket)).Text("versioning"); said != "Enabled" {
			t.Errorf("versions are %s\n%s", said, d.Frame())
		}
		d.See("Ana switched versions of lake on.")
		d.Not("g V")
		c, _ := command.ByID("object.undelete")
		if why := c.Why(root.view, root.keys.place()); why != "no delete marker hides lake" {
			t.Errorf("it is said of the marker: %q", why)
		}
	}
}

// A versioned bucket is two requests and one action.
func TestAVersionedBucketIsOneAction(t *testing.T) {
	d, root, f := byLetters(t)
	f.press("o", "v", "enter")
	d.Type("lake")
	f.press("enter")
	d.See("Ana made a versioned bucket.")
	if n := root.view.Requests(); n != 2 {
		t.Errorf("it takes %d requests", n)
	}
	d.Press("u")
	if n := root.view.Requests(); n != 0 || root.view.Exists(engine.ParseObject("bucket lake")) {
		t.Errorf("u leaves %d requests\n%s", n, d.Frame())
	}
}

// A right click opens what can be done there, and does nothing yet.
func TestARightClickFollowsNoLink(t *testing.T) {
	d, root, _ := newDesk(t, "", 80, 24)
	typed(d, "writer ana \"Ana\"", "ana: create-bucket lake")
	root.Select(engine.ParseObject("bucket lake"))
	d.Press("1")
	x, y := place(t, d, "switches versions on")
	d.Click(x, y, tea.MouseRight)
	d.See("More for lake")
	if root.view.Requests() != 1 {
		t.Error("the right click switched versions on")
	}
	d.Press("esc")
	if root.desk.focus != "truth" {
		t.Errorf("the focus is on %s", root.desk.focus)
	}
}

// With the mouse alone, but for the names and the text.
func TestAMarkerIsTakenAwayByClicks(t *testing.T) {
	d, root, h := begun(t)
	h.all("o More", "New versioned bucket")
	d.Type("lake")
	h.all("[ Send ]", "e New object")
	d.Type("a.txt")
	h.on("body", 0)
	d.Type("hello world")
	h.all("[ Send ]", "2  Ben", "d Delete", "1  Ana", "r Read", "d Take marker away")
	taken(t, d, root, engine.ParseObject("object lake/a.txt"), "ana")
	h.all("r Read")
	d.See("1 hello world")
	if h.clicks > 14 {
		t.Errorf("it takes %d clicks", h.clicks)
	}
}

// Who takes away what is there now, by its id, has not been shown what lies below it.
func TestWhatAVersionHidIsNotShown(t *testing.T) {
	d, root, _ := newDesk(t, "", 80, 24)
	typed(d, "writer ana \"Ana\"", "ana: create-bucket lake", "ana: put-bucket-versioning lake status=Enabled",
		"ana: put-object lake/a.txt older as a1", "ana: put-object lake/a.txt newer as a2",
		"ana: delete-object lake/a.txt version-id=$a2.version-id")
	root.Select(engine.ParseObject("object lake/a.txt"))
	d.See("nothing since the version went")
	d.See("Ana has not read it. r reads.")
	d.Press("1", "r")
	d.See("1 older")
}
