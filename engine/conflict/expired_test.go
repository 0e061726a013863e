package conflict_test

import "testing"

// A transaction is of no key: what expired is named by what it watched, or by the line that was refused
// (engine/tair/rules.md, "Values", "Expiry").
func TestWhatExpiredHasItsName(t *testing.T) {
	const head = "seed: SET k 10 EX 5\n"
	for _, row := range []struct{ lines, says string }{
		{head + "ann: WATCH k\nann: GET k\nclock +6s\nann: MULTI\nann: SET k 11\nann: EXEC\n",
			"k expired at 00:05.001, as set by the start."},
		{head + "ann: WATCH k\nclock +6s\nann: MULTI\nann: SET k 11\nann: EXEC\n",
			"The service said nil. The watched key k had expired."},
		{head + "seed: SET j 1\nann: GET k\nclock +6s\nann: MULTI\nann: SET j 2\nann: SET k 11 XX\nann: EXEC\n",
			"k expired at 00:05.001, as set by the start."},
		{head + "ann: GET k\nclock +6s\nann: SET k 11 XX\n", "k expired at 00:05.001, as set by the start."},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, "watched key k had been touched")
	}
}
