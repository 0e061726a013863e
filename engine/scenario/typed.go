package scenario

import (
	"slices"

	"interleave/engine"
)

// AsTyped are the inputs by which a person would have done what an input did: a plan does nothing that nobody could
// type. What ends for a plan alone is no timer for others.
func AsTyped(in engine.Input, events []engine.Event, w *engine.World) []engine.Input {
	switch in := in.(type) {
	case engine.Plan:
		return nil
	case engine.Next:
		var list []engine.Input
		for _, e := range events {
			switch x := e.Exchange(); {
			case x != nil && e.Kind == engine.GaveUp:
				list = append(list, engine.Timeout{Name: x.Name})
			case x != nil && e.Kind == engine.Sent:
				list = append(list, x.Asked())
			}
		}
		return list
	case engine.Clock:
		woken := func(e engine.Event) bool { return e.Kind == engine.Ended && e.Object.Kind == "plan" }
		if in.Next && slices.ContainsFunc(events, woken) {
			return []engine.Input{engine.Clock{To: events[0].At}}
		}
	}
	return []engine.Input{in}
}
