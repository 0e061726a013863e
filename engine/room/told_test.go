package room_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
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
