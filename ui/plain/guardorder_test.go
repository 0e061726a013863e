package plain

import (
	"strings"
	"testing"
)

// Guards stand as in the window: what lets all work through in front, and of these what refuses least; If-None-Match
// lets no write of an object that is there through.
func TestTheGuardsStandAsInTheWindow(t *testing.T) {
	for line, rows := range map[string][]string{
		"guards all":     {"\nas it is: ", "\nnone: ", "\nlease: ", "\nIf-Match: ", "\nIf-None-Match *: "},
		"compare-guards": {"\nas-it-is ", "\nnone ", "\nlease ", "\nif-match ", "\nif-none-match "},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, "races wiki-no-guard\n"+line+"\n")
		at := 0
		for _, row := range rows {
			next := strings.Index(out[at:], row)
			if next < 0 {
				t.Fatalf("%s: %q does not stand behind the rows before it:\n%s", line, row, out)
			}
			at += next
		}
	}
}

// Why a row cures nothing is said once, however many of its columns it is so of.
func TestAReasonIsSaidOncePerRow(t *testing.T) {
	const lines = "new\nadd ann, ben\nseed: EXSET c 0\nben: EXGET c\nann: EXSET c 1\nben: EXCAS c 2 1\n" +
		"ben: EXSET c 2\ncompare-guards\n"
	out, _ := said(t, []string{"--plain", "--ephemeral"}, lines)
	const why = "Nobody does the work in this row"
	if n := strings.Count(out, why); n != 1 || strings.Count(out, "  undone  ") < 2 {
		t.Errorf("%q is said %d times:\n%s", why, n, out)
	}
}
