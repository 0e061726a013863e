package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A queued line has done nothing: EXEC does it, and DISCARD forgets it (Redis, "Transactions"; engine/tair/rules.md,
// "Values"). A story tells a delete of the one that carried it out, once.
func TestAQueuedDeleteIsToldOfExec(t *testing.T) {
	const read = "ann: SET k 1\nann: GET k\n"
	const one = "ann: CAS k 1 2\n"
	const exec, discard = "ben: EXEC\n", "ben: DISCARD\nben: GET k\n"
	for _, c := range []struct{ lines, says, never string }{
		{read + "ben: MULTI\nben: DEL k\n" + discard + "ben: SET k 7\n" + one, "Ben set k to 7", "deleted"},
		{read + "ben: MULTI\nben: GETDEL k\n" + discard + "ben: SET k 7\n" + one, "Ben set k to 7", "deleted"},
		{read + "ben: MULTI\nben: DEL k\n" + exec + "ben: SET k 7\n" + one, "Ben deleted k in a transaction",
			"Ben deleted k with"},
		{read + "ben: DEL k\nben: SET k 7\n" + one, "Ben deleted k with", "transaction"},
		{read + "ben: MULTI\nben: DEL k\nann: SET k 7\n" + exec + "ann: SET k 8 XX\n", "Ben deleted k in a transaction",
			"Ben deleted k with"},
		{read + "ben: MULTI\nben: SET k 5\nben: DEL k\n" + exec + "ann: SET k 8 XX\n", "Ben deleted k in a transaction",
			"set k to 5"},
		{read + "ben: GET k\nann: MULTI\nann: DEL k\nann: DISCARD\nann: SET k 3\nben: SET k 4\n", "Ana set k to 3",
			"deleted"},
		{"ann: EXSET k 1\nann: EXGET k\nben: MULTI\nben: DEL k\n" + strings.Replace(discard, "GET", "EXGET", 1) +
			"ben: EXSET k 7\nann: EXCAS k 2 1\n", "Ben set k to 7", "deleted"},
	} {
		r, last := run(t, c.lines)
		said := fmt.Sprint(conflict.Story(r.Timeline.World(), last).Steps)
		if last.Kind == "" || !strings.Contains(said, c.says) || strings.Contains(said, c.never) ||
			strings.Count(said, "deleted k") > 1 {
			t.Errorf("%s%s: %s\nwant %q, not %q", c.lines, last, said, c.says, c.never)
		}
	}
}
