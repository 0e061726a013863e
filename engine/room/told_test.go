package room_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/room"
)

// A second copy of a write does the same once more: what it replaces is what stands there, and not lost.
func TestTheSameTextIsNotLost(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	if err := r.Load("twice.race", []byte("writer ann \"Ana\"\nseed: create-container wiki\n"+
		"ann: put-blob wiki/x one\n")); err != nil {
		t.Fatal(err)
	}
	scene := r.CutOrders()
	found := scene.Search(explore.Budget{Copies: 1}, 1, nil)
	at := slices.IndexFunc(found.Marks, func(m explore.MarkOf) bool { return m.Kind == engine.DoneTwice })
	if at < 0 {
		t.Fatalf("nothing is done twice: %s", found.Verdict())
	}
	told := scene.Tell(found.Marks[at].Example, engine.DoneTwice)
	if !strings.Contains(told.Said, "did it again") || strings.Contains(told.Said, "Lost") {
		t.Errorf("it says %q", told.Said)
	}
}
