package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// Three claims of one thing, each under the tag that it read: 6!/(2!2!2!) = 90 orders. Only one is accepted where all
// three read before the first claim, in 3! * 3! = 36. In the 54 others one reads the claim of another, replaces it
// under its tag and works as well: a guard that refuses somebody elsewhere stops none of these, as a lease does not.
func TestClaimsThatAreReadAndReplacedAreNotStopped(t *testing.T) {
	text := "seed: create-container own\nseed: put-blob own/p0 free\n"
	for _, id := range []string{"w1", "w2", "w3"} {
		text = "writer " + id + "\n" + text + "plan " + id + " [get-blob own/p0 as g; put-blob own/p0 " + id +
			" if-match=$g.etag as p; if p 201 [does p0]]\n"
	}
	_, s := enginetest.Searched(t, text)
	table := tableOf(guards.Orders(s.Input, explore.Budget{}, nil, nil))
	checked := 0
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			if harm.Name != "lost-update" || row.ID != "as-it-is" && row.ID != "if-match" {
				continue
			}
			checked++
			if cell, told := table.Cell(row, harm), table.Tell(row, harm); cell != "overwrites 54" ||
				!strings.Contains(told, "in 54 of 90 orders a text that names its writer") {
				t.Errorf("%s: %s. %s", row.ID, cell, told)
			}
		}
	}
	if checked != 2 {
		t.Errorf("%d cells of 2", checked)
	}
}

// A guard under which nobody writes keeps no end away that only writing brings, and who tries nothing again is told
// nothing of tries.
func TestAnEndThatNobodyWorksForIsUndone(t *testing.T) {
	table, cells := asked(t, "writer ana\nwriter ben\nseed: create-container own\nseed: put-blob own/p0 0\n"+
		"plan ana [put-blob own/p0 1]\nplan ben [put-blob own/p0 2]\n", "state blob own/p0 body=2")
	// ben behind ana without a loss, and with either one's answer lost, and in both orders where ana's request is: 5
	if cells["as-it-is"] != "allows 5" || cells["if-none-match"] != "undone" {
		t.Errorf("%q", cells)
	}
	if got, want := table.Unstopped(), "No guard here stops the end that was asked for."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
