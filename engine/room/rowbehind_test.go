package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Ann replaces a row for the sake of one property, Ben merges another into it under `*`: both changes are there, so
// nobody is harmed. Ben has not seen Ann's: he is behind until he reads.
func TestAMergeLeavesItsWriterBehindWhatItDidNotSee(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table stock\n" +
		"seed: insert-entity stock/p/r .x=1 .y=1\nann: get-entity stock/p/r as a\nben: get-entity stock/p/r as b\n" +
		"ann: update-entity stock/p/r .x=2 .y=1 if-match=$a.etag\nben: merge-entity stock/p/r .y=2 if-match=*\n"
	r := roomtest.Of(t, "rows.race", lines)
	for err := error(nil); err == nil; {
		_, err = r.Step()
	}
	v, row := r.View(), engine.ObjectID{Kind: "entity", Name: "stock/p/r"}
	if list := v.Troubles(); len(list) > 0 {
		t.Errorf("%v", list)
	}
	if n, known := v.Behind("ben", row); n == 0 || !known {
		t.Errorf("Ben is %d behind, known %t", n, known)
	}
	if n, _ := v.Behind("ann", row); n != 1 {
		t.Errorf("Ana is %d behind", n)
	}
}
