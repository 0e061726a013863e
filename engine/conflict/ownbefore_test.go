package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// An insert and a put under If-None-Match * are refused where something is there (engine/table/rules.md,
// engine/blob/rules.md, engine/tair/rules.md): that another could make what one's own try had made says that it had
// been removed, which the story tells.
func TestWhatRemovedOnesOwnIsTold(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ seed, makes, removes string }{
		{"seed: create-table tab\n", "insert-entity tab/p/r .a=1", "delete-entity tab/p/r if-match=*"},
		{"seed: create-container cont\n", "put-blob cont/b x if-none-match=*", "delete-blob cont/b"},
		{"", "SET k x NX", "DEL k"},
	} {
		lines := who + c.seed + "ann: send " + c.makes + " as a\ndeliver a\nlose a\nclock +1s\nben: " + c.removes +
			"\nclock +1s\nben: " + c.makes + "\nclock +1s\nann: " + c.makes + " again=a\n"
		v, found := roomtest.AtEnd(t, lines), false
		for _, f := range v.Troubles() {
			if f.Kind != engine.AlreadyThere {
				continue
			}
			found = true
			told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps)
			own, gone := strings.Index(told, "Ana's own try #"), strings.Index(told, "Ben deleted ")
			if own < 0 || gone < own {
				t.Errorf("%s%s", lines, told)
			}
		}
		if !found {
			t.Errorf("%snobody was refused", lines)
		}
	}
}
