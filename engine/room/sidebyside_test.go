package room_test

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"interleave/engine/room"
)

// Each piece is done once and before the call returns: with more processors than pieces, right behind another call, and
// when those who helped have gone meanwhile.
func TestEachPieceIsDoneOnce(t *testing.T) {
	for _, processors := range []int{0, 1, 2, 3, 8} {
		each := room.SideBySide(processors)
		for round := range 300 {
			for _, n := range []int{0, 1, 2, 16} {
				done := make([]int, n)
				each(n, func(i int) { done[i]++ })
				if slices.ContainsFunc(done, func(times int) bool { return times != 1 }) {
					t.Fatalf("%d processors, round %d: %d pieces were done %v times", processors, round, n, done)
				}
			}
			if round%100 == 0 { // its own share takes so long that the others end meanwhile
				each(2, func(i int) {
					for begin := time.Now(); i == 0 && time.Since(begin) < time.Millisecond; {
						runtime.Gosched()
					}
				})
			}
		}
	}
}

// A piece may share its own work in turn.
func TestWorkIsSharedWithinWork(t *testing.T) {
	each := room.SideBySide(2)
	var done atomic.Int32
	each(4, func(int) {
		each(8, func(int) { done.Add(1) })
	})
	if done.Load() != 4*8 {
		t.Errorf("%d of %d pieces were done", done.Load(), 4*8)
	}
}
