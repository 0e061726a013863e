package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// UNWATCH takes away what was watched, as DISCARD and each EXEC do, unless it is queued: the story says so, and that
// the watch stays is what would have stopped it, where it began before the lost work. Who watches after its read is
// told of no change in between.
//
// Source: Redis, "Transactions" ("Using WATCH", "WATCH explained"); UNWATCH.
func TestWhoTookTheWatchAway(t *testing.T) {
	const (
		read  = who + "seed: SET k 1\nann: WATCH k\nann: GET k\n"
		write = "ann: MULTI\nann: SET k 5\nann: EXEC\n"
	)
	isTwin := func(stops string) bool { return strings.HasPrefix(stops, "CAS ") } // which compares by itself
	for _, c := range []struct {
		lines, law string
		stops      []string
	}{
		{read + "ben: SET k 2\nann: UNWATCH\n" + write, "UNWATCH #5 took the watch of k away, so EXEC did not",
			[]string{"#2's watch, without UNWATCH #5. The answer would be nil."}},
		{who + "seed: SET k 1\nann: GET k\nann: WATCH k\nann: UNWATCH\nben: SET k 2\n" + write,
			"UNWATCH #4 took the watch", []string{"#3's watch, without UNWATCH #4. The answer would be nil."}},
		{read + "ben: SET k 2\nann: MULTI\nann: DISCARD\n" + write, "DISCARD #6 took the watch of k away", nil},
		{read + "ben: SET k 2\nann: MULTI\nann: SET z 5\nann: EXEC\n" + write, "EXEC #7 took the watch of k away", nil},
		// a script between leaves the watch as it is
		{read + "ben: SET k 2\nann: EVAL \"return 1\" 0\nann: UNWATCH\n" + write, "UNWATCH #6 took the watch of k away",
			[]string{"#2's watch, without UNWATCH #6. The answer would be nil."}},
		// what ended a watch that had begun behind the change is not why
		{who + "seed: SET k 1\nann: GET k\nben: SET k 2\nann: WATCH k\nann: UNWATCH\n" + write, "No key was watched",
			[]string{"WATCH k before the read #2, without UNWATCH #5. The answer would be nil."}},
		{who + "seed: SET k 1\nann: GET k\nben: SET k 2\nann: WATCH k\n" + write, "No watched key had been touched",
			[]string{"WATCH k before the read #2. The answer would be nil."}},
	} {
		v := roomtest.AtEnd(t, c.lines)
		all := v.Troubles()
		if len(all) == 0 || all[len(all)-1].Severity != engine.SeveritySilent {
			t.Fatalf("%s: %v", c.lines, all)
		}
		last := all[len(all)-1].Finding
		law, card := conflict.Story(v.Clone(), last).Law, advice.For(v, last)
		if !strings.HasPrefix(law, c.law) || !slices.Equal(slices.DeleteFunc(card.Stops, isTwin), c.stops) {
			t.Errorf("%s: %q, want %q\n%q, want %q", c.lines, law, c.law, card.Stops, c.stops)
		}
	}
}
