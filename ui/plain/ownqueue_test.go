package plain

import (
	"strings"
	"testing"
)

// Who makes a queue on the first start and lets time run does not meet the conflict of the race that stood ready, which
// is about a page; who does nothing of his own does.
func TestTheFirstRaceIsLaidAsideForOnesOwn(t *testing.T) {
	for lines, meets := range map[string]bool{"do create-queue orders\nrun\n": false, "run\n": true} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, lines)
		if met := strings.Contains(out, "412 Precondition Failed"); met != meets {
			t.Errorf("after %q:\n%s", lines, out)
		}
	}
}
