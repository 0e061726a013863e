package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A lease that is being broken holds until the break is over (engine/blob/rules.md, "Using a blob while leased"): who
// holds it and sends no id is told of that break once, as of the end of its own lease.
func TestABreakOfAnOwnLeaseIsOneStep(t *testing.T) {
	const start = "seed: create-container wiki\nseed: put-blob wiki/x one\n" +
		"ann: acquire-blob-lease wiki/x duration=60\nben: break-blob-lease wiki/x period=20\n"
	for _, row := range []struct{ name, line, want string }{
		{"the holder's write", "ann: put-blob wiki/x two\n", "Ben broke Ana's lease"},
		{"the holder's new lease", "ann: acquire-blob-lease wiki/x duration=60\n", "Ben broke the lease"},
		{"another's write", "ben: put-blob wiki/x two\n", "Ben broke the lease"},
	} {
		r, last := run(t, start+row.line)
		breaks := []string{}
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			if strings.Contains(s.Text, " broke ") {
				breaks = append(breaks, s.Text)
			}
		}
		if len(breaks) != 1 || !strings.HasPrefix(breaks[0], row.want) {
			t.Errorf("%s: %s: %q", row.name, last.Kind, breaks)
		}
	}
}
