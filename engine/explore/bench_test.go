package explore_test

import (
	"fmt"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/room"
	"interleave/engine/scenario"
)

// The figures of .ci/spin/compare: it runs these beside Spin and gives the ratios. Garbage is collected as seldom as by
// `orders`.
func asOrders(b *testing.B) {
	was := debug.SetGCPercent(explore.Garbage)
	b.Cleanup(func() { debug.SetGCPercent(was) })
}

// All orders, ends, marks and shortest examples of four writers with three guarded changes each.
func BenchmarkGuarded4x3(b *testing.B) {
	asOrders(b)
	w := start(b, cond(4, 3))
	for b.Loop() {
		explore.Search(explore.Input{World: w}, explore.Budget{}, nil, nil)
	}
}

// The same with nothing merged but what tokens and the memo merge: how many states a second.
func BenchmarkUnmerged4x3(b *testing.B) {
	asOrders(b)
	w, states := start(b, cond(4, 3)), 0
	rules := explore.Rules{Tokens: true, Dead: true, Memo: true}
	for b.Loop() {
		r := explore.Search(explore.Input{World: w, Rules: &rules}, explore.Budget{Bytes: 4 << 30}, nil, nil)
		states += r.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// One request or answer comes twice: there is always something under way behind that.
func BenchmarkCopied3x2(b *testing.B) {
	asOrders(b)
	w := start(b, cond(3, 2))
	for b.Loop() {
		explore.Search(explore.Input{World: w}, explore.Budget{Copies: 1}, nil, nil)
	}
}

// A model that is large enough for workers to share.
func BenchmarkWorkers5x3(b *testing.B) {
	asOrders(b)
	w := start(b, cond(5, 3))
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				search5x3(w, workers)
			}
		})
	}
}

func search5x3(w *engine.World, workers int) {
	explore.Search(explore.Input{World: w}, explore.Budget{Bytes: 4 << 30}, room.SideBySide(workers), nil)
}

// What a second worker gains of that model: the middle one of some rounds. Some machines keep all of a process on one
// processor for seconds, and no search gains anything there: a round counts where a loop that shares nothing gained
// twoProcessors right before it and right behind it. idle: so many rounds did not.
func BenchmarkGain5x3(b *testing.B) {
	const twoProcessors, tries = 1.8, 200
	asOrders(b)
	w := start(b, cond(5, 3))
	var gains []float64
	idle := 0
	for b.Loop() {
		for ; idle < tries; idle++ {
			if gainOf(loops) < twoProcessors {
				continue
			}
			gain := gainOf(func(workers int) { search5x3(w, workers) })
			if gainOf(loops) >= twoProcessors {
				gains = append(gains, gain)
				break
			}
		}
	}
	if len(gains) < b.N {
		b.Skip("no two processors were to be had")
	}
	slices.Sort(gains)
	b.ReportMetric(gains[len(gains)/2], "gain")
	b.ReportMetric(float64(idle), "idle")
}

// gainOf is the time that work takes with one worker, in that of two.
func gainOf(work func(workers int)) float64 {
	begin := time.Now()
	work(1)
	one := time.Since(begin)
	begin = time.Now()
	work(2)
	return one.Seconds() / time.Since(begin).Seconds()
}

// loops is work that shares nothing.
func loops(workers int) {
	sums := make([]uint64, workers*8) // a line of the cache for each
	room.SideBySide(workers)(workers, func(n int) {
		sum := uint64(n)
		for range 50_000_000 / workers {
			sum = sum*6364136223846793005 + 1442695040888963407
		}
		sums[n*8] += sum
	})
}

// What a state takes, without the steps from it.
func BenchmarkStateBytes4x3(b *testing.B) {
	asOrders(b)
	w := start(b, cond(4, 3))
	rules := explore.Rules{Tokens: true, Dead: true, Memo: true}
	size := 0.0
	for b.Loop() {
		size = explore.StateBytes(explore.Input{World: w, Rules: &rules}, explore.Budget{Bytes: 4 << 30})
	}
	b.ReportMetric(size, "B/state")
}

// The shortest order that loses an update, as soon as it is found.
func BenchmarkFirstLost4x3(b *testing.B) {
	asOrders(b)
	w := start(b, blind(4, 3))
	for b.Loop() {
		r := explore.Search(explore.Input{World: w}, explore.Budget{}, nil, func(p explore.Progress) bool {
			return len(p.Marks) == 0
		})
		if len(r.Marks) == 0 || r.Marks[0].Length != 4 {
			b.Fatalf("no order of four steps was found: %s", r.Verdict())
		}
	}
}

// Every race of the library, with one message that may be lost: searches that are little more than what the engine
// carries out.
func BenchmarkLibrary(b *testing.B) {
	asOrders(b)
	var all []explore.Input
	eachRace(b, oneIn(1), func(_ string, s *scenario.Searched) { all = append(all, s.Input) })
	states := 0
	for b.Loop() {
		states = 0
		for _, in := range all {
			states += explore.Search(in, explore.Budget{Faults: 1, States: 2000}, nil, nil).States
		}
	}
	b.ReportMetric(float64(len(all)), "races")
	b.ReportMetric(float64(states), "states")
}

// The curve over the number of writers and of their changes.
func BenchmarkCurve(b *testing.B) {
	asOrders(b)
	for _, c := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {5, 2}, {5, 3}} {
		b.Run(fmt.Sprintf("%dx%d", c[0], c[1]), func(b *testing.B) {
			w, states := start(b, cond(c[0], c[1])), 0
			for b.Loop() {
				r := explore.Search(explore.Input{World: w}, explore.Budget{Bytes: 4 << 30}, nil, nil)
				states = r.States
			}
			b.ReportMetric(float64(states), "states")
		})
	}
}
