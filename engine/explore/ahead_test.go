package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

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
		"seed: put-message jobs one\nseed: put-message jobs two\n"
	for _, id := range []string{"ann", "ben"} {
		queue += "plan " + id + "\n  get-messages jobs as g\n  if g 0.receipt\n    put-blob cont/x x\n" +
			"    delete-message $g.0 popreceipt=$g.0.receipt\n"
	}
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
	writers := "writer ann\nwriter ben\nwriter cat\nseed: create-container cont\nseed: put-blob cont/x 0\n"
	for _, id := range []string{"ann", "ben", "cat"} {
		writers += "plan " + id + "\n  get-blob cont/x as r\n  put-blob cont/" + id + " {$r.body + 1} as w\n" +
			"  on lost w\n    get-blob cont/" + id + " as again\n  put-blob cont/x {$r.body + 1} if-match=$r.etag\n"
	}
	w := start(t, writers)
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
