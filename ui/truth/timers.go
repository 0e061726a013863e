package truth

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// timerLines are what ends by itself, of all objects.
func (t *Pane) timerLines() []pane.Line {
	timers := t.View.Timers()
	lines := []pane.Line{{Left: []grid.Span{say.Bold(themes.Text, "Timers of all objects")}}}
	if len(timers) == 0 {
		return append(lines[:0], pane.Line{Left: []grid.Span{say.Dim("Nothing ends by itself.")}})
	}
	for i, timer := range timers {
		left := max(timer.At.Sub(t.now), 0)
		if n := len(timers) - i; left > say.Soon && n > 1 {
			return append(lines, pane.Line{Left: []grid.Span{say.Dim(
				fmt.Sprintf("%d more, the first in %s", n, say.Seconds(left)))}})
		}
		row := pane.Line{Left: append(say.Timer(t.View, timer), say.Dim(" in "),
			say.Bold(themes.Behind, fmt.Sprintf("%-6s", say.Seconds(left))))}
		if length := t.lengthOf(timer); length > 0 {
			row.Bar, row.Share = true, left.Seconds()/length.Seconds()
		}
		lines = append(lines, row)
	}
	return lines
}

// lengthOf is how long the time of a timer was when it began; 0 where nobody knows.
func (t *Pane) lengthOf(timer engine.Timer) time.Duration {
	switch {
	case timer.Name == "next-visible":
		return timer.At.Sub(view.Record(t.View.Properties(timer.Object)).Mark("received").At)
	case strings.HasPrefix(timer.Name, "lease."):
		return time.Duration(t.leaseLength(timer.Object)) * time.Second
	}
	return 0
}

// leaseLength is the length of a lease in seconds; 0 or less: it has none.
func (t *Pane) leaseLength(object engine.ObjectID) int64 {
	if object == t.truth.Object {
		return t.truth.Lease.Length
	}
	for _, w := range t.View.Writers() {
		if h, ok := t.View.Known(w.ID).Holds(object); ok {
			return h.Seconds
		}
	}
	return 0
}
