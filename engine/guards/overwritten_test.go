package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// A lock puts claims one behind the other and chooses nobody: each reads the claim before its own and overwrites it,
// and both writers were told that theirs is saved (Azure/azure-sdk-for-go issue 20717). A row stops the loss only where
// no order has it: a text that is made from what was read, or a request that is refused.
func TestALockAroundAClaimOnlySerialises(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	each := func(lines string) string {
		return strings.ReplaceAll(lines, "WHO", "ann") + strings.ReplaceAll(lines, "WHO", "ben")
	}
	const plans = "plan ann\n  loop 3\n    get-blob own/p as r\n    put-blob own/p \"TEXT\" if-match=$r.etag as w\n" +
		"    break on w 201\nplan ben\n  loop 3\n    get-blob own/p as r\n" +
		"    put-blob own/p \"TEXT\" if-match=$r.etag as w\n    break on w 201\n"
	const blob = "seed: create-container own\nseed: put-blob own/p \"\"\n"
	const file = "seed: create-share own\nseed: create-file own/p size=4\n"
	for _, c := range []struct{ what, lines, row, cell string }{
		{"metadata", blob + each("WHO: get-blob own/p\nWHO: set-blob-metadata own/p meta.owner=WHO\n"), "lease",
			"overwrites"},
		{"the whole text", blob + each("WHO: get-blob own/p\nWHO: put-blob own/p \"owned by WHO\"\n"), "lease",
			"overwrites"},
		{"a title", blob + each("WHO: get-blob own/p\nWHO: put-blob own/p \"WHO\"\n"), "lease", "overwrites"},
		{"a claim that compares", blob + each("WHO: get-blob own/p\nWHO: set-blob-metadata own/p meta.owner=WHO\n"),
			"if-match", "stops"},
		{"no claim", blob + "ann: get-blob own/p\nann: put-blob own/p 15\nben: get-blob own/p\nben: put-blob own/p " +
			"12\n", "lease", "stops"},
		{"a file's metadata", file + each("WHO: get-file-metadata own/p\n"+
			"WHO: set-file-metadata own/p meta.owner=WHO\n"), "lease", "overwrites"},
		{"a loop under If-Match that claims again", blob + strings.Replace(strings.Replace(plans, "TEXT", "ann", 1),
			"TEXT", "ben", 1), "if-match", "overwrites"},
		{"a loop under If-Match that adds", strings.Replace(blob, `""`, "0", 1) + strings.ReplaceAll(plans,
			"\"TEXT\"", "{$r.body + 1}"), "if-match", "stops"},
	} {
		_, rows := overOrders(t, who+c.lines, explore.Budget{})
		table := tableOf(rows)
		found := false
		for _, row := range table.Rows {
			for _, harm := range table.Harms {
				if row.ID != c.row || harm.Name != "lost-update" {
					continue
				}
				cell, told := table.Cell(row, harm), table.Tell(row, harm)
				found = true
				if !strings.HasPrefix(cell, c.cell) || strings.Contains(told, "names its writer") !=
					(c.cell == "overwrites") {
					t.Errorf("%s: %s. %s", c.what, cell, told)
				}
				if opened, ok := table.Opened(row, harm); c.cell == "overwrites" && (!ok || len(opened.Steps) < 4) {
					t.Errorf("%s: the cell opens %+v", c.what, opened)
				}
			}
		}
		if !found {
			t.Errorf("%s: there is no such cell: %+v", c.what, table.Lines(""))
		}
	}
}

// The same of one order: who waits for the lease reads the claim and overwrites it.
func TestALockAroundAClaimIsToldInOneOrder(t *testing.T) {
	for owner, want := range map[string]string{"=ben": "overwrites 1", "=2": "stops"} {
		table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob "+
			"own/p \"\"\nann: get-blob own/p\nben: get-blob own/p\nann: set-blob-metadata own/p meta.owner=ann\n"+
			"ben: set-blob-metadata own/p meta.owner"+owner+"\n")
		row, _ := table.Row("lease")
		cell, why := table.Cell(row, "~ lost-update"), table.Why(row, "~ lost-update")
		if cell != want || strings.Contains(why, "names its writer") != (want != "stops") {
			t.Errorf("%s: %s. %s", owner, cell, why)
		}
	}
}

// A harm that a guard turns into another is not stopped: dates of one second are alike, so that what was lost unseen is
// lost behind a comparison that holds (engine/blob/rules.md, "Last-Modified").
func TestALossUnderAnotherNameIsNotStopped(t *testing.T) {
	_, rows := overOrders(t, "writer ann\nwriter ben\nseed: create-container own\nseed: put-blob own/p 0\n"+
		"ann: get-blob own/p\nann: put-blob own/p 1\nben: get-blob own/p\nben: put-blob own/p 2\n", explore.Budget{})
	table := tableOf(rows)
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			if row.ID == "if-unmodified-since" && harm.Name == "lost-update" {
				if cell, told := table.Cell(row, harm), table.Tell(row, harm); cell != "-" ||
					!strings.Contains(told, "lost as same number here") {
					t.Errorf("%s. %s", cell, told)
				}
			}
		}
	}
}

// A text that was typed before is sent after the wait all the same: a lock stops the loss for who puts its change into
// what it read, and the row says so. What is reckoned from what was read needs no such word.
func TestALockSaysThatTextsStayThoseOfTheHistory(t *testing.T) {
	const blob = "writer ann\nwriter ben\nseed: create-container own\nseed: put-blob own/p 0\n"
	sum := func(by string) string {
		return "plan " + by + "\n  get-blob own/p as r\n  put-blob own/p {$r.body + 1}\n"
	}
	for lines, want := range map[string]bool{
		"ann: get-blob own/p\nann: put-blob own/p 1\nben: get-blob own/p\nben: put-blob own/p 2\n": true,
		sum("ann") + sum("ben"): false,
	} {
		_, rows := overOrders(t, blob+lines, explore.Budget{})
		table := tableOf(rows)
		for _, row := range table.Rows {
			for _, harm := range table.Harms {
				if row.ID == "lease" && harm.Name == "lost-update" {
					cell, told := table.Cell(row, harm), table.Tell(row, harm)
					if cell != "stops" || strings.Contains(told, "those of the history") != want {
						t.Errorf("%s: %s. %s", lines, cell, told)
					}
				}
			}
		}
	}
}
