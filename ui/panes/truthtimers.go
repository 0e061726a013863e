package panes

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// timerWords are the timers as people call them.
var timerWords = map[string]string{"lease.ends": "the lease ends", "lease.breaks": "the lease is broken",
	"free":         "the name is free",
	"next-visible": "visible again", "expires": "it expires", "expiry": "it expires",
	"staged.ends": "its staged blocks go", "copy.ends": "the copy ends", "session": "the handle is closed",
	"wait": "goes on"}

func timerWord(name string) string {
	switch words := timerWords[name]; {
	case strings.HasSuffix(name, ".settles"):
		return "the policy holds"
	case words != "":
		return words
	}
	return strings.ReplaceAll(name, ".", " ") + " ends"
}

// TimerTold is what a timer was, when it has ended, as a sentence for the status row.
func TimerTold(v *view.View, name, object string) string {
	return v.Called(object) + ": " + timerWord(name) + "."
}

// timerSpans say what a timer is: of a plan what its writer does then, else what ends of which object.
func timerSpans(v *view.View, timer engine.Timer) []grid.Span {
	writer, plans := strings.CutPrefix(timer.Object, "plan ")
	if !plans {
		return []grid.Span{say.Plain(v.Called(timer.Object)), say.Dim(": " + timerWord(timer.Name))}
	}
	who := say.Person(v, writer, v.Title(writer))
	for _, c := range v.Upcoming() {
		switch {
		case c.By == writer && c.Again != 0:
			return []grid.Span{who, say.Dim(" sends "), say.Plain(fmt.Sprintf("#%d", c.Again)), say.Dim(" again")}
		case c.By == writer:
			return []grid.Span{who, say.Dim(" sends "), say.Plain(c.What)}
		}
	}
	return []grid.Span{who, say.Dim("'s plan goes on")}
}

// soon is how far ahead a timer is listed by itself: what ends in days explains nothing of what happens in seconds.
const soon = 24 * time.Hour

// timerLines are what ends by itself, of all objects.
func (t *Truth) timerLines() []line {
	timers := t.view.Timers()
	lines := []line{{left: []grid.Span{say.Bold(themes.Text, "Timers of all objects")}}}
	if len(timers) == 0 {
		return append(lines[:0], line{left: []grid.Span{say.Dim("Nothing ends by itself.")}})
	}
	for i, timer := range timers {
		left := max(timer.At.Sub(t.now), 0)
		if n := len(timers) - i; left > soon && n > 1 {
			return append(lines, line{left: []grid.Span{say.Dim(
				fmt.Sprintf("%d more, the first in %s", n, say.Seconds(left)))}})
		}
		row := line{left: append(timerSpans(t.view, timer), say.Dim(" in "),
			say.Bold(themes.Behind, fmt.Sprintf("%-6s", say.Seconds(left))))}
		if length := t.lengthOf(timer); length > 0 {
			row.bar, row.share = true, left.Seconds()/length.Seconds()
		}
		lines = append(lines, row)
	}
	return lines
}

// lengthOf is how long the time of a timer was when it began; 0 where nobody knows.
func (t *Truth) lengthOf(timer engine.Timer) time.Duration {
	switch {
	case timer.Name == "next-visible":
		return timer.At.Sub(record(t.view.Properties(timer.Object)).mark("received").At)
	case strings.HasPrefix(timer.Name, "lease."):
		return time.Duration(t.leaseLength(timer.Object)) * time.Second
	}
	return 0
}

// leaseLength is the length of a lease in seconds; 0 or less: it has none.
func (t *Truth) leaseLength(object string) int64 {
	if object == t.truth.Object {
		return t.truth.Lease.Length
	}
	for _, w := range t.view.Writers() {
		if h, ok := t.view.Known(w.ID).Holds(object); ok {
			return h.Seconds
		}
	}
	return 0
}
