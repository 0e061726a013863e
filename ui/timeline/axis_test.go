package timeline

import (
	"testing"

	"interleave/engine"
	"interleave/ui/uitest"
)

// A bookmark names the moment behind a wait; what ended within that wait ended before.
func TestTheClockOfTheTimelineNeverGoesBack(t *testing.T) {
	for _, name := range []string{"tair/r08-expiry-is-a-hidden-delete.race", "queue/q02-slow-worker.race"} {
		d := uitest.Play(t, name)
		panes := []*Pane{timelineAs(d, stripView), timelineAs(d, sequenceView)}
		for _, err := d.Room().Step(); err == nil; _, err = d.Room().Step() {
			for _, p := range panes {
				d.With(p)
				noTimeGoesBack(t, name, p)
			}
		}
	}
}

func noTimeGoesBack(t *testing.T, name string, p *Pane) {
	t.Helper()
	var last engine.Instant
	for at, ok := p.after(-1); ok; at, ok = p.after(at) {
		now := p.course.Lines.At(p.last(at)).At
		if now < last {
			t.Errorf("%s: %s stands behind %s", name, now, last)
		}
		last = now
	}
}
