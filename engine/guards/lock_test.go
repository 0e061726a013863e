package guards_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// Lease Blob: a write names the id of a lease. Where the lease is left out there is no id to name: not under the lock
// that stands in its place, nor where that finds nothing to lock.
func TestAGuardByALockThatIsLeftOutIsLeftOutToo(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-container wiki\n"+
		"ann: put-blob wiki/n 0 as a1\nann: acquire-blob-lease wiki/n duration=15 as l\n"+
		"ann: put-blob wiki/n 1 lease=$l.lease as w\nben: put-blob wiki/n 2\n"+
		"ann: release-blob-lease wiki/n lease=$l.lease\n", explore.Budget{})
	row := rowsOf(list)["lease"]
	if row.Found == nil || row.Found.Schedules == nil || row.Found.Schedules.Sign() == 0 {
		t.Errorf("lease: no orders, says %q", row.Notes)
	}
}

// The same of who was told the id: two reads and two writes have 4!/(2! 2!) = 6 orders. If-Match refuses who writes
// behind the other's write of what both had read, in the 4 in which both read first, and nobody waits for the id.
func TestWhoWasToldOfALockThatIsLeftOutGoesWithoutIt(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n"+
		"ann: acquire-blob-lease wiki/n duration=15 as l\ntell ben $l.lease\nann: get-blob wiki/n as a\n"+
		"ben: get-blob wiki/n lease=$l.lease as g\nann: put-blob wiki/n 1 lease=$l.lease as w\n"+
		"ben: put-blob wiki/n 2 lease=$l.lease as w2\n", explore.Budget{})
	got := marksOf(rowsOf(list)["if-match"])
	if !strings.HasPrefix(got, "6: ") || !strings.Contains(got, "stale-write 4") ||
		strings.Contains(got, "lost-update") {
		t.Errorf("If-Match: %s", got)
	}
}

// There is no lease of a blob that is not there (blob/rules.md, 404 BlobNotFound): who is refused it puts under its own
// If-None-Match *, which keeps the other's marker. No lock is praised for that, and nothing is said not to be done; the
// note says that the own guard stays there, and not under a lock.
func TestNoLockIsPraisedForWhatIsDoneWithoutIt(t *testing.T) {
	seen := false
	table := compared(t, twoPlans("seed: create-container marks\n", "get-blob marks/d as g; "+
		"if g 404 [put-blob marks/d WHO if-none-match=* as m; does job]"))
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

// A lock puts claims one behind the other and chooses nobody: each reads the claim before its own and overwrites it,
// and both writers were told that theirs is saved (Azure/azure-sdk-for-go issue 20717). A row stops the loss only where
// no order has it: a text that is made from what was read, or a request that is refused.
func TestALockAroundAClaimOnlySerialises(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	each := func(lines string) string { return enginetest.Each(lines, "ann", "ben") }
	plans := each("plan WHO\n  loop 3\n    get-blob own/p as r\n" +
		"    put-blob own/p \"TEXT\" if-match=$r.etag as w\n    break on w 201\n")
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
	for lines, want := range map[string]bool{
		"ann: get-blob own/p\nann: put-blob own/p 1\nben: get-blob own/p\nben: put-blob own/p 2\n":         true,
		enginetest.Each("plan WHO\n  get-blob own/p as r\n  put-blob own/p {$r.body + 1}\n", "ann", "ben"): false,
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
