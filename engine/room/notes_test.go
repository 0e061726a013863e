package room_test

import (
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/room"
)

// TestAViewKeepsItsNotes holds that notes that are taken after a view was made do not reach it, however many there are
// between two views: what is shown is frozen.
func TestAViewKeepsItsNotes(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	r.Note("colour", "red")
	first := r.View()
	r.Note("colour", "green")
	r.Note("colour", "blue")
	second := r.View()
	r.Note("colour", "")
	for _, one := range []struct{ got, want string }{{first.Note("colour"), "red"}, {second.Note("colour"), "blue"},
		{r.View().Note("colour"), ""}} {
		if one.got != one.want {
			t.Errorf("a view says %q, and was made when it was %q", one.got, one.want)
		}
	}
}
