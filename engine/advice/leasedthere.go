package advice

import (
	"fmt"

	"interleave/engine"
)

// leasedThere is for a request that was to go only where nothing is, and met a lease: only what is there can be leased,
// so that the condition would not let it through either, with the lease or behind it. A read needs no lease. ok is
// false for any other request, and where nothing is there by now that the condition looks at, as where only blocks are
// staged.
//
// Source: engine/blob/rules.md, "Using a blob while leased" (a read without an id is let through) and "Conditional
// headers" (If-None-Match * does not hold of a blob that is there; an uncommitted one counts as missing).
func (a *adviser) leasedThere() (card Card, ok bool) {
	creates := a.spec.Effect == engine.Writes || a.spec.Effect == engine.Commits || a.spec.Effect == engine.Copies
	if !creates || !only(a, "if-none-match") || a.c.Object != a.x.Object || !a.v.Readable(a.x.Object) {
		return card, false
	}
	rest := fmt.Sprintf("#%d was to go only where nothing is: decide whether what is there will do.", a.x.Number)
	if card, ok := a.settlesOpenTry(rest); ok {
		return card, true
	}
	return a.reads("Something is there already: only that can be leased. Read it, which needs no lease, and decide "+
		"whether it will do.", "Decide whether that will do: under If-None-Match * nothing goes over it.")
}
