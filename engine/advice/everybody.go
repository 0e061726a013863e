package advice

import (
	"strings"

	"interleave/engine"
	"interleave/engine/guards"
)

// sceneMost is how many requests a scene may have that is run again under every guard for a card.
const sceneMost = 128

// comparison is the scene run again under every guard that its objects know: each request up to the finding's as it was
// decided, from the first of a writer on. nil where it is too long for a card.
func (a *adviser) comparison() *guards.Table {
	first, list := 0, []engine.Input(nil)
	for n := 1; n <= a.x.Number; n++ {
		x := a.v.Exchange(n)
		if first == 0 && x.By == engine.Seed || x.Decided.IsZero() {
			continue
		}
		if first == 0 {
			first = x.Sent.Event
		}
		if len(list) == 4*sceneMost {
			return nil
		}
		list = append(list, engine.Clock{To: x.Decided.At}, engine.Send{By: x.By, Verb: x.Verb, Args: x.Args,
			Words: x.Words, As: x.Name}, engine.Deliver{Names: []string{x.Name}},
			engine.ReceiveAnswer{Names: []string{x.Name}})
	}
	w, at := a.v.Before(first)
	in := guards.ReplayInput{Start: at, World: w, Inputs: list}
	return guards.New(in, func() bool { return false }).All()
}

// allowedBy says whether the harm is done under a guard all the same.
func (a *adviser) allowedBy(table *guards.Table, g engine.Guarding) bool {
	row, ok := table.Row(g.ID)
	return ok && strings.HasPrefix(table.Cell(row, string(a.c.Severity)+" "+string(a.c.Kind)), "allows")
}
