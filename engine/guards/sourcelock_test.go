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

// What is not there has no lease (404): who makes it goes without, and takes one for what it does to it next. Who waits
// for that reads what it replaces, and its text is that of the history.
func TestWhatWasNotThereIsLockedOnceItIs(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\n"+
		"ann: put-blob con/a 1\nann: send put-blob con/a 2 as w\nben: get-blob con/a\nben: put-blob con/a 3\n"+
		"deliver w\nanswer w\n")
	row, ok := table.Row("lease")
	made, _ := table.Row("as-it-is")
	if !ok || table.Cell(made, "~ lost-update") != "allows" || table.Cell(row, "~ lost-update") != "overwrites 1" {
		t.Errorf("%t %s %s %q", ok, table.Cell(made, "~ lost-update"), table.Cell(row, "~ lost-update"), row.Notes)
	}
}
