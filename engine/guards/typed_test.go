package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/guards"
)

// A lock has the second read what the first wrote; what it had typed before goes over that all the same, and the first
// one's change is gone as without the lock. A row says that it stops the loss only where the change is there at the
// end: the text was made from what the other had written, or changes only its own range.
func TestALockStopsNoTextThatWasTypedBefore(t *testing.T) {
	const blob = "seed: create-container wiki\nseed: put-blob wiki/a \"a\\nb\\nc\\n\"\n"
	const file = "seed: create-share docs\nseed: create-file docs/a 6\nseed: put-range docs/a \"abcdef\" range=0-5\n"
	const reads = "ann: get-blob wiki/a\nben: get-blob wiki/a\nann: put-blob wiki/a \"ANN\\nb\\nc\\n\"\n"
	const opens = "ann: get-file docs/a\nben: get-file docs/a\nann: put-range docs/a \"AB\" range=0-1\n"
	for _, c := range []struct{ what, lines, one, all string }{
		{"another line", blob + reads + "ben: put-blob wiki/a \"a\\nb\\nBEN\\n\"\n", "overwrites 1", "overwrites 2"},
		{"the same line", blob + reads + "ben: put-blob wiki/a \"BEN\\nb\\nc\\n\"\n", "overwrites 1", "overwrites 2"},
		{"as a count is made", strings.Replace(blob, `"a\nb\nc\n"`, "1", 1) + "ann: get-blob wiki/a as a\n" +
			"ben: get-blob wiki/a as b\nann: put-blob wiki/a {$a.body + 1}\nben: put-blob wiki/a {$b.body + 1}\n",
			"stops", "stops"},
		{"what the other wrote is in it", blob + reads + "ben: put-blob wiki/a \"ANN\\nb\\nBEN\\n\"\n", "stops", ""},
		{"a range", file + opens + "ben: put-range docs/a \"YZ\" range=0-1\n", "overwrites 1", "overwrites 2"},
	} {
		in, err := replayed("writer ann \"Ana\"\nwriter ben \"Ben\"\n" + c.lines)
		if err != nil {
			t.Fatal(err)
		}
		table := guards.New(in, func() bool { return false }).All()
		row, _ := table.Row("lease")
		cell, why := table.Cell(row, "~ lost-update"), table.Why(row, "~ lost-update")
		if cell != c.one || strings.Contains(why, "sent as it was typed") != (c.one != "stops") {
			t.Errorf("%s: %s. %s", c.what, cell, why)
		}
		cut, err := explore.Cut(in.World, in.Inputs)
		if err != nil {
			t.Fatal(err)
		}
		over, orders := guards.Over(cut, in, explore.Budget{}), guards.OrdersTable{}
		for row, more := over.Next(nil, nil); more; row, more = over.Next(nil, nil) {
			orders.Add(row)
		}
		for _, row := range orders.Rows {
			for _, harm := range orders.Harms {
				if row.ID != "lease" || harm.Name != "lost-update" || c.all == "" {
					continue
				}
				cell, told := orders.Cell(row, harm), orders.Tell(row, harm)
				opened, _ := orders.Opened(row, harm)
				if cell != c.all || strings.Contains(told, "sent as it was typed") != (c.all != "stops") ||
					c.all != "stops" && len(opened.Steps) < 4 {
					t.Errorf("%s: %s. %s", c.what, cell, told)
				}
			}
		}
	}
}
