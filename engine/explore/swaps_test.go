package explore_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

// two are two writers with one plan each; lines are those of the blob b.
func two(seeds, ann, ben string) string {
	plan := func(id, lines string) string {
		return "plan " + id + "\n  loop 2\n    " + strings.Join(strings.Split(lines, "; "), "\n    ") + "\n"
	}
	text := "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n"
	for _, s := range strings.Split(seeds, "; ") {
		if s != "" {
			text += "seed: " + s + "\n"
		}
	}
	return text + plan("ann", ann) + plan("ben", ben)
}

const (
	swap    = "get-blob cont/b as r; put-blob cont/b {$r.body + 1} if-match=$r.etag"
	swapRow = "get-entity rows/p/k as r; update-entity rows/p/k .n={$r..n + 1} if-match=$r.etag"
)

// swapping are programs, and whether a search may take all their writes for compare-and-swaps: no, where the plans say
// something else; or begins again, where a step shows that one was none.
var swapping = []struct{ text, may string }{
	{cond(2, 3), "yes"},
	{cond(3, 2), "yes"},
	{two("", swap, swap+"; get-blob cont/b as s"), "yes"},
	{two("", swap, "get-blob cont/b as r; if r 200;   put-blob cont/b {$r.body + 1} if-match=$r.etag"), "yes"},
	// the version of a row is a moment, and whether it is over is not known of one
	{two("create-table rows; insert-entity rows/p/k .n=1", swapRow, swapRow), "again"},
	{two("", swap, strings.ReplaceAll(swap, " if-match=$r.etag", "")), "no"},
	{two("", swap, strings.ReplaceAll(swap, "if-match", "if-none-match")), "no"},
	{two("", swap, swap+"; put-blob cont/b {$r.body + 1} if-match=$r.etag"), "no"}, // it may meet its own work
	{two("put-blob cont/c \"0\"", "get-blob cont/c as c; "+swap, swap), "yes"},
	{two("", swap, swap+" tag.k={$r.body + 1}"), "again"}, // a read does not show tags, and a put clears them
	{two("", swap, "get-blob cont/b as r; delete-blob cont/b if-match=$r.etag"), "no"},
	{two("create-bucket lake; put-object lake/k 1",
		"get-object lake/k as r; put-object lake/k {$r.body + 1} if-match=$r.etag", swap), "no"},
}

// What a search finds is the same where whose the work is counts too: the orders, the ends with their marks, the marks
// and the lengths of their shortest orders. It never has more states, and where the rule holds it has fewer.
func TestSwapsChangeNothing(t *testing.T) {
	off := explore.AllRules()
	off.Swaps = false
	for _, c := range swapping {
		in := explore.Input{World: start(t, c.text)}
		may, again := explore.Swapped(in, explore.Budget{})
		if got := map[bool]string{false: "no", true: "yes"}[may]; again && c.may != "again" || !again && got != c.may {
			t.Errorf("%s, again %v; want %s, with\n%s", got, again, c.may, c.text)
		}
		got := explore.Search(in, explore.Budget{}, nil, nil)
		in.Rules = &off
		want := explore.Search(in, explore.Budget{}, nil, nil)
		if found(got) != found(want) {
			t.Errorf("%s\nwant\n%s\nwith\n%s", found(got), found(want), c.text)
		}
		if got.States > want.States || c.may == "yes" && got.States == want.States {
			t.Errorf("%d states, without it %d, with\n%s", got.States, want.States, c.text)
		}
	}
}

// Moments with the same bytes go on alike where whose the work is does not count.
func TestSwapsGoOnAlike(t *testing.T) {
	for n, c := range swapping {
		pairs, wrong := explore.Twins(explore.Input{World: start(t, c.text)}, explore.Budget{},
			rand.New(rand.NewPCG(seedOf(t, 7), uint64(n))), 60, 12)
		for _, w := range wrong {
			t.Errorf("%s\n%s", c.text, w)
		}
		if pairs == 0 {
			t.Errorf("no two moments with the same bytes were met, with\n%s", c.text)
		}
	}
}

// The same of drawn plans whose writes mostly are compare-and-swaps. INTERLEAVE_DRAWN=N draws more of them.
func TestDrawnSwapsChangeNothing(t *testing.T) {
	chance := rand.New(rand.NewPCG(seedOf(t, 11), 5))
	held, again := 0, 0
	draws := 60
	if n, err := strconv.Atoi(os.Getenv("INTERLEAVE_DRAWN")); err == nil {
		draws = n
	}
	for range draws {
		text := two(one(chance, "", "", "set-blob-tags cont/b tag.k=v"), drawnSwaps(chance), drawnSwaps(chance))
		in := explore.Input{World: start(t, text)}
		if may, began := explore.Swapped(in, explore.Budget{}); may {
			held++
		} else if began {
			again++
		}
		off := explore.AllRules()
		off.Swaps = false
		got := explore.Search(in, explore.Budget{}, nil, nil)
		in.Rules = &off
		want := explore.Search(in, explore.Budget{}, nil, nil)
		if found(got) != found(want) || got.States > want.States {
			t.Errorf("%s\nwant\n%s\nwith\n%s", found(got), found(want), text)
		}
	}
	if held == 0 || again == 0 {
		t.Errorf("%d searches took all writes for compare-and-swaps, %d began again", held, again)
	}
}

// drawnSwaps are the lines of a plan that reads and writes, once or twice.
func drawnSwaps(chance *rand.Rand) string {
	var lines []string
	for range 1 + chance.IntN(2) {
		object := one(chance, "cont/b", "cont/b", "cont/c")
		read := one(chance, "get-blob ", "get-blob ", "get-blob ", "get-blob-properties ")
		lines = append(lines, read+object+" as r")
		write := "put-blob " + object + " {$r.body + 1}" + one(chance, " if-match=$r.etag", " if-match=$r.etag",
			" if-match=$r.etag", "") + one(chance, "", "", " tag.k=$r.body", " meta.k=$r.body") + " as w"
		switch chance.IntN(5) {
		case 0:
			lines = append(lines, "if r 200", "  "+write)
		case 1:
			lines = append(lines, write, "break on w "+one(chance, "201", "412"))
		default:
			lines = append(lines, write)
		}
	}
	return strings.Join(lines, "; ")
}

func one(chance *rand.Rand, of ...string) string { return of[chance.IntN(len(of))] }

// found is what a search found, without how much it had to look at.
func found(r *explore.Result) string {
	text := fmt.Sprint(counts(r), r.Values, r.Schedules, r.StuckIn, r.Unread != nil)
	for _, o := range r.Outcomes {
		text += fmt.Sprint(o.Schedules, o.Marks)
	}
	return text
}

// Moments with the same bytes go on alike, for the races of each service and small programs made of them: the same
// steps are possible, with the same marks, and lead to moments with the same bytes again. INTERLEAVE_ORDERS=all walks
// through all races, INTERLEAVE_SEED=N in other ways.
func TestMomentsWithTheSameBytesGoOnAlike(t *testing.T) {
	all, walks := os.Getenv("INTERLEAVE_ORDERS") == "all", 6
	if enginetest.Whole() {
		walks = 12
	}
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
			n, wrong := explore.Twins(in, b, chance, walks, 8)
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

// sideBySide is some workers, each with its share.
func sideBySide(workers int) explore.Each {
	return func(n int, work func(int)) {
		var all sync.WaitGroup
		for w := range workers {
			all.Go(func() {
				for i := w; i < n; i += workers {
					work(i)
				}
			})
		}
		all.Wait()
	}
}

// With any number of workers a search finds the same: the same states under the same numbers, the same examples. Where
// it ends early it ends at the same state.
func TestWorkersChangeNothing(t *testing.T) {
	queue := "writer ann\nwriter ben\nseed: create-container cont\nseed: create-queue jobs\n" +
		"seed: put-message jobs one\nseed: put-message jobs two\n" +
		enginetest.Each("plan WHO\n  get-messages jobs as g\n  if g 0.receipt\n    put-blob cont/x x\n"+
			"    delete-message $g.0 popreceipt=$g.0.receipt\n", "ann", "ben")
	lost := strings.ReplaceAll(cond(2, 1), "      break on", "      on lost w\n        wait 1s\n      break on")
	for _, c := range []struct {
		text   string
		budget explore.Budget
	}{
		{cond(2, 3), explore.Budget{}}, {queue, explore.Budget{Jumps: 1, Copies: 1}},
		{lost, explore.Budget{Faults: 1, Lates: 1, Jumps: 1}}, {cond(3, 3), explore.Budget{States: 500}},
	} {
		w := start(t, c.text)
		one := explore.Search(explore.Input{World: w}, c.budget, nil, nil)
		for _, workers := range []int{1, 2, 7} {
			found := explore.Search(explore.Input{World: w}, c.budget, sideBySide(workers), nil)
			if found.Verdict() != one.Verdict() || !slices.Equal(everything(found), everything(one)) {
				t.Errorf("%d workers: %s\n%v\none after the other: %s\n%v", workers, found.Verdict(), everything(found),
					one.Verdict(), everything(one))
			}
		}
	}
}

// everything is all that a search found, with its examples.
func everything(r *explore.Result) (list []string) {
	for _, o := range r.Outcomes {
		list = append(list, fmt.Sprint(o.String(), o.Schedules, o.Example))
	}
	for _, m := range r.Marks {
		list = append(list, fmt.Sprint(m.Kind, m.Schedules, m.Length, m.Example))
	}
	return append(list, fmt.Sprint(r.States, r.Transitions, r.Ends, r.Depth, r.StuckIn))
}

// A search asks often whether it goes on, however much a state or a batch has the engine carry out, and does little
// more once it is stopped: whoever waits for its end waits for that.
func TestAStoppedSearchEndsSoon(t *testing.T) {
	const most = 120 // requests, with those that bring the world to a state
	w := start(t, "writer ann\nwriter ben\nwriter cat\nseed: create-container cont\nseed: put-blob cont/x 0\n"+
		enginetest.Each("plan WHO\n  get-blob cont/x as r\n  put-blob cont/WHO {$r.body + 1} as w\n  on lost w\n"+
			"    get-blob cont/WHO as again\n  put-blob cont/x {$r.body + 1} if-match=$r.etag\n", "ann", "ben", "cat"))
	for _, stop := range []int{1, 5, 40, 1 << 30} {
		for _, workers := range []int{0, 1} {
			sent, heard, asked, longest := 0, 0, 0, 0
			in := explore.Input{World: w, Guard: func(*engine.World, *engine.Exchange) []engine.Arg {
				sent++
				return nil
			}}
			tick := func(explore.Progress) bool {
				longest, heard = max(longest, sent-heard), sent
				asked++
				return asked < stop
			}
			var each explore.Each
			if workers > 0 {
				each = sideBySide(workers)
			}
			found := explore.Search(in, explore.Budget{Faults: 2, Copies: 1, Lates: 1, States: 2000}, each, tick)
			if stop < asked+1 && found.Stopped != "stopped" {
				t.Fatalf("stopped at %d: %s", stop, found.Verdict())
			}
			if longest > most || stop <= asked && sent-heard > most {
				t.Errorf("stopped at %d, %d workers: %d requests between two questions, %d behind the last", stop,
					workers, longest, sent-heard)
			}
			if stop <= asked && asked > stop+1 {
				t.Errorf("stopped at %d: it asked %d times", stop, asked)
			}
		}
	}
}

// What all share behind a step that left it as it was is what is made of the world behind that step.
func TestWhatAStepLeftIsAsItWas(t *testing.T) {
	left := 0
	eachRace(t, oneIn(12), func(path string, s *scenario.Searched) {
		for _, b := range []explore.Budget{{}, {Faults: 1}, {Jumps: 1, Copies: 1}} {
			b.States = 60
			n, wrong := explore.LeftAs(s.Input, b)
			left += n
			for _, w := range wrong {
				t.Errorf("%s %+v: %s", path, b, w)
			}
		}
	})
	if left < 100 {
		t.Errorf("only %d steps left what all share as it was", left)
	}
	t.Log(left)
}
