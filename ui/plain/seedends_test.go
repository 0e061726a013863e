package plain

import (
	"strings"
	"testing"
)

// What the start made goes without a word, and what the clock ends of it does not: who reads it later finds nothing,
// and would not know why.
func TestTheEndOfWhatTheStartMadeIsTold(t *testing.T) {
	out, _ := said(t, []string{"--ephemeral"}, "new\nadd ann\nseed: SET k v PX 1000\nadvance 10s\nann: GET k\nlog\n")
	if got := strings.Count(out, "k expired"); got != 2 {
		t.Errorf("told %d times, when it ended and in the log are 2:\n%s", got, out)
	}
	if strings.Contains(out, "SET k v") {
		t.Errorf("the start is told:\n%s", out)
	}
}
