package plain

import (
	"strings"
	"testing"
)

// Who reads hears what stands there, in the line behind the answer: a screen reader has no window with the text. What
// shows nothing, as a read that finds nothing, says nothing.
func TestAReadSaysWhatItShows(t *testing.T) {
	start := "new\nadd ann\nann: create-container wiki\nann: put-blob wiki/a \"Open 9 to 5\"\n" +
		"ann: create-queue jobs\n" +
		"ann: put-message jobs \"pay 10\"\nann: create-table counters\nann: insert-entity counters/p/r \"views=5\"\n"
	for line, want := range map[string]string{
		"read wiki/a":       "\n    \"Open 9 to 5\"\n",
		"read jobs":         "\n    \"pay 10\"\n",
		"read counters/p/r": "\n    \"views=5\\n\"\n",
		"read wiki/nowhere": "heard 404 Not Found (BlobNotFound)\n",
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, start+line+"\n")
		if !strings.Contains(out, want) || strings.HasSuffix(line, "nowhere") && !strings.HasSuffix(out, want) {
			t.Errorf("%s: %q is not in\n%s", line, want, out)
		}
	}
}
