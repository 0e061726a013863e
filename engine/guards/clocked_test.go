package guards_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

// A message is hidden for 30 s and its work takes 40 s (queue/rules.md, visibilitytimeout): who receives it again at
// 30 s is done with it at 70 s, the fourth timer behind 30, 40 and 60 s. Hidden for 42 s it is received again at 42 s,
// and done at 82 s, the third. With three timers that difference is one of the budget: nothing is brought, nothing is
// stopped. With four both do it twice, and nobody is stuck.
func TestADifferenceOfTheTimersIsNotTheGuards(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + " [get-messages jobs as g; if g 0 [wait 40s; does $g.0; delete-message $g.0 " +
			"popreceipt=$g.0.receipt]]\n"
	}
	for _, c := range []struct {
		timers                int
		row, harm, cell, says string
	}{
		{3, "as-it-is", string(engine.DoneTwice), "none seen", "in some ann and ben wait for the clock"},
		{3, "hidden", string(engine.DoneTwice), "allows 6", "whether this guard brings it, more timers show"},
		{3, "hidden", explore.Stuck, "-", "As the requests are, who is stuck only waits for the clock"},
		{4, "as-it-is", string(engine.DoneTwice), "allows 16", ""},
		{4, "hidden", string(engine.DoneTwice), "allows 14", ""},
	} {
		_, rows := overOrders(t, text, explore.Budget{Jumps: c.timers})
		table := tableOf(rows)
		seen := false
		for _, row := range rows {
			for _, harm := range table.Harms {
				if row.ID != c.row || harm.Name != c.harm {
					continue
				}
				seen = true
				cell, says := table.Cell(row, harm), table.Tell(row, harm)
				if cell != c.cell || !strings.Contains(says, c.says) || strings.Contains(says, "This guard brings it") {
					t.Errorf("%d timers, %s, %s: %s. %s", c.timers, c.row, c.harm, cell, says)
				}
			}
		}
		if !seen {
			t.Errorf("%d timers: no cell %s of %s", c.timers, c.harm, c.row)
		}
	}
}
