package view_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// What the clock ended before another took the name is a step of the story: nothing else says why two hold one lock
// (engine/tair/rules.md, "Expiry", "Expiry = deletion").
func TestTheEndOfAKeyIsAStepOfTheStory(t *testing.T) {
	const race = `writer ana "Ana"
writer ben "Ben"
ana: SET lk A NX PX 1000
clock 00:02.0
ben: SET lk B NX PX 1000
ana: DEL lk
`
	told := storyOf(t, race)
	set, ended, taken := strings.Index(told, "set lk to A"), strings.Index(told, "lk expired at 00:01."),
		strings.Index(told, "set lk to B")
	if set < 0 || ended < set || taken < ended {
		t.Errorf("the steps are %s", told)
	}
}

// So it is of a key that a transaction wrote, which is of no key itself and was refused nothing.
func TestTheEndOfAKeyIsAStepOfWhatATransactionDid(t *testing.T) {
	const race = `writer ana "Ana"
writer ben "Ben"
ana: SET lk A PX 1000
ana: GET lk
clock 00:02.0
ben: SET lk B
ana: MULTI
ana: SET lk C
ana: EXEC
`
	if told := storyOf(t, race); !strings.Contains(told, "lk expired at 00:01.") {
		t.Errorf("the steps are %s", told)
	}
}

// storyOf are the steps of the one mark in some lines.
func storyOf(t *testing.T, race string) string {
	t.Helper()
	v := roomtest.AtEnd(t, race)
	list := v.Troubles()
	if len(list) != 1 {
		t.Fatalf("%d marks, want one", len(list))
	}
	var steps []string
	for _, s := range v.Story(list[0].Finding).Steps {
		steps = append(steps, s.Text)
	}
	return strings.Join(steps, " ")
}

// A mark of today that goes back to the first record of a long session is told from what is kept: what came of the
// records between them, which is forgotten, is not found again for it.
func TestAStoryOverALongSessionIsToldAtOnce(t *testing.T) {
	race := "writer ana\nana: create-container wiki\n" + strings.Repeat("ana: put-blob wiki/home text\n", 12_000) +
		"ana: create-container wiki\n"
	v := roomtest.AtEnd(t, race)
	list := v.Troubles()
	if len(list) != 1 {
		t.Fatalf("%d marks, want one", len(list))
	}
	if n := testing.AllocsPerRun(1, func() { v.Story(list[0].Finding) }); n > 10_000 {
		t.Errorf("%.0f allocations for one sentence or two", n)
	}
}

// The first sentence of a mark is told for each that a busy program has: among thousands of requests it takes no longer
// than among a few.
func TestTheFirstSentenceInALongSessionIsToldAtOnce(t *testing.T) {
	race := "writer ana\nwriter ben\nana: create-container wiki\n" +
		strings.Repeat("ana: put-blob wiki/home text\n", 12_000) +
		"ana: get-blob wiki/home as g\nben: put-blob wiki/home other\nana: put-blob wiki/home text if-match=$g.etag\n"
	v := roomtest.AtEnd(t, race)
	list := v.Troubles()
	if len(list) != 1 {
		t.Fatalf("%d marks, want one", len(list))
	}
	calls := 0
	n := testing.AllocsPerRun(1, func() {
		if calls++; calls == 1 { // not counted: what the pages of the past are found by is made once for all
			conflict.First(v.Clone(), list[0].Finding)
		} else { // of the view itself, which remembers it
			v.First(list[0].Finding)
		}
	})
	if n > 250 {
		t.Errorf("%.0f allocations for one sentence", n)
	}
}

// That sentence alone is the one that the whole story begins with, also where the clock ended what decided.
func TestTheFirstSentenceIsThatOfTheStory(t *testing.T) {
	told := 0
	hold := func(from string, v *view.View) {
		for _, tr := range v.Troubles() {
			told++
			if first, whole := v.First(tr.Finding), v.Story(tr.Finding).First; first != whole {
				t.Errorf("%s: %q alone, %q with the story", from, first, whole)
			}
		}
	}
	for _, name := range races.All() {
		if strings.HasPrefix(name, "lessons/") {
			continue // they wait for answers
		}
		r := roomtest.Race(t, name)
		roomtest.PlayOn(t, r)
		hold(name, r.View())
	}
	hold("an expired lock", roomtest.AtEnd(t, "writer ana\nwriter ben\nana: EXSET k A EX 1\nclock 00:02.0\n"+
		"ben: EXSET k B\nben: DEL k\nana: EXSET k C XX\n"))
	if told < 300 {
		t.Errorf("only %d marks were told", told)
	}
}
