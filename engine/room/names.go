package room

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// actionName is what people call an action: by its first record that is no clock.
func (r *Room) actionName(record int) string {
	if record == 0 {
		return ""
	}
	if c, ok := r.cameFrom(record); ok {
		return c.Name
	}
	action, named := r.line.Record(record).Action, 0
	for n := action; n <= r.line.Last() && r.line.Record(n).Action == action; n++ {
		if _, clock := r.line.Input(n).(engine.Clock); named == 0 || !clock {
			named = n
			if !clock {
				break
			}
		}
	}
	return r.recordName(named)
}

// recordName is what people call a record, as `deliver #7`; what has no shorter name is called by its line.
func (r *Room) recordName(n int) string {
	events := r.line.Events(n)
	if len(events) == 0 {
		return r.line.Record(n).Line
	}
	e := events[0]
	no := fmt.Sprintf("#%d", e.Request) + strings.Repeat("'", e.Copy)
	switch in := r.line.Input(n).(type) {
	case engine.Send:
		return fmt.Sprintf("%s's %s %s", r.titleOf(in.By), r.line.World().Spec(in.Verb).Method, no)
	case engine.Deliver:
		return "deliver " + no
	case engine.Hear:
		return "the answer of " + no
	case engine.Lose:
		return fmt.Sprintf("lose the %s of %s", e.Text, no)
	case engine.AddWriter:
		return "add the writer " + e.Text
	case engine.Act:
		return r.titleOf(in.By) + "'s work outside"
	case engine.Clock:
		return fmt.Sprintf("move the clock to %s", e.At)
	}
	return r.line.Record(n).Line
}

func (r *Room) titleOf(id string) string {
	if w := r.line.World().Writer(id); w != nil {
		return w.Title
	}
	return id
}
