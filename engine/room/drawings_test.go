package room_test

import (
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

func leasedTwice(t testing.TB) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	roomtest.Say(t, r, "writer ana \"Ana\"", "writer ben \"Ben\"", "seed: create-container wiki",
		"seed: put-blob wiki/home.md x", "clock 00:05.0")
	roomtest.Say(t, r, "ana: acquire-blob-lease wiki/home.md duration=30 as a", "clock 00:36.3",
		"ben: acquire-blob-lease wiki/home.md duration=60 as b")
	return r
}

// The third drawing of truth: `Ben ..51aa 00:36.3 to 00:41.0 (released)`, `Ana ..9c2e 00:05.0 to 00:35.0 (ended by
// itself)`.
func TestTheTruthKnowsLeasesThatAreOver(t *testing.T) {
	r := leasedTwice(t)
	if list := r.View().Truth(engine.ParseObject("blob wiki/home.md")).Tenures; len(list) != 1 ||
		list[0].Holder != "ana" {
		t.Fatalf("Ben holds it and Ana held it: %v", list)
	}
	roomtest.Say(t, r, "clock 00:41.0", "ben: release-blob-lease wiki/home.md lease=$b.lease")
	roomtest.Say(t, r, "ana: acquire-blob-lease wiki/home.md duration=-1 as c", "clock 00:42.0",
		"ben: break-blob-lease wiki/home.md")
	list := r.View().Truth(engine.ParseObject("blob wiki/home.md")).Tenures
	want := []view.LeaseSpan{{Holder: "ana", From: 41000, Until: 42000, How: "broken"},
		{Holder: "ben", From: 36300, Until: 41000, How: "released"},
		{Holder: "ana", From: 5000, Until: 35000, How: "ended by itself"}}
	if len(list) != len(want) {
		t.Fatalf("there are %d: %v", len(list), list)
	}
	for i, w := range want {
		if got := list[i]; got.Holder != w.Holder || got.From != w.From || got.Until != w.Until || got.How != w.How ||
			got.ID == "" || got.Record == 0 {
			t.Errorf("%d is %+v, want %+v", i, got, w)
		}
	}
}

// The second drawing: Chen's next request is due in 0.6 s, though nothing of it is in flight yet.
func TestWhatPlansSendNextIsComing(t *testing.T) {
	r := counting(t, `[get-blob wiki/hits as r; put-blob wiki/hits 1 if-match=$r.etag as w; on lost w [wait 10s; put-blob wiki/hits 1 if-match=$r.etag as w]]`, "chen")
	if list := r.View().Upcoming(); len(list) != 1 || list[0].By != "chen" || list[0].What != "GET" || list[0].In != 0 {
		t.Fatalf("first the read: %v", list)
	}
	roomtest.Say(t, r, "next chen", "deliver chen-r1", "answer chen-r1", "clock +1s", "next chen")
	if list := r.View().Upcoming(); len(list) != 0 {
		t.Fatalf("the write is under way, and no other comes before its answer: %v", list)
	}
	roomtest.Say(t, r, "deliver chen-w1", "lose chen-w1", "next chen", "clock +9.4s")
	if list := r.View().Upcoming(); len(list) != 1 || list[0].What != "PUT" || list[0].In != 600*time.Millisecond ||
		list[0].Again == 0 {
		t.Fatalf("the same again in 0.6 s: %v", list)
	}
}

// The third drawing lists the marks of every branch, and says which one a branch left.
func TestBranchesHaveTheirMarks(t *testing.T) {
	r := leasedTwice(t)
	roomtest.Say(t, r, "ana: put-blob wiki/home.md y")
	first := r.View().Branch
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	roomtest.Say(t, r, "ben: put-blob wiki/home.md z lease=$b.lease")
	v := r.View()
	list := v.Branches()
	if len(list) != 2 || list[0].Marks != [3]int{1, 0, 0} || list[1].Marks != [3]int{} {
		t.Fatalf("the refused write stays with its branch: %+v", list)
	}
	if v.Origin() != first {
		t.Errorf("the branch left %q, want %q", v.Origin(), first)
	}
	if err := r.Switch(first); err != nil {
		t.Fatal(err)
	}
	r.Fork()
	roomtest.Say(t, r, "ana: get-blob wiki/home.md")
	if list := r.View().Branches(); len(list) != 3 || list[0].Marks != [3]int{1, 0, 0} ||
		list[2].Marks != [3]int{1, 0, 0} {
		t.Fatalf("the refused write lies on the way of both: %+v", list)
	}
	if err := r.Switch(first); err != nil {
		t.Fatal(err)
	}
	if got := r.View().Origin(); got != "" {
		t.Errorf("the first branch left none, not %q", got)
	}
}

// A version that its author was never told of says so, until a read shows it.
func TestAVersionThatItsAuthorDoesNotKnow(t *testing.T) {
	r := leasedTwice(t)
	roomtest.Say(t, r, "ben: send put-blob wiki/home.md z lease=$b.lease as w", "deliver w", "lose w")
	unheard := func() (n int) {
		for _, m := range r.View().Truth(engine.ParseObject("blob wiki/home.md")).Versions[0].Marks {
			if m.Severity == engine.SeverityUnknown && m.By == "ben" {
				n++
			}
		}
		return n
	}
	if unheard() != 1 {
		t.Error("Ben heard nothing")
	}
	roomtest.Say(t, r, "ben: get-blob wiki/home.md")
	if unheard() != 0 {
		t.Error("Ben has read it")
	}
}
