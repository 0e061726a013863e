package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Who has found its lock gone and removes it all the same compares what it had put there, by whichever line it removes:
// another's lock stays (tair/rules.md: CAD k old, 0 where the value differs; race 9, repair).
func TestTheReleaseOfALockThatWasSeenGoneComparesItsToken(t *testing.T) {
	const taken = "writer ann\nwriter ben\nann: SET lk A NX PX 3000\nclock +5s\nann: GET lk\nben: SET lk B NX PX 9000\n"
	for _, verb := range []string{"DEL", "UNLINK"} {
		table := underGuards(t, taken+"ann: "+verb+" lk\n")
		row, _ := table.Row("cas")
		lost, refused := table.Cell(row, "~ lost-update"), table.Cell(row, "! stale-write")
		if !strings.HasPrefix(lost, "stops") || !strings.HasPrefix(refused, "refuses 1") {
			t.Errorf("%s: %q, %q", verb, lost, refused)
		}
	}
	said := reasons(t, `writer ann
writer ben
plan ann [SET lk A NX PX 3000; wait 5s; GET lk as g; if g nil [DEL lk]]
plan ben [SET lk B NX PX 9000]
`, "lost-update", explore.Budget{Jumps: 3})
	if !strings.HasPrefix(said["as-it-is"], "allows") || !strings.HasPrefix(said["cas"], "stops") {
		t.Errorf("%q, %q", said["as-it-is"], said["cas"])
	}
}
