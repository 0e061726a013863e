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

// A delete that names no message of a queue is refused, and what comes next is about the queue, which is there.
func TestARequestWithoutAMessageIsAboutItsQueue(t *testing.T) {
	out, _ := said(t, []string{"--ephemeral"}, "new\nadd ann\nseed: create-queue jobs\nann: put-message jobs \"m\"\n"+
		"ann: delete-message jobs\nstate\ntruth\n")
	if !strings.Contains(out, "object: queue jobs") || !strings.Contains(out, "  messages put     1") {
		t.Error(out)
	}
}
