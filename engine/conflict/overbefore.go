package conflict

import (
	"slices"

	"interleave/engine"
)

// wasOver says whether what earlier tries had done to a part was over when the request did it again: the clock had
// ended it, as it does the lock of who heard nothing, or its writer had removed it before it asked once more. What came
// there since, and how that went, is another's: it goes by who ended the work of the newest try. What others have added
// to meanwhile goes by who ended that.
func wasOver(w *engine.World, x *engine.Exchange, c engine.Change) bool {
	over := func(end engine.Mark) bool {
		by := w.Exchange(end.Request)
		return by == nil && end.Event > 0 || // the clock
			by != nil && by.By == x.By && by.Wish != x.Wish && by.Decided.Event < x.Sent.Event
	}
	if ends := endsOf(w, x, c.Part); len(ends) > 0 {
		return !slices.ContainsFunc(ends, func(end engine.Change) bool { return !end.Drops || !over(end.Mark) })
	}
	return c.Gone && over(c.Mark)
}

// leftUndone says whether no earlier try of a wish to take things away got to its end, as one that runs out of time
// with a part of the messages: the next one does the rest of it, and nothing a second time.
func leftUndone(w *engine.World, x *engine.Exchange, c engine.Change) bool {
	return c.Drops && !anyTry(w, x, func(try *engine.Exchange) bool {
		return try.Altered && (try.Answer.Why == nil || !try.Answer.Why.Rule.Open)
	})
}

// endsOf are how the work of the newest try that did something to a part went; empty where it stands, or where its
// answer was heard while it did.
func endsOf(w *engine.World, x *engine.Exchange, p engine.Part) (ends []engine.Change) {
	var newest *engine.Exchange
	for _, try := range tries(w, x) {
		if try.Altered && (newest == nil || try.Decided.Event > newest.Decided.Event) {
			newest = try
		}
	}
	if newest == nil {
		return nil
	}
	for _, end := range newest.Ended {
		if end.Meets(p) {
			ends = append(ends, end)
		}
	}
	return ends
}
