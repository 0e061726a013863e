package panes

import (
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/scenario"
)

// lines carries out scenario lines as the palette does.
func lines(t testing.TB, list ...string) *desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	for _, line := range list {
		n := 1
		for r.View().Exchange(n) != nil {
			n++
		}
		s, err := scenario.ParseLine(line, n, r.View().Services())
		if err != nil {
			t.Fatal(line, err)
		}
		inputs(t, r, s.Inputs...)
	}
	return newDesk(t, r)
}

// The tree says `jobs 3 (1 hid)`, `12 rows`, `2 handles`, `policy`, `ver 12`, in the order of the drawings.
func TestTheTreeSaysHowMuchThereIs(t *testing.T) {
	d := lines(t, `writer ana "Ana"`, "seed: create-queue jobs", `seed: put-message jobs "one"`,
		`seed: put-message jobs "two"`, `seed: put-message jobs "three"`,
		"ana: get-messages jobs visibilitytimeout=30", "seed: create-table customers",
		"seed: insert-entity customers/de/1 .name=Lea",
		"seed: create-share devshare", "seed: create-file devshare/plan.txt size=10",
		"ana: smb-create devshare/plan.txt access=R share=RWD",
		"seed: create-bucket lake", `seed: put-bucket-policy lake "{\"Statement\":[]}"`, "seed: EXSET stock:42 8",
		"seed: EXSET stock:42 7", "seed: create-queue idle")
	got := d.treeOf(30, 30)
	at := -1
	for _, row := range [][2]string{{"Queues", ""}, {"idle", "0 messages"}, {"jobs", "3 (1 hid)"}, {"one", ""},
		{"two", ""}, {"three", ""}, {"Tables", ""}, {"customers", "1 row "},
		{"Files", ""}, {"plan.txt", "1 handle "}, {"S3", ""}, {"lake", "policy"}, {"TairString", ""},
		{"stock:42", "ver 2"}} {
		n := -1
		for y, line := range strings.Split(got, "\n") {
			if y > at && strings.Contains(line, row[0]) && strings.Contains(line, row[1]) {
				n = y
				break
			}
		}
		if n < 0 {
			t.Fatalf("no row %v behind row %d:\n%s", row, at, got)
		}
		at = n
	}
}

// What a plan does next is told by its writer's name, and what is days away only counted.
func TestTimersSayWhoActsAndWhatIsNear(t *testing.T) {
	d := lines(t, `writer chen "Chen"`, "seed: create-queue jobs", `seed: put-message jobs "one"`,
		`seed: put-message jobs "two"`, "chen: get-messages jobs visibilitytimeout=30",
		"seed: create-container wiki", "seed: put-blob wiki/home.md x",
		"plan chen [put-blob wiki/home.md y as w; on lost w [wait 10s; put-blob wiki/home.md y as w]]", "next chen",
		"deliver chen-w1", "lose chen-w1", "next chen", "clock +9.4s")
	p := NewTruth(d)
	d.with(p)
	got := text(screen(p, 70, 24, true, ascii()))
	holds(t, got, "Chen sends #", " again in 0.6 s", "more, the first in 6 d", `visible again in 20.6 s  #`)
	if strings.Contains(got, "it expires") {
		t.Errorf("what ends in days explains nothing:\n%s", got)
	}
	strip := NewTimeline(d)
	d.with(strip)
	holds(t, text(screen(strip, 100, 10, true, ascii())), "Next timer  Chen sends #", "again in 0.6 s")
	flight := NewFlight(d)
	d.with(flight)
	holds(t, text(screen(flight, 50, 14, true, ascii())), " next Chen     PUT ->      -0.6  due ")
}
