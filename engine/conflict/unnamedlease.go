package conflict

import "interleave/engine"

// leaseUnnamed is the lease that the sender of a refused request had on the thing, where the request named none and
// that lease had ended by then otherwise than by its own release: it may have gone on as if it still held. ok is false
// where there is none.
func (t teller) leaseUnnamed() (h holding, ok bool) {
	if t.c.Kind != engine.IsLeased || t.spec().Effect.OfLease() || len(carried(t.w, t.x, "lease")) > 0 {
		return h, false
	}
	for got := range t.w.HeardOf(t.x.By, leaseWork(t.w, t.x.Object)) {
		if got.Object != t.x.Object || got.Decided.Event >= t.c.Event || !got.Took {
			continue
		}
		switch effect := t.w.Spec(got.Verb).Effect; {
		case effect == engine.ReleasesLease:
			return h, false
		case GivesLease(t.w, got):
			h = t.endOf(holding{got: got, last: t.startedLast(got)})
			return h, h.over && (h.end.IsZero() || h.end.By != t.x.By)
		}
	}
	return h, false
}
