package guards_test

import (
	"testing"

	"interleave/engine/explore"
)

// Ben replaces without a look what Ann made from what she had read. Bare, nobody compares, and that has no mark; where
// Ann compares, the same order is a lost update (conflict/rules.md, "Silent: the service said yes"). The row of her
// guard stops nothing by that, typed or in a plan; where each makes what is not there, the guard that asks for that
// does.
func TestANameThatChangesStopsNothing(t *testing.T) {
	const moved = "-: None of 3 orders meets work replaced unread: such work is lost as lost update here."
	for name, begin := range map[string]string{
		"typed": "ann: get-object buck/k as g\nann: put-object buck/k a if-match=$g.etag\nben: put-object buck/k b\n",
		"planned": "plan ann [get-object buck/k as g; put-object buck/k a if-match=$g.etag]\n" +
			"plan ben [put-object buck/k b]\n",
	} {
		said := reasons(t, "writer ann\nwriter ben\nseed: create-bucket buck\nseed: put-object buck/k 0\n"+begin,
			"unread", explore.Budget{})
		for _, row := range []string{"as-it-is", "if-match"} {
			if said[row] != moved {
				t.Errorf("%s, %s: %q, want %q", name, row, said[row], moved)
			}
		}
	}
	said := reasons(t, "writer ann\nwriter ben\nseed: create-bucket buck\n"+
		"plan ann [put-object buck/k a]\nplan ben [put-object buck/k b]\n", "unread", explore.Budget{})
	if want := "stops: None of 2 orders meets work replaced unread."; said["if-none-match"] != want {
		t.Errorf("%q, want %q", said["if-none-match"], want)
	}
}
