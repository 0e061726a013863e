package explore_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

// tried are the budgets under which races are searched: nothing beside the requests, then one thing of each sort.
var tried = [...]explore.Budget{{}, {Faults: 1}, {Jumps: 1}, {Stops: 1}, {Copies: 1}, {Lates: 1}, {Faults: 1, Jumps: 1}}

// A few races of each service by default, half of them where not all is asked for; with INTERLEAVE_ORDERS=all each of
// the library. A search and an enumeration without
// merging find the same orders, outcomes and marks; where the orders are too many the search alone must come to its
// end, or say that it did not. What it gives as an example is a scenario that runs and shows the mark.
func TestRacesAreSearched(t *testing.T) {
	few := []string{"blob/r02", "blob/r05", "blob/r08", "blob/r09", "queue/q02", "queue/q05", "queue/q07", "table/t02",
		"table/t08", "table/t13", "share/f01", "share/f16", "bucket/r02", "bucket/r05", "bucket/r08", "tair/r01",
		"tair/r06", "tair/r09", "/plan-"}
	most, share := 150, oneIn(2)
	if os.Getenv("INTERLEAVE_ORDERS") == "all" {
		few, most, share = []string{""}, 400, func(string) bool { return true }
	}
	searched := 0
	wanted := func(path string) bool {
		return slices.ContainsFunc(few, func(part string) bool { return strings.Contains(path, part) }) && share(path)
	}
	eachRace(t, wanted, func(path string, s *scenario.Searched) {
		searched++
		search(t, path, s, most)
	})
	if searched < enginetest.Part(20, 10) {
		t.Fatalf("%d races were searched", searched)
	}
}

// eachRace hands out what can be searched of the wanted races of the library.
func eachRace(t testing.TB, wanted func(path string) bool, do func(path string, s *scenario.Searched)) {
	t.Helper()
	err := fs.WalkDir(races.FS, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".race") || !wanted(path) {
			return err
		}
		if s, err := enginetest.RaceFile(t, path).Searched(); err == nil && s.Any() { // else only seed does anything
			do(path, s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// oneIn wants one race of so many like ones, or all where the whole is tried.
func oneIn(n int) (wanted func(path string) bool) {
	met := 0
	return func(string) bool { met++; return met%enginetest.Part(1, n) == 0 }
}

func search(t *testing.T, path string, s *scenario.Searched, most int) {
	t.Helper()
	for n, b := range tried {
		b.States = 400
		r := explore.Search(s.Input, b, nil, nil)
		if r.Schedules == nil && !strings.HasPrefix(r.Verdict(), "partial") {
			t.Errorf("%s: no number of orders: %s", path, r.Verdict())
		}
		if r.Schedules != nil && r.Schedules.IsInt64() && r.Schedules.Int64() <= int64(most) {
			if c, ok := explore.Enumerate(s.Input, b, most); !ok || explore.Compare(r, c) != "" {
				t.Errorf("%s %+v:\n%s", path, b, explore.Compare(r, c))
			}
		}
		for _, m := range r.Marks {
			if n == 0 || m.Severity == '~' {
				replay(t, path, s, m)
			}
		}
	}
}

// replay plays an example as a file: what is expected in it is what comes, and the mark is among it.
func replay(t *testing.T, path string, s *scenario.Searched, m explore.MarkOf) {
	t.Helper()
	text, err := s.File("An order.", m.Example)
	if err != nil {
		t.Errorf("%s: %s: %v", path, m.Kind, err)
		return
	}
	f, err := scenario.Parse(path, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := f.Run()
	if err != nil || len(result.Failures) > 0 {
		t.Errorf("%s: %s: %v, %v\n%s", path, m.Kind, err, result.Failures, text)
	}
	for _, o := range result.Outcomes {
		for _, marks := range o.Marks {
			for _, c := range marks {
				if c.Severity == m.Severity && c.Kind == m.Kind {
					return
				}
			}
		}
	}
	t.Errorf("%s: no %c %s in its example:\n%s", path, m.Severity, m.Kind, text)
}
