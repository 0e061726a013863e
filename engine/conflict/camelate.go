package conflict

import (
	"fmt"
	"slices"
	"sort"

	"interleave/engine"
)

// requestsAt is the number of the first request that was sent at a record or behind it: what was decided before that
// has a lesser one.
func (t teller) requestsAt(record int) int {
	return 1 + sort.Search(t.w.Requests(), func(n int) bool { return t.w.Exchange(n+1).Sent.Event >= record })
}

// decidedAt are the accepted requests that were sent to an object and decided between two records, in the order of
// their decisions: what was sent before the first of them may have come late.
func (t teller) decidedAt(object engine.ObjectID, after, before int) (list []*engine.Exchange) {
	first, last := t.requestsAt(after+1)-1, t.requestsAt(before)
	for x := range t.w.About(object).From(first - removalsLook).Before(last).Oldest() {
		if x.Object == object && x.Took && x.Decided.Event > after && x.Decided.Event < before {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b *engine.Exchange) int { return a.Decided.Event - b.Decided.Event })
	return list
}

// takenBefore is the newest acquire of the lease that a request ended, decided before that; nil: it is too long ago.
func (t teller) takenBefore(ended *engine.Exchange) (got *engine.Exchange) {
	taken := t.w.Did(ended.Object, engine.AcquiresLease).Before(t.requestsAt(ended.Decided.Event))
	for x := range taken.From(ended.Number - removalsLook).Newest() {
		if x.Decided.Event < ended.Decided.Event && (got == nil || x.Decided.Event > got.Decided.Event) {
			got = x
		}
	}
	return got
}

// cameLate says of a release or a break that it had been sent before the lease was taken which it ended, so that it was
// meant for another one; empty where it was not, and for anything else.
func (t teller) cameLate(ended *engine.Exchange) string {
	effect := t.w.Spec(ended.Verb).Effect
	if effect != engine.ReleasesLease && effect != engine.BreaksLease {
		return ""
	}
	got := t.takenBefore(ended)
	if got == nil || got.Decided.Event < ended.Sent.Event {
		return ""
	}
	if t.clockless { // the request is named already
		return fmt.Sprintf(", late, sent before #%d took it", got.Number)
	}
	return fmt.Sprintf(", by the late #%d, sent before #%d took it", ended.Number, got.Number)
}

// EndedLate says of the request that ended a lease whether it had been sent before that lease was taken: it was meant
// for an earlier one.
func EndedLate(w *engine.World, ended *engine.Exchange) bool {
	return teller{w: w, x: ended}.cameLate(ended) != ""
}
