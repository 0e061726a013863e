package plain

import (
	"strings"
	"testing"
)

// The name of what was deleted is free again after a while (rules.md of each service): until then it is said from when
// on, and no moment after that.
func TestAFreeNameIsFreeFromNoMoment(t *testing.T) {
	for _, c := range []struct{ kind, make, remove string }{
		{"queue jobs", "create-queue jobs", "delete-queue jobs"},
		{"table jobs", "create-table jobs", "delete-table jobs"},
		{"container jobs", "create-container jobs", "delete-container jobs"},
		{"share jobs", "create-share jobs", "delete-share jobs"},
	} {
		out, _ := said(t, []string{"--ephemeral"}, "new\nadd ann\nseed: "+c.make+"\nann: "+c.remove+
			"\ntruth jobs\nadvance 90s\ntruth jobs\n")
		before, after, _ := strings.Cut(out, "is free again")
		if !strings.Contains(before, "name free from") || strings.Contains(after, "free from") ||
			!strings.Contains(after, c.kind+" is not there") {
			t.Errorf("%s: %s", c.kind, out)
		}
	}
}
