package room_test

import (
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
)

// What hands did becomes plans on a branch in front of it: running them does the same, all orders of them are all
// orders of what was done, and one undo goes back.
func TestWhatWasDoneBecomesPlans(t *testing.T) {
	r := race(t, "blob/wiki-no-guard.race")
	roomtest.PlayOn(t, r)
	before, typed := r.View(), r.CutOrders()
	want := typed.Search(typed.Budget, 1, nil).Verdict()
	did, err := r.MakePlans()
	if err != nil || !strings.HasPrefix(did, "Branch plans: plans of what was done: Ana 2 requests, Ben 2 requests.") {
		t.Fatalf("%q, %v", did, err)
	}
	v := r.View()
	if v.Past || v.UndoName != "make plans of what was done" {
		t.Fatalf("past %v, undo takes back %q", v.Past, v.UndoName)
	}
	planned := r.CutOrders()
	if got := planned.Search(planned.Budget, 1, nil).Verdict(); got != want {
		t.Errorf("all orders of the plans: %s, want %s", got, want)
	}
	if err := r.Undo(); err != nil || r.View().Record != before.Record || r.View().Branch != before.Branch {
		t.Errorf("undo leads to %s, record %d: %v", r.View().Branch, r.View().Record, err)
	}
	if _, err := room.New(catalog.New, room.Options{}).MakePlans(); err == nil {
		t.Error("an empty session has plans")
	}
}
