package advice_test

import (
	"testing"

	"interleave/engine"
)

// What is queued has done nothing (engine/tair/rules.md, "Values", last line): of a line without an answer that is
// queued again, its EXEC did it, or DISCARD dropped it. A count is counted twice then, where the first was done.
func TestALineThatIsQueuedAgainHasNotGoneThrough(t *testing.T) {
	const (
		count = who + "seed: SET n 5\nann: GET n\nann: send INCR n as p\ndeliver p\nlose p\nann: MULTI\nann: INCR n\n"
		set   = who + "seed: SET n 5\nann: send SET n 6 as p\ndeliver p\nlose p\nann: MULTI\nann: SET n 6\n"
		gone  = "gone through since"
	)
	for _, c := range []struct{ lines, want, never string }{
		{count, "Ana's #5, the same again, is queued, and nothing is done by it before EXEC.", gone},
		{count + "ann: EXEC\n", "was carried out by #6. Where #3 had been done too, it is in n twice:", "is left"},
		{count + "ann: DISCARD\n", "Read before the next try", gone},
		{count + "ann: send EXEC as e\ndeliver e\nlose e\n", "Read before the next try", gone},
		{set + "ann: EXEC\n", "was carried out by #5. Nothing is left to send.", "something else"},
		{set + "ben: SET n 7\nann: EXEC\n", "was carried out by #6, and replaced Ben's work unread", "Nothing is left"},
	} {
		saysAtEnd(t, c.lines, engine.NoAnswer, c.want, c.never)
	}
}
