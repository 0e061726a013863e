package guards_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/guards"
)

// There is no lease of a blob that is not there (blob/rules.md, 404 BlobNotFound): who is refused it puts under its own
// If-None-Match *, which keeps the other's marker. No lock is praised for that, and nothing is said not to be done; the
// note says that the own guard stays there, and not under a lock.
func TestNoLockIsPraisedForWhatIsDoneWithoutIt(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container marks\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + " [get-blob marks/d as g; if g 404 [put-blob marks/d " + id + " if-none-match=* as m; " +
			"does job]]\n"
	}
	seen := false
	table := compared(t, text)
	for _, row := range table.Rows {
		if row.ID != "lease" {
			continue
		}
		const note = "put-blob goes without it and keeps its own guard, which it is not sent with under a lock."
		if notes := strings.Join(row.Notes, " "); !strings.Contains(notes, note) {
			t.Error(notes)
		}
		for _, harm := range table.Harms {
			if harm.Name != string(engine.LostUpdate) {
				continue
			}
			seen = true
			if cell, says := table.Cell(row, harm), table.Tell(row, harm); cell != "-" ||
				!strings.Contains(says, "who is refused it works without this lock") {
				t.Errorf("%s. %s", cell, says)
			}
		}
	}
	if !seen {
		t.Error("no such cell")
	}
}

// The receipt that an update gives is the one that counts (queue/rules.md): with the newest the only order has no
// trouble, which is said, as the row would be empty.
func TestARowWithoutTroubleSaysSo(t *testing.T) {
	table := compared(t, "writer ann\nseed: create-queue jobs\nseed: put-message jobs job1\n"+
		"plan ann [get-messages jobs visibilitytimeout=30 as g; update-message $g.0? x popreceipt=$g.0.receipt? "+
		"visibilitytimeout=30 as u; does $g.0?; delete-message $g.0? popreceipt=$g.0.receipt?]\n")
	const clean = "The one order that there is does not meet any trouble of the other rows."
	seen := map[bool][]string{}
	for _, row := range table.Rows {
		seen[table.Clean(row) == clean] = append(seen[table.Clean(row) == clean], row.ID)
	}
	if lines := strings.Join(table.Lines("w"), "\n"); len(seen[true]) != 1 || len(seen[false]) != 2 ||
		!strings.Contains(lines, clean) {
		t.Errorf("%v\n%s", seen, lines)
	}
	var none guards.OrdersTable
	if none.Clean(table.Rows[0]) != "" {
		t.Error("a table without troubles has none of other rows")
	}
}
