package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// NX refuses the second of two who both saw no lock (tair/rules.md), in 4 of 6 orders; who works whatever its SET is
// answered does the work all the same, and the row says why the guard does not help. Who decides by the answer does
// not.
func TestARefusalKeepsNobodyWhoDoesNotDecideByIt(t *testing.T) {
	for _, c := range []struct {
		plan, cell string
		told       bool
	}{
		{"plan %s [GET lock as g; if g nil [SET lock %s as m; does job]]\n", "allows 4", true},
		{"plan %s [GET lock as g; if g nil [SET lock %s as m; if m OK [does job]]]\n", "stops", false},
	} {
		text := "writer ann\nwriter ben\n" + strings.ReplaceAll(c.plan, "%s", "ann") +
			strings.ReplaceAll(c.plan, "%s", "ben")
		said := reasons(t, text, "done-twice", explore.Budget{})
		if !strings.HasPrefix(said["nx"], c.cell) ||
			strings.Contains(said["nx"], "although SET lock was refused") != c.told {
			t.Errorf("%s%q", text, said["nx"])
		}
		if strings.Contains(said["none"], "although") {
			t.Errorf("%s%q", text, said["none"])
		}
	}
}
