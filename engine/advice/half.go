package advice

import (
	"fmt"

	"interleave/engine"
)

// halfDone says whether the finding is of a transaction whose other commands were carried out: nothing takes those
// back, and the same again would do them once more.
//
// Source: Redis 7.0, Transactions, "What about rollbacks?" (engine/tair/rules.md, "Plain Redis commands").
func (a *adviser) halfDone() bool {
	if a.c.Severity != engine.SeverityRefused || a.spec.Effect != engine.Groups || !a.spec.Prompt() {
		return false
	}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		if len(e.Changed) > 0 {
			return true
		}
	}
	return false
}

// afterHalf is what is left of it.
func (a *adviser) afterHalf() Card {
	const corrected = "Send only what was refused, corrected"
	if x := a.changedBehind(); x != nil {
		return Card{Say: fmt.Sprintf("What else #%d carried out was done, and the whole again would do it once more; "+
			"%s has changed %s since, so settle with %s before any of it is taken back. %s.", a.x.Number,
			a.requestOf(x), a.v.Called(x.Object), a.v.Title(x.By), corrected)}
	}
	return Card{Say: fmt.Sprintf("What else #%d carried out stands: nothing takes it back by itself, and the whole "+
		"again would do it once more. %s, or take the other changes back.", a.x.Number, corrected)}
}

// changedBehind is the newest request of another that changed since what the transaction did carry out; nil: none did.
func (a *adviser) changedBehind() *engine.Exchange {
	done := map[engine.ObjectID]bool{}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		for _, c := range e.Changed {
			done[c.Object] = true
		}
	}
	for e := range a.v.Between(a.c.Event, a.v.Last+1) { // the newest first
		x := a.v.Exchange(e.Request)
		if e.Kind == engine.Decided && x.By != a.c.By && x.Took && done[x.Object] && a.v.Title(x.By) != "" {
			return x
		}
	}
	return nil
}
