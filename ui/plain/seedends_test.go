package plain

import (
	"os"
	"path/filepath"
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

// A request of the start that a file states and that was refused is told as one that is typed: what comes after is
// about what is not there (engine/blob/rules.md: a new append blob is empty).
func TestARefusedStartOfAFileIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log.race")
	text := "writer ann \"Ana\"\nseed: create-container logs\nseed: put-blob logs/a type=AppendBlob body=x\n" +
		"ann: append-block logs/a y\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const told = "seed: put-blob logs/a was refused (InvalidHeaderValue): A new append blob or page blob is empty."
	for _, c := range []struct {
		args  []string
		lines string
	}{
		{[]string{"--ephemeral", file}, "run\n"},
		{[]string{"--ephemeral"}, "new\nadd ann\nseed: create-container logs\n" +
			"seed: put-blob logs/a type=AppendBlob body=x\n"},
	} {
		out, _ := said(t, c.args, c.lines)
		if got := strings.Count(out, told); got != 1 || strings.Contains(out, "create-container logs was refused") {
			t.Errorf("%v told %d times:\n%s", c.args, got, out)
		}
	}
}
