package say

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/grid"
)

// timerWords are the timers as people call them.
var timerWords = map[string]string{"lease.ends": "the lease ends", "lease.breaks": "the lease is broken",
	"free":         "the name is free",
	"next-visible": "visible again", "expires": "it expires", "expiry": "it expires",
	"staged.ends": "its staged blocks go", "copy.ends": "the copy ends", "session": "the handle is closed",
	"wait": "goes on"}

// TimerWord is what happens when a timer of that name ends.
func TimerWord(name string) string {
	switch words := timerWords[name]; {
	case strings.HasSuffix(name, ".settles"):
		return "the policy holds"
	case words != "":
		return words
	}
	return strings.ReplaceAll(name, ".", " ") + " ends"
}

// TimerOver is what a timer was, when it has ended, as a sentence for the status row.
func TimerOver(v *view.View, name string, object engine.ObjectID) string {
	return v.Called(object) + ": " + TimerWord(name) + "."
}

// Timer say what a timer is: of a plan what its writer does then, else what ends of which object.
func Timer(v *view.View, timer engine.Timer) []grid.Span {
	writer, plans := timer.Object.Name, timer.Object.Kind == "plan"
	if !plans {
		return []grid.Span{Plain(v.Called(timer.Object)), Dim(": " + TimerWord(timer.Name))}
	}
	who := Person(v, writer, v.Title(writer))
	for _, c := range v.Upcoming() {
		switch {
		case c.By == writer && c.Again != 0:
			return []grid.Span{who, Dim(" sends "), Plain(fmt.Sprintf("#%d", c.Again)), Dim(" again")}
		case c.By == writer:
			return []grid.Span{who, Dim(" sends "), Plain(c.What)}
		}
	}
	return []grid.Span{who, Dim("'s plan goes on")}
}

// Soon is how far ahead a timer is listed by itself: what ends in days explains nothing of what happens in seconds.
const Soon = 24 * time.Hour
