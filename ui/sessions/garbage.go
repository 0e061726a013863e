package sessions

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// longFrom is from how many records on a session has so much memory that it matters when it is given back.
const longFrom = 100_000

// longSessionGC is what may be garbage in a session that is long, or will be, in percent of what is used.
const longSessionGC = 50

// leastGarbage is how many bytes may be garbage before they are collected, however little is used: looking through a
// small heap again and again costs more than all that a request does. More of it is no gain: memory that is touched for
// the first time costs as much as what is collected.
const leastGarbage = 256 << 20

// fullGarbage is how many bytes may be garbage where as much is used: up to there what a session has grown to may once
// more be garbage, which has the collector look at it half as often as longSessionGC does. With a processor that others
// want too that costs no memory: what is made while it looks comes on top, and is the more the more often it does.
const fullGarbage = 1 << 30

// replayGC is what may be garbage while a long session is replayed, in percent of what is used: most of what a replay
// makes is written into the text of a page and forgotten soon.
const replayGC = 75

// spareMemory has a long session replayed in little more memory than it takes; done gives back what the replay was
// given, and has the session go on with half of its size on top for what is no longer used, not with as much again.
// GOGC in the environment says otherwise.
func spareMemory(records int) (done func()) {
	if records < longFrom || os.Getenv("GOGC") != "" {
		return func() {}
	}
	debug.SetGCPercent(replayGC)
	return func() {
		debug.SetGCPercent(longSessionGC)
		debug.FreeOSMemory()
	}
}

// Garbage has a process whose session grows under the requests of programs collect what is no longer used seldom while
// little is used, and early enough once it is long. Its method may be called from any goroutine, as often as one likes.
type Garbage struct {
	mu      sync.Mutex
	percent int // that the collector was told; 0: none
}

// Bound tells the collector how much may be garbage, by what is used now. GOGC in the environment says otherwise.
func (g *Garbage) Bound() {
	if os.Getenv("GOGC") != "" {
		return
	}
	used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(used)
	percent := percentFor(used[0].Value.Uint64())
	g.mu.Lock()
	defer g.mu.Unlock()
	if percent < g.percent*9/10 || percent > g.percent*2 { // telling it stops the world for a moment
		g.percent = percent
		debug.SetGCPercent(percent)
	}
}

// percentFor is how much may be garbage, in percent of the bytes that are used.
func percentFor(live uint64) int {
	live = max(live, leastGarbage/4) // before the first collection nobody knows it
	return max(longSessionGC, int(max(leastGarbage, min(live, fullGarbage))*100/live))
}
