package guards_test

import (
	"testing"

	"interleave/engine/explore"
)

// Who has read what it copies holds a lease of that from its read to its copy: nobody changes it meanwhile
// (engine/blob/rules.md, "Copy": lease the source to prevent it). What is copied onto takes a lease without an end, for
// under any other Copy Blob is refused (412 InfiniteLeaseDurationRequired).
func TestALeaseHoldsWhatIsCopiedToo(t *testing.T) {
	const (
		two = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/src s1\n" +
			"seed: put-blob con/dst d1\n"
		copies = "ann: copy-blob con/dst source=con/src\n"
	)
	for lines, anomaly := range map[string]string{
		two + "ann: get-blob con/src\nben: put-blob con/src s2\n" + copies:                        "~ mixed-content",
		two + "ann: get-blob con/src\nann: get-blob con/dst\nben: put-blob con/dst d2\n" + copies: "~ lost-update",
	} {
		table := underGuards(t, lines)
		row, ok := table.Row("lease")
		made, _ := table.Row("as-it-is")
		if !ok || table.Cell(made, anomaly) != "allows" || table.Cell(row, anomaly) != "stops" || len(row.Notes) > 0 {
			t.Errorf("%s: %t %s %s %q", lines, ok, table.Cell(made, anomaly), table.Cell(row, anomaly), row.Notes)
		}
		rows, _ := overOrders(t, lines, explore.Budget{})
		if all := rows["lease"]; all == "" || all[len(all)-2:] != ": " { // orders, and no mark
			t.Errorf("%s: over all orders %q", lines, all)
		}
	}
}
