package scenario

import (
	"slices"
	"strings"

	"interleave/engine"
)

// AsTyped are the inputs by which a person would have done what an input did: a plan does nothing that nobody could
// type. What ends for a plan alone is no timer for others.
func AsTyped(in engine.Input, events []engine.Event, w *engine.World) []engine.Input {
	list := []engine.Input{in}
	switch in := in.(type) {
	case engine.Act:
		return list
	case engine.Plan, engine.Next:
		list = nil
	case engine.Clock:
		woken := func(e engine.Event) bool { return e.Kind == engine.Ended && e.Object.Kind == "plan" }
		if in.Next && slices.ContainsFunc(events, woken) {
			list[0] = engine.Clock{To: events[0].At}
		}
	}
	_, next := in.(engine.Next)
	for _, e := range events {
		switch x := e.Exchange(); {
		case e.Kind == engine.Acted:
			list = append(list, engine.Act{By: e.By, What: workNamed(e.Text)})
		case next && x != nil && e.Kind == engine.GaveUp:
			list = append(list, engine.Timeout{Name: x.Name})
		case next && x != nil && e.Kind == engine.Sent:
			list = append(list, x.Asked())
		}
	}
	return list
}

// workNamed is what an event calls work: a field of an answer, or a word.
func workNamed(text string) engine.Value {
	if path, ok := strings.CutPrefix(text, "$"); ok {
		return engine.Ref(path, false)
	}
	return engine.Text(text)
}
