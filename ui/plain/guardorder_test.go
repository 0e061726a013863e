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
