package scenario_test

import (
	"maps"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// Two writers read, add one and write, three times each and without a guard. (2NK)!/((2K)!)^N orders are 924; the
// counter ends at 2 to 6; (NK)!/(K!)^N of them, 20, lose nothing.
func TestAllOrdersOfBlindPlans(t *testing.T) {
	w := catalog.New()
	number := 0
	do := func(w *engine.World, inputs ...engine.Input) {
		t.Helper()
		for _, in := range inputs {
			number++
			if _, err := w.Step(number, in); err != nil {
				t.Fatal(err)
			}
		}
	}
	steps, err := scenario.ParsePlan("[loop 3 [get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1}]]",
		w.Services())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"seed: create-container wiki", "seed: put-blob wiki/hits 0"} {
		s, err := scenario.ParseLine(line, w.Requests()+1, w.Services())
		if err != nil {
			t.Fatal(err)
		}
		do(w, s.Inputs...)
	}
	for _, id := range []string{"ann", "ben"} {
		do(w, engine.AddWriter{ID: id}, engine.Plan{By: id, Steps: steps})
	}
	ends := map[string]int{}
	var all func(*engine.World)
	all = func(w *engine.World) {
		ended := true
		for _, id := range []string{"ann", "ben"} {
			if w.Ready(id) != nil {
				continue
			}
			ended = false
			fork := w.Clone()
			do(fork, engine.Next{By: id})
			for in := scenario.HandOver(fork, id); in != nil; in = scenario.HandOver(fork, id) {
				do(fork, in...)
			}
			all(fork)
		}
		if ended {
			for _, p := range engine.Properties(w.Object(engine.ParseObject("blob wiki/hits"))) {
				if p.Name == "body" {
					ends[p.Text]++
				}
			}
		}
	}
	all(w)
	orders := 0
	for _, n := range ends {
		orders += n
	}
	if orders != 924 || ends["6"] != 20 || len(ends) != 5 || ends["2"] == 0 || ends["3"] == 0 || ends["4"] == 0 ||
		ends["5"] == 0 {
		t.Errorf("%d orders: %v", orders, maps.Clone(ends))
	}
}

const counting = `writer ann
writer ben
seed: create-container cont
seed: put-blob cont/b "0"
ann: get-blob cont/b as a1
ann: put-blob cont/b {$a1.body + 1} as a2
ben: get-blob cont/b as b1
ben: put-blob cont/b {$b1.body + 1} as b2
explore
`

// Two reads and two writes have six orders; in the four in which both read before the second write one increment is
// lost, and the blob says 1.
func TestAnEndIsNoNumberOfWrites(t *testing.T) {
	f, err := scenario.Parse("end.race", []byte("writer ann\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.EndOf("state blob cont/a version=3", nil); err == nil ||
		!strings.Contains(err.Error(), "how often") {
		t.Errorf("version=3: %v", err)
	}
}

func TestExploreHoldsWhatItPromises(t *testing.T) {
	for _, c := range []struct{ promise, found string }{
		{"> orders 6", ""},
		{"> orders 7", "6"},
		{"> never ! stale-write", ""},
		{"> never ~ lost-update", "4 orders with it"},
		{"> some ~ lost-update 4 shortest 4", ""},
		{"> some ~ lost-update 4 shortest 3", "4"},
		{"> some ~ lost-update 5", "4"},
		{"> some ~ done-twice", "no order with it"},
		{"> outcome blob cont/b body=2 count 2", ""},
		{"> outcome blob cont/b body=1 count 2", "4"},
		{"> outcome blob cont/b body=3", "none"},
		{"> outcome blob cont/b body=3 count 0", ""},
		{"> outcome blob cont/b body=1 count 0", "4"},
		{"> outcome blob cont/c absent count 6", ""},
	} {
		result := enginetest.RanText(t, counting+c.promise+"\n")
		var found []string
		for _, failure := range result.Failures {
			found = append(found, failure.Found)
		}
		if got := strings.Join(found, ", "); (got == "") != (c.found == "") || !strings.HasPrefix(got, c.found) {
			t.Errorf("%s: found %q, want %q", c.promise, got, c.found)
		}
	}
}

// A search that ended early promises nothing.
func TestExploreThatEndsEarlyHoldsNoNever(t *testing.T) {
	text := strings.Replace(counting, "explore\n", "explore --states 3\n> never ~ done-twice\n", 1)
	f, err := scenario.Parse("test.race", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := f.Run()
	if err != nil || len(result.Failures) != 1 || !strings.HasPrefix(result.Failures[0].Found, "partial") {
		t.Errorf("%v, %v", result.Failures, err)
	}
}

// What a lesson says around its requests is nothing that a search would miss.
func TestASearchMissesNoWordsOfALesson(t *testing.T) {
	_, s := enginetest.Searched(t, "lesson \"Two\" idea=\"last writer\" minutes=2\nwriter ann\nwriter ben\n"+
		"seed: create-container wiki\nann: send put-blob wiki/f a as a1\nben: send put-blob wiki/f b as b1\n"+
		"ask Who is last?\n  choice Ann\n  > a1: 201\n    because She is not.\n  right Ben\n  > b1: 201\n"+
		"    because He is.\n  hint Count.\ndeliver a1 b1\nremember The last writer wins.\n")
	if s.Left != nil {
		t.Errorf("left out: %s", strings.Join(s.Left, "; "))
	}
}

// What seed was answered can be told to a writer in front of the race (engine/blob/rules.md: who names the lease that
// stands may write): ben writes in both orders, and ann in none. A name that hands give later is theirs.
func TestWhatSeedWasToldIsSearched(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/a 0\n" +
		"seed: acquire-blob-lease cont/a duration=-1"
	for _, text := range []string{
		begin + " as l\ntell ben $l.lease\nann: put-blob cont/a 1\nben: put-blob cont/a 2 lease=$l.lease\n",
		begin + "\nann: put-blob cont/a 1\ntell ben $r3.lease\nben: put-blob cont/a 2 lease=$r3.lease\n",
	} {
		_, s := enginetest.Searched(t, text)
		found := explore.Search(s.Input, explore.Budget{}, nil, nil)
		if found.Schedules.String() != "2" || len(found.Outcomes) != 1 || len(s.Left) > 0 ||
			found.Outcomes[0].String() != `blob cont/a "2", ann 412, ben 201` {
			t.Errorf("%s%s %v, left %q", text, found.Verdict(), found.Outcomes, s.Left)
		}
	}
}
