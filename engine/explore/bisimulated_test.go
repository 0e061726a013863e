package explore_test

import (
	"math/rand/v2"
	"os"
	"path"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/races"
)

// Moments with the same bytes go on alike, for the races of each service and small programs made of them: the same
// steps are possible, with the same marks, and lead to moments with the same bytes again. INTERLEAVE_ORDERS=all walks
// through all races, INTERLEAVE_SEED=N in other ways.
func TestMomentsWithTheSameBytesGoOnAlike(t *testing.T) {
	all := os.Getenv("INTERLEAVE_ORDERS") == "all"
	pairs, chances, seed := map[string]int{}, map[string]*rand.Rand{}, seedOf(t, 7)
	for _, file := range races.All() {
		chance := chances[path.Dir(file)] // of each service, so that a new race of one draws nothing else of another
		if chance == nil {
			chance = rand.New(rand.NewPCG(seed, uint64(len(chances))))
			chances[path.Dir(file)] = chance
		}
		if !all && chance.IntN(12) > 0 {
			continue
		}
		for _, b := range []explore.Budget{{}, {Faults: 1, Jumps: 1, Copies: 1, Lates: 1, Stops: 1}} {
			in, text := small(t, chance, file)
			if len(in.Programs) == 0 {
				continue
			}
			n, wrong := explore.Twins(in, b, chance, 12, 8)
			pairs[path.Dir(file)] += n
			for _, w := range wrong {
				t.Errorf("%s %+v\n%s\n%s", file, b, text, w)
			}
		}
	}
	for _, service := range []string{"blob", "queue", "table", "share", "bucket", "tair"} {
		if pairs[service] == 0 {
			t.Errorf("%s: no two moments with the same bytes were met: of its races others are drawn now, "+
				"draw more of them", service)
		}
	}
	t.Log(pairs)
}

// A step that leaves what all share as it was leaves the others as they were: no engine is asked what becomes of them.
// INTERLEAVE_ORDERS=all walks through all races, INTERLEAVE_SEED=N in other ways.
func TestWhatLeavesAllAsItWasMovesNobodyElse(t *testing.T) {
	all := os.Getenv("INTERLEAVE_ORDERS") == "all"
	steps, chance := 0, rand.New(rand.NewPCG(seedOf(t, 17), 3))
	for _, file := range races.All() {
		if !all && chance.IntN(8) > 0 {
			continue
		}
		for _, b := range []explore.Budget{{}, {Faults: 1, Jumps: 1, Copies: 1, Lates: 1, Stops: 1}} {
			in, text := small(t, chance, file)
			if len(in.Programs) == 0 {
				continue
			}
			n, wrong := explore.Unmoving(in, b, chance, 6, 8)
			steps += n
			for _, w := range wrong {
				t.Errorf("%s %+v\n%s\n%s", file, b, text, w)
			}
		}
	}
	if steps < 100 {
		t.Errorf("only %d steps left all as it was", steps)
	}
	t.Logf("%d steps", steps)
}
