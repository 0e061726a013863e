package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Who puts something beside what is there replaces nothing, so no mark tells that two did it behind a marker that both
// found free (rules.md of conflict, "Words": an increment, an append and a queue's put replace nothing). It is there
// twice all the same.
//
// The orders are those of TestWhoLooksForAMarkerHasOne, and with one stop of
// TestAMarkerOfEachServiceAndTheWorkBehindIt: both look before the first marker is made in 12 of 16 orders; its maker
// stops behind it in 2 of 14.
func TestWorkPutIntoOnePlaceBehindAMarkerIsCounted(t *testing.T) {
	const twice, undone = "; work twice in one place, behind m: OUT", "; work left undone, behind m: OUT"
	for _, c := range []struct{ seed, work, out string }{
		{"SET other 0", "LPUSH out ID", "out"},
		{"SET other 0", "LPUSH out one two", "out"},
		{"LPUSH out before", "LPUSH out work", "out"},
		{"SET other 0", "INCR out", "out"},
		{"SET out 5", "INCRBY out 3", "out"},
		{"SET out begins", "APPEND out ID", "out"},
		{"create-queue out", "put-message out work", "out"},
		{"create-queue out", "put-message out ID", "out"},
		{"create-container lake", "LPUSH out work", "out"},
	} {
		looks := both(c.seed, "GET m as g; if g nil [SET m ID; "+c.work+"]")
		if got, want := workBehind(t, looks, explore.Budget{}), "16 orders"+twice+" 12"; got !=
			strings.ReplaceAll(want, "OUT", c.out) {
			t.Errorf("%s\n%s, want %s", looks, got, want)
		}
		asks := both(c.seed, "SET m ID NX as m; if m OK ["+c.work+"]")
		if got, want := workBehind(t, asks, explore.Budget{Stops: 1}), "14 orders"+undone+" 2"; got !=
			strings.ReplaceAll(want, "OUT", c.out) {
			t.Errorf("%s\n%s, want %s", asks, got, want)
		}
	}
}

// A place says nothing of two where what one plan alone puts there is not known, where others put something there or
// take it away, or where the marker is given back: each has its turn then.
func TestAPlaceTellsOnlyWhatItCan(t *testing.T) {
	for _, plan := range []string{
		"GET m as g; if g nil [SET m ID; loop 2 [LPUSH out work]]",
		"GET m as g; if g nil [SET m ID; GET other as o; APPEND out $o.value]",
		"GET m as g; LPUSH out work; if g nil [SET m ID; LPUSH out work]",
		"GET m as g; if g nil [SET m ID; LPUSH out work; DEL m]",
		"GET m as g; if g nil [SET m ID; LPUSH out work; EXPIRE out 60]",
		"get-messages jobs as r; GET m as g; if g nil [SET m ID; put-message jobs work]",
	} {
		text := both("SET other 0\nseed: create-queue jobs\nseed: put-message jobs first", plan)
		if got := workBehind(t, text, explore.Budget{}); strings.Contains(got, "one place") {
			t.Errorf("%s\n%s", text, got)
		}
	}
}

// What one plan puts there on the way on which that is most is the work of one: of two branches it is one, and another
// try of a request is none.
func TestOnePlansWorkIsNotTwice(t *testing.T) {
	lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
	for plan, twice := range map[string]bool{
		"SET m ID NX as m; if m OK [LPUSH out one; LPUSH out two]":                                            false,
		"SET m ID NX as m; on lost m [GET m as g; if g ID [LPUSH out 1]; stop]; if m OK [LPUSH out 1]":        false,
		"SET m ID NX as m; if m OK [LPUSH out work as w; on lost w [LPUSH out work again=w]]":                 true,
		"SET m ID NX as m; if m OK [GET other as o; if o 0 [LPUSH out one] else [LPUSH out two; APPEND p 1]]": false,
	} {
		text := both("SET other 0", plan)
		if got := workBehind(t, text, lost); strings.Contains(got, "one place") != twice {
			t.Errorf("%s\n%s", text, got)
		}
	}
}
