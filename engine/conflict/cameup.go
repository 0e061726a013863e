package conflict

import "interleave/engine"

// cameUp is how work that is older than what the sender had read came to be what is there: what it had read was taken
// away since.
//
// Source: engine/bucket/rules.md, "Versioning": a delete that names the current version brings the one below it up.
func (t teller) cameUp() Step {
	base := t.basis()
	if base == nil || t.c.Victim.Event > base.Decided.Event {
		return Step{}
	}
	for n := t.x.Number - 1; n > base.Number; n-- {
		x := t.w.Exchange(n)
		if x.Object == t.c.Object && x.Took && t.w.Spec(x.Verb).Effect == engine.Deletes &&
			x.Decided.Event > base.Decided.Event && x.Decided.Event < t.c.Event {
			return t.happened(x.Decided)
		}
	}
	return Step{}
}
