package room_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A second copy of a write does the same once more: what it replaces is what stands there, and not lost.
func TestTheSameTextIsNotLost(t *testing.T) {
	doneAgain(t, "writer ann \"Ana\"\nseed: create-container wiki\nann: put-blob wiki/x one\n",
		explore.Budget{Copies: 1})
}

// doneAgain: some order of a text does something twice, and is told as that, not as a loss.
func doneAgain(t *testing.T, text string, b explore.Budget) {
	t.Helper()
	scene := roomtest.Of(t, "twice.race", text).CutOrders()
	found := scene.Search(b, 1, nil)
	at := slices.IndexFunc(found.Marks, func(m explore.MarkOf) bool { return m.Kind == engine.DoneTwice })
	if at < 0 {
		t.Fatalf("nothing is done twice: %s", found.Verdict())
	}
	told := scene.Tell(found.Marks[at].Example, engine.DoneTwice)
	if !strings.Contains(told.Said, "did it again") || strings.Contains(told.Said, "Lost") {
		t.Errorf("it says %q", told.Said)
	}
}

// A line that is appended once more stands twice: nothing is lost (engine/conflict/rules.md, done-twice).
func TestWhatIsAppendedTwiceIsNotLost(t *testing.T) {
	doneAgain(t, `writer a "App"
seed: create-container logs
seed: put-blob logs/day "" type=AppendBlob
plan a [append-block logs/day "app\n" as m; on lost m [append-block logs/day "app\n" again=m as m]]
`, explore.Budget{Faults: 1})
}

// Of many writers those who do as much are counted: a line that names 64 of them ends in dots.
func TestManyWritersAreCounted(t *testing.T) {
	text := "seed: create-container wiki\nseed: put-blob wiki/x 0\n"
	requests := ""
	for n := range 7 {
		text = fmt.Sprintf("writer w%d \"W%d\"\n", n, n) + text
		requests += fmt.Sprintf("w%d: get-blob wiki/x\n", n)
	}
	r := roomtest.Of(t, "many.race", text+requests+"w3: get-blob wiki/x\n")
	if got := r.CutOrders().Searched(); got != "6 writers 1 request each, W3 2 requests" {
		t.Error(got)
	}
}

// Who had two requests under way at once has them so in a search, and either may overtake the other. Where it did
// something between them that is none, or sent one again, each waits for the answer to the one before: that is said,
// here and of a file. Nothing is said of who sends again what has no answer yet, for that goes only where none comes.
func TestRequestsUnderWayAtOnceOvertakeEachOther(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: create-queue jobs\n" +
		"seed: put-message jobs x\nann: send put-blob wiki/f 1 as a1\n"
	for _, row := range [][3]string{
		{"ann: send put-blob wiki/f 2 as a2\nben: send put-blob wiki/f 3 as b\ndeliver a2\ndeliver a1\ndeliver b\n",
			"Ann 2 requests, Ben 1 request", "14"},
		{"ann: send put-blob wiki/f 1 as a2\n", "Ann 2 requests", "4"},
		{"deliver a1\nanswer a1\nann: send put-blob wiki/f 2 as a2\ndeliver a2\n", "Ann 2 requests", "1"},
		{"timeout a1\nann: send put-blob wiki/f 1 again=a1 as a2\ndeliver a2\n", "Ann a plan", "1"},
		{"ann: send put-blob wiki/f 2 as a2\nann: send put-blob wiki/f 1 again=a1 as a3\n",
			"Ann a plan (each request waits for the answer to the one before)", "1"},
	} {
		lines, want := row[0], row[1]
		scene := roomtest.Of(t, "two.race", head+lines).CutOrders()
		if got := scene.Searched(); got != want {
			t.Errorf("%s: %s", lines, got)
		}
		if found := scene.Search(explore.Budget{}, 1, nil); found.Schedules.String() != row[2] {
			t.Errorf("%s: %s, want %s orders", lines, found.Verdict(), row[2])
		}
		_, s := enginetest.Searched(t, head+lines)
		said := strings.Contains(strings.Join(s.Left, "; "), "ann had several requests under way at once")
		if said != strings.Contains(want, "waits") {
			t.Errorf("%s: %q", lines, s.Left)
		}
	}
}

// What is lost is what its writer wrote: of Ben's ten bytes the five that Cy's second range takes, for the first range,
// which was made from nothing, may replace the others (engine/conflict/rules.md, "Words": the byte range is the part).
func TestWhatIsLostIsWhatWasWritten(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	text, err := races.FS.ReadFile("share/f05-ranges-interleave.race")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Load("f05.race", text); err != nil {
		t.Fatal(err)
	}
	scene := r.CutOrders()
	found := scene.Search(scene.Budget, 1, nil)
	at := slices.IndexFunc(found.Marks, func(m explore.MarkOf) bool { return m.Kind == engine.LostUpdate })
	if at < 0 {
		t.Fatal(found.Verdict())
	}
	said := scene.Tell(found.Marks[at].Example, engine.LostUpdate).Said
	if !strings.Contains(said, "Ben's bytes 5-9 were overwritten by Cy.") || !strings.Contains(said, `Lost: "BBBBB".`) {
		t.Errorf("it says %q", said)
	}
}

// A lease of fifteen seconds whose renewal was heard at 17.9 s, since nobody came between, runs to 32.9 s: it counts
// from the renewal, not from the acquiring.
func TestARenewedLeaseCountsFromItsRenewal(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	script := "writer ann \"Ana\"\nseed: create-container wiki\nseed: put-blob wiki/p \"a\"\n" +
		"ann: acquire-blob-lease wiki/p duration=15   as l1\n> 201\n" +
		"clock 00:17.9\nann: renew-blob-lease wiki/p lease=$l1.lease   as l2\n> 200\n"
	if err := r.Load("late.race", []byte(script)); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		_, _ = r.Step()
	}
	hold, ok := r.View().Known("ann").Holds(engine.ParseObject("blob wiki/p"))
	if !ok || hold.Since != 17_900 || hold.Ends != 32_900 {
		t.Errorf("it holds from %s to %s (%v)", hold.Since, hold.Ends, ok)
	}
}

// What a writer believes of a lease without an end comes from what it heard: another's break is nothing of that, a read
// that says so is, and the end that its own break was answered with.
func TestALeaseIsAsItsHolderHeard(t *testing.T) {
	const given = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/p \"a\"\n" +
		"ann: acquire-blob-lease wiki/p duration=-1\n> 201\nclock 00:05.0\n"
	for _, c := range []struct {
		name, more, state string
		ends              engine.Instant
	}{
		{"another breaks it", "ben: break-blob-lease wiki/p period=10\n> 202\n", "", engine.Never},
		{"and the holder reads", "ben: break-blob-lease wiki/p period=10\n> 202\nann: get-blob wiki/p\n> 200\n",
			"breaking", engine.Never},
		{"a read before it", "ann: get-blob wiki/p\n> 200\nben: break-blob-lease wiki/p period=10\n> 202\n", "leased",
			engine.Never},
		{"the holder breaks it", "ann: break-blob-lease wiki/p period=10\n> 202 lease-time=10\n", "", 15_000},
	} {
		r := roomtest.Of(t, "broken.race", given+c.more)
		for range 20 {
			_, _ = r.Step()
		}
		hold, ok := r.View().Known("ann").Holds(engine.ParseObject("blob wiki/p"))
		if !ok || hold.State != c.state || hold.Ends != c.ends {
			t.Errorf("%s: it is %q and ends at %s (%v)", c.name, hold.State, hold.Ends, ok)
		}
	}
}

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
