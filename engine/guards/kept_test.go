package guards_test

import (
	"strings"
	"testing"
)

// A version that was typed (tair/rules.md, VER) refuses as one that was heard does: under VER nothing was heard that
// could stand in its place, it stays, and stops what it stops as the requests are. So does If-Match *, which only asks
// that something is there (blob/rules.md): it is carried, and refuses nobody.
func TestAGuardThatWasTypedIsCarried(t *testing.T) {
	for _, c := range []struct{ seed, ann, ben, row, cell string }{
		{"seed: EXSET k 0\n", "EXSET k Ann VER 1", "EXSET k Ben VER 1", "ver", "stops"},
		{"seed: create-container box\nseed: put-blob box/a 0\n", "put-blob box/a Ann if-match=*",
			"put-blob box/a Ben if-match=*", "if-match", "allows 2"},
	} {
		table := compared(t, "writer ann\nwriter ben\n"+c.seed+"plan ann ["+c.ann+" as m]\nplan ben ["+c.ben+
			" as m]\n")
		seen := false
		for _, row := range table.Rows {
			if row.ID != c.row {
				continue
			}
			if notes := strings.Join(row.Notes, " "); !strings.Contains(notes, "keeps its own, as it was typed") ||
				strings.Contains(notes, "No request carries it") {
				t.Errorf("%s: %s", row.ID, notes)
			}
			for _, harm := range table.Harms {
				if cell := table.Cell(row, harm); harm.IsUnread() {
					if seen = true; cell != c.cell || strings.Contains(table.Tell(row, harm), "no request carries") {
						t.Errorf("%s: %s. %s", row.ID, cell, table.Tell(row, harm))
					}
				}
			}
		}
		if !seen {
			t.Errorf("no cell of %s", c.row)
		}
	}
}

// A plain Redis has neither CAS nor versioned strings, which are the module's (tair/rules.md, Plain Redis string): a
// table of plain SETs says so in these rows, and in no other, and not where a CAS is there already.
func TestWhatARowNeedsIsSaid(t *testing.T) {
	for sets, want := range map[string]bool{"SET k": true, "CAS k 0": false} {
		table := compared(t, "writer ann\nwriter ben\nseed: SET k 0\nplan ann [GET k as g; "+sets+" ann]\nplan ben "+
			"[GET k as g; "+sets+" ben]\n")
		for _, row := range table.Rows {
			told := strings.Contains(strings.Join(row.Notes, " "), "of the module TairString: a Redis without it")
			if told != (want && (row.ID == "cas" || row.ID == "versioned")) {
				t.Errorf("%s, %s: %s", sets, row.ID, row.Notes)
			}
		}
	}
}
