package tair_test

import (
	"testing"

	"interleave/engine/roomtest"
)

// EXEC says the same every time: it is another try of one that was not heard only where the same was queued, or nothing
// (rules.md, "Values"; a wish is tried again with its own words).
func TestAnotherTransactionIsNoOtherTry(t *testing.T) {
	const first = "writer ann\nseed: SET n 1\nann: MULTI\nann: INCR n\nann: send EXEC as e\ndeliver e\nlose e\n"
	for name, c := range map[string]struct {
		lines string
		again bool
	}{
		"the same":          {"ann: MULTI\nann: INCR n\nann: EXEC\n", true},
		"EXEC alone":        {"ann: EXEC\n", true},
		"behind a read":     {"ann: GET n\nann: MULTI\nann: INCR n\nann: EXEC\n", false},
		"another command":   {"ann: MULTI\nann: DECR n\nann: EXEC\n", false},
		"about another key": {"ann: MULTI\nann: INCR m\nann: EXEC\n", false},
	} {
		v := roomtest.AtEnd(t, first+c.lines)
		last, try := v.Exchange(v.Requests()), v.Named("e")
		if again := last.Wish == try.Wish; again != c.again {
			t.Errorf("%s: another try: %v, want %v", name, again, c.again)
		}
	}
}
