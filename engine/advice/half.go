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
	return Card{Say: fmt.Sprintf("What else #%d carried out stands: nothing takes it back by itself, and the whole "+
		"again would do it once more. Send only what was refused, corrected, or take the other changes back.",
		a.x.Number)}
}
