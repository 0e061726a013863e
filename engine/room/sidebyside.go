package room

import (
	"runtime"
	"sync/atomic"
	"time"

	"interleave/engine/explore"
)

// SideBySide shares work among so many processors, each piece always to the same one: what stands in its cache is of
// pieces that it had before. The caller does the first share itself. A piece that shares work in turn does that alone.
func SideBySide(processors int) explore.Each {
	others := make([]worker, max(processors-1, 0))
	var busy atomic.Bool
	return func(n int, work func(int)) {
		workers := min(len(others)+1, n)
		if workers < 2 || !busy.CompareAndSwap(false, true) {
			workers = 1
		} else {
			defer busy.Store(false)
		}
		share := func(first int) {
			for i := first; i < n; i += workers {
				work(i)
			}
		}
		for i := 1; i < workers; i++ {
			others[i-1].begin(func() { share(i) })
		}
		share(0)
		for i := 1; i < workers; i++ {
			others[i-1].wait()
		}
	}
}

// worker is a goroutine that works beside its caller. Two pieces of work of a search lie microseconds apart, which is
// less than it takes to wake a processor: so it looks for its next piece for idleMost, and ends then.
type worker struct {
	work  atomic.Pointer[func()] // what it is to do next
	works atomic.Bool
	runs  atomic.Bool
	_     [64]byte // what two of them write lies apart
}

const (
	idleMost  = 200 * time.Microsecond
	looksMost = 64 // looks before somebody else may have the processor
)

func (w *worker) begin(work func()) {
	w.works.Store(true)
	w.work.Store(&work)
	if w.runs.CompareAndSwap(false, true) {
		go w.run()
	}
}

func (w *worker) run() {
	for {
		for idle := time.Now(); time.Since(idle) < idleMost; runtime.Gosched() {
			for range looksMost {
				if work := w.work.Swap(nil); work != nil {
					(*work)()
					w.works.Store(false)
					idle = time.Now()
				}
			}
		}
		w.runs.Store(false)
		if w.work.Load() == nil || !w.runs.CompareAndSwap(false, true) { // else it was given some right then
			return
		}
	}
}

func (w *worker) wait() {
	for looks := 1; w.works.Load(); looks++ {
		if looks%looksMost == 0 {
			runtime.Gosched()
		}
	}
}
