package dialogs

import (
	"strings"
	"testing"

	"interleave/engine"
)

// hiddenCat is a desk whose selected object is a key that Ana's delete marker hides.
func hiddenCat(t *testing.T) *desk {
	t.Helper()
	d := wiki(t)
	for _, s := range []engine.Send{
		{Verb: "create-bucket", Args: engine.Args("path", "photos")},
		{Verb: "put-bucket-versioning", Args: engine.Args("path", "photos", "status", "Enabled")},
		{Verb: "put-object", Args: engine.Args("path", "photos/cat.txt", "body", "meow")},
		{Verb: "delete-object", Args: engine.Args("path", "photos/cat.txt")}} {
		s.By = "ann"
		if _, err := d.room.Send(s); err != nil {
			t.Fatal(err)
		}
	}
	d.Select(engine.ObjectID{Kind: "object", Name: "photos/cat.txt"})
	return d
}

// engine/bucket/rules.md, "Versioning": a delete without a version id puts another marker on top, and one with that of
// the marker takes it away; one with the id of no version is answered 204 as well, and does nothing.
func TestADeleteOfWhatAMarkerHidesNamesTheMarker(t *testing.T) {
	d := hiddenCat(t)
	made := NewForm(d, "delete-object", nil)
	field := to(t, made, "version-id")
	if id := d.room.View().Marker(d.object); field.text() != id.String() {
		t.Errorf("the form names %q, the marker is %s", field.text(), id)
	}
	unseen(t, made, "nothing would change")
	field.set(engine.Text("..4538"))
	made.(*form).changed()
	see(t, made, "Would be answered: 204 No Content; nothing would change.")
	if !send(NewForm(d, "delete-object", nil), "ctrl+s") || !d.room.View().Readable(d.object) {
		t.Error("what the form sends does not bring it back")
	}
}

// What is about the bucket takes its name from the key, and what is about a key begins with the bucket's.
func TestAFormNamesTheHolderOrWhatLiesInIt(t *testing.T) {
	d := hiddenCat(t)
	if got := NewForm(d, "list-object-versions", nil).(*form).target(); got != "photos" {
		t.Errorf("the versions are those of %q", got)
	}
	d.Select(engine.ObjectID{Kind: "bucket", Name: "photos"})
	if got := NewForm(d, "get-object", nil).(*form).target(); got != "photos/" {
		t.Errorf("the key begins with %q", got)
	}
}

// The only words that a parameter takes are chosen, not typed, also where one of them has to be given.
func TestWordsThatHaveToBeGivenAreChosen(t *testing.T) {
	d := hiddenCat(t)
	made := NewForm(d, "put-bucket-versioning", engine.Args("path", "photos"))
	status := to(t, made, "status")
	see(t, made, "[Enabled] Suspended", "Would be answered: 200 OK")
	for _, want := range []string{"Suspended", "Enabled"} {
		send(made, "space")
		if status.text() != want || status.absent {
			t.Errorf("Space chooses %q, should be %q", status.text(), want)
		}
	}
	if click(t, made, "Suspended"); status.text() != "Suspended" {
		t.Errorf("a click chooses %q", status.text())
	}
	if !send(made, "ctrl+s") || !strings.HasPrefix(newest(d).Answer.String(), "200") {
		t.Errorf("it is answered %s", newest(d).Answer)
	}
}
