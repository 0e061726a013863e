package ui

import (
	"image"
	"sync/atomic"
	"time"

	"interleave/ui/grid"
	"interleave/ui/widget"
)

// busy is what is done away from the screen just now. It is shown once it has taken so long that somebody wonders.
type busy struct {
	root  *Root
	job   *job // the newest; nil: there was none
	shown bool
	work  *widget.Work
}

// job is what any goroutine may tell of the work.
type job struct {
	share atomic.Uint64 // done in the upper half, all in the lower
	over  atomic.Bool
}

const (
	wonder = 300 * time.Millisecond
	turn   = 100 * time.Millisecond
)

// begin is told what is done.
func (b *busy) begin(what string) *job {
	b.job, b.shown, b.work = &job{}, false, widget.NewWork(what)
	b.root.ask(b.root.deps.After(wonder, busyMsg{b.job}))
	return b.job
}

// progress says how much of the work is done.
func (j *job) progress(done, total int) {
	j.share.Store(uint64(uint32(done))<<32 | uint64(uint32(total)))
}

func (j *job) end() { j.over.Store(true) }

type busyMsg struct{ job *job }

func (m busyMsg) apply(r *Root) {
	b := &r.busy
	if b.job != m.job || m.job.over.Load() {
		r.idle = b.job != m.job || !b.shown
		return
	}
	b.shown = true
	if !r.deps.Quiet {
		b.work.Turn()
	}
	if now := m.job.share.Load(); uint32(now) > 0 {
		b.work.Share = float64(now>>32) / float64(uint32(now))
	}
	r.ask(r.deps.After(turn, m))
}

// now says whether there is something to show.
func (b *busy) now() bool { return b.shown && !b.job.over.Load() }

// paint fills the first row of the status area.
func (b *busy) paint(a grid.Area) {
	w, h := a.Size()
	b.work.Paint(a.Sub(image.Rect(1, 0, max(w-1, 1), h)), b.root.looks.now(false))
}
