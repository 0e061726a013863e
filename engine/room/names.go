package room

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// actionName is what people call an action: by its first record that is no clock. Where it hands over several messages,
// holds several writers or delivers a request only to lose its answer, by that.
func (r *Room) actionName(record int) string {
	if record == 0 {
		return ""
	}
	if c, ok := r.returnPointOf(record); ok && c.Name != "" {
		return c.Name
	}
	action := r.line.Action(record)
	named, handed, held, last := action, 0, 0, action
	for n := action; n <= r.line.Last() && r.line.Action(n) == action; n++ {
		switch in := r.line.Input(n).(type) {
		case engine.Clock:
			continue
		case engine.Deliver, engine.ReceiveAnswer:
			handed++
		case engine.Set:
			if in.Key == "hold" {
				held++
			}
		}
		if _, clock := r.line.Input(named).(engine.Clock); clock {
			named = n
		}
		last = n
	}
	_, sent := r.line.Input(named).(engine.Send)
	_, planned := r.line.Input(named).(engine.Next)
	sent = sent || planned
	_, lost := r.line.Input(last).(engine.Lose)
	switch {
	case lost && handed == 1:
		named = last
	case handed > 1 && !sent:
		return "deliver " + engine.Counted(handed, "message")
	case held > 1:
		return "hold all writers' requests, or no more"
	}
	return r.recordName(named)
}

// recordName is what people call a record, as `deliver #7`; what has no shorter name is called by its line.
func (r *Room) recordName(n int) string {
	events := r.line.Events(n)
	if len(events) == 0 {
		return r.line.Line(n)
	}
	e := events[0]
	no := fmt.Sprintf("#%d", e.Request) + strings.Repeat("'", e.Copy)
	switch in := r.line.Input(n).(type) {
	case engine.Send:
		return fmt.Sprintf("%s's %s %s", r.titleOf(in.By), r.line.World().Spec(in.Verb).Shown(), no)
	case engine.Deliver:
		return "deliver " + no
	case engine.ReceiveAnswer:
		return "the answer of " + no
	case engine.Lose:
		if e.Text == "answer" {
			return "lose " + no + "'s answer"
		}
		return "lose " + no
	case engine.Duplicate:
		return fmt.Sprintf("double #%d", e.Request)
	case engine.Timeout:
		return r.titleOf(e.By) + " stops waiting for " + no
	case engine.Order:
		return fmt.Sprintf("move %s to place %d", no, in.Place)
	case engine.Edit:
		return "change " + no
	case engine.Finish:
		return "finish " + no
	case engine.Set:
		if in.Key == "hold" && in.Value == "on" {
			return fmt.Sprintf("hold %s's requests", r.titleOf(in.Scope))
		} else if in.Key == "hold" {
			return fmt.Sprintf("hold %s's requests no more", r.titleOf(in.Scope))
		}
	case engine.Next:
		return r.nextName(in, events)
	case engine.Plan:
		return r.titleOf(in.By) + "'s plan" + map[bool]string{true: " taken away"}[len(in.Steps) == 0]
	case engine.AddWriter:
		return "add the writer " + e.Text
	case engine.Act:
		return r.titleOf(in.By) + "'s work outside"
	case engine.Clock:
		return fmt.Sprintf("move the clock to %s", e.At)
	}
	return r.line.Line(n)
}

// nextName is what people call a step of a plan: by the request that it sent, where it sent one.
func (r *Room) nextName(in engine.Next, events []engine.Event) string {
	for _, e := range events {
		if e.Kind == engine.Sent {
			return fmt.Sprintf("%s's %s #%d", r.titleOf(in.By),
				r.line.World().Spec(e.Exchange().Verb).Shown(), e.Request)
		}
	}
	return fmt.Sprintf("a step of %s's plan", r.titleOf(in.By))
}

func (r *Room) titleOf(id string) string { return r.line.World().Title(id) }
